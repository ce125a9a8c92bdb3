// The raw records of a data file, whatever its format: what the columns of a
// Record are read from (columns.h).
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/training/data/aspects.h"
#include "core/training/data/bad_lines.h"
#include "core/training/data/conll.h"
#include "core/training/data/data_options.h"
#include "core/training/data/line_reader.h"
#include "core/training/data/table.h"

namespace whylight {

/// A line of a file, a row of a table or a sentence of a CoNLL or XML file.
/// Which members are set depends on the format.
struct SourceRecord {
  DataFormat format;
  Place place;
  std::string_view line;
  nlohmann::json object;
  const std::vector<std::string>* fields = nullptr;
  /// Where the columns of `fields` are that the reading asked for.
  const std::map<std::string, std::size_t>* columns = nullptr;
  const ConllSentence* sentence = nullptr;
  const AspectSentence* aspects = nullptr;

  /// The field of a table's row in a column that the reading asked for.
  const std::string& Field(const std::string& column) const {
    return (*fields)[columns->at(column)];
  }
};

using SourceVisitor = std::function<Status(const SourceRecord&, BadLines&)>;

/// `parse` fails on bad lines, which may be skipped; an error of `visit` ends
/// the reading.
template <typename Value, typename Parse, typename Visit>
SourceVisitor ParseAndVisit(Parse parse, Visit visit) {
  return [parse = std::move(parse), visit = std::move(visit)](
             const SourceRecord& source, BadLines& bad) -> Status {
    Result<Value> value = parse(source);
    if (!value.ok()) return bad.Skip(value.error());
    return visit(value.value());
  };
}

/// The format that the name of a file tells; standard input is JSON lines.
std::optional<DataFormat> FormatOfName(std::string_view path);

/// The format of a file: the options', or the one its name tells.
Result<DataFormat> FindFormat(const std::string& path,
                              const DataOptions& options);

bool IsTable(DataFormat format);

/// How to name another field or column than `field`, which a file lacks, for
/// the end of an error: "; --text-key names another". Empty where nothing does.
std::string HowToName(const std::string& field, const DataOptions& options);

/// How a file of a table's format is read.
TableOptions OptionsOfTable(DataFormat format, const DataOptions& options);

/// Calls `visit` with every record of a file. Blank lines are passed over but
/// for those of kText. A table must have all `columns`.
Status VisitSource(const std::string& path, DataFormat format,
                   const DataOptions& options,
                   const std::vector<std::string>& columns,
                   const SourceVisitor& visit);

/// The same, whose bad lines are counted in `bad`.
Status VisitSource(const std::string& path, DataFormat format,
                   const DataOptions& options,
                   const std::vector<std::string>& columns, BadLines& bad,
                   const SourceVisitor& visit);

/// The label in front of a text, and the text.
Result<std::pair<std::string_view, std::string_view>> SplitLabel(
    const SourceRecord& source);

}  // namespace whylight
