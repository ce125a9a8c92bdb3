#include "core/train/data/reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <utility>

#include "core/format/json.h"
#include "core/tasks/limits.h"
#include "core/train/data/json_line.h"
#include "core/train/data/table.h"
#include "core/train/data/treebank.h"
#include "core/train/data/trees.h"

namespace whylight {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::pair<std::string_view, DataFormat>, 5> kEndings = {
    {{".jsonl", DataFormat::kJsonLines},
     {".txt", DataFormat::kText},
     {".trees", DataFormat::kTrees},
     {".tsv", DataFormat::kTsv},
     {".csv", DataFormat::kCsv}}};

// The format of a file by its name.
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

// Where the wanted columns of a table are.
struct Columns {
  std::size_t text = 0;
  std::size_t label = 0;
  std::vector<std::size_t> ratings;
};

// A line of a file, or a record of a table. Which members are set depends on
// the format.
struct Record {
  DataFormat format;
  Place place;
  std::string_view line;
  Json object;
  const std::vector<std::string>* fields = nullptr;
  const Columns* columns = nullptr;
};

// Counts the bad lines of a file, and skips as many as it may.
class BadLines {
 public:
  explicit BadLines(const DataOptions& options) : options_(options) {}

  Status Skip(const Error& complaint) {
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

 private:
  const DataOptions& options_;
  std::size_t skipped_ = 0;
};

// What is wanted of a file's records, and who gets it: `parse` fails on bad
// lines, which may be skipped, `visit` for good.
template <typename Value>
struct Visit {
  std::function<Result<Value>(const Record&)> parse;
  std::function<Status(const Value&)> visit;

