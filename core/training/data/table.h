// Tables: a header line with names of columns, then a record per line.
//
//   label,review
//   good,"Hazy, gold, and ""the"" pint of the year"
//
// Fields may be quoted as RFC 4180 says: in quotes, a quote is written twice,
// and separators and line breaks are what they are.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/training/data/line_reader.h"

namespace whylight {

struct TableOptions {
  /// Absent: a comma or, where the header has none outside of quotes, the
  /// semicolon or the tab that it has, as spreadsheets write in other
  /// languages.
  std::optional<char> separator = {};
  /// False: quotes are characters like any other, and a record is a line.
  bool quotes = true;
};

struct TableRecord {
  Place place;       ///< Of its first line.
  std::string text;  ///< As it stands in the file, with its line ends.
  std::vector<std::string> fields;
  /// Why the record is no good, with its place. `fields` is then what it is.
  Status problem;
};

/// The first of `names`, quoted, for an error.
std::string FirstNames(const std::vector<std::string>& names);

/// Reads a table record by record. Blank lines are passed over.
class TableReader {
 public:
  /// Fails when the header is missing or repeats a name.
  static Result<TableReader> Open(const std::string& path,
                                  const TableOptions& options);

  const std::vector<std::string>& columns() const { return columns_; }

  /// The header as it stands in the file, with a byte order mark if it has one.
  const std::string& header() const { return header_; }

  /// The place of column `name`; fails with what there is instead.
  Result<std::size_t> Find(const std::string& name) const;

  /// The next record, or nothing at the end of the file. Fails where the file
  /// cannot be read on, as in the middle of a quoted field.
  Result<std::optional<TableRecord>> Next();

 private:
  TableReader(LineReader reader, bool quotes)
      : reader_(std::move(reader)), quotes_(quotes) {}

  // Also decides on the separator, the first of `separators` that the header
  // has, or else the first of all.
  Result<std::optional<TableRecord>> ReadHeader(std::string_view separators);

  // The next record, or `begun`, which another separator took apart, anew.
  Result<std::optional<TableRecord>> ReadRecord(
      const TableRecord* begun = nullptr);

  LineReader reader_;
  bool quotes_;
  char separator_ = ',';
  std::string header_;
  std::vector<std::string> columns_;
};

}  // namespace whylight
