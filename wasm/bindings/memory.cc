// Copies, fills and compares memory many bytes at a time. Where code is to be
// small, libc's own goes byte by byte, which for rows of numbers that are moved
// at every word, and for the megabytes of a model, takes a while.
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace {

// A vector, where there are some.
constexpr std::size_t kChunk = 16;

std::uint64_t EightBytes(const unsigned char* at) {
  std::uint64_t bytes;
  std::memcpy(&bytes, at, sizeof bytes);
  return bytes;
}

}  // namespace

extern "C" {

// The compiler is not to make calls of themselves out of these loops.
[[clang::no_builtin("memmove")]] void* memcpy(void* destination,
                                              const void* source,
                                              std::size_t size) {
  auto* to = static_cast<unsigned char*>(destination);
  auto* from = static_cast<const unsigned char*>(source);
  for (; size >= kChunk; size -= kChunk, to += kChunk, from += kChunk) {
    __builtin_memmove(to, from, kChunk);
  }
  for (; size > 0; --size) *to++ = *from++;
  return destination;
}

[[clang::no_builtin("memcpy", "memmove")]] void* memmove(void* destination,
                                                         const void* source,
                                                         std::size_t size) {
  auto* to = static_cast<unsigned char*>(destination);
  auto* from = static_cast<const unsigned char*>(source);
  // From the front on, unless that would overwrite what is yet to be read.
  if (to <= from || to >= from + size) {
    return memcpy(destination, source, size);
  }
  for (; size >= kChunk; size -= kChunk) {
    __builtin_memmove(to + size - kChunk, from + size - kChunk, kChunk);
  }
  for (; size > 0; --size) to[size - 1] = from[size - 1];
  return destination;
}

void* memset(void* destination, int value, std::size_t size) {
  auto* at = static_cast<unsigned char*>(destination);
  const auto byte = static_cast<unsigned char>(value);
  const std::uint64_t eight = std::uint64_t{0x0101010101010101} * byte;
  for (; size >= sizeof eight; size -= sizeof eight, at += sizeof eight) {
    std::memcpy(at, &eight, sizeof eight);
  }
  for (; size > 0; --size) *at++ = byte;
  return destination;
}

int memcmp(const void* left, const void* right, std::size_t size) {
  auto* a = static_cast<const unsigned char*>(left);
  auto* b = static_cast<const unsigned char*>(right);
  constexpr std::size_t kEight = sizeof(std::uint64_t);
  while (size >= kEight && EightBytes(a) == EightBytes(b)) {
    size -= kEight;
    a += kEight;
    b += kEight;
  }
  for (; size > 0; --size, ++a, ++b) {
    if (*a != *b) return *a - *b;
  }
  return 0;
}

}  // extern "C"
