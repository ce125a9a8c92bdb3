#include <algorithm>
#include <numeric>
#include <utility>

#include "core/retrieval/document_index.h"

namespace whylight {
namespace {

// Vectors that stay in the cache while others are compared with them.
constexpr std::size_t kBlockBytes = std::size_t{128} << 10;

// Sets of documents that are joined (union-find).
class JoinedSets {
 public:
  explicit JoinedSets(std::size_t count) : parents_(count) {
    std::iota(parents_.begin(), parents_.end(), std::size_t{0});
  }

  // The first of a set stands for it.
  std::size_t Find(std::size_t i) {
    while (parents_[i] != i) {
      parents_[i] = parents_[parents_[i]];
      i = parents_[i];
    }
    return i;
  }

  void Join(std::size_t a, std::size_t b) {
    const std::size_t first = Find(a);
    const std::size_t second = Find(b);
    parents_[std::max(first, second)] = std::min(first, second);
  }

 private:
  std::vector<std::size_t> parents_;
};

// Calls visit(i, j, cosine) for all i < j, a block of i and one of j at a time.
template <typename Visit>
void VisitPairs(const DocumentVectors& vectors, const Visit& visit) {
  const std::size_t block =
      std::max<std::size_t>(1, kBlockBytes / (vectors.width() + 1));
  std::vector<double> cosines(block);
  for (std::size_t first = 0; first < vectors.size(); first += block) {
    const std::size_t end = std::min(first + block, vectors.size());
    for (std::size_t i = 0; i < end; ++i) {
      const std::size_t start = std::max(first, i + 1);
      if (start >= end) continue;
      vectors.Cosines(vectors.MakeQuery(i), start,
                      {cosines.data(), end - start});
      for (std::size_t j = start; j < end; ++j) {
        visit(i, j, cosines[j - start]);
      }
    }
  }
}

// A cluster from the numbers of its documents, all pairs of them compared.
DuplicateCluster Measure(const DocumentVectors& vectors,
                         std::vector<std::uint32_t> documents) {
  DocumentVectors some(vectors.width());
  for (const std::uint32_t document : documents) {
    some.AppendIntegers(vectors.Integers(document));
  }
  DuplicateCluster cluster{std::move(documents), -1, 1};
  VisitPairs(some, [&](std::size_t, std::size_t, double cosine) {
    cluster.largest = std::max(cluster.largest, cosine);
    cluster.smallest = std::min(cluster.smallest, cosine);
  });
  return cluster;
}

}  // namespace

Result<std::vector<DuplicateCluster>> DocumentIndex::Duplicates(
    double threshold) const {
  if (width() == 0) {
    return Invalid("duplicates: expected an index with vectors");
  }
  if (!(threshold > 0 && threshold <= 1)) {
    return Invalid(
        "duplicates: expected a threshold above 0, at most 1, "
        "found " +
        std::to_string(threshold));
  }
  JoinedSets sets(numbers());
  const std::vector<std::uint8_t>& present = contents_.present;
  VisitPairs(contents_.vectors,
             [&](std::size_t i, std::size_t j, double cosine) {
               if (cosine >= threshold && present[i] != 0 && present[j] != 0) {
                 sets.Join(i, j);
               }
             });
  // By the document that stands for the set.
  std::vector<std::vector<std::uint32_t>> members(numbers());
  for (std::size_t i = 0; i < numbers(); ++i) {
    members[sets.Find(i)].push_back(static_cast<std::uint32_t>(i));
  }
  std::vector<DuplicateCluster> clusters;
  for (std::vector<std::uint32_t>& documents : members) {
    if (documents.size() < 2) continue;
    clusters.push_back(Measure(contents_.vectors, std::move(documents)));
  }
  std::stable_sort(clusters.begin(), clusters.end(),
                   [](const DuplicateCluster& a, const DuplicateCluster& b) {
                     return a.documents.size() > b.documents.size();
                   });
  return clusters;
}

}  // namespace whylight
