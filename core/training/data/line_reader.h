// Reads a file line by line, plain or gzip, without holding the whole of it.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

struct gzFile_s;  // zlib's handle, so that its header stays in the .cc file

namespace whylight {

/// In place of a path: what is piped in.
inline constexpr std::string_view kStandardInput = "-";

/// Whether what is at `path` can be read only once: standard input, a pipe or a
/// device.
bool IsReadOnce(const std::string& path);

/// A line of a file, by which errors in it start.
struct Place {
  std::string path;
  std::size_t line;  ///< From 1.

  /// "path:line: message", or "path:line:column: message". Columns count bytes
  /// from 1; 0 leaves them out.
  Error Fail(const std::string& message, std::size_t column = 0) const;
};

/// Whether there is nothing to read in `line`.
inline bool IsBlank(std::string_view line) {
  return line.find_first_not_of(" \t") == std::string_view::npos;
}

/// Reads a file line by line. Whether it is gzip is seen from its content, not
/// its name. Lines have any length and end with "\n" or "\r\n"; a byte order
/// mark at the start is dropped. UTF-16 is refused.
class LineReader {
 public:
  static Result<LineReader> Open(const std::string& path);

  /// The next line without its end, or nothing at the end of the file. The
  /// view holds until the next call.
  Result<std::optional<std::string_view>> Next();

  /// How the line read last ends: "\n", "\r\n" or, at the end of the file, ""
  /// or "\r".
  std::string_view line_end() const { return line_end_; }

  /// The one at the start of the file; empty if it has none.
  std::string_view byte_order_mark() const { return byte_order_mark_; }

  /// The number of the line read last, from 1.
  std::size_t line() const { return line_; }

  /// Where the line read last is, for errors; the first one before that.
  Place place() const { return {path_, line_ == 0 ? 1 : line_}; }

 private:
  struct Closer {
    void operator()(gzFile_s* file) const;
  };

  LineReader(std::string path, gzFile_s* file);
  // Reads on into buffer_, whose unread part is kept; sets end_of_file_.
  Status Fill();

  std::string path_;
  std::unique_ptr<gzFile_s, Closer> file_;
  std::string buffer_;
  std::size_t position_ = 0;  // of the first unread byte in buffer_
  std::size_t line_ = 0;
  std::string_view line_end_;         // Of a constant.
  std::string_view byte_order_mark_;  // Of a constant.
  bool end_of_file_ = false;
};

}  // namespace whylight