  Status operator()(const Record& record, BadLines& bad) const {
    Result<Value> value = parse(record);
    if (!value.ok()) return bad.Skip(value.error());
    return visit(value.value());
  }
};

bool IsBlank(std::string_view line) {
  return line.find_first_not_of(" \t") == line.npos;
}

template <typename Value>
Status VisitLines(const std::string& path, DataFormat format,
                  const DataOptions& options, const Visit<Value>& visit) {
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

// The columns of the given names, in the order text, label (if `label`) and
// those of `ratings`.
Result<Columns> FindColumns(const TableReader& table,
                            const DataOptions& options, bool label,
                            const std::vector<std::string>& ratings) {
  Columns columns;
  Status missing;
  const auto find = [&](const std::string& name) -> std::size_t {
    const Result<std::size_t> found = table.Find(name);
    if (found.ok()) return found.value();
    if (missing.ok()) missing = found.error();
    return 0;
  };
  columns.text = find(options.text);
  if (label) columns.label = find(options.label);
  for (const std::string& rating : ratings) {
    const auto named = options.columns.find(rating);
    columns.ratings.push_back(
        find(named == options.columns.end() ? rating : named->second));
  }
  if (!missing.ok()) return missing.error();
  return columns;
}

template <typename Value>
Status VisitTable(const std::string& path, DataFormat format,
                  const DataOptions& options, bool label,
                  const std::vector<std::string>& ratings,
                  const Visit<Value>& visit) {
  Result<TableReader> table = TableReader::Open(
      path, {.separator = format == DataFormat::kTsv ? '\t' : ',',
             .quotes = options.quotes});
  if (!table.ok()) return table.error();
  const Result<Columns> columns =
      FindColumns(table.value(), options, label, ratings);
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

// The label in front of a text, and the text.
Result<std::pair<std::string_view, std::string_view>> SplitLabel(
    const Record& record) {
  const std::size_t space = record.line.find_first_of(" \t");
  if (space == 0 || space == std::string_view::npos) {
    return record.place.Complain(
        "expected a label, a space and a text, found " + Quote(record.line));
  }
  return std::pair(record.line.substr(0, space), record.line.substr(space + 1));
}

// Texts beyond kMaxWords are refused where their line is known. Words are
// counted only where there are bytes enough.
Status CheckLength(const Record& record, std::string_view text) {
  if (text.size() <= kMaxWords) return {};
  const std::size_t words = Tokenize(text).size();
  if (words <= kMaxWords) return {};
  Error error =
      record.place.Complain("expected at most " + std::to_string(kMaxWords) +
                            " words, found " + std::to_string(words));
  error.code = ErrorCode::kTextTooLong;
  return error;
}

Result<std::string> TextOfJson(const Record& record, const std::string& key) {
  const auto text = record.object.find(key);
  if (text == record.object.end()) {
    return record.place.Complain("expected a field \"" + key +
                                 "\", found none");
  }
  if (!text->is_string()) {
    return record.place.Complain("expected \"" + key +
                                 "\" to be a string, found " + Describe(*text));
  }
  return text->get<std::string>();
}

// As it stands in the file.
Result<std::string> RawTextOf(const Record& record,
                              const DataOptions& options) {
  switch (record.format) {
    case DataFormat::kJsonLines:
      return TextOfJson(record, options.text);
    case DataFormat::kTsv:
    case DataFormat::kCsv:
      return (*record.fields)[record.columns->text];
    case DataFormat::kTrees: {
      const Result<LabelledTree> tree = ParseTree(record.line, record.place);
      if (!tree.ok()) return tree.error();
      return tree.value().Text(tree.value().phrases.front());
    }
    case DataFormat::kLabelledText: {
      const auto split = SplitLabel(record);
      if (!split.ok()) return split.error();
      return std::string(split.value().second);
    }
    case DataFormat::kText:
      break;
  }
  return std::string(record.line);
}

Result<std::string> TextOf(const Record& record, const DataOptions& options) {
  Result<std::string> text = RawTextOf(record, options);
  if (text.ok() && options.treebank) return JoinTreebank(text.value());
  return text;
}

// Labels are compared as text, so 3 and "3" are the same one.
Result<std::string> LabelOf(const Record& record, const DataOptions& options) {
  std::string label;
  if (record.format == DataFormat::kJsonLines) {
    const auto found = record.object.find(options.label);
    if (found == record.object.end()) {
      return record.place.Complain("expected a field \"" + options.label +
                                   "\", found none");
    }
    if (!found->is_string() && !found->is_number_integer() &&
        !found->is_boolean()) {
      return record.place.Complain(
          "expected \"" + options.label +
          "\" to be a string, a whole number, true or false, found " +
          Describe(*found));
    }
    label = found->is_string() ? found->get<std::string>() : found->dump();
  } else if (IsTable(record.format)) {
    label = (*record.fields)[record.columns->label];
  } else {
    const auto split = SplitLabel(record);
    if (!split.ok()) return split.error();
    label = split.value().first;
  }
  if (!label.empty()) return label;
  return record.place.Complain("expected a label, found an empty one");
}

// Adds nothing where the label is left out.
Status AddLabelledText(const Record& record, const DataOptions& options,
                       std::string_view text, std::string label,
                       std::vector<LabelledText>* texts) {
  if (!options.merge.empty()) {
    const auto merged = options.merge.find(label);
    if (merged == options.merge.end()) return {};
    label = merged->second;
  }
  if (Status length = CheckLength(record, text); !length.ok()) return length;
  std::vector<Token> tokens = Tokenize(text);
  if (tokens.empty()) {
    return record.place.Complain("expected a text with words, found " +
                                 Quote(text));
  }
  texts->push_back({std::move(tokens), std::move(label), record.place.line});
  return {};
}

// More than one of a tree whose phrases are wanted, none of what `merge` leaves
// out.
Result<std::vector<LabelledText>> LabelledTextsOf(const Record& record,
                                                  const DataOptions& options) {
  std::vector<LabelledText> texts;
  if (record.format == DataFormat::kTrees) {
    const Result<LabelledTree> parsed = ParseTree(record.line, record.place);
    if (!parsed.ok()) return parsed.error();
    const LabelledTree& tree = parsed.value();
    for (const TreePhrase& phrase : tree.phrases) {
      const std::string text = tree.Text(phrase);
      Status added = AddLabelledText(
          record, options, options.treebank ? JoinTreebank(text) : text,
          phrase.label, &texts);
      if (!added.ok()) return added.error();
      if (!options.phrases) break;
    }
    return texts;
  }
  const Result<std::string> text = TextOf(record, options);
  if (!text.ok()) return text.error();
  Result<std::string> label = LabelOf(record, options);
  if (!label.ok()) return label.error();
  Status added = AddLabelledText(record, options, text.value(),
                                 std::move(label).value(), &texts);
  if (!added.ok()) return added.error();
  return texts;
}

// Words and label in one; no word holds a space or a line break.
std::string Spell(const LabelledText& text) {
  std::string spelled;
  for (const Token& token : text.tokens) spelled.append(token.text).append(" ");
  return spelled.append("\n").append(text.label);
}

Error BadRating(const Record& record, const std::string& aspect,
                const std::string& found) {
  return record.place.Complain("expected a rating \"" + aspect +
                               "\" between 0 and 1, found " + found);
}

bool IsRating(double value) { return value >= 0.0 && value <= 1.0; }

Result<std::vector<Real>> RatingsOfJson(const Record& record,
                                        const std::vector<std::string>& aspects,
                                        const std::string& key) {
  const auto ratings = record.object.find(key);
  if (ratings == record.object.end() || !ratings->is_object()) {
    return record.place.Complain(
        "expected a field \"" + key + "\" with an object, found " +
        (ratings == record.object.end() ? "none" : Describe(*ratings)));
  }
  std::vector<Real> values;
  for (const std::string& aspect : aspects) {
    const auto rating = ratings->find(aspect);
    const bool found = rating != ratings->end();
    const double value =
        found && rating->is_number() ? rating->get<double>() : -1.0;
    if (!IsRating(value)) {
      return BadRating(record, aspect, found ? Describe(*rating) : "none");
    }
    values.push_back(static_cast<Real>(value));
  }
  return values;
}

Result<std::vector<Real>> RatingsOfRow(
    const Record& record, const std::vector<std::string>& aspects) {
  std::vector<Real> values;
  for (std::size_t a = 0; a < aspects.size(); ++a) {
    const std::string& field = (*record.fields)[record.columns->ratings[a]];
    const char* const end = field.data() + field.size();
    double value = -1;
    const auto [stop, error] = std::from_chars(field.data(), end, value);
    if (error != std::errc() || stop != end || !IsRating(value)) {
      return BadRating(record, aspects[a], Quote(field));
    }
    values.push_back(static_cast<Real>(value));
  }
  return values;
}

// Of a file that was read and held nothing of use.
Error NothingRead(const std::string& path, const std::string& wanted) {
  return Place{path, 1}.Complain("expected a " + wanted + ", found none");
}

}  // namespace

Status VisitTexts(const std::string& path, const TextVisitor& visit,
                  const DataOptions& options) {
  struct Text {
    std::string text;
    std::size_t line;
  };
  const Result<DataFormat> format = FindFormat(path, options);
  if (!format.ok()) return format.error();
  const Visit<Text> texts = {
      [&](const Record& record) -> Result<Text> {
        Result<std::string> text = TextOf(record, options);
        if (!text.ok()) return text.error();
        if (Status length = CheckLength(record, text.value()); !length.ok()) {
          return length.error();
        }
        return Text{std::move(text).value(), record.place.line};
      },
      [&](const Text& text) { return visit(text.text, text.line); }};
  return IsTable(format.value())
             ? VisitTable(path, format.value(), options, false, {}, texts)
             : VisitLines(path, format.value(), options, texts);
}

Result<DataFormat> FindLabelledFormat(const std::string& path,
                                      const DataOptions& options) {
  Result<DataFormat> format = FindFormat(path, options);
  if (format.ok() && format.value() == DataFormat::kText) {
    return DataFormat::kLabelledText;
  }
  return format;
}

Status VisitLabelledTexts(
    const std::string& path, const DataOptions& options,
    const std::function<Status(const LabelledText&)>& visit) {
  const Result<DataFormat> format = FindLabelledFormat(path, options);
  if (!format.ok()) return format.error();
  bool any = false;
  std::unordered_set<std::string> seen;
  const Visit<std::vector<LabelledText>> texts = {
      [&](const Record& record) { return LabelledTextsOf(record, options); },
      [&](const std::vector<LabelledText>& labelled) -> Status {
        for (const LabelledText& text : labelled) {
          any = true;
          if (options.distinct && !seen.insert(Spell(text)).second) continue;
          if (Status visited = visit(text); !visited.ok()) return visited;
        }
        return {};
      }};
  Status read = IsTable(format.value())
                    ? VisitTable(path, format.value(), options, true, {}, texts)
                    : VisitLines(path, format.value(), options, texts);
  if (read.ok() && !any) {
    return NothingRead(path, options.merge.empty()
                                 ? "labelled text"
                                 : "text with a label that \"merge\" names");
  }
  return read;
}

Status VisitReviews(const std::string& path,
                    const std::vector<std::string>& aspects,
                    const DataOptions& options,
                    const std::function<Status(const Review&)>& visit) {
  const Result<DataFormat> format = FindFormat(path, options);
  if (!format.ok()) return format.error();
  const bool table = IsTable(format.value());
  if (!table && format.value() != DataFormat::kJsonLines) {
    return Error{ErrorCode::kInvalidArgument,
                 path +
                     ": expected reviews as JSON lines, TSV or CSV, found a "
                     "format without ratings"};
  }
  bool any = false;
  const Visit<Review> reviews = {
      [&](const Record& record) -> Result<Review> {
        Result<std::string> text = TextOf(record, options);
        if (!text.ok()) return text.error();
        Result<std::vector<Real>> ratings =
            table ? RatingsOfRow(record, aspects)
                  : RatingsOfJson(record, aspects, options.ratings);
        if (!ratings.ok()) return ratings.error();
        if (Status length = CheckLength(record, text.value()); !length.ok()) {
          return length.error();
        }
        return Review{std::move(text).value(), std::move(ratings).value()};
      },
      [&](const Review& review) {
        any = true;
        return visit(review);
      }};
  Status read =
      table ? VisitTable(path, format.value(), options, false, aspects, reviews)
            : VisitLines(path, format.value(), options, reviews);
  if (read.ok() && !any) return NothingRead(path, "review");
  return read;
}

Result<std::vector<Review>> ReadReviews(const std::string& path,
                                        const std::vector<std::string>& aspects,
                                        const DataOptions& options) {
  std::vector<Review> reviews;
  Status read =
      VisitReviews(path, aspects, options, [&](const Review& review) -> Status {
        reviews.push_back(review);
        return {};
      });
  if (!read.ok()) return read.error();
  return reviews;
}

}  // namespace whylight
