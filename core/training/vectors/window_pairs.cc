#include "core/training/vectors/window_pairs.h"

#include <algorithm>
#include <cmath>

#include "core/math/row_products.h"

namespace whylight {
namespace {

// -log s(-x)
double SoftPlus(double x) {
  return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
}

// Calls `visit` with each word and each real output it predicts.
template <typename Visitor>
void VisitPredictions(const WindowPairs& pairs, const Visitor& visit) {
  for (std::size_t i = 0; i < pairs.windows.size(); ++i) {
    if (pairs.objective == Objective::kCbow) {
      if (pairs.ContextsOf(i) > 0) visit(i, i);
      continue;
    }
    const Window& window = pairs.windows[i];
    for (std::size_t j = window.begin; j < window.end; ++j) {
      if (!pairs.own || j != *pairs.own + i) visit(i, j);
    }
  }
}

void FillShares(const WindowPairs& pairs, Matrix& shares) {
  shares.setZero(std::ssize(pairs.windows), pairs.inputs.rows());
  for (std::size_t i = 0; i < pairs.windows.size(); ++i) {
    const double contexts = pairs.ContextsOf(i);
    if (contexts == 0) continue;
    const auto begin = static_cast<Index>(pairs.windows[i].begin);
    const auto end = static_cast<Index>(pairs.windows[i].end);
    auto row = shares.row(static_cast<Index>(i));
    row.segment(begin, end - begin)
        .setConstant(static_cast<Real>(1 / contexts));
    row(static_cast<Index>(*pairs.own + i)) = 0;
  }
}

// Turns s(score) into 1 - s(score) where `word` predicts, and elsewhere into 0.
void KeepPredictions(const WindowPairs& pairs, std::size_t word,
                     Eigen::Ref<RowVector> row) {
  const auto place = static_cast<Index>(word);
  if (pairs.objective == Objective::kCbow) {
    const Real kept = pairs.ContextsOf(word) > 0 ? 1 - row(place) : 0;
    row.setZero();
    row(place) = kept;
    return;
  }
  const auto begin = static_cast<Index>(pairs.windows[word].begin);
  const auto end = static_cast<Index>(pairs.windows[word].end);
  row.head(begin).setZero();
  row.segment(begin, end - begin) = 1 - row.segment(begin, end - begin).array();
  if (pairs.own) row(static_cast<Index>(*pairs.own) + place) = 0;
  row.tail(row.size() - end).setZero();
}

// The vectors that are scored: those of words, or the means of their windows.
const Matrix& Predictors(const WindowPairs& pairs, const WindowScores& scores) {
  return pairs.objective == Objective::kCbow ? scores.means : pairs.inputs;
}

}  // namespace

Window WindowAt(std::size_t position, std::size_t reach, Window document) {
  return {position - std::min(reach, position - document.begin),
          std::min(position + reach + 1, document.end)};
}

void Score(const WindowPairs& pairs, WindowScores& scores) {
  const Index words = std::ssize(pairs.windows);
  if (pairs.objective == Objective::kCbow) {
    FillShares(pairs, scores.shares);
    scores.means.resize(words, pairs.inputs.cols());
    RowSums(scores.shares, pairs.inputs, scores.means);
  }
  scores.scores.resize(words, pairs.outputs.rows());
  RowDots(Predictors(pairs, scores), pairs.outputs, scores.scores);
}

double Loss(const WindowPairs& pairs, const WindowScores& scores) {
  double loss = 0;
  VisitPredictions(pairs, [&](std::size_t word, std::size_t output) {
    loss += SoftPlus(
        -scores.scores(static_cast<Index>(word), static_cast<Index>(output)));
  });
  const auto random = scores.scores.rightCols(pairs.random_outputs).array();
  const Matrix soft_plus =
      random.cwiseMax(Real{0}) + (1 + (-random.abs()).exp()).log();
  for (std::size_t i = 0; i < pairs.windows.size(); ++i) {
    loss += pairs.NegativeWeight(i) *
            static_cast<double>(soft_plus.row(static_cast<Index>(i)).sum());
  }
  return loss;
}

void Descend(const WindowPairs& pairs, WindowScores& scores,
             Eigen::Ref<Matrix> inputs, Eigen::Ref<Matrix> outputs) {
  // 1 - s(score) for what is predicted, -s(score) for a random word.
  Matrix& coefficients = scores.coefficients;
  coefficients.resize(scores.scores.rows(), scores.scores.cols());
  Logistic(scores.scores, coefficients);
  for (std::size_t i = 0; i < pairs.windows.size(); ++i) {
    auto row = coefficients.row(static_cast<Index>(i));
    KeepPredictions(pairs, i, row.head(pairs.real_outputs()));
    row.tail(pairs.random_outputs) *=
        static_cast<Real>(-pairs.NegativeWeight(i));
  }
  RowSumsTransposed(coefficients, Predictors(pairs, scores), outputs);
  if (pairs.objective == Objective::kSkipGram) {
    RowSums(coefficients, pairs.outputs, inputs);
    return;
  }
  scores.means_descent.resize(scores.means.rows(), scores.means.cols());
  RowSums(coefficients, pairs.outputs, scores.means_descent);
  for (std::size_t i = 0; i < pairs.windows.size(); ++i) {
    scores.means_descent.row(static_cast<Index>(i)) *=
        static_cast<Real>(pairs.ContextsOf(i));
  }
  RowSumsTransposed(scores.shares, scores.means_descent, inputs);
}

}  // namespace whylight
