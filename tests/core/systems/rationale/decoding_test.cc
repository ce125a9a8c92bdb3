#include "core/systems/rationale/decoding.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

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

// All selections of so many words.
std::vector<std::vector<std::uint8_t>> AllSelections(std::size_t length) {
  std::vector<std::vector<std::uint8_t>> all;
  for (unsigned bits = 0; bits < (1u << length); ++bits) {
    std::vector<std::uint8_t>& selected = all.emplace_back(length);
    for (std::size_t t = 0; t < length; ++t) selected[t] = (bits >> t) & 1u;
  }
  return all;
}

double Value(const std::vector<Real>& scores, Real threshold,
             const RunCosts& costs, const std::vector<std::uint8_t>& selected) {
  double value = 0;
  for (std::size_t t = 0; t < scores.size(); ++t) {
    if (selected[t]) value += double{scores[t] - threshold - costs.within[t]};
  }
  for (const Run& run : SelectedRuns(selected)) {
    value -= double{costs.start[run.first]} + double{costs.end[run.last]};
  }
  return value;
}

// A text whose words differ in what it costs to start, to end, and to be there,
// and where each may.
struct CostlyText {
  std::vector<Real> scores;
  RunCosts costs;
};

CostlyText RandomCostlyText(std::size_t length, std::uint64_t trial) {
  const CounterRandom random(2, RandomPurpose::kSelection, trial);
  CostlyText text;
  for (std::size_t t = 0; t < length; ++t) {
    const auto cost = [&](std::uint64_t key) {
      const double draw = random.Uniform(8 * t + key);
      return draw < 0.3 ? std::numeric_limits<Real>::infinity()
                        : static_cast<Real>(2 * (draw - 0.3));
    };
    text.scores.push_back(static_cast<Real>(4 * random.Uniform(8 * t) - 2));
    text.costs.start.push_back(cost(1));
    text.costs.end.push_back(cost(2));
    text.costs.within.push_back(cost(3) / 2);
  }
  return text;
}

TEST(DecodeSelectionTest, FindsTheBestWhereRunsCostMoreHereThanThere) {
  for (std::uint64_t trial = 0; trial < 300; ++trial) {
    const CostlyText text = RandomCostlyText(trial % 10, trial);
    double best = 0;
    for (const auto& selected : AllSelections(text.scores.size())) {
      best =
          std::max(best, Value(text.scores, Real(0.1), text.costs, selected));
    }
    const auto found = DecodeSelection(text.scores, Real(0.1), text.costs);
    ASSERT_EQ(found.size(), text.scores.size());
    EXPECT_NEAR(Value(text.scores, Real(0.1), text.costs, found), best, 1e-5);
  }
}

TEST(DecodeOneRunTest, FindsTheBestRunEvenIfNoneIsWorthIt) {
  for (std::uint64_t trial = 0; trial < 300; ++trial) {
    const CostlyText text = RandomCostlyText(trial % 10, trial);
    constexpr Real kHigh = 1;
    double best = -std::numeric_limits<double>::infinity();
    for (const auto& selected : AllSelections(text.scores.size())) {
      if (SelectedRuns(selected).size() != 1) continue;
      best = std::max(best, Value(text.scores, kHigh, text.costs, selected));
    }
    const auto found = DecodeOneRun(text.scores, kHigh, text.costs);
    ASSERT_EQ(found.size(), text.scores.size());
    if (std::isinf(best)) {
      EXPECT_TRUE(SelectedRuns(found).empty());
    } else {
      ASSERT_EQ(SelectedRuns(found).size(), 1u);
      EXPECT_NEAR(Value(text.scores, kHigh, text.costs, found), best, 1e-5);
    }
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
