// The rows of a data file as they stand in it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/training/data/data_options.h"

namespace whylight {

/// Gets bytes of a file, with the line end.
using RowVisitor = std::function<Status(std::string_view row)>;

/// Calls `visit_start` once with what stands before all rows, a byte order mark
/// and the header of a table, then `visit_row` with each row: a line, or a
/// record of a table, in quotes also of several lines. Blank lines are passed
/// over, but for those of kText. Fails for files whose rows have no place of
/// their own, such as CoNLL.
Status VisitRows(const std::string& path, const DataOptions& options,
                 const RowVisitor& visit_start, const RowVisitor& visit_row);

}  // namespace whylight
