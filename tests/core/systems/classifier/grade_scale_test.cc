#include "core/systems/classifier/grade_scale.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/base/random.h"

namespace whylight {
namespace {

const std::vector<double> kFiveGrades = {-2, -1, 0, 1, 2};

TEST(GradeScaleTest, TheLabelIsThatOfTheNearestGrade) {
  const GradeScale scale(kFiveGrades, {-0.9, -0.4, 0.3, 1.1});
  for (int i = 0; i <= 400; ++i) {
    const Real grade = scale.Calibrate(static_cast<Real>(i) / 100 - 2);
    const double of_label = kFiveGrades[scale.Label(grade)];
    for (const double other : kFiveGrades) {
      EXPECT_LE(std::abs(of_label - static_cast<double>(grade)),
                std::abs(other - static_cast<double>(grade)));
    }
  }
}

TEST(GradeScaleTest, RunsThroughTheEndsAndTheMiddlesAtTheCuts) {
  const GradeScale scale(kFiveGrades, {-0.9, -0.4, 0.3, 1.1});
  EXPECT_FLOAT_EQ(scale.Calibrate(-2), -2);
  EXPECT_FLOAT_EQ(scale.Calibrate(Real(-0.9)), Real(-1.5));
  EXPECT_FLOAT_EQ(scale.Calibrate(Real(-0.65)), -1);
  EXPECT_FLOAT_EQ(scale.Calibrate(Real(0.3)), Real(0.5));
  EXPECT_FLOAT_EQ(scale.Calibrate(2), 2);
  Real last = -3;
  for (int i = 0; i <= 400; ++i) {
    const Real next = scale.Calibrate(static_cast<Real>(i) / 100 - 2);
    EXPECT_GT(next, last);
    last = next;
  }
}

TEST(GradeScaleTest, ChangesNothingWithoutCuts) {
  EXPECT_EQ(GradeScale(kFiveGrades, {}).Calibrate(Real(-0.97)), Real(-0.97));
}

TEST(GradeScaleTest, RefusesCutsThatMakeNoScale) {
  EXPECT_EQ(GradeScale::FindProblem(kFiveGrades, {-1, 0, 0.5, 1}), "");
  EXPECT_EQ(GradeScale::FindProblem(kFiveGrades, {0}),
            "\"cuts\": expected 4, one between any two labels, found 1");
  EXPECT_EQ(GradeScale::FindProblem(kFiveGrades, {-1, 0, 0, 1}),
            "\"cuts\": expected ascending numbers within the grades, found "
            "others");
  EXPECT_EQ(GradeScale::FindProblem({1, 0}, {0.5}),
            "\"cuts\": expected none unless grades ascend, found some");
}

// All ways to cut a few texts, one by one.
double BestAccuracy(const std::vector<double>& means,
                    const std::vector<std::int32_t>& labels) {
  const std::vector<double> tries = {-0.95, -0.7, -0.4, 0, 0.4, 0.7, 0.95};
  int most = 0;
  for (const double low : tries) {
    for (const double high : tries) {
      if (high < low) continue;
      int right = 0;
      for (std::size_t i = 0; i < means.size(); ++i) {
        const std::int32_t label =
            means[i] < low ? 0 : (means[i] < high ? 1 : 2);
        right += label == labels[i];
      }
      most = std::max(most, right);
    }
  }
  return most;
}

TEST(GradeScaleTest, FittedCutsGiveAsManyTextsTheirLabelAsAnyCuts) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const CounterRandom random(seed, RandomPurpose::kSample);
    std::vector<double> means;
    std::vector<std::int32_t> labels;
    for (std::uint64_t i = 0; i < 20; ++i) {
      // Texts of equal means, too.
      means.push_back(static_cast<double>(random.Below(3 * i, 6)) * 0.36 - 0.9);
      labels.push_back(static_cast<std::int32_t>(random.Below(3 * i + 1, 3)));
    }
    const std::vector<double> cuts = FitCuts(means, labels, {-1, 0, 1});
    ASSERT_EQ(GradeScale::FindProblem({-1, 0, 1}, cuts), "");
    const GradeScale scale({-1, 0, 1}, cuts);
    int right = 0;
    for (std::size_t i = 0; i < means.size(); ++i) {
      right += static_cast<std::int32_t>(scale.Label(
                   scale.Calibrate(static_cast<Real>(means[i])))) == labels[i];
    }
    EXPECT_EQ(right, BestAccuracy(means, labels)) << seed;
  }
}

}  // namespace
}  // namespace whylight
