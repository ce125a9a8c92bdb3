// Memory for the values of one graph: handed out in order, taken back at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <vector>

#include "core/math/matrix.h"

namespace whylight {

/// `count` uninitialised numbers, aligned for SIMD, that `std::free` gives
/// back. Much memory comes in large pages, where the system has them.
Real* AllocateNumbers(std::size_t count);

/// Hands out arrays of Real that live until `Reset`. After a reset the same
/// memory is handed out again, so a second text of equal size allocates
/// nothing.
class Arena {
 public:
  /// `count` uninitialised numbers, aligned for SIMD.
  Real* Take(std::size_t count) {
    constexpr std::size_t kAlignment = 64 / sizeof(Real);
    count = (count + kAlignment - 1) / kAlignment * kAlignment;
    while (block_ < blocks_.size() && used_ + count > blocks_[block_].size()) {
      ++block_;
      used_ = 0;
    }
    if (block_ == blocks_.size()) {
      blocks_.emplace_back(std::max(count, kBlockSize));
      used_ = 0;
    }
    Real* data = blocks_[block_].data() + used_;
    used_ += count;
    return data;
  }

  void Reset() {
    // One block for all that was needed: the next text, if it is no longer,
    // fits without a gap left over at the end of a block.
    if (blocks_.size() > 1) {
      std::size_t total = 0;
      for (const Block& block : blocks_) total += block.size();
      blocks_.clear();
      blocks_.emplace_back(total);
    }
    block_ = 0;
    used_ = 0;
  }

 private:
#ifdef WHYLIGHT_FUZZ
  // A megabyte would be most of the work of a tiny text.
  static constexpr std::size_t kBlockSize = std::size_t{1} << 12;
#else
  static constexpr std::size_t kBlockSize = std::size_t{1} << 18;
#endif

  // std::vector would clear memory that is written before it is read.
  class Block {
   public:
    explicit Block(std::size_t size)
        : size_(size), data_(AllocateNumbers(size)) {}
    std::size_t size() const { return size_; }
    Real* data() const { return data_.get(); }

   private:
    struct Free {
      void operator()(Real* data) const { std::free(data); }
    };
    std::size_t size_;
    std::unique_ptr<Real, Free> data_;
  };

  std::vector<Block> blocks_;
  std::size_t block_ = 0;
  std::size_t used_ = 0;
};

}  // namespace whylight
