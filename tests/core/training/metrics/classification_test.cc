#include "core/training/metrics/classification.h"

#include <gtest/gtest.h>

#include <vector>

namespace whylight {
namespace {

constexpr double kTolerance = 1e-12;

using Classes = std::vector<std::int32_t>;

// Ten examples of classes 0, 1 and 2, and what they are taken for:
//   actual    0 0 0 0 1 1 1 2 2 2
//   predicted 0 0 0 1 1 1 0 2 0 0
Confusion Example() {
  return CountConfusion(Classes{0, 0, 0, 0, 1, 1, 1, 2, 2, 2},
                        Classes{0, 0, 0, 1, 1, 1, 0, 2, 0, 0}, 3);
}

TEST(ClassificationTest, CountsEachClassByWhatItIsTakenFor) {
  EXPECT_EQ(Example(), (Confusion{{3, 1, 0}, {1, 2, 0}, {2, 0, 1}}));
}

TEST(ClassificationTest, EqualsWhatIsWorkedOutByHand) {
  const Confusion confusion = Example();
  EXPECT_NEAR(Accuracy(confusion), 0.6, kTolerance);
  const double precisions[] = {3.0 / 6, 2.0 / 3, 1};
  const double recalls[] = {3.0 / 4, 2.0 / 3, 1.0 / 3};
  for (std::size_t own = 0; own < 3; ++own) {
    EXPECT_NEAR(ClassPrecision(confusion, own), precisions[own], kTolerance);
    EXPECT_NEAR(ClassRecall(confusion, own), recalls[own], kTolerance);
  }
  EXPECT_NEAR(ClassF1(confusion, 0), 0.6, kTolerance);
  EXPECT_NEAR(ClassF1(confusion, 1), 2.0 / 3, kTolerance);
  EXPECT_NEAR(ClassF1(confusion, 2), 0.5, kTolerance);
  EXPECT_NEAR(MacroF1(confusion), (0.6 + 2.0 / 3 + 0.5) / 3, kTolerance);
  // Of classes 1 and 2: 3 right, 4 predictions, 6 examples.
  EXPECT_NEAR(MicroF1(confusion, std::vector<std::size_t>{1, 2}), 0.6,
              kTolerance);
  EXPECT_NEAR(MicroF1(confusion, std::vector<std::size_t>{0, 1, 2}),
              Accuracy(confusion), kTolerance);
}

TEST(ClassificationTest, LeavesClassesOutThatNothingHasOrIsTakenFor) {
  // Class 1 is neither in the data nor predicted; class 2 is only predicted.
  const Confusion confusion = CountConfusion(Classes{0, 0}, Classes{0, 2}, 3);
  EXPECT_NEAR(MacroF1(confusion), (2.0 / 3 + 0) / 2, kTolerance);
  EXPECT_EQ(ClassF1(confusion, 1), 0);
  EXPECT_EQ(ClassPrecision(confusion, 1), 0);
  EXPECT_EQ(ClassRecall(confusion, 1), 0);
}

TEST(ClassificationTest, OneClassAloneCanBeRight) {
  const Confusion confusion = CountConfusion(Classes{0, 0}, Classes{0, 0}, 1);
  EXPECT_EQ(Accuracy(confusion), 1);
  EXPECT_EQ(MacroF1(confusion), 1);
}

TEST(ClassificationTest, OfNoExamplesIsNothing) {
  const Confusion confusion = CountConfusion({}, {}, 2);
  EXPECT_EQ(Accuracy(confusion), 0);
  EXPECT_EQ(MacroF1(confusion), 0);
  EXPECT_EQ(MicroF1(confusion, {}), 0);
}

}  // namespace
}  // namespace whylight
