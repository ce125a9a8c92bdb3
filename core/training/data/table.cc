#include "core/training/data/table.h"

#include <algorithm>

#include "core/format/json.h"

namespace whylight {
namespace {

// Takes the lines of one record apart.
class FieldSplitter {
 public:
  FieldSplitter(char separator, bool quotes, TableRecord* record)
      : separator_(separator), quotes_(quotes), record_(record) {}

  /// True while the record goes on behind the line break.
  bool in_quotes() const { return in_quotes_; }

  /// The same with `text`, lines with their ends.
  void AddLines(std::string_view text) {
    while (!text.empty()) {
      std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      if (line.ends_with('\r')) line.remove_suffix(1);
      AddLine(line);
    }
  }

  void AddLine(std::string_view line) {
    if (in_quotes_) {
      record_->fields.back() += '\n';
    } else {
      record_->fields.emplace_back();
    }
    bool closed = false;  // Whether the field had its quotes.
    for (std::size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      std::string& field = record_->fields.back();
      if (in_quotes_) {
        if (c != '"') {
          field += c;
        } else if (i + 1 < line.size() && line[i + 1] == '"') {
          field += line[++i];
        } else {
          in_quotes_ = false;
          closed = true;
        }
      } else if (c == separator_) {
        record_->fields.emplace_back();
        closed = false;
      } else if (closed) {
        Fail(c);
      } else if (c == '"' && quotes_ && field.empty()) {
        in_quotes_ = true;
      } else {
        field += c;
      }
    }
  }

 private:
  void Fail(char found) {
    if (!record_->problem.ok()) return;
    record_->problem = record_->place.Fail(
        "expected a separator or the end of the line after a quoted field, "
        "found " +
        Quote({&found, 1}));
  }

  char separator_;
  bool quotes_;
  TableRecord* record_;
  bool in_quotes_ = false;
};

}  // namespace

std::string FirstNames(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 20;
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i) {
    list.append(i == 0 ? "" : ", ").append(Quote(names[i]));
  }
  return list + (names.size() > kMost ? ", ..." : "");
}

Result<TableReader> TableReader::Open(const std::string& path,
                                      const TableOptions& options) {
  Result<LineReader> lines = LineReader::Open(path);
  if (!lines.ok()) return lines.error();
  TableReader table(std::move(lines).value(), options.quotes);
  Result<std::optional<TableRecord>> header = table.ReadHeader(
      options.separator ? std::string_view(&*options.separator, 1) : ",;\t");
  if (!header.ok()) return header.error();
  if (!header.value()) {
    return table.reader_.place().Fail(
        "expected a header with names of columns, found none");
  }
  TableRecord& record = *header.value();
  if (!record.problem.ok()) return record.problem.error();
  table.header_ =
      std::string(table.reader_.byte_order_mark()) + std::move(record.text);
  table.columns_ = std::move(record.fields);
  std::vector<std::string> sorted = table.columns_;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) {
    return record.place.Fail("expected distinct names of columns, found " +
                             Quote(*twice) + " twice");
  }
  return table;
}

Result<std::size_t> TableReader::Find(const std::string& name) const {
  const auto found = std::find(columns_.begin(), columns_.end(), name);
  if (found != columns_.end()) {
    return static_cast<std::size_t>(found - columns_.begin());
  }
  return Place{reader_.place().path, 1}.Fail(
      "expected a column " + Quote(name) + ", found " + FirstNames(columns_));
}

Result<std::optional<TableRecord>> TableReader::Next() {
  Result<std::optional<TableRecord>> read = ReadRecord();
  if (!read.ok() || !read.value()) return read;
  TableRecord& record = *read.value();
  if (record.problem.ok() && record.fields.size() != columns_.size()) {
    record.problem =
        record.place.Fail("expected " + std::to_string(columns_.size()) +
                          " fields as in the header, found " +
                          std::to_string(record.fields.size()));
  }
  return read;
}

Result<std::optional<TableRecord>> TableReader::ReadHeader(
    std::string_view separators) {
  std::optional<TableRecord> header;
  for (const char separator : separators) {
    separator_ = separator;
    Result<std::optional<TableRecord>> read =
        ReadRecord(header ? &*header : nullptr);
    if (!read.ok() || !read.value()) return read;
    if (read.value()->fields.size() > 1) return read;
    if (!header) header = std::move(read).value();
  }
  separator_ = separators.front();
  return header;
}

Result<std::optional<TableRecord>> TableReader::ReadRecord(
    const TableRecord* begun) {
  TableRecord record;
  FieldSplitter splitter(separator_, quotes_, &record);
  if (begun != nullptr) {
    record.place = begun->place;
    record.text = begun->text;
    splitter.AddLines(begun->text);
    if (!splitter.in_quotes()) return std::optional(std::move(record));
  }
  while (true) {
    const auto line = reader_.Next();
    if (!line.ok()) return line.error();
    if (!line.value()) {
      if (!splitter.in_quotes()) return std::optional<TableRecord>();
      return record.place.Fail(
          "expected a closing quote, found the end of the file; with "
          "\"quotes\": false quotes are characters like any other");
    }
    if (record.fields.empty()) {
      if (IsBlank(*line.value())) continue;
      record.place = reader_.place();
    }
    record.text.append(*line.value()).append(reader_.line_end());
    splitter.AddLine(*line.value());
    if (!splitter.in_quotes()) return std::optional(std::move(record));
  }
}

}  // namespace whylight
