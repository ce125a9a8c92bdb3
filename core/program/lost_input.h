// What a verb writes must not take the place of what it reads.
#pragma once

#include <CLI/CLI.hpp>

#include "core/base/result.h"

namespace whylight {

/// Fails if the file that the chosen verb of `app` is to write is one that
/// another option names, or a file of a model or a run that one names; or if it
/// is to write the folder that is read, or into one in whose place a file
/// stands that is read:
///
///   --output: expected another file than is read, found "reviews.jsonl"
///   --out: expected another folder than that of --config, found "."
Status CheckNoInputIsLost(const CLI::App& app);

}  // namespace whylight
