#include "core/training/engine/run_log.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "core/format/json.h"
#include "core/format/native/file.h"

namespace whylight {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

constexpr std::size_t kMaxDepth = 20;

void Flatten(const std::string& name, const ordered_json& value,
             std::vector<LogField>* fields) {
  if (!value.is_structured()) {
    fields->emplace_back(name, value);
    return;
  }
  const std::string prefix = name.empty() ? "" : name + ".";
  // A list's items have their indices as keys.
  for (const auto& [key, item] : value.items()) {
    std::string path = prefix;
    Flatten(path.append(key), item, fields);
  }
}

// A cell of the table (RFC 4180).
std::string Cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

// An empty line would be no row.
std::string OrEmptyCell(std::string row) { return row.empty() ? "\"\"" : row; }

std::string CellOf(const ordered_json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return Cell(value.get_ref<const std::string&>());
  return DumpJson(value);
}

Result<ordered_json> ParseLine(std::string_view line, const std::string& name) {
  // Finds what is wrong; what it makes would not keep the order of keys.
  const Result<nlohmann::json> checked = ParseJson(line, name, kMaxDepth);
  if (!checked.ok()) {
    return Error{ErrorCode::kBadData, checked.error().message};
  }
  if (!checked.value().is_object()) {
    return Error{ErrorCode::kBadData,
                 name + ": expected a JSON object, found " + Quote(line)};
  }
  return ordered_json::parse(line, nullptr, false);
}

// The fields of all lines, once each.
std::vector<std::string> Columns(const std::vector<ordered_json>& lines) {
  std::vector<std::string> columns;
  for (const ordered_json& line : lines) {
    for (auto& [name, value] : FlattenLogLine(line)) {
      if (std::find(columns.begin(), columns.end(), name) == columns.end()) {
        columns.push_back(std::move(name));
      }
    }
  }
  return columns;
}

std::string Row(const std::vector<std::string>& columns,
                const std::vector<LogField>& fields) {
  std::string row;
  for (const std::string& column : columns) {
    if (&column != columns.data()) row += ',';
    const auto field =
        std::find_if(fields.begin(), fields.end(),
                     [&](const LogField& one) { return one.first == column; });
    if (field != fields.end()) row += CellOf(field->second);
  }
  return OrEmptyCell(std::move(row));
}

// A line belongs to the step it names, or else to that of the one before it.
std::vector<ordered_json> LinesUpTo(std::uint64_t step,
                                    std::vector<ordered_json> lines) {
  bool keep = true;
  std::erase_if(lines, [&](const ordered_json& line) {
    const auto found = line.find("step");
    if (found != line.end() && found->is_number_unsigned()) {
      keep = found->get<std::uint64_t>() <= step;
    }
    return !keep;
  });
  return lines;
}

}  // namespace

std::vector<LogField> FlattenLogLine(const ordered_json& line) {
  std::vector<LogField> fields;
  Flatten("", line, &fields);
  return fields;
}

Result<std::vector<ordered_json>> ReadRunLog(const std::string& path) {
  const Result<std::string> bytes = ReadFile(path);
  if (!bytes.ok()) return bytes.error();
  std::vector<ordered_json> lines;
  // Holds until a good line shows that the bad one was not the end.
  std::optional<Error> problem;
  std::string_view rest = bytes.value();
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    const bool complete = end < rest.size();
    rest.remove_prefix(complete ? end + 1 : end);
    // Even if it is JSON: `{"loss": 0.1` may lack more than a brace.
    if (!complete && line.starts_with('{')) break;
    if (line.empty()) continue;
    std::string name = path + ":";
    Result<ordered_json> parsed =
        ParseLine(line, name.append(std::to_string(number)));
    if (!parsed.ok()) {
      if (!problem) problem = parsed.error();
      continue;
    }
    if (problem) return *problem;
    lines.push_back(std::move(parsed).value());
  }
  // A file of bad lines alone is something else than a log; of zeros, what is
  // left of one when the power fails.
  if (problem && lines.empty() && !bytes.value().starts_with('\0')) {
    return *problem;
  }
  return lines;
}

std::string FormatTable(const std::vector<ordered_json>& lines) {
  const std::vector<std::string> columns = Columns(lines);
  if (columns.empty()) return "";
  std::string header;
  for (const std::string& column : columns) header.append(Cell(column)) += ',';
  header.pop_back();
  std::string table = OrEmptyCell(std::move(header)) + "\n";
  for (const ordered_json& line : lines) {
    table.append(Row(columns, FlattenLogLine(line))).append("\n");
  }
  return table;
}

RunLog::RunLog(const std::string& folder)
    : lines_path_((fs::path(folder) / "log.jsonl").string()),
      table_path_((fs::path(folder) / "log.csv").string()) {}

Result<RunLog> RunLog::Open(const std::string& folder) {
  RunLog log(folder);
  for (const std::string* path : {&log.lines_path_, &log.table_path_}) {
    if (Status made = WriteFileAtomically(*path, ""); !made.ok()) {
      return made.error();
    }
  }
  return log;
}

Result<RunLog> RunLog::Resume(const std::string& folder, std::uint64_t step) {
  RunLog log(folder);
  Result<std::vector<ordered_json>> lines = ReadRunLog(log.lines_path_);
  if (!lines.ok() && lines.error().code == ErrorCode::kNotFound) {
    lines = std::vector<ordered_json>();
  }
  if (!lines.ok()) return lines.error();
  const std::vector<ordered_json> kept =
      LinesUpTo(step, std::move(lines).value());
  std::string bytes;
  for (const ordered_json& line : kept) bytes += DumpJson(line) + "\n";
  if (Status written = WriteFileAtomically(log.lines_path_, bytes);
      !written.ok()) {
    return written.error();
  }
  if (Status written = log.WriteTable(kept); !written.ok()) {
    return written.error();
  }
  return log;
}

Status RunLog::Write(const ordered_json& line) {
  Status written = AppendToFile(lines_path_, DumpJson(line) + "\n");
  if (!written.ok()) return written;
  const std::vector<LogField> fields = FlattenLogLine(line);
  const bool fits =
      std::all_of(fields.begin(), fields.end(), [this](const LogField& field) {
        return std::find(columns_.begin(), columns_.end(), field.first) !=
               columns_.end();
      });
  if (fits) return AppendToFile(table_path_, Row(columns_, fields) + "\n");
  const Result<std::vector<ordered_json>> lines = ReadRunLog(lines_path_);
  if (!lines.ok()) return lines.error();
  return WriteTable(lines.value());
}

Status RunLog::WriteTable(const std::vector<ordered_json>& lines) {
  columns_ = Columns(lines);
  return WriteFileAtomically(table_path_, FormatTable(lines));
}

}  // namespace whylight
