// What a verb writes must not take the place of what it reads.
#pragma once

#include <CLI/CLI.hpp>

#include "core/base/result.h"

namespace whylight {

/// Fails if the file that the chosen verb of `app` is to write is one that
/// another option names, or a file of a model or a run that one names:
///
///   --output: expected another file than is read, found "reviews.jsonl"
Status CheckNoInputIsLost(const CLI::App& app);

}  // namespace whylight
