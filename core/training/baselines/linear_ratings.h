// A linear regression of ratings on the n-grams of texts, and the words it goes
// by: what rationales are compared with (Lei17 section 3.4.1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/math/matrix.h"
#include "core/model/word_batch.h"
#include "core/training/baselines/ngram_table.h"

namespace whylight {

struct LinearRatingsOptions {
  int order = 2;                ///< N-grams of 1 to so many words
  std::uint32_t min_texts = 5;  ///< that so many texts have.
  /// C of the squared errors beside ½‖w‖²: the best of these on every tenth
  /// text, which is then learned from like the others.
  std::vector<double> costs = {0.01, 0.1, 1};
};

class LinearRatings {
 public:
  /// `ratings` are [texts x aspects], NaN where a rating is missing; each
  /// aspect must have one.
  static LinearRatings Train(const std::vector<WordIds>& texts,
                             const Matrix& ratings,
                             const LinearRatingsOptions& options = {});

  double Rate(const WordIds& text, std::size_t aspect) const;

  /// For each word the largest weight, whatever its sign, of an n-gram that it
  /// is part of in `text`. To take words in this order is to take out the
  /// strongest n-gram again and again.
  std::vector<Real> WordWeights(const WordIds& text, std::size_t aspect) const;

 private:
  LinearRatings(const std::vector<WordIds>& texts, int order)
      : ngrams_(texts, order), feature_of_(ngrams_.size(), -1) {}

  NgramTable ngrams_;
  std::vector<std::int32_t> feature_of_;  // Of each n-gram; -1 if it is rare.
  // For each aspect one number per feature, then the constant.
  std::vector<std::vector<double>> weights_;
};

}  // namespace whylight
