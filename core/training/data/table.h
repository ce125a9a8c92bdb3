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
#include <vector>

#include "core/base/result.h"
#include "core/training/data/line_reader.h"

namespace whylight {

struct TableOptions {
  char separator = ',';
  /// False: quotes are characters like any other, and a record is a line.
  bool quotes = true;
};

struct TableRecord {
  Place place;  ///< Of its first line.
  std::vector<std::string> fields;
  /// Why the record is no good, with its place. `fields` is then what it is.
  Status problem;
};

/// Reads a table record by record. Blank lines are passed over.
class TableReader {
 public:
  /// Fails when the header is missing or repeats a name.
  static Result<TableReader> Open(const std::string& path,
                                  const TableOptions& options);

  const std::vector<std::string>& columns() const { return columns_; }

  /// The place of column `name`; fails with what there is instead.
  Result<std::size_t> Find(const std::string& name) const;

  /// The next record, or nothing at the end of the file. Fails where the file
  /// cannot be read on, as in the middle of a quoted field.
  Result<std::optional<TableRecord>> Next();

 private:
  TableReader(LineReader reader, const TableOptions& options)
      : reader_(std::move(reader)), options_(options) {}

  Result<std::optional<TableRecord>> ReadRecord();

  LineReader reader_;
  TableOptions options_;
  std::vector<std::string> columns_;
};

}  // namespace whylight
