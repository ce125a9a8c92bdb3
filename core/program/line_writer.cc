#include "core/program/line_writer.h"

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <utility>

#include "core/format/native/file.h"
#include "core/format/native/uninterrupted.h"
#include "core/program/output_place.h"

namespace whylight {

namespace {

namespace fs = std::filesystem;

// Null where it fails. A signal may cut it short.
std::FILE* OpenFile(const std::string& path, const char* mode) {
  std::FILE* file = std::fopen(path.c_str(), mode);
  while (file == nullptr && errno == EINTR) {
    file = std::fopen(path.c_str(), mode);
  }
  return file;
}

}  // namespace

Result<LineWriter> LineWriter::Open(const std::string& path) {
  if (path.empty()) return LineWriter("standard output", "", stdout);
  std::error_code ignored;
  const bool special =
      fs::exists(path, ignored) && !fs::is_regular_file(path, ignored);
  if (special) {
    std::FILE* file = OpenFile(path, "wb");
    if (file == nullptr) return IoError(path, "cannot be written", errno);
    return LineWriter(path, "", file);
  }
  if (Status plain = CheckNameIsPlain(path); !plain.ok()) return plain.error();
  const Result<std::string> target = ResolvePath(path);
  if (!target.ok()) return target.error();
  Result<WriterLock> lock = WriterLock::TakeOutput(path);
  if (!lock.ok()) return lock.error();
  const std::string temporary = TemporarySibling(target.value());
  std::FILE* file = OpenFile(temporary, "wbx");
  if (file == nullptr) return IoError(path, "cannot be written", errno);
  LineWriter writer(target.value(), temporary, file);
  writer.lock_.emplace(std::move(lock).value());
  return writer;
}

LineWriter::LineWriter(std::string path, std::string temporary, std::FILE* file)
    : path_(std::move(path)), temporary_(std::move(temporary)), file_(file) {}

LineWriter::~LineWriter() {
  if (!file_ || temporary_.empty()) return;
  file_.reset();
  std::error_code ignored;
  fs::remove(temporary_, ignored);
}

Error LineWriter::Failure() const {
  if (errno == EPIPE) {
    // A reader that has enough ends a program in silence.
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  return IoError(path_, "writing failed", errno);
}

Status LineWriter::Write(const std::string& line) {
  Status written = WriteBytes(line);
  return written.ok() ? WriteBytes("\n") : written;
}

Status LineWriter::WriteBytes(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
    return Failure();
  }
  return {};
}

Status LineWriter::Finish() {
  const auto flush = [&] { return std::fflush(file_.get()); };
  if (Uninterrupted(flush) != 0) return Failure();
  if (temporary_.empty()) return {};
  // What a signal cuts short is closed all the same.
  const bool closed = std::fclose(file_.release()) == 0 || errno == EINTR;
  std::error_code failed;
  if (closed) fs::rename(temporary_, path_, failed);
  if (closed && !failed) return {};
  const Error failure =
      failed ? IoError(path_, "writing failed", failed.value()) : Failure();
  fs::remove(temporary_, failed);
  return failure;
}

Status Print(const std::string& text) {
  Result<LineWriter> writer = LineWriter::Open("");
  if (!writer.ok()) return writer.error();
  if (Status written = writer.value().Write(text); !written.ok()) {
    return written;
  }
  return writer.value().Finish();
}

}  // namespace whylight
