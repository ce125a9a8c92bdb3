// Trees in brackets (core/model/bracketed_tree.h) as data files have them, one
// a line.
#pragma once

#include <string_view>

#include "core/base/result.h"
#include "core/model/bracketed_tree.h"
#include "core/training/data/line_reader.h"

namespace whylight {

/// The labelled tree on `line`. Fails with "path:line:column: expected ...,
/// found ..." where it is malformed.
Result<LabelledTree> ParseTree(std::string_view line, const Place& place);

}  // namespace whylight
