#include "core/systems/pairs/train/evaluation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/systems/pairs/options.h"

namespace whylight {
namespace {

using nlohmann::json;

// How likely it is that each pair is "1".
MatrixOf<double> LogsOf(const std::vector<double>& relevant) {
  MatrixOf<double> logs(static_cast<Index>(relevant.size()), 2);
  for (std::size_t i = 0; i < relevant.size(); ++i) {
    logs.row(static_cast<Index>(i)) << std::log(1 - relevant[i]),
        std::log(relevant[i]);
  }
  return logs;
}

LabelledPairs CandidatesOf(const std::vector<std::int32_t>& labels,
                           const std::vector<std::size_t>& candidates) {
  LabelledPairs pairs;
  pairs.pairs.resize(labels.size());
  pairs.labels = labels;
  pairs.candidates = candidates;
  return pairs;
}

TEST(PairEvaluationTest, CandidatesOfEachQueryAreRanked) {
  PairOptions shape;
  shape.labels = {"0", "1"};
  // The first query has its answers at ranks 1 and 2, the second at rank 2,
  // and the third has none.
  const auto figures =
      EvaluatePairs(shape, LogsOf({0.2, 0.9, 0.4, 0.6, 0.3, 0.1, 0.2}),
                    CandidatesOf({0, 1, 1, 0, 1, 0, 0}, {3, 2, 2}));
  ASSERT_TRUE(figures.ok()) << figures.error().message;
  const json found = figures.value();
  EXPECT_EQ(found["n"], 7);
  EXPECT_EQ(found["queries"], 2);
  EXPECT_EQ(found["queries_without_positives"], 1);
  EXPECT_NEAR(found["map"].get<double>(), 100 * ((1 + 1.0) / 2 + 0.5) / 2,
              1e-9);
  EXPECT_NEAR(found["mrr"].get<double>(), 100 * (1 + 0.5) / 2, 1e-9);
  EXPECT_NEAR(found["p_at_1"].get<double>(), 50, 1e-9);
}

TEST(PairEvaluationTest, OtherPairsHaveNoRanking) {
  PairOptions shape;
  shape.labels = {"0", "1"};
  const auto of_pairs =
      EvaluatePairs(shape, LogsOf({0.2, 0.9}), CandidatesOf({0, 1}, {}));
  ASSERT_TRUE(of_pairs.ok()) << of_pairs.error().message;
  EXPECT_FALSE(of_pairs.value().contains("map"));
  shape.labels = {"no", "yes"};
  const auto of_labels =
      EvaluatePairs(shape, LogsOf({0.2, 0.9}), CandidatesOf({0, 1}, {2}));
  ASSERT_TRUE(of_labels.ok()) << of_labels.error().message;
  EXPECT_FALSE(of_labels.value().contains("map"));
}

}  // namespace
}  // namespace whylight
