#include "core/training/data/record.h"

#include <array>
#include <optional>

#include "core/format/json.h"
#include "core/model/limits.h"
#include "core/text/tokenizer.h"
#include "core/text/utf8.h"
#include "core/training/data/json_line.h"
#include "core/training/data/table.h"
#include "core/training/data/treebank.h"
#include "core/training/data/trees.h"

namespace whylight {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::pair<std::string_view, DataFormat>, 5> kEndings = {
    {{".jsonl", DataFormat::kJsonLines},
     {".txt", DataFormat::kText},
     {".trees", DataFormat::kTrees},
     {".tsv", DataFormat::kTsv},
     {".csv", DataFormat::kCsv}}};

bool IsBlank(std::string_view line) {
  return line.find_first_not_of(" \t") == line.npos;
}

Status VisitLines(const std::string& path, DataFormat format,
                  const DataOptions& options, const RecordVisitor& visit) {
  Result<LineReader> reader = LineReader::Open(path);
  if (!reader.ok()) return reader.error();
  BadLines bad(options);
  while (true) {
    const auto line = reader.value().Next();
    if (!line.ok()) return line.error();
    if (!line.value()) break;
    if (format != DataFormat::kText && IsBlank(*line.value())) continue;
    Record record{.format = format,
                  .place = reader.value().place(),
                  .line = *line.value(),
                  .object = {}};
    Status status;
    if (format == DataFormat::kJsonLines) {
      Result<Json> object = ParseJsonLine(record.line, record.place);
      if (object.ok()) {
        record.object = std::move(object).value();
      } else {
        status = bad.Skip(object.error());
        if (status.ok()) continue;
      }
    }
    if (status.ok()) status = visit(record, bad);
    if (!status.ok()) return status;
  }
  if (reader.value().line() > 0) return {};
  return reader.value().place().Complain(
      "expected a line, found an empty file");
}

Result<Columns> FindColumns(const TableReader& table,
                            const DataOptions& options,
                            const WantedColumns& wanted) {
  Columns columns;
  Status missing;
  const auto find = [&](const std::string& name) -> std::size_t {
    const Result<std::size_t> found = table.Find(name);
    if (found.ok()) return found.value();
    if (missing.ok()) missing = found.error();
    return 0;
  };
  columns.text = find(options.text);
  if (wanted.label) columns.label = find(options.label);
  for (const std::string& rating : wanted.ratings) {
    const auto named = options.columns.find(rating);
    columns.ratings.push_back(
        find(named == options.columns.end() ? rating : named->second));
  }
  if (!missing.ok()) return missing.error();
  return columns;
}

Status VisitTable(const std::string& path, DataFormat format,
                  const DataOptions& options, const WantedColumns& wanted,
                  const RecordVisitor& visit) {
  Result<TableReader> table = TableReader::Open(
      path, {.separator = format == DataFormat::kTsv ? '\t' : ',',
             .quotes = options.quotes});
  if (!table.ok()) return table.error();
  const Result<Columns> columns = FindColumns(table.value(), options, wanted);
  if (!columns.ok()) return columns.error();
  BadLines bad(options);
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
                                              .columns = &columns.value()},
                                             bad)
                                     : bad.Skip(row.problem.error());
    if (!status.ok()) return status;
  }
}

// Of a list of tokens their text and where each stands.
Result<RecordText> JoinTokens(const Record& record, const std::string& key,
                              const Json& list) {
  RecordText joined;
  std::uint32_t at = 0;
  for (const Json& token : list) {
    if (!token.is_string()) {
      return record.place.Complain("expected \"" + key +
                                   "\" to be a list of strings, found in it " +
                                   Describe(token));
    }
    const std::string& text = token.get_ref<const std::string&>();
    if (!joined.tokens.empty()) {
      joined.text += ' ';
      ++at;
    }
    joined.text += text;
    joined.tokens.push_back({at, at + Utf16Length(text)});
    at = joined.tokens.back().end;
  }
  return joined;
}

