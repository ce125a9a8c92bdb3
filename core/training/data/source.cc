#include "core/training/data/source.h"

#include <array>
#include <optional>

#include "core/format/json.h"
#include "core/training/data/json_line.h"
#include "core/training/data/qa_pairs.h"
#include "core/training/data/table.h"

namespace whylight {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::pair<std::string_view, DataFormat>, 7> kEndings = {
    {{".jsonl", DataFormat::kJsonLines},
     {".txt", DataFormat::kText},
     {".trees", DataFormat::kTrees},
     {".tsv", DataFormat::kTsv},
     {".csv", DataFormat::kCsv},
     {".conll", DataFormat::kConll},
     {".conllu", DataFormat::kConllU}}};

Status VisitLines(const std::string& path, DataFormat format, BadLines& bad,
                  const SourceVisitor& visit) {
  Result<LineReader> reader = LineReader::Open(path);
  if (!reader.ok()) return reader.error();
  while (true) {
    const auto line = reader.value().Next();
    if (!line.ok()) return line.error();
    if (!line.value()) break;
    if (format != DataFormat::kText && IsBlank(*line.value())) continue;
    SourceRecord source{.format = format,
                        .place = reader.value().place(),
                        .line = *line.value(),
                        .object = {}};
    Status status;
    if (format == DataFormat::kJsonLines) {
      Result<Json> object = ParseJsonLine(source.line, source.place);
      if (object.ok()) {
        source.object = std::move(object).value();
      } else {
        status = bad.Skip(object.error());
        if (status.ok()) continue;
      }
    }
    if (status.ok()) status = visit(source, bad);
    if (!status.ok()) return status;
  }
  if (reader.value().line() > 0) return {};
  return reader.value().place().Fail("expected a line, found an empty file");
}

Status VisitTable(const std::string& path, DataFormat format,
                  const DataOptions& options,
                  const std::vector<std::string>& wanted, BadLines& bad,
                  const SourceVisitor& visit) {
  Result<TableReader> table =
      TableReader::Open(path, OptionsOfTable(format, options));
  if (!table.ok()) return table.error();
  std::map<std::string, std::size_t> columns;
  for (const std::string& column : wanted) {
    const Result<std::size_t> found = table.value().Find(column);
    if (!found.ok()) {
      return Error{found.error().code,
                   found.error().message + HowToName(column, options)};
    }
    columns[column] = found.value();
  }
  while (true) {
    Result<std::optional<TableRecord>> read = table.value().Next();
    if (!read.ok()) return read.error();
    if (!read.value()) return {};
    const TableRecord& row = *read.value();
    Status status = row.problem.ok() ? visit({.format = format,
                                              .place = row.place,
                                              .line = {},
                                              .object = {},
                                              .fields = &row.fields,
                                              .columns = &columns},
                                             bad)
                                     : bad.Skip(row.problem.error());
    if (!status.ok()) return status;
  }
}

Status VisitSentences(const std::string& path, DataFormat format, BadLines& bad,
                      const SourceVisitor& visit) {
  Result<ConllReader> reader = ConllReader::Open(
      path, format == DataFormat::kConllU ? ConllFormat::kUniversal
                                          : ConllFormat::kTags);
  if (!reader.ok()) return reader.error();
  while (true) {
    const Result<std::optional<ConllSentence>> read = reader.value().Next();
    if (!read.ok()) return read.error();
    if (!read.value()) return {};
    const ConllSentence& sentence = *read.value();
    Status status = sentence.problem.ok() ? visit({.format = format,
                                                   .place = sentence.place,
                                                   .line = {},
                                                   .object = {},
                                                   .sentence = &sentence},
                                                  bad)
                                          : bad.Skip(sentence.problem.error());
    if (!status.ok()) return status;
  }
}

Status VisitAspects(const std::string& path, BadLines& bad,
                    const SourceVisitor& visit) {
  Result<AspectReader> reader = AspectReader::Open(path);
  if (!reader.ok()) return reader.error();
  while (true) {
    const Result<std::optional<AspectSentence>> read = reader.value().Next();
    if (!read.ok()) return read.error();
    if (!read.value()) return {};
    const AspectSentence& sentence = *read.value();
    Status status = sentence.problem.ok()
                        ? visit({.format = DataFormat::kAspects,
                                 .place = sentence.place,
                                 .line = {},
                                 .object = {},
                                 .aspects = &sentence},
                                bad)
                        : bad.Skip(sentence.problem.error());
    if (!status.ok()) return status;
  }
}

// As JSON lines would have them.
Status VisitQaPairs(const std::string& path, const DataOptions& options,
                    BadLines& bad, const SourceVisitor& visit) {
  Result<QaPairsReader> reader = QaPairsReader::Open(path);
  if (!reader.ok()) return reader.error();
  while (true) {
    const Result<std::optional<QaPairs>> read = reader.value().Next();
    if (!read.ok()) return read.error();
    if (!read.value()) return {};
    const QaPairs& pairs = *read.value();
    Json candidates = Json::array();
    for (const auto& [words, right] : pairs.answers) {
      candidates.push_back({{options.text, words}, {options.label, right}});
    }
    Status status = visit({.format = DataFormat::kJsonLines,
                           .place = pairs.place,
                           .line = {},
                           .object = {{options.query, pairs.question},
                                      {options.candidates, candidates}}},
                          bad);
    if (!status.ok()) return status;
  }
}

}  // namespace

