#include "core/training/data/rows.h"

#include <optional>

#include "core/training/data/line_reader.h"
#include "core/training/data/source.h"
#include "core/training/data/table.h"

namespace whylight {
namespace {

Status VisitRecordsOfTable(const std::string& path, DataFormat format,
                           const DataOptions& options,
                           const RowVisitor& visit_start,
                           const RowVisitor& visit_row) {
  Result<TableReader> table =
      TableReader::Open(path, OptionsOfTable(format, options));
  if (!table.ok()) return table.error();
  Status visited = visit_start(table.value().header());
  while (visited.ok()) {
    const Result<std::optional<TableRecord>> row = table.value().Next();
    if (!row.ok()) return row.error();
    if (!row.value()) break;
    visited = visit_row(row.value()->text);
  }
  return visited;
}

}  // namespace

Status VisitRows(const std::string& path, const DataOptions& options,
                 const RowVisitor& visit_start, const RowVisitor& visit_row) {
  const Result<DataFormat> found = FindFormat(path, options);
  if (!found.ok()) return found.error();
  const DataFormat format = found.value();
  if (IsTable(format)) {
    return VisitRecordsOfTable(path, format, options, visit_start, visit_row);
  }
  if (format != DataFormat::kJsonLines && format != DataFormat::kText &&
      format != DataFormat::kLabelledText && format != DataFormat::kTrees) {
    return Error{ErrorCode::kInvalidArgument,
                 path +
                     ": expected JSON lines, a table or a text or tree per "
                     "line, found another format"};
  }
  Result<LineReader> lines = LineReader::Open(path);
  if (!lines.ok()) return lines.error();
  Status visited = visit_start(lines.value().byte_order_mark());
  while (visited.ok()) {
    const auto line = lines.value().Next();
    if (!line.ok()) return line.error();
    if (!line.value()) break;
    if (format != DataFormat::kText && IsBlank(*line.value())) continue;
    visited =
        visit_row(std::string(*line.value()).append(lines.value().line_end()));
  }
  return visited;
}

}  // namespace whylight
