#include "core/training/data/table.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/format/json.h"

namespace whylight {
namespace {

// Takes the lines of one record apart.
class FieldSplitter {
 public:
  FieldSplitter(const TableOptions& options, TableRecord* record)
      : options_(options), record_(record) {}

  /// True while the record goes on behind the line break.
  bool in_quotes() const { return in_quotes_; }

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
      } else if (c == options_.separator) {
        record_->fields.emplace_back();
        closed = false;
      } else if (closed) {
        Fail(c);
      } else if (c == '"' && options_.quotes && field.empty()) {
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

  const TableOptions& options_;
  TableRecord* record_;
  bool in_quotes_ = false;
};

std::string Names(const std::vector<std::string>& columns) {
  constexpr std::size_t kMost = 20;
  std::string names;
  for (std::size_t i = 0; i < std::min(columns.size(), kMost); ++i) {
    names.append(i == 0 ? "" : ", ").append(Quote(columns[i]));
  }
  return names + (columns.size() > kMost ? ", ..." : "");
}

}  // namespace

Result<TableReader> TableReader::Open(const std::string& path,
                                      const TableOptions& options) {
  Result<LineReader> lines = LineReader::Open(path);
  if (!lines.ok()) return lines.error();
  TableReader table(std::move(lines).value(), options);
  Result<std::optional<TableRecord>> header = table.ReadRecord();
  if (!header.ok()) return header.error();
  if (!header.value()) {
    return table.reader_.place().Fail(
        "expected a header with names of columns, found none");
  }
  TableRecord& record = *header.value();
  if (!record.problem.ok()) return record.problem.error();
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
      "expected a column " + Quote(name) + ", found " + Names(columns_));
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

Result<std::optional<TableRecord>> TableReader::ReadRecord() {
  TableRecord record;
  FieldSplitter splitter(options_, &record);
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
    splitter.AddLine(*line.value());
    if (!splitter.in_quotes()) return std::optional(std::move(record));
  }
}

}  // namespace whylight
