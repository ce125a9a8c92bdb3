// `whylight prepare split`: one data file made into two.
#pragma once

#include <CLI/CLI.hpp>

#include "core/program/verbs.h"

namespace whylight {

/// Adds `split` to `prepare`.
void AddSplitCommand(CLI::App* prepare, Command& command);

}  // namespace whylight
