#include "core/training/vectors/window_ranking.h"

#include "core/math/kernels.h"
#include "core/math/row_products.h"

namespace whylight {
namespace {

std::size_t PlacesOf(const RankedWindows& ranked) {
  return 2 * ranked.reach + 1;
}

// The rows of W by which the vector at a place is multiplied.
template <typename Weights>
auto RowsAt(const RankedWindows& ranked, Weights& weights, std::size_t place) {
  const Index width = ranked.vectors.cols();
  return weights.middleRows(static_cast<Index>(place) * width, width);
}

void ReadWindows(const RankedWindows& ranked, RankingScores& scores) {
  const Index width = ranked.vectors.cols();
  const Index words = std::ssize(ranked.windows);
  scores.read.resize(words, static_cast<Index>(PlacesOf(ranked)) * width);
  for (Index word = 0; word < words; ++word) {
    for (std::size_t place = 0; place < PlacesOf(ranked); ++place) {
      scores.read.row(word).segment(static_cast<Index>(place) * width, width) =
          ranked.vectors.row(
              ranked.RowAt(static_cast<std::size_t>(word), place));
    }
  }
  scores.middles =
      ranked.vectors.middleRows(static_cast<Index>(ranked.own), words);
}

}  // namespace

void WindowScorer::SetZero(Index numbers, Index units) {
  weights.setZero(numbers, units);
  bias.setZero(units);
  output.setZero(units);
}

Index RankedWindows::RowAt(std::size_t word, std::size_t place) const {
  const std::size_t at = own + word + place;  // plus the reach
  const Window& window = windows[word];
  const bool inside = at >= window.begin + reach && at < window.end + reach;
  return inside ? static_cast<Index>(at - reach) : edge();
}

void Score(const RankedWindows& ranked, const WindowScorer& scorer,
           RankingScores& scores) {
  const Index words = std::ssize(ranked.windows);
  const Index units = scorer.weights.cols();
  const Index random = ranked.random_words;
  ReadWindows(ranked, scores);
  const auto middle = RowsAt(ranked, scorer.weights, ranked.reach);
  scores.hidden.resize(words, units);
  RowSums(scores.read, scorer.weights, scores.hidden);
  scores.hidden.rowwise() += scorer.bias;
  scores.of_middles.resize(words, units);
  RowSums(scores.middles, middle, scores.of_middles);
  scores.of_random.resize(random, units);
  RowSums(ranked.vectors.bottomRows(random), middle, scores.of_random);

  scores.corrupted.resize(words * random, units);
  for (Index i = 0; i < words; ++i) {
    scores.corrupted.middleRows(i * random, random) =
        scores.of_random.rowwise() +
        (scores.hidden.row(i) - scores.of_middles.row(i));
  }
  for (Matrix* numbers : {&scores.hidden, &scores.corrupted}) {
    Tanh(numbers->data(), numbers->data(), numbers->size());
  }
  scores.margins.resize(words, random);
  for (Index i = 0; i < words; ++i) {
    const Real score = scores.hidden.row(i).dot(scorer.output);
    for (Index r = 0; r < random; ++r) {
      scores.margins(i, r) =
          1 - score + scores.corrupted.row(i * random + r).dot(scorer.output);
    }
  }
}

double Loss(const RankedWindows& ranked, const RankingScores& scores) {
  return ranked.NegativeWeight() *
         static_cast<double>(scores.margins.cwiseMax(Real{0}).sum());
}

void Descend(const RankedWindows& ranked, const WindowScorer& scorer,
             RankingScores& scores, Eigen::Ref<Matrix> vectors,
             WindowScorer& descent) {
  const Index words = std::ssize(ranked.windows);
  const Index units = scorer.weights.cols();
  const Index random = ranked.random_words;
  const auto weight = static_cast<Real>(ranked.NegativeWeight());
  scores.hidden_descent.setZero(words, units);
  scores.middles_descent.setZero(words, units);
  scores.random_descent.setZero(random, units);
  for (Index i = 0; i < words; ++i) {
    Real active = 0;
    for (Index r = 0; r < random; ++r) {
      if (!(scores.margins(i, r) > 0)) continue;
      active += weight;
      const auto hidden = scores.corrupted.row(i * random + r).array();
      descent.output.array() -= weight * hidden;
      scores.random_descent.row(r).array() -=
          weight * scorer.output.array() * (1 - hidden.square());
      scores.middles_descent.row(i).array() +=
          weight * scorer.output.array() * (1 - hidden.square());
    }
    const auto hidden = scores.hidden.row(i).array();
    descent.output.array() += active * hidden;
    scores.hidden_descent.row(i) =
        (active * scorer.output.array() * (1 - hidden.square())).matrix() -
        scores.middles_descent.row(i);
  }
  descent.bias += scores.hidden_descent.colwise().sum();
  TransposedProduct<Real>(scores.read, scores.hidden_descent, descent.weights,
                          Into::kAdd);
  auto middle_descent = RowsAt(ranked, descent.weights, ranked.reach);
  TransposedProduct<Real>(scores.middles, scores.middles_descent,
                          middle_descent, Into::kAdd);
  TransposedProduct<Real>(ranked.vectors.bottomRows(random),
                          scores.random_descent, middle_descent, Into::kAdd);

  vectors.setZero();
  const auto middle = RowsAt(ranked, scorer.weights, ranked.reach);
  Matrix& rows = scores.rows_descent;
  rows.resize(words, vectors.cols());
  for (std::size_t place = 0; place < PlacesOf(ranked); ++place) {
    RowDots(scores.hidden_descent, RowsAt(ranked, scorer.weights, place), rows);
    for (Index i = 0; i < words; ++i) {
      vectors.row(ranked.RowAt(static_cast<std::size_t>(i), place)) +=
          rows.row(i);
    }
  }
  RowDots(scores.middles_descent, middle, rows);
  vectors.middleRows(static_cast<Index>(ranked.own), words) += rows;
  RowDots(scores.random_descent, middle, vectors.bottomRows(random));
}

}  // namespace whylight
