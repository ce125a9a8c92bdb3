#include "core/training/data/whole_file.h"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <memory>

#include "core/format/native/file.h"

namespace whylight {

Result<std::string> ReadPlainOrGzip(const std::string& path) {
  errno = 0;
  const std::unique_ptr<gzFile_s, decltype(&gzclose_r)> file(
      gzopen(path.c_str(), "rb"), &gzclose_r);
  if (!file) return IoError(path, "cannot be opened", errno);
  constexpr std::size_t kPieceSize = std::size_t{1} << 20;
  gzbuffer(file.get(), kPieceSize / 8);
  std::string bytes;
  while (true) {
    const std::size_t end = bytes.size();
    if (bytes.capacity() < end + kPieceSize) {
      bytes.reserve(2 * (end + kPieceSize));
    }
    bytes.resize(end + kPieceSize);
    const int count = gzread(file.get(), bytes.data() + end, kPieceSize);
    bytes.resize(end + static_cast<std::size_t>(std::max(count, 0)));
    if (count == static_cast<int>(kPieceSize)) continue;
    int code = Z_OK;
    const char* const reason = gzerror(file.get(), &code);
    if (code == Z_OK || code == Z_STREAM_END) return bytes;
    if (code == Z_ERRNO) return IoError(path, "cannot be read", errno);
    return Error{ErrorCode::kBadData,
                 path + ": expected complete gzip data, found: " + reason};
  }
}

}  // namespace whylight
