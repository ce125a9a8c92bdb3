#include "core/graph/arena.h"

#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace whylight {

Real* AllocateNumbers(std::size_t count) {
  // With what is added to fill pages. Of 32 bits, more would be a few again.
  constexpr std::size_t kMost =
      (SIZE_MAX - (std::size_t{1} << 22)) / sizeof(Real);
  if (count > kMost) Eigen::internal::throw_std_bad_alloc();
  // Training walks through gigabytes, and a page of 4 KB is soon read.
  constexpr std::size_t kLargePage = std::size_t{1} << 21;
  const bool large = count * sizeof(Real) >= 2 * kLargePage;
  const std::size_t alignment = large ? kLargePage : 64;
  const std::size_t bytes =
      (count * sizeof(Real) + alignment - 1) / alignment * alignment;
  void* const data = std::aligned_alloc(alignment, bytes);
  if (data == nullptr) Eigen::internal::throw_std_bad_alloc();
#ifdef __linux__
  if (large) madvise(data, bytes, MADV_HUGEPAGE);  // No harm if refused.
#endif
  return static_cast<Real*>(data);
}

}  // namespace whylight
