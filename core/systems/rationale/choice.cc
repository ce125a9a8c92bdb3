#include "core/systems/rationale/choice.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/math/kernels.h"
#include "core/math/kumaraswamy.h"

namespace whylight {
namespace {

// log p - log(1 - p) = own logit - log sum exp of the others.
Real CompetingScore(std::span<const Real> logits, std::size_t aspect) {
  Real largest = std::numeric_limits<Real>::lowest();
  for (std::size_t k = 0; k < logits.size(); ++k) {
    if (k != aspect) largest = std::max(largest, logits[k]);
  }
  Real others = 0;
  for (std::size_t k = 0; k < logits.size(); ++k) {
    if (k != aspect) others += std::exp(logits[k] - largest);
  }
  return logits[aspect] - largest - std::log(others);
}

// CompetingScore of each of `count` aspects. Of all but the likeliest the
// largest other logit is the same one; `exps` gets the exponentials that they
// share.
void CompetingScores(std::span<const Real> logits, Real* exps, Real* scores,
                     std::size_t count) {
  const Real* const likeliest =
      std::max_element(logits.data(), logits.data() + logits.size());
  for (std::size_t k = 0; k < logits.size(); ++k) {
    exps[k] = std::exp(logits[k] - *likeliest);
  }
  for (std::size_t a = 0; a < count; ++a) {
    if (&logits[a] == likeliest) {
      scores[a] = CompetingScore(logits, a);
      continue;
    }
    Real others = 0;
    for (std::size_t k = 0; k < logits.size(); ++k) {
      if (k != a) others += exps[k];
    }
    scores[a] = logits[a] - *likeliest - std::log(others);
  }
}

// From log p, which is below zero.
Real LogOdds(Real log_p) {
  constexpr Real kLeast = std::numeric_limits<Real>::min();
  return log_p - std::log(std::max(-std::expm1(log_p), kLeast));
}

}  // namespace

Index ChoiceWidth(Choice choice, Index aspects) {
  switch (choice) {
    case Choice::kCompeting:
      return aspects + 1;
    case Choice::kIndependent:
      return aspects;
    case Choice::kHardKuma:
      return 2 * aspects;
  }
  return 0;
}

Real AspectScore(Choice choice, std::span<const Real> numbers,
                 std::size_t aspect) {
  switch (choice) {
    case Choice::kCompeting:
      return CompetingScore(numbers, aspect);
    case Choice::kIndependent:
      return numbers[aspect];
    case Choice::kHardKuma:
      return LogOdds(LogPresence(
          KumaShape(numbers[aspect], numbers[numbers.size() / 2 + aspect])));
  }
  return 0;
}

void AspectScores(Choice choice, const Matrix& numbers,
                  Eigen::Ref<Matrix> scores) {
  const auto count = static_cast<std::size_t>(scores.cols());
  std::vector<Real> exps(static_cast<std::size_t>(numbers.cols()));
  for (Index r = 0; r < numbers.rows(); ++r) {
    const std::span<const Real> row(&numbers(r, 0), exps.size());
    if (choice == Choice::kCompeting) {
      CompetingScores(row, exps.data(), &scores(r, 0), count);
      continue;
    }
    for (std::size_t a = 0; a < count; ++a) {
      scores(r, static_cast<Index>(a)) = AspectScore(choice, row, a);
    }
  }
}

void ChoiceProbabilities(Choice choice, Matrix& numbers,
                         Eigen::Ref<Matrix> probability) {
  switch (choice) {
    case Choice::kCompeting:
      SoftmaxRows<Real>(numbers);
      break;
    case Choice::kIndependent:
      Sigmoid(numbers.data(), numbers.data(), numbers.size());
      break;
    case Choice::kHardKuma:
      for (Index r = 0; r < numbers.rows(); ++r) {
        for (Index a = 0; a < numbers.cols() / 2; ++a) {
          numbers(r, a) = std::exp(LogPresence(
              KumaShape(numbers(r, a), numbers(r, numbers.cols() / 2 + a))));
        }
      }
      break;
  }
  probability = numbers.leftCols(probability.cols());
}

}  // namespace whylight
