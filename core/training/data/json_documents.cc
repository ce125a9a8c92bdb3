#include "core/training/data/json_documents.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "core/training/data/source.h"
#include "core/training/data/table.h"

namespace whylight {
namespace {

using Json = nlohmann::json;

Status VisitRows(const std::string& path, DataFormat format,
                 const DataOptions& options, BadLines& bad,
                 const DocumentVisitor& visit) {
  Result<TableReader> table =
      TableReader::Open(path, OptionsOfTable(format, options));
  if (!table.ok()) return table.error();
  const std::vector<std::string>& columns = table.value().columns();
  while (true) {
    Result<std::optional<TableRecord>> read = table.value().Next();
    if (!read.ok()) return read.error();
    if (!read.value()) return {};
    TableRecord& row = *read.value();
    if (!row.problem.ok()) {
      if (Status skipped = bad.Skip(row.problem.error()); !skipped.ok()) {
        return skipped;
      }
      continue;
    }
    Json document = Json::object();
    for (std::size_t i = 0; i < columns.size(); ++i) {
      document[columns[i]] = std::move(row.fields[i]);
    }
    if (Status visited = visit(std::move(document), row.place); !visited.ok()) {
      return visited;
    }
  }
}

}  // namespace

Status VisitJsonDocuments(const std::string& path, const DataOptions& options,
                          const std::string& id_key,
                          const std::string& text_key, BadLines& bad,
                          const DocumentVisitor& visit) {
  const Result<DataFormat> format = FindFormat(path, options);
  if (!format.ok()) return format.error();
  if (IsTable(format.value())) {
    return VisitRows(path, format.value(), options, bad, visit);
  }
  if (format.value() != DataFormat::kJsonLines &&
      format.value() != DataFormat::kText) {
    return Invalid(path +
                   ": expected documents as JSON lines, a table or lines of "
                   "text, found another format");
  }
  return VisitSource(path, format.value(), options, {}, bad,
                     [&](const SourceRecord& source, BadLines&) -> Status {
                       if (source.format == DataFormat::kJsonLines) {
                         return visit(source.object, source.place);
                       }
                       if (IsBlank(source.line)) return {};
                       return visit(
                           {{id_key, std::to_string(source.place.line)},
                            {text_key, source.line}},
                           source.place);
                     });
}

}  // namespace whylight
