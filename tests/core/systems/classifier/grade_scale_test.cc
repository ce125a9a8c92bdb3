#include "core/systems/classifier/grade_scale.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/base/random.h"

namespace whylight {
namespace {

const std::vector<double> kFiveGrades = {-2, -1, 0, 1, 2};

std::vector<double> DrawProbabilities(std::size_t labels, std::uint64_t seed) {
  const CounterRandom random(seed, RandomPurpose::kSample);
  std::vector<double> drawn;
  double sum = 0;
  for (std::size_t k = 0; k < labels; ++k) {
    // Some are certain, some have labels that are equally likely.
    const double power = static_cast<double>(random.Below(100, 6));
    drawn.push_back(std::pow(random.Uniform(k), power) + 1e-9);
    sum += drawn.back();
  }
  for (double& probability : drawn) probability /= sum;
  return drawn;
}

double MeanOf(const std::vector<double>& grades,
              const std::vector<double>& probabilities) {
  double mean = 0;
  for (std::size_t k = 0; k < grades.size(); ++k) {
    mean += grades[k] * probabilities[k];
  }
  return mean;
}

std::size_t Likeliest(const std::vector<double>& probabilities) {
  return static_cast<std::size_t>(
      std::max_element(probabilities.begin(), probabilities.end()) -
      probabilities.begin());
}

TEST(GradeScaleTest, TheNearestGradeIsThatOfTheLikeliestLabel) {
  for (const std::vector<double>& grades :
       {kFiveGrades, {-1, 1}, {2, 0, -1}, {0, 1, 10, -4}}) {
    const GradeScale scale(grades);
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
      const auto probabilities = DrawProbabilities(grades.size(), seed);
      const std::size_t label = Likeliest(probabilities);
      const auto grade = static_cast<double>(
          scale.Grade(MeanOf(grades, probabilities), label));
      for (const double other : grades) {
        EXPECT_LE(std::abs(grades[label] - grade),
                  std::abs(other - grade) + 1e-6);
      }
    }
  }
}

// No text has a mean beyond the ends of its label, or else two of them with
// different means would have the same grade.
TEST(GradeScaleTest, TheHigherOfTwoMeansHasTheHigherGrade) {
  const GradeScale scale(kFiveGrades);
  for (std::size_t label = 0; label < kFiveGrades.size(); ++label) {
    std::vector<double> means;
    for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
      const auto drawn = DrawProbabilities(kFiveGrades.size(), seed);
      if (Likeliest(drawn) == label)
        means.push_back(MeanOf(kFiveGrades, drawn));
    }
    std::sort(means.begin(), means.end());
    ASSERT_GT(means.size(), 100u);
    for (std::size_t i = 1; i < means.size(); ++i) {
      if (means[i] - means[i - 1] < 1e-5) continue;
      EXPECT_GT(scale.Grade(means[i], label), scale.Grade(means[i - 1], label));
    }
  }
}

TEST(GradeScaleTest, ACertainLabelAtAnEndHasItsGrade) {
  const GradeScale scale(kFiveGrades);
  EXPECT_EQ(scale.Grade(-2, 0), -2);
  EXPECT_EQ(scale.Grade(2, 4), 2);
  EXPECT_EQ(scale.Grade(0, 2), 0);
}

TEST(GradeScaleTest, TwoLabelsKeepTheirMean) {
  const GradeScale scale({-1, 1});
  EXPECT_FLOAT_EQ(scale.Grade(-0.4, 0), Real(-0.4));
  EXPECT_FLOAT_EQ(scale.Grade(0.9, 1), Real(0.9));
}

TEST(GradeScaleTest, EqualGradesKeepTheMean) {
  EXPECT_FLOAT_EQ(GradeScale({1, 1, 0}).Grade(0.3, 0), Real(0.3));
  EXPECT_FLOAT_EQ(GradeScale({5}).Grade(5, 0), 5);
}

}  // namespace
}  // namespace whylight
