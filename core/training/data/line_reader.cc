#include "core/training/data/line_reader.h"

#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace whylight {
namespace {

// Read at a time. Small where files are fuzzed, whose lines would else never go
// on in the next piece.
#ifdef WHYLIGHT_FUZZ
constexpr std::size_t kChunk = std::size_t{1} << 6;
#else
constexpr std::size_t kChunk = std::size_t{1} << 16;
#endif
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kStart = 4;  // Bytes that tell the encoding.

// By its byte order mark or, as no text has one, a NUL.
bool IsUtf16(std::string_view start) {
  if (start.starts_with(kByteOrderMark)) return false;
  return start.starts_with("\xFF\xFE") || start.starts_with("\xFE\xFF") ||
         start.find('\0') != start.npos;
}

}  // namespace

bool IsReadOnce(const std::string& path) {
  if (path == kStandardInput) return true;
  std::error_code ignored;
  const auto found = std::filesystem::status(path, ignored);
  return std::filesystem::exists(found) &&
         !std::filesystem::is_regular_file(found) &&
         !std::filesystem::is_directory(found);
}

Error Place::Fail(const std::string& message, std::size_t column) const {
  std::string place = path + ":" + std::to_string(line) + ": ";
  if (column > 0) {
    place.insert(place.size() - 1, std::to_string(column) + ":");
  }
  return {ErrorCode::kBadData, place + message};
}

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
  // A file in a pipe may come in ones.
  while (reader.buffer_.size() < kStart && !reader.end_of_file_) {
    if (Status status = reader.Fill(); !status.ok()) return status.error();
  }
  const std::string_view start =
      std::string_view(reader.buffer_).substr(0, kStart);
  if (IsUtf16(start)) {
    return reader.place().Fail(
        "expected UTF-8, found UTF-16: save the file as UTF-8");
  }
  if (start.starts_with(kByteOrderMark)) {
    reader.byte_order_mark_ = kByteOrderMark;
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
    line_end_ = found ? "\n" : "";
    if (line.ends_with("\r")) {
      line.remove_suffix(1);
      line_end_ = found ? "\r\n" : "\r";
    }
    ++line_;
    return std::optional<std::string_view>(line);
  }
}

}  // namespace whylight
