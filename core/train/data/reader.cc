#include "core/train/data/reader.h"

#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/tasks/rationale.h"
#include "core/text/tokenizer.h"

namespace whylight {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kChunk = std::size_t{1} << 16;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// What a value is, in a few words: a complaint is no place for a whole review.
std::string Describe(const Json& value) {
  if (value.is_number() || value.is_boolean() || value.is_null()) {
    return value.dump();
  }
  if (value.is_string()) return "a string";
  return value.is_array() ? "an array" : "an object";
}

// The UTF-16 unit that an escape \uXXXX at `at` stands for, or nothing.
std::optional<unsigned> EscapedUnit(std::string_view line, std::size_t at) {
  constexpr std::size_t kLength = 6;
  if (at + kLength > line.size() || line[at] != '\\' || line[at + 1] != 'u') {
    return std::nullopt;
  }
  unsigned unit = 0;
  const char* const end = line.data() + at + kLength;
  const auto [stop, error] =
      std::from_chars(line.data() + at + 2, end, unit, 16);
  if (error != std::errc() || stop != end) return std::nullopt;
  return unit;
}

bool IsHighSurrogate(std::optional<unsigned> unit) {
  return unit && *unit >= 0xD800 && *unit < 0xDC00;
}

bool IsLowSurrogate(std::optional<unsigned> unit) {
  return unit && *unit >= 0xDC00 && *unit < 0xE000;
}

// JavaScript writes half a surrogate pair, of an emoji cut in two, as an escape
// that no UTF-8 can hold. U+FFFD takes its place: one unit for one unit, so
// offsets stay.
std::string ReplaceLoneSurrogates(std::string_view line) {
  std::string replaced(line);
  for (std::size_t i = 0; i < replaced.size(); ++i) {
    if (replaced[i] != '\\') continue;
    const auto unit = EscapedUnit(replaced, i);
    if (IsHighSurrogate(unit) && IsLowSurrogate(EscapedUnit(replaced, i + 6))) {
      i += 11;
    } else if (IsHighSurrogate(unit) || IsLowSurrogate(unit)) {
      replaced.replace(i, 6, "\\ufffd");
      i += 5;
    } else {
      ++i;  // Over the escaped character, which may be a backslash.
    }
  }
  return replaced;
}

// The line as a JSON object with a string "text", or the complaint.
Result<Json> ParseDocument(const LineReader& reader, std::string_view line) {
  Json document = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (document.is_discarded()) {
    document = Json::parse(ReplaceLoneSurrogates(line), nullptr,
                           /*allow_exceptions=*/false);
  }
  if (document.is_discarded()) {
    return reader.Complain(
        "expected a JSON object, found text that is not JSON");
  }
  if (!document.is_object()) {
    return reader.Complain("expected a JSON object, found " +
                           Describe(document));
  }
  const auto text = document.find("text");
  if (text == document.end()) {
    return reader.Complain("expected a field \"text\", found none");
  }
  if (!text->is_string()) {
    return reader.Complain("expected \"text\" to be a string, found " +
                           Describe(*text));
  }
  return document;
}

Result<std::vector<Real>> ParseRatings(
    const LineReader& reader, const Json& document,
    const std::vector<std::string>& aspects) {
  const auto ratings = document.find("ratings");
  if (ratings == document.end() || !ratings->is_object()) {
    return reader.Complain(
        "expected a field \"ratings\" with an object, found " +
        (ratings == document.end() ? "none" : Describe(*ratings)));
  }
  std::vector<Real> values;
  for (const std::string& aspect : aspects) {
    const auto rating = ratings->find(aspect);
    const bool found = rating != ratings->end();
    const double value =
        found && rating->is_number() ? rating->get<double>() : -1.0;
    if (!(value >= 0.0 && value <= 1.0)) {
      return reader.Complain("expected a rating \"" + aspect +
                             "\" between 0 and 1, found " +
                             (found ? Describe(*rating) : "none"));
    }
    values.push_back(static_cast<Real>(value));
  }
  return values;
}

bool IsBlank(std::string_view line) {
  return line.find_first_not_of(" \t") == line.npos;
}

// Texts beyond kMaxWords are refused where their line is known. Words are
// counted only where there are bytes enough.
Status CheckLength(const LineReader& reader, std::string_view text) {
  if (text.size() <= kMaxWords) return {};
  const std::size_t words = Tokenize(text).size();
  if (words <= kMaxWords) return {};
  Error error =
      reader.Complain("expected at most " + std::to_string(kMaxWords) +
                      " words, found " + std::to_string(words));
  error.code = ErrorCode::kTextTooLong;
  return error;
}

// Calls `visit` with each line until it fails. At least one line is expected.
Status VisitLines(LineReader& reader,
                  const std::function<Status(std::string_view)>& visit) {
  while (true) {
    const auto line = reader.Next();
    if (!line.ok()) return line.error();
    if (!line.value().has_value()) break;
    if (Status status = visit(*line.value()); !status.ok()) return status;
  }
  if (reader.line() == 0) {
    return reader.Complain("expected a line, found an empty file");
  }
  return {};
}

}  // namespace

void LineReader::Closer::operator()(gzFile_s* file) const { gzclose_r(file); }

LineReader::LineReader(std::string path, gzFile_s* file)
    : path_(std::move(path)), file_(file) {}

