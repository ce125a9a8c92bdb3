// The best of many, kept while they come by.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace whylight {

struct ScoredItem {
  std::uint32_t number;
  double score;
};

/// The larger score first; of equals, the smaller number.
inline bool IsBetter(const ScoredItem& a, const ScoredItem& b) {
  return a.score != b.score ? a.score > b.score : a.number < b.number;
}

/// Keeps the best `limit` items of any number, in memory for as many.
class TopK {
 public:
  explicit TopK(std::size_t limit) : limit_(limit) {}

  void Offer(const ScoredItem& item) {
    if (heap_.size() == limit_) {
      if (limit_ == 0 || !IsBetter(item, heap_.front())) return;
      std::pop_heap(heap_.begin(), heap_.end(), IsBetter);
      heap_.pop_back();
    }
    heap_.push_back(item);
    std::push_heap(heap_.begin(), heap_.end(), IsBetter);
  }

  /// Best first. None are left.
  std::vector<ScoredItem> Take() {
    std::sort_heap(heap_.begin(), heap_.end(), IsBetter);
    return std::exchange(heap_, {});
  }

 private:
  std::size_t limit_;
  std::vector<ScoredItem> heap_;  // The worst on top.
};

}  // namespace whylight
