// Finds documents of an index that are nearly the same, a piece of the work at
// a time, so that whoever waits can show how far it has come, or give up:
//
//   auto finder = DuplicateFinder::Make(index, 0.9);
//   while (!finder.value().done()) finder.value().Advance(1'000'000);
//   auto clusters = finder.value().Take();
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "core/base/result.h"
#include "core/retrieval/document_index.h"

namespace whylight {

struct DuplicateCluster {
  std::vector<std::uint32_t> documents;  ///< Numbers, in order; at least two.
  double largest = 0;                    ///< Cosine of any two of them.
  double smallest = 0;
};

/// Pairs of documents whose cosine is at least a threshold are in one cluster,
/// and so is what they connect. All pairs are compared: time quadratic in the
/// number of documents, memory linear in it.
class DuplicateFinder {
 public:
  /// `index` must outlive it, and stay as it is. Fails with kInvalidArgument
  /// without vectors, and unless 0 < threshold <= 1.
  static Result<DuplicateFinder> Make(const DocumentIndex& index,
                                      double threshold);

  /// Compares the next `pairs` pairs, and some more.
  void Advance(std::uint64_t pairs);

  bool done() const { return compared_ == total(); }
  /// Pairs that were compared, and all there are.
  std::uint64_t compared() const { return compared_; }
  std::uint64_t total() const;

  /// The largest cluster first, of equals the one that was added first. To be
  /// called when it is done.
  std::vector<DuplicateCluster> Take();

 private:
  DuplicateFinder(const DocumentIndex& index, double threshold);

  // The number that stands for the set that document `i` is in.
  std::size_t Find(std::size_t i);
  void Compare(std::size_t i, std::size_t first, std::size_t end);

  const DocumentIndex* index_;
  double threshold_;
  std::vector<std::size_t> parents_;  // Sets that are joined (union-find).
  std::vector<double> cosines_;
  // Documents from `first_` on, a block of them, are compared with those before
  // them, of which `next_` is the next.
  std::size_t first_ = 0;
  std::size_t next_ = 0;
  std::uint64_t compared_ = 0;
};

}  // namespace whylight
