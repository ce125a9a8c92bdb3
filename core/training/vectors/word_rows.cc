#include "core/training/vectors/word_rows.h"

#include <algorithm>

#include "core/base/random.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {
namespace {

constexpr double kMostTerms = 128;
constexpr Index kRowMultiple = 16;

std::int32_t NextSlot(const RowChains& chains, std::int32_t slot) {
  return chains.next[static_cast<std::size_t>(slot)];
}

}  // namespace

double ShareOfTerms(double terms) { return std::min(1.0, kMostTerms / terms); }

WordRows::WordRows(std::size_t rows, int dimension, std::size_t slots)
    : dimension_(dimension),
      slots_(slots),
      parameters_(Matrix::Zero(
          static_cast<Index>(rows),
          (dimension + kRowMultiple - 1) / kRowMultiple * kRowMultiple)),
      gradients_(static_cast<Index>(kGroups * slots), parameters_.cols()) {}

void WordRows::Initialise(std::size_t rows, std::uint64_t seed) {
  const CounterRandom random(seed, RandomPurpose::kInitialise);
  for (Index row = 0; row < static_cast<Index>(rows); ++row) {
    for (Index i = 0; i < dimension_; ++i) {
      const double uniform =
          random.Uniform(static_cast<std::uint64_t>(row * dimension_ + i));
      parameters_(row, i) =
          static_cast<Real>((uniform - 0.5) / static_cast<double>(dimension_));
    }
  }
}

Matrix WordRows::Take(std::size_t rows) const {
  return parameters_.topLeftCorner(static_cast<Index>(rows), dimension_);
}

void WordRows::Gather(const std::vector<RowUse>& uses, Matrix& rows) const {
  rows.resize(std::ssize(uses), parameters_.cols());
  for (std::size_t i = 0; i < uses.size(); ++i) {
    rows.row(static_cast<Index>(i)) = parameters_.row(uses[i].word);
  }
}

void WordRows::Descend(const RowChains& chains, std::size_t shard,
                       double rate) {
  RowVector sum(parameters_.cols());
  for (std::size_t i = shard; i < chains.chains.size(); i += kShards) {
    const RowChains::Chain& chain = chains.chains[i];
    sum = gradients_.row(chain.first);
    for (std::int32_t slot = NextSlot(chains, chain.first);
         slot != RowChains::kEnd; slot = NextSlot(chains, slot)) {
      sum += gradients_.row(slot);
    }
    const double scale = rate * ShareOfTerms(chain.terms);
    parameters_.row(chain.word) += static_cast<Real>(scale) * sum;
  }
}

}  // namespace whylight
