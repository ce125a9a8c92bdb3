#include "core/training/metrics/spans.h"

#include <gtest/gtest.h>

#include <vector>

namespace whylight {
namespace {

constexpr double kTolerance = 1e-9;

using Mask = std::vector<std::uint8_t>;

MarkedText Marked(const Mask& selected, const Mask& gold) {
  MarkedText text{.selected = selected, .gold = gold, .scores = {}};
  for (const std::uint8_t z : selected) {
    text.scores.push_back(static_cast<Real>(z));
  }
  return text;
}

TEST(AgreementTest, EqualsWhatIsWorkedOutByHand) {
  AgreementSum sum;
  // Of four selected words three are right; a run of two is right, another
  // shares one word of its three with a run of two: IOU 1/4.
  sum.Add(Marked({1, 1, 0, 1, 1, 0, 0, 0}, {1, 1, 0, 0, 1, 1, 1, 0}));
  // Nothing is selected, one word is marked.
  sum.Add(Marked({0, 0, 0}, {0, 1, 0}));
  // Nothing is marked, one word is selected.
  sum.Add(Marked({1, 0}, {0, 0}));
  const Agreement mean = sum.Mean();
  EXPECT_EQ(mean.texts, 3u);
  EXPECT_NEAR(mean.prec1, (3.0 / 4 + 0) / 2, kTolerance);
  EXPECT_NEAR(mean.prec2, 3.0 / 5, kTolerance);
  EXPECT_NEAR(mean.recall, 3.0 / 6, kTolerance);
  EXPECT_NEAR(mean.f1, 2 * 0.6 * 0.5 / 1.1, kTolerance);
  // Precision 3/4 and recall 3/5 in the first, nothing in the others.
  EXPECT_NEAR(mean.f1_macro, 2 * 0.75 * 0.6 / 1.35 / 3, kTolerance);
  // One of three selected runs and of three marked ones.
  EXPECT_NEAR(mean.iou_f1, 1.0 / 3, kTolerance);
  EXPECT_NEAR(mean.iou_f1_macro, (0.5 / 3), kTolerance);
}

TEST(AgreementTest, HalfOfTheUnionIsEnoughForARun) {
  const auto iou = [](const Mask& selected, const Mask& gold) {
    AgreementSum sum;
    sum.Add(Marked(selected, gold));
    return sum.Mean().iou_f1;
  };
  EXPECT_EQ(iou({1, 1, 0, 0}, {1, 0, 0, 0}), 1);
  EXPECT_EQ(iou({1, 1, 1, 0}, {1, 0, 0, 0}), 0);
  EXPECT_EQ(iou({1, 1, 1, 0}, {0, 1, 1, 1}), 1);
  EXPECT_EQ(iou({0, 0, 0, 0}, {0, 0, 0, 0}), 0);
}

TEST(AgreementTest, OfNoTextsIsNothing) {
  const Agreement mean = AgreementSum().Mean();
  for (const double figure :
       {mean.prec1, mean.prec2, mean.recall, mean.f1, mean.f1_macro,
        mean.iou_f1, mean.iou_f1_macro, mean.auprc}) {
    EXPECT_EQ(figure, 0);
  }
}

TEST(AreaUnderPrecisionRecallTest, IsOneWhereMarkedWordsComeFirst) {
  EXPECT_NEAR(
      AreaUnderPrecisionRecall(std::vector<Real>{3, 1, 2}, Mask{1, 0, 1}), 1,
      kTolerance);
}

TEST(AreaUnderPrecisionRecallTest, EqualsWhatIsWorkedOutByHand) {
  // Taken: wrong (0, 0), right (1/2, 1/2), wrong (1/2, 1/3), right (1, 1/2).
  EXPECT_NEAR(
      AreaUnderPrecisionRecall(std::vector<Real>{4, 3, 2, 1}, Mask{0, 1, 0, 1}),
      0.5 * (0.0 + 0.5) / 2 + 0.5 * (1.0 / 3 + 0.5) / 2, kTolerance);
}

TEST(AreaUnderPrecisionRecallTest, TakesEqualScoresAtOnce) {
  // One step from (0, 1) to (1, 1/2), whichever comes first.
  for (const Mask& gold : {Mask{1, 0}, Mask{0, 1}}) {
    EXPECT_NEAR(AreaUnderPrecisionRecall(std::vector<Real>{5, 5}, gold), 0.75,
                kTolerance);
  }
}

TEST(AreaUnderPrecisionRecallTest, IsNothingWhereNothingIsMarked) {
  EXPECT_EQ(AreaUnderPrecisionRecall(std::vector<Real>{1, 2}, Mask{0, 0}), 0);
}

}  // namespace
}  // namespace whylight