Result<RecordText> TextOfJson(const Record& record, const std::string& key) {
  const auto text = record.object.find(key);
  if (text == record.object.end()) {
    return record.place.Complain("expected a field \"" + key +
                                 "\", found none");
  }
  if (text->is_array()) return JoinTokens(record, key, *text);
  if (!text->is_string()) {
    return record.place.Complain("expected \"" + key +
                                 "\" to be a string, found " + Describe(*text));
  }
  return RecordText{text->get<std::string>()};
}

// As it stands in the file.
Result<RecordText> RawTextOf(const Record& record, const DataOptions& options) {
  switch (record.format) {
    case DataFormat::kJsonLines:
      return TextOfJson(record, options.text);
    case DataFormat::kTsv:
    case DataFormat::kCsv:
      return RecordText{(*record.fields)[record.columns->text]};
    case DataFormat::kTrees: {
      const Result<LabelledTree> tree = ParseTree(record.line, record.place);
      if (!tree.ok()) return tree.error();
      return RecordText{tree.value().Text(tree.value().phrases.front())};
    }
    case DataFormat::kLabelledText: {
      const auto split = SplitLabel(record);
      if (!split.ok()) return split.error();
      return RecordText{std::string(split.value().second)};
    }
    case DataFormat::kText:
      break;
  }
  return RecordText{std::string(record.line)};
}

}  // namespace

Status BadLines::Skip(const Error& complaint) {
  if (skipped_ < options_.max_errors) {
    ++skipped_;
    if (options_.on_skip) options_.on_skip(complaint);
    return {};
  }
  if (skipped_ == 0) return complaint;
  return Error{complaint.code, complaint.message + "; found " +
                                   std::to_string(skipped_ + 1) +
                                   " bad lines, expected at most " +
                                   std::to_string(options_.max_errors)};
}

Result<DataFormat> FindFormat(const std::string& path,
                              const DataOptions& options) {
  if (options.format) return *options.format;
  if (path == kStandardInput) return DataFormat::kJsonLines;
  std::string_view name = path;
  if (name.ends_with(".gz")) name.remove_suffix(3);
  for (const auto& [ending, format] : kEndings) {
    if (name.ends_with(ending)) return format;
  }
  // A file that is not there has no format either.
  const Result<LineReader> file = LineReader::Open(path);
  if (!file.ok()) return file.error();
  return Error{ErrorCode::kInvalidArgument,
               path +
                   ": expected a name ending in .jsonl, .txt, .trees, .tsv or "
                   ".csv, with .gz after it or not, or a format; found "
                   "another"};
}

bool IsTable(DataFormat format) {
  return format == DataFormat::kTsv || format == DataFormat::kCsv;
}

Status VisitRecords(const std::string& path, DataFormat format,
                    const DataOptions& options, const WantedColumns& wanted,
                    const RecordVisitor& visit) {
  return IsTable(format) ? VisitTable(path, format, options, wanted, visit)
                         : VisitLines(path, format, options, visit);
}

Status CheckLength(const Record& record, std::string_view text) {
  // Words are counted only where there are bytes enough.
  if (text.size() <= kMaxWords) return {};
  const std::size_t words = Tokenize(text).size();
  if (words <= kMaxWords) return {};
  Error error =
      record.place.Complain("expected at most " + std::to_string(kMaxWords) +
                            " words, found " + std::to_string(words));
  error.code = ErrorCode::kTextTooLong;
  return error;
}

Result<RecordText> TextOf(const Record& record, const DataOptions& options) {
  Result<RecordText> text = RawTextOf(record, options);
  if (!text.ok()) return text;
  if (options.treebank) return RecordText{JoinTreebank(text.value().text)};
  return text;
}

Result<std::pair<std::string_view, std::string_view>> SplitLabel(
    const Record& record) {
  const std::size_t space = record.line.find_first_of(" \t");
  if (space == 0 || space == std::string_view::npos) {
    return record.place.Complain(
        "expected a label, a space and a text, found " + Quote(record.line));
  }
  return std::pair(record.line.substr(0, space), record.line.substr(space + 1));
}

Error NothingRead(const std::string& path, const std::string& wanted) {
  return Place{path, 1}.Complain("expected a " + wanted + ", found none");
}

}  // namespace whylight