std::string HowToName(const std::string& field, const DataOptions& options) {
  const auto by = [&](const char* key) -> std::string {
    const auto found = options.named_by.find(key);
    return found == options.named_by.end()
               ? ""
               : "; " + found->second + " names another";
  };
  for (const auto& renamed : options.columns) {
    if (renamed.second == field) return by("columns");
  }
  for (const auto& [key, name] : {std::pair("text", &options.text),
                                  {"label", &options.label},
                                  {"first", &options.first},
                                  {"second", &options.second},
                                  {"grade", &options.grade},
                                  {"question", &options.question},
                                  {"answers", &options.answers},
                                  {"query", &options.query},
                                  {"candidates", &options.candidates},
                                  {"documents", &options.documents}}) {
    if (*name == field) return by(key);
  }
  return by("columns");
}

std::optional<DataFormat> FormatOfName(std::string_view path) {
  if (path == kStandardInput) return DataFormat::kJsonLines;
  if (path.ends_with(".gz")) path.remove_suffix(3);
  for (const auto& [ending, format] : kEndings) {
    if (path.ends_with(ending)) return format;
  }
  return std::nullopt;
}

Result<DataFormat> FindFormat(const std::string& path,
                              const DataOptions& options) {
  if (options.format) return *options.format;
  if (const auto format = FormatOfName(path)) return *format;
  // A file that is not there has no format either.
  const Result<LineReader> file = LineReader::Open(path);
  if (!file.ok()) return file.error();
  std::string endings;
  for (const auto& [ending, format] : kEndings) {
    endings += endings.empty()                   ? ""
               : ending == kEndings.back().first ? " or "
                                                 : ", ";
    endings += ending;
  }
  return Error{ErrorCode::kInvalidArgument,
               path + ": expected a name ending in " + endings +
                   ", with .gz after it or not, or a format; found another"};
}

bool IsTable(DataFormat format) {
  return format == DataFormat::kTsv || format == DataFormat::kCsv;
}

TableOptions OptionsOfTable(DataFormat format, const DataOptions& options) {
  TableOptions table{.quotes = options.quotes};
  if (format == DataFormat::kTsv) table.separator = '\t';
  return table;
}

Status VisitSource(const std::string& path, DataFormat format,
                   const DataOptions& options,
                   const std::vector<std::string>& columns,
                   const SourceVisitor& visit) {
  BadLines bad(options);
  return VisitSource(path, format, options, columns, bad, visit);
}

Status VisitSource(const std::string& path, DataFormat format,
                   const DataOptions& options,
                   const std::vector<std::string>& columns, BadLines& bad,
                   const SourceVisitor& visit) {
  if (IsTable(format)) {
    return VisitTable(path, format, options, columns, bad, visit);
  }
  if (format == DataFormat::kConll || format == DataFormat::kConllU) {
    return VisitSentences(path, format, bad, visit);
  }
  if (format == DataFormat::kAspects) return VisitAspects(path, bad, visit);
  if (format == DataFormat::kQaPairs) {
    return VisitQaPairs(path, options, bad, visit);
  }
  return VisitLines(path, format, bad, visit);
}

Result<std::pair<std::string_view, std::string_view>> SplitLabel(
    const SourceRecord& source) {
  const std::size_t space = source.line.find_first_of(" \t");
  if (space == 0 || space == std::string_view::npos) {
    return source.place.Fail("expected a label, a space and a text, found " +
                             Quote(source.line));
  }
  return std::pair(source.line.substr(0, space), source.line.substr(space + 1));
}

}  // namespace whylight
