// Flags that tell how data files are read.
#pragma once

#include <CLI/CLI.hpp>

#include "core/train/data/reader.h"

namespace whylight {

/// Adds --format, --text-key, --treebank and --max-errors to `verb`; with
/// `labels` also
/// --label-key. Lines that are skipped are told on standard error.
void AddDataFlags(CLI::App* verb, DataOptions* options, bool labels);

}  // namespace whylight
