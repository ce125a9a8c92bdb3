#include "core/train/vectors/skip_gram_pairs.h"

#include <algorithm>
#include <cmath>

namespace whylight {
namespace {

// -log s(-x)
double SoftPlus(double x) {
  return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
}

}  // namespace

Window WindowAt(std::size_t position, std::size_t reach, Window document) {
  return {position - std::min(reach, position - document.begin),
          std::min(position + reach + 1, document.end)};
}

double SkipGramLoss(const SkipGramPairs& pairs, const Matrix& scores) {
  double loss = 0;
  for (std::size_t i = 0; i < pairs.windows.size(); ++i) {
    const auto row = scores.row(static_cast<Index>(i));
    const Window& window = pairs.windows[i];
    for (std::size_t j = window.begin; j < window.end; ++j) {
      if (j != pairs.own + i) loss += SoftPlus(-row(static_cast<Index>(j)));
    }
    for (auto j = static_cast<Index>(pairs.contexts); j < row.cols(); ++j) {
      loss += pairs.NegativeWeight(i) * SoftPlus(row(j));
    }
  }
  return loss;
}

void SkipGramDescent(const SkipGramPairs& pairs, const Matrix& scores,
                     Matrix& coefficients, Eigen::Ref<Matrix> inputs,
                     Eigen::Ref<Matrix> outputs) {
  // 1 - s(score) for a pair, -s(score) for a random word.
  coefficients = (1 + (-scores.array()).exp()).inverse();
  const auto contexts = static_cast<Index>(pairs.contexts);
  for (std::size_t i = 0; i < pairs.windows.size(); ++i) {
    const auto begin = static_cast<Index>(pairs.windows[i].begin);
    const auto end = static_cast<Index>(pairs.windows[i].end);
    auto row = coefficients.row(static_cast<Index>(i));
    row.head(begin).setZero();
    row.segment(begin, end - begin) =
        1 - row.segment(begin, end - begin).array();
    row(static_cast<Index>(pairs.own + i)) = 0;
    row.segment(end, contexts - end).setZero();
    row.tail(row.cols() - contexts) *=
        static_cast<Real>(-pairs.NegativeWeight(i));
  }
  inputs.noalias() = coefficients * pairs.outputs;
  outputs.noalias() = coefficients.transpose() * pairs.inputs;
}

}  // namespace whylight
