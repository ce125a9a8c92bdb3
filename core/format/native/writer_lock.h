// A lock on what one process at a time may write.
#pragma once

#include <string>

#include "core/base/result.h"

namespace whylight {

/// Held until it goes out of scope or its process ends, however that ends. (On
/// a file system without locks it keeps nobody out.)
class WriterLock {
 public:
  /// Locks the file `path`, which is made for it and says who holds it since
  /// when. Fails with kInvalidArgument, naming `what` and them, if somebody
  /// does, even in this process.
  static Result<WriterLock> Take(const std::string& path,
                                 const std::string& what);

  /// Locks what is in `folder`, with a file in it.
  static Result<WriterLock> TakeFolder(const std::string& folder);

  /// Locks the file or folder that is to be at `path`, with a file beside it,
  /// makes the folders above it, and removes what killed writers left there.
  /// Fails with kInvalidArgument where there is something else, too.
  static Result<WriterLock> TakeOutput(const std::string& path);

  WriterLock(WriterLock&& other) noexcept;
  WriterLock& operator=(WriterLock&&) = delete;
  /// Removes the file.
  ~WriterLock();

 private:
  WriterLock(std::string path, int file);

  std::string path_;
  int file_;  // -1 after a move.
};

}  // namespace whylight
