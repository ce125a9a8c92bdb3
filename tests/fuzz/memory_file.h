// A file that is in memory alone, for readers that want the path of one.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "tests/fuzz/fuzz.h"

namespace whylight {

class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes)
      : descriptor_(::memfd_create("fuzz", 0)),
        path_("/proc/self/fd/" + std::to_string(descriptor_)) {
    Expect(::write(descriptor_, bytes.data(), bytes.size()) ==
               static_cast<ssize_t>(bytes.size()),
           "there is memory for the file");
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  int descriptor_;
  std::string path_;
};

}  // namespace whylight
