#include "core/systems/classifier/grade_scale.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "core/base/random.h"

namespace whylight {
namespace {

const std::vector<double> kFiveGrades = {-2, -1, 0, 1, 2};

std::vector<double> DrawProbabilities(std::size_t labels, std::uint64_t seed) {
  const CounterRandom random(seed, RandomPurpose::kSample);
  // Of some texts one label is nearly certain, of others all are as likely.
  const auto power = static_cast<double>(random.Below(100, 6));
  std::vector<double> drawn;
  for (std::size_t k = 0; k < labels; ++k) {
    drawn.push_back(std::pow(random.Uniform(k), power) + 1e-9);
  }
  const double sum = std::accumulate(drawn.begin(), drawn.end(), 0.0);
  for (double& probability : drawn) probability /= sum;
  return drawn;
}

double MeanOf(const std::vector<double>& grades,
              const std::vector<double>& probabilities) {
  return std::inner_product(grades.begin(), grades.end(), probabilities.begin(),
                            0.0);
}

TEST(GradeScaleTest, TheNearestGradeIsThatOfTheLabel) {
  const std::vector<double> scales[] = {
      kFiveGrades, {-1, 1}, {2, 0, -1}, {0, 1, 10, -4}};
  for (const std::vector<double>& grades : scales) {
    const GradeScale scale(grades);
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
      const auto [label, grade] =
          scale.Read(DrawProbabilities(grades.size(), seed));
      const auto found = static_cast<double>(grade);
      for (const double other : grades) {
        EXPECT_LE(std::abs(grades[label] - found),
                  std::abs(other - found) + 1e-6);
      }
    }
  }
}

TEST(GradeScaleTest, TheLabelIsTheLikelierOfThoseAroundTheMean) {
  const GradeScale scale(kFiveGrades);
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const auto probabilities = DrawProbabilities(5, seed);
    const double mean = MeanOf(kFiveGrades, probabilities);
    const std::size_t label = scale.Read(probabilities).label;
    EXPECT_LT(std::abs(kFiveGrades[label] - mean), 1);
    for (std::size_t k = 0; k < 5; ++k) {
      if (std::abs(kFiveGrades[k] - mean) >= 1) continue;
      EXPECT_LE(probabilities[k], probabilities[label]);
    }
  }
}

TEST(GradeScaleTest, OfTwoLabelsAsLikelyTheNearerIsTheTexts) {
  EXPECT_EQ(GradeScale(kFiveGrades).Read({0.2, 0.2, 0.2, 0.2, 0.2}).label, 2u);
  EXPECT_EQ(GradeScale(kFiveGrades).Read({0, 0, 0.4, 0.4, 0.2}).label, 3u);
}

// It is either very negative or very positive, or it cannot be told.
TEST(GradeScaleTest, ADividedTextIsAtNeitherEnd) {
  const GradeScale scale(kFiveGrades);
  EXPECT_EQ(scale.Read({0.45, 0.02, 0.06, 0.01, 0.46}).label, 2u);
}

TEST(GradeScaleTest, OfTwoTextsWithALabelTheHigherMeanHasTheHigherGrade) {
  const GradeScale scale(kFiveGrades);
  std::vector<std::vector<std::pair<double, Real>>> texts(5);
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    const auto probabilities = DrawProbabilities(5, seed);
    const auto [label, grade] = scale.Read(probabilities);
    texts[label].emplace_back(MeanOf(kFiveGrades, probabilities), grade);
  }
  for (auto& of_label : texts) {
    ASSERT_GT(of_label.size(), 100u);
    std::sort(of_label.begin(), of_label.end());
    for (std::size_t i = 1; i < of_label.size(); ++i) {
      if (of_label[i].first - of_label[i - 1].first < 1e-5) continue;
      EXPECT_GT(of_label[i].second, of_label[i - 1].second);
    }
  }
}

TEST(GradeScaleTest, ACertainTextHasTheGradeOfItsLabel) {
  const GradeScale scale(kFiveGrades);
  for (std::size_t k = 0; k < 5; ++k) {
    std::vector<double> certain(5, 0.0);
    certain[k] = 1 + 1e-7;  // As rounding may leave it.
    EXPECT_EQ(scale.Read(certain).label, k);
    EXPECT_NEAR(scale.Read(certain).grade, kFiveGrades[k], 1e-6);
  }
}

TEST(GradeScaleTest, WithoutDistinctGradesTheLikeliestLabelIsTheTexts) {
  EXPECT_EQ(GradeScale({}).Read({0.2, 0.5, 0.3}).label, 1u);
  const GradeScale::Reading equal = GradeScale({1, 1, 0}).Read({0.3, 0.2, 0.5});
  EXPECT_EQ(equal.label, 2u);
  EXPECT_FLOAT_EQ(equal.grade, Real(0.5));
}

}  // namespace
}  // namespace whylight
