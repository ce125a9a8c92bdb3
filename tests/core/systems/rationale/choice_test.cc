#include "core/systems/rationale/choice.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

Matrix Numbers() {
  Matrix numbers(3, 4);
  numbers << 0.5, -1, 2, 0, -3, 0.25, 1, 1, 40, -40, 3, -2;
  return numbers;
}

// A score is the log-odds of the probability, whatever the numbers mean.
TEST(ChoiceTest, ScoresAreTheLogOddsOfTheProbabilities) {
  for (const Choice choice :
       {Choice::kCompeting, Choice::kIndependent, Choice::kHardKuma}) {
    const Matrix numbers = Numbers();
    const Index aspects = choice == Choice::kCompeting     ? 3
                          : choice == Choice::kIndependent ? 4
                                                           : 2;
    ASSERT_EQ(ChoiceWidth(choice, aspects), 4);
    Matrix overwritten = numbers;
    Matrix probability(3, aspects);
    ChoiceProbabilities(choice, overwritten, probability);
    for (Index a = 0; a < aspects; ++a) {
      for (Index r = 0; r < 3; ++r) {
        const Real score = AspectScore(choice, {numbers.row(r).data(), 4},
                                       static_cast<std::size_t>(a));
        EXPECT_NEAR(probability(r, a), 1 / (1 + std::exp(-score)), 1e-5)
            << r << ", " << a;
      }
    }
  }
}

TEST(ChoiceTest, ScoresOfAllAspectsAreThoseOfEach) {
  Matrix numbers(300, 6);
  numbers.topRows(299) = RandomMatrix(299, 6, "numbers") * 8;
  numbers.row(0) << 1, 3, 3, 2, 3, 0;  // Several are the largest.
  numbers.row(1).setConstant(-2);
  numbers.row(2) *= 20;
  numbers.row(299).setConstant(std::numeric_limits<Real>::quiet_NaN());
  for (const Choice choice :
       {Choice::kCompeting, Choice::kIndependent, Choice::kHardKuma}) {
    for (const Index aspects : {Index{1}, Index{3}}) {
      Matrix scores(numbers.rows(), aspects);
      AspectScores(choice, numbers, scores);
      for (Index r = 0; r < numbers.rows(); ++r) {
        for (Index a = 0; a < aspects; ++a) {
          const Real score = AspectScore(choice, {numbers.row(r).data(), 6},
                                         static_cast<std::size_t>(a));
          EXPECT_TRUE(scores(r, a) == score ||
                      (std::isnan(scores(r, a)) && std::isnan(score)))
              << r << ", " << a;
        }
      }
    }
  }
}

TEST(ChoiceTest, CompetingAspectsShareOneProbability) {
  Matrix numbers = Numbers();
  Matrix probability(3, 3);
  ChoiceProbabilities(Choice::kCompeting, numbers, probability);
  for (Index r = 0; r < 3; ++r) {
    EXPECT_NEAR(probability.row(r).sum() + numbers(r, 3), 1, 1e-5);
  }
}

}  // namespace
}  // namespace whylight
