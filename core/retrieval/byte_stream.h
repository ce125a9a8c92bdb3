// Numbers and texts as bytes of a file, little-endian on every platform, and
// back, without trust in what is read.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

namespace whylight {

static_assert(std::endian::native == std::endian::little,
              "numbers are written as they lie in memory");
static_assert(std::numeric_limits<double>::is_iec559);

template <typename Number>
void AppendNumber(Number number, std::string& bytes) {
  char raw[sizeof(Number)];
  std::memcpy(raw, &number, sizeof(Number));
  bytes.append(raw, sizeof(Number));
}

/// Its length in 8 bytes, then its own.
inline void AppendText(std::string_view text, std::string& bytes) {
  AppendNumber(static_cast<std::uint64_t>(text.size()), bytes);
  bytes.append(text);
}

/// Reads what was appended, in order. After something is missing, all that is
/// read is 0 or empty, and ok() is false.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  bool ok() const { return ok_; }
  std::size_t left() const { return rest_.size(); }

  std::string_view Bytes(std::uint64_t count) {
    if (count > rest_.size()) {
      ok_ = false;
      rest_ = {};
      return {};
    }
    const std::string_view bytes =
        rest_.substr(0, static_cast<std::size_t>(count));
    rest_.remove_prefix(bytes.size());
    return bytes;
  }

  template <typename Number>
  Number Read() {
    Number number = 0;
    const std::string_view bytes = Bytes(sizeof(Number));
    if (!bytes.empty()) std::memcpy(&number, bytes.data(), sizeof(Number));
    return number;
  }

  std::string Text() { return std::string(Bytes(Read<std::uint64_t>())); }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace whylight