Result<LineReader> LineReader::Open(const std::string& path) {
  errno = 0;
  gzFile_s* file = path == kStandardInput ? gzdopen(dup(STDIN_FILENO), "rb")
                                          : gzopen(path.c_str(), "rb");
  if (file == nullptr) {
    const int reason = errno;
    return Error{reason == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo,
                 path + ": expected a file, found: " +
                     (reason == 0 ? "out of memory" : std::strerror(reason))};
  }
  gzbuffer(file, 2 * kChunk);
  LineReader reader(path, file);
  // A byte order mark is three bytes, and a file in a pipe may come in ones.
  while (reader.buffer_.size() < kByteOrderMark.size() &&
         !reader.end_of_file_) {
    if (Status status = reader.Fill(); !status.ok()) return status.error();
  }
  if (std::string_view(reader.buffer_).substr(0, 3) == kByteOrderMark) {
    reader.position_ = kByteOrderMark.size();
  }
  return reader;
}

Status LineReader::Fill() {
  buffer_.erase(0, position_);
  position_ = 0;
  const std::size_t kept = buffer_.size();
  buffer_.resize(kept + kChunk);
  errno = 0;
  const int count = gzread(file_.get(), buffer_.data() + kept, kChunk);
  const int io_reason = errno;
  buffer_.resize(kept + static_cast<std::size_t>(count < 0 ? 0 : count));
  if (count == static_cast<int>(kChunk)) return {};
  // A short read is the end of the file, or the place where a broken one stops.
  int code = Z_OK;
  std::string_view reason = gzerror(file_.get(), &code);
  if (code != Z_OK && code != Z_STREAM_END) {
    const bool broken = code == Z_BUF_ERROR || code == Z_DATA_ERROR;
    if (code == Z_ERRNO) {
      reason = std::strerror(io_reason);
    } else if (reason.starts_with(path_ + ": ")) {
      reason.remove_prefix(path_.size() + 2);
    }
    return Error{
        broken ? ErrorCode::kBadData : ErrorCode::kIo,
        path_ + ":" + std::to_string(line_ + 1) + ": expected " +
            (broken ? "complete gzip data, found: " : "to read on, found: ") +
            std::string(reason)};
  }
  end_of_file_ = count == 0;
  return {};
}

Result<std::optional<std::string_view>> LineReader::Next() {
  std::size_t searched = 0;  // bytes after position_ that hold no line end
  while (true) {
    const std::size_t end = buffer_.find('\n', position_ + searched);
    const bool found = end != std::string::npos;
    if (!found && !end_of_file_) {
      searched = buffer_.size() - position_;
      if (Status status = Fill(); !status.ok()) return status.error();
      continue;
    }
    if (!found && position_ == buffer_.size()) {
      return std::optional<std::string_view>();
    }
    std::string_view line(buffer_);
    line = line.substr(position_, found ? end - position_ : line.npos);
    position_ += line.size() + (found ? 1 : 0);
    if (line.ends_with("\r")) line.remove_suffix(1);
    ++line_;
    return std::optional<std::string_view>(line);
  }
}

Error LineReader::Complain(const std::string& message) const {
  return {
      ErrorCode::kBadData,
      path_ + ":" + std::to_string(line_ == 0 ? 1 : line_) + ": " + message};
}

Result<std::vector<Review>> ReadReviews(
    const std::string& path, const std::vector<std::string>& aspects) {
  Result<LineReader> reader = LineReader::Open(path);
  if (!reader.ok()) return reader.error();
  std::vector<Review> reviews;
  const Status status =
      VisitLines(reader.value(), [&](std::string_view line) -> Status {
        if (IsBlank(line)) return {};
        const Result<Json> document = ParseDocument(reader.value(), line);
        if (!document.ok()) return document.error();
        Result<std::vector<Real>> ratings =
            ParseRatings(reader.value(), document.value(), aspects);
        if (!ratings.ok()) return ratings.error();
        reviews.push_back({document.value().find("text")->get<std::string>(),
                           std::move(ratings).value()});
        return CheckLength(reader.value(), reviews.back().text);
      });
  if (!status.ok()) return status.error();
  if (reviews.empty()) {
    return reader.value().Complain("expected a review, found blank lines");
  }
  return reviews;
}

Status VisitTexts(const std::string& path, const TextVisitor& visit) {
  const bool json = path == kStandardInput || path.ends_with(".jsonl") ||
                    path.ends_with(".jsonl.gz");
  if (!json && !path.ends_with(".txt") && !path.ends_with(".txt.gz")) {
    return Error{ErrorCode::kInvalidArgument,
                 path +
                     ": expected a name ending in .jsonl, .jsonl.gz, .txt "
                     "or .txt.gz, found another"};
  }
  Result<LineReader> reader = LineReader::Open(path);
  if (!reader.ok()) return reader.error();
  return VisitLines(reader.value(), [&](std::string_view line) -> Status {
    const std::size_t number = reader.value().line();
    if (!json) {
      if (Status status = CheckLength(reader.value(), line); !status.ok()) {
        return status;
      }
      return visit(line, number);
    }
    if (IsBlank(line)) return {};
    const Result<Json> document = ParseDocument(reader.value(), line);
    if (!document.ok()) return document.error();
    const auto& text =
        document.value().find("text")->get_ref<const std::string&>();
    if (Status status = CheckLength(reader.value(), text); !status.ok()) {
      return status;
    }
    return visit(text, number);
  });
}

}  // namespace whylight
