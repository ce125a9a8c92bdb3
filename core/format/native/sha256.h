// SHA-256, to tell files apart.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace whylight {

/// The hash of `bytes` in hexadecimal digits.
Result<std::string> Sha256Hex(std::string_view bytes);

struct FileHash {
  std::uint64_t bytes = 0;
  std::string sha256;
};

/// The hash of a file as it lies on the disk, which is read piece by piece.
Result<FileHash> HashFile(const std::string& path);

}  // namespace whylight
