// A folder to put the input of a test in.
#pragma once

#include <zlib.h>

#include <fstream>
#include <string>
#include <string_view>

#include "tests/core/format/native/temporary_folder.h"

namespace whylight {

class ScratchFolder : public TemporaryFolder {
 public:
  std::string Path(const std::string& name) const {
    return (path() / name).string();
  }

  std::string Write(const std::string& name, std::string_view bytes) const {
    std::ofstream(Path(name), std::ios::binary) << bytes;
    return Path(name);
  }

  std::string WriteGzip(const std::string& name, std::string_view bytes) const {
    const gzFile file = gzopen(Path(name).c_str(), "wb");
    gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size()));
    gzclose(file);
    return Path(name);
  }
};

}  // namespace whylight
