#include "core/training/vectors/fit_subwords.h"

#include <algorithm>
#include <vector>

#include "core/base/random.h"

namespace whylight {

Matrix FitSubwords(const Vocabulary& vocabulary, const Matrix& vectors,
                   const SubwordOptions& options, int epochs,
                   std::uint64_t seed) {
  Matrix table = Matrix::Zero(options.buckets, vectors.cols());
  // Rows that a word names several times count as often in its mean.
  struct Named {
    std::int32_t row;
    Real times;
  };
  std::vector<std::vector<Named>> words;
  for (std::size_t i = 0; i < vocabulary.size(); ++i) {
    WordIds rows = Subwords(vocabulary.word(i), options);
    std::sort(rows.begin(), rows.end());
    std::vector<Named>& named = words.emplace_back();
    for (const std::int32_t row : rows) {
      if (named.empty() || named.back().row != row) named.push_back({row, 0});
      named.back().times += 1;
    }
  }
  const double steps =
      static_cast<double>(epochs) * static_cast<double>(words.size());
  double done = 0;
  for (int epoch = 0; epoch < epochs; ++epoch) {
    const CounterRandom random(seed, RandomPurpose::kShuffle,
                               static_cast<std::uint64_t>(epoch), 1);
    for (const std::size_t word : Permutation(words.size(), random)) {
      RowVector mean = RowVector::Zero(table.cols());
      Real count = 0;
      Real squares = 0;
      for (const auto& [row, times] : words[word]) {
        mean += times * table.row(row);
        count += times;
        squares += times * times;
      }
      mean /= count;
      // As much for each row as moves the mean by just that share.
      const double share = 0.5 * (1 - done++ / steps);
      const RowVector step = static_cast<Real>(share) * count / squares *
                             (vectors.row(static_cast<Index>(word)) - mean);
      for (const auto& [row, times] : words[word]) {
        table.row(row) += times * step;
      }
    }
  }
  return table;
}

}  // namespace whylight
