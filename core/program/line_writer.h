// Where a verb's lines go: standard output, or a file that appears under its
// name when it is complete.
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/format/native/writer_lock.h"

namespace whylight {

class LineWriter {
 public:
  /// `path` empty: standard output. Where a pipe is read no more, writing ends
  /// the process, as SIGPIPE does. A symbolic link is followed; what is no
  /// regular file, a pipe say, is written to as it is. Fails while another
  /// process writes the file, and where its name ends in ".gz"; removes what
  /// killed ones left beside it.
  static Result<LineWriter> Open(const std::string& path);

  LineWriter(LineWriter&&) = default;
  LineWriter& operator=(LineWriter&&) = delete;
  /// Without `Finish`, leaves what was at `path` as it was.
  ~LineWriter();

  Status Write(const std::string& line);

  /// Writes `bytes` and no end of line.
  Status WriteBytes(std::string_view bytes);

  /// To be called after the last line.
  Status Finish();

 private:
  struct Close {
    void operator()(std::FILE* file) const {
      if (file != stdout) std::fclose(file);
    }
  };

  LineWriter(std::string path, std::string temporary, std::FILE* file);
  Error Failure() const;

  std::string path_;
  std::string temporary_;  // Empty when lines go to `path_` directly.
  std::unique_ptr<std::FILE, Close> file_;
  std::optional<WriterLock> lock_;
};

/// Writes `text` and an end of line to standard output, and nothing else.
Status Print(const std::string& text);

}  // namespace whylight
