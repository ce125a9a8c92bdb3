// The log of a run, line by line: log.jsonl, and the same as a table,
// log.csv.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace whylight {

/// One value of a line, by the keys that lead to it: "dev.accuracy",
/// "dev.aspects.0.selected".
using LogField = std::pair<std::string, nlohmann::ordered_json>;

/// All values of a line that are neither objects nor lists, in order.
std::vector<LogField> FlattenLogLine(const nlohmann::ordered_json& line);

/// The lines of a log. What a run that was killed did not finish writing, at
/// the end, is left out; any other line that is not a JSON object is an error
/// of the form "path:line: expected ...".
Result<std::vector<nlohmann::ordered_json>> ReadRunLog(const std::string& path);

/// Lines as a table (RFC 4180, but for line ends), one row per line: its
/// columns are the fields of all lines, in the order in which they first occur.
std::string FormatTable(const std::vector<nlohmann::ordered_json>& lines);

/// Writes the log of a run. Each line is in the files when `Write` returns.
class RunLog {
 public:
  /// Starts an empty log in `folder`, which exists.
  static Result<RunLog> Open(const std::string& folder);

  /// Goes on with the log in `folder` after step `step`: keeps the lines whose
  /// "step" is at most that, so that it reads as if there had been no break. A
  /// log that is not there yet is an empty one.
  static Result<RunLog> Resume(const std::string& folder, std::uint64_t step);

  /// A line that fails to be written leaves no part of itself behind.
  Status Write(const nlohmann::ordered_json& line);

 private:
  explicit RunLog(const std::string& folder);
  // Makes the table anew, as wide as the lines ask for.
  Status WriteTable(const std::vector<nlohmann::ordered_json>& lines);

  std::string lines_path_;
  std::string table_path_;
  std::vector<std::string> columns_;
};

}  // namespace whylight
