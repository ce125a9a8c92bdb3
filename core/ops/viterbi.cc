#include "core/ops/viterbi.h"

#include <cstddef>

namespace whylight {

std::vector<std::int32_t> BestTags(const MatrixOf<double>& words,
                                   const TagTransitions& transitions) {
  const Index length = words.rows();
  const Index tags = words.cols();
  std::vector<std::int32_t> best(static_cast<std::size_t>(length));
  if (length == 0) return best;
  // Of each tag at a word, the tag before it in the best sequence up to there.
  Eigen::Matrix<std::int32_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>
      before(length, tags);
  MatrixOf<double> scores = transitions.start + words.row(0);
  MatrixOf<double> next(1, tags);
  for (Index t = 1; t < length; ++t) {
    for (Index k = 0; k < tags; ++k) {
      Index from = 0;
      const double most =
          (scores.row(0).transpose() + transitions.between.col(k))
              .maxCoeff(&from);
      before(t, k) = static_cast<std::int32_t>(from);
      next(0, k) = most + words(t, k);
    }
    scores.swap(next);
  }
  Index last = 0;
  (scores + transitions.end).row(0).maxCoeff(&last);
  best.back() = static_cast<std::int32_t>(last);
  for (Index t = length - 1; t > 0; --t) {
    best[static_cast<std::size_t>(t) - 1] =
        before(t, best[static_cast<std::size_t>(t)]);
  }
  return best;
}

double ScoreOfTags(const MatrixOf<double>& words,
                   const TagTransitions& transitions,
                   const std::vector<std::int32_t>& tags) {
  if (tags.empty()) return 0;
  double score =
      transitions.start(0, tags.front()) + transitions.end(0, tags.back());
  for (std::size_t t = 0; t < tags.size(); ++t) {
    score += words(static_cast<Index>(t), tags[t]);
    if (t > 0) score += transitions.between(tags[t - 1], tags[t]);
  }
  return score;
}

}  // namespace whylight
