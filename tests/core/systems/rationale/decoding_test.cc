#include "core/systems/rationale/decoding.h"

#include <gtest/gtest.h>

#include "core/base/random.h"

namespace whylight {
namespace {

double Value(const std::vector<Real>& scores,
             const std::vector<std::uint8_t>& selected,
             const Decoding& decoding) {
  double value = 0;
  std::uint8_t before = 0;
  for (std::size_t t = 0; t < scores.size(); ++t) {
    if (selected[t]) value += double{scores[t] - decoding.threshold};
    if (selected[t] != before) value -= double{decoding.transition_cost};
    before = selected[t];
  }
  if (before) value -= double{decoding.transition_cost};
  return value;
}

TEST(DecodeSelectionTest, FindsTheBestOfAllSelections) {
  const CounterRandom random(1, RandomPurpose::kSelection);
  for (std::uint64_t trial = 0; trial < 200; ++trial) {
    const std::size_t length = trial % 9;
    std::vector<Real> scores;
    for (std::size_t t = 0; t < length; ++t) {
      scores.push_back(
          static_cast<Real>(4 * random.Uniform(trial * 10 + t) - 2));
    }
    const Decoding decoding{Real(0.1), static_cast<Real>(trial % 4) / 2};
    double best = 0;
    for (unsigned bits = 0; bits < (1u << length); ++bits) {
      std::vector<std::uint8_t> selected(length);
      for (std::size_t t = 0; t < length; ++t) selected[t] = (bits >> t) & 1u;
      best = std::max(best, Value(scores, selected, decoding));
    }
    const auto found = DecodeSelection(scores, decoding);
    ASSERT_EQ(found.size(), length);
    EXPECT_NEAR(Value(scores, found, decoding), best, 1e-5);
  }
}

TEST(DecodeSelectionTest, WithoutCostSelectsWhatIsAboveTheThreshold) {
  EXPECT_EQ(DecodeSelection(std::vector<Real>{1, 3, 2, 4},
                            {.threshold = 2, .transition_cost = 0}),
            (std::vector<std::uint8_t>{0, 1, 0, 1}));
}

TEST(DecodeSelectionTest, CostFillsGapsAndDropsLoneWords) {
  EXPECT_EQ(DecodeSelection(std::vector<Real>{3, -1, 3, -9, 1},
                            {.threshold = 0, .transition_cost = 1}),
            (std::vector<std::uint8_t>{1, 1, 1, 0, 0}));
}

}  // namespace
}  // namespace whylight
