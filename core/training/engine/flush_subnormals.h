// Numbers below the smallest normal one, taken for zero.
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace whylight {

/// While it lives, the arithmetic of this thread takes subnormal numbers for
/// zero and gives none. Products of n-grams make them in plenty, processors
/// take a hundred times as long over each, and a training ten times as long
/// over all. Does nothing on processors that we do not know how to tell.
class FlushSubnormals {
 public:
  FlushSubnormals() : before_(Read()) { Write(before_ | kFlush); }
  ~FlushSubnormals() { Write(before_); }
  FlushSubnormals(const FlushSubnormals&) = delete;
  FlushSubnormals& operator=(const FlushSubnormals&) = delete;

 private:
#if defined(__x86_64__)
  // MXCSR's "flush to zero" and "denormals are zero".
  static constexpr std::uint64_t kFlush = 0x8040;
  static std::uint64_t Read() { return _mm_getcsr(); }
  static void Write(std::uint64_t mode) {
    _mm_setcsr(static_cast<unsigned int>(mode));
  }
#elif defined(__aarch64__)
  // FPCR's "flush to zero", for what is read and what is written.
  static constexpr std::uint64_t kFlush = std::uint64_t{1} << 24;
  static std::uint64_t Read() {
    std::uint64_t mode = 0;
    asm volatile("mrs %0, fpcr" : "=r"(mode));
    return mode;
  }
  static void Write(std::uint64_t mode) {
    asm volatile("msr fpcr, %0" : : "r"(mode));
  }
#else
  static constexpr std::uint64_t kFlush = 0;
  static std::uint64_t Read() { return 0; }
  static void Write(std::uint64_t /*mode*/) {}
#endif

  std::uint64_t before_;
};

}  // namespace whylight
