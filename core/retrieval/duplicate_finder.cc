#include "core/retrieval/duplicate_finder.h"

#include <algorithm>
#include <string>
#include <utility>

namespace whylight {
namespace {

// Vectors that stay in the cache while others are compared with them.
constexpr std::size_t kBlockBytes = std::size_t{128} << 10;

std::size_t BlockOf(const DocumentVectors& vectors) {
  return std::max<std::size_t>(1, kBlockBytes / (vectors.width() + 1));
}

// A cluster from the numbers of its documents, all pairs of them compared.
DuplicateCluster Measure(const DocumentVectors& vectors,
                         std::vector<std::uint32_t> documents) {
  DocumentVectors some(vectors.width());
  for (const std::uint32_t document : documents) {
    some.AppendIntegers(vectors.Integers(document));
  }
  DuplicateCluster cluster{std::move(documents), -1, 1};
  std::vector<double> cosines(some.size());
  for (std::size_t i = 0; i + 1 < some.size(); ++i) {
    const std::span<double> others =
        std::span(cosines).first(some.size() - i - 1);
    some.Cosines(some.MakeQuery(i), i + 1, others);
    const auto [least, most] =
        std::minmax_element(others.begin(), others.end());
    cluster.smallest = std::min(cluster.smallest, *least);
    cluster.largest = std::max(cluster.largest, *most);
  }
  return cluster;
}

}  // namespace

Result<DuplicateFinder> DuplicateFinder::Make(const DocumentIndex& index,
                                              double threshold) {
  if (index.width() == 0) {
    return Invalid("duplicates: expected an index with vectors");
  }
  if (!(threshold > 0 && threshold <= 1)) {
    return Invalid(
        "duplicates: expected a threshold above 0, at most 1, "
        "found " +
        std::to_string(threshold));
  }
  return DuplicateFinder(index, threshold);
}

DuplicateFinder::DuplicateFinder(const DocumentIndex& index, double threshold)
    : index_(&index),
      threshold_(threshold),
      parents_(index.numbers()),
      cosines_(BlockOf(index.vectors())) {
  std::iota(parents_.begin(), parents_.end(), std::size_t{0});
}

std::uint64_t DuplicateFinder::total() const {
  const std::uint64_t count = parents_.size();
  return count == 0 ? 0 : count * (count - 1) / 2;
}

void DuplicateFinder::Advance(std::uint64_t pairs) {
  const std::uint64_t until = std::min(total(), compared_ + pairs);
  const std::size_t block = cosines_.size();
  while (compared_ < until) {
    const std::size_t end = std::min(first_ + block, parents_.size());
    if (next_ >= end) {
      first_ = end;
      next_ = 0;
      continue;
    }
    const std::size_t start = std::max(first_, next_ + 1);
    if (start < end) Compare(next_, start, end);
    ++next_;
  }
}

// With those from `start` to `end`.
void DuplicateFinder::Compare(std::size_t i, std::size_t start,
                              std::size_t end) {
  compared_ += end - start;
  if (index_->Find(static_cast<std::uint32_t>(i)) == nullptr) return;
  const DocumentVectors& vectors = index_->vectors();
  vectors.Cosines(vectors.MakeQuery(i), start, {cosines_.data(), end - start});
  for (std::size_t j = start; j < end; ++j) {
    if (cosines_[j - start] < threshold_) continue;
    if (index_->Find(static_cast<std::uint32_t>(j)) == nullptr) continue;
    const std::size_t a = Find(i);
    const std::size_t b = Find(j);
    parents_[std::max(a, b)] = std::min(a, b);
  }
}

// The first of a set stands for it.
std::size_t DuplicateFinder::Find(std::size_t i) {
  while (parents_[i] != i) {
    parents_[i] = parents_[parents_[i]];
    i = parents_[i];
  }
  return i;
}

std::vector<DuplicateCluster> DuplicateFinder::Take() {
  // By the document that stands for the set.
  std::vector<std::vector<std::uint32_t>> members(parents_.size());
  for (std::size_t i = 0; i < parents_.size(); ++i) {
    members[Find(i)].push_back(static_cast<std::uint32_t>(i));
  }
  std::vector<DuplicateCluster> clusters;
  for (std::vector<std::uint32_t>& documents : members) {
    if (documents.size() < 2) continue;
    clusters.push_back(Measure(index_->vectors(), std::move(documents)));
  }
  std::stable_sort(clusters.begin(), clusters.end(),
                   [](const DuplicateCluster& a, const DuplicateCluster& b) {
                     return a.documents.size() > b.documents.size();
                   });
  return clusters;
}

}  // namespace whylight
