#include "core/format/native/sha256.h"

#include <openssl/evp.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#include "core/format/native/file.h"

namespace whylight {
namespace {

struct Free {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

class Hasher {
 public:
  Hasher()
      : context_(EVP_MD_CTX_new()),
        ok_(context_ != nullptr &&
            EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1) {}

  void Add(std::string_view bytes) {
    ok_ = ok_ &&
          EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1;
  }

  Result<std::string> Finish() {
    constexpr char kHex[] = "0123456789abcdef";
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    if (!ok_ ||
        EVP_DigestFinal_ex(context_.get(), digest.data(), &length) != 1) {
      return Error{ErrorCode::kIo, "OpenSSL offers no SHA-256"};
    }
    std::string hex;
    for (unsigned int i = 0; i < length; ++i) {
      hex += kHex[digest[i] >> 4];
      hex += kHex[digest[i] & 15];
    }
    return hex;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, Free> context_;
  bool ok_;
};

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

Result<std::string> Sha256Hex(std::string_view bytes) {
  Hasher hasher;
  hasher.Add(bytes);
  return hasher.Finish();
}

Result<FileHash> HashFile(const std::string& path) {
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) return IoError(path, "cannot be opened", errno);
  Hasher hasher;
  FileHash hash;
  std::vector<char> piece(std::size_t{1} << 20);
  while (true) {
    errno = 0;
    const std::size_t count =
        std::fread(piece.data(), 1, piece.size(), file.get());
    hasher.Add({piece.data(), count});
    hash.bytes += count;
    if (count == piece.size()) continue;
    if (std::ferror(file.get()) != 0) {
      return IoError(path, "cannot be read", errno);
    }
    break;
  }
  Result<std::string> hex = hasher.Finish();
  if (!hex.ok()) return hex.error();
  hash.sha256 = std::move(hex).value();
  return hash;
}

}  // namespace whylight
