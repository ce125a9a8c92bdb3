// The records of a data file, whatever their format, and the text of each: what
// the readers of texts, labels and ratings share (reader.h, reviews.h).
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/base/span.h"
#include "core/training/data/data_options.h"
#include "core/training/data/line_reader.h"

namespace whylight {

/// Where the wanted columns of a table are.
struct Columns {
  std::size_t text = 0;
  std::size_t label = 0;
  std::vector<std::size_t> ratings;
};

/// A line of a file, or a record of a table. Which members are set depends on
/// the format.
struct Record {
  DataFormat format;
  Place place;
  std::string_view line;
  nlohmann::json object;
  const std::vector<std::string>* fields = nullptr;
  const Columns* columns = nullptr;
};

/// What a table must have besides texts.
struct WantedColumns {
  bool label = false;
  std::vector<std::string> ratings = {};
};

/// Counts the bad lines of a file, and skips as many as it may.
class BadLines {
 public:
  explicit BadLines(const DataOptions& options) : options_(options) {}

  Status Skip(const Error& complaint);

 private:
  const DataOptions& options_;
  std::size_t skipped_ = 0;
};

using RecordVisitor = std::function<Status(const Record&, BadLines&)>;

/// `parse` fails on bad lines, which may be skipped; an error of `visit` ends
/// the reading.
template <typename Value, typename Parse, typename Visit>
RecordVisitor ParseAndVisit(Parse parse, Visit visit) {
  return [parse = std::move(parse), visit = std::move(visit)](
             const Record& record, BadLines& bad) -> Status {
    Result<Value> value = parse(record);
    if (!value.ok()) return bad.Skip(value.error());
    return visit(value.value());
  };
}

/// The format of a file: the options', or what its name says.
Result<DataFormat> FindFormat(const std::string& path,
                              const DataOptions& options);

bool IsTable(DataFormat format);

/// Calls `visit` with every record but blank lines, which texts may have.
Status VisitRecords(const std::string& path, DataFormat format,
                    const DataOptions& options, const WantedColumns& wanted,
                    const RecordVisitor& visit);

struct RecordText {
  std::string text;
  /// Where its tokens stand, if the record lists them; they are then the text,
  /// a space between two.
  std::vector<Span> tokens = {};
};

/// The text of a record; put back as people write, and then without `tokens`,
/// if `treebank` says so.
Result<RecordText> TextOf(const Record& record, const DataOptions& options);

/// Refuses a text beyond kMaxWords.
Status CheckLength(const Record& record, std::string_view text);

/// The label in front of a text, and the text.
Result<std::pair<std::string_view, std::string_view>> SplitLabel(
    const Record& record);

/// Of a file that was read and held nothing of use.
Error NothingRead(const std::string& path, const std::string& wanted);

}  // namespace whylight
