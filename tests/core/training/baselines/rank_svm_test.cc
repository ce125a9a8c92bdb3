#include "core/training/baselines/rank_svm.h"

#include <gtest/gtest.h>

#include "core/base/random.h"

namespace whylight {
namespace {

// What is relevant has more of the first feature and less of the second; the
// third is luck, and large; the fourth never varies.
std::vector<RankedFeatures> DrawQueries(std::size_t count) {
  std::vector<RankedFeatures> queries(count);
  for (std::size_t q = 0; q < count; ++q) {
    const CounterRandom random(1, RandomPurpose::kSample, q);
    // Queries differ in how large all of their features are.
    const double level = 10 * random.Uniform(100);
    for (std::uint64_t k = 0; k < 4; ++k) {
      const bool relevant = k == 0;
      queries[q].features.push_back(
          {level + (relevant ? 1 : 0) + 0.2 * random.Uniform(4 * k),
           level - (relevant ? 1 : 0) + 0.2 * random.Uniform(4 * k + 1),
           1000 * random.Uniform(4 * k + 2), 7});
      queries[q].relevant.push_back(relevant ? 1 : 0);
    }
  }
  return queries;
}

TEST(RankSvmTest, LearnsWhatTellsCandidatesOfOneQueryApart) {
  const RankSvm svm = RankSvm::Train(DrawQueries(50), 1).value();
  EXPECT_GT(svm.weights()[0], 0.1);
  EXPECT_LT(svm.weights()[1], -0.1);
  EXPECT_NEAR(svm.weights()[2], 0, 0.01);
  EXPECT_EQ(svm.weights()[3], 0);
  for (const RankedFeatures& query : DrawQueries(100)) {
    const double best = svm.Score(query.features[0]);
    for (std::size_t k = 1; k < 4; ++k) {
      EXPECT_GT(best, svm.Score(query.features[k]));
    }
  }
}

TEST(RankSvmTest, HasTheSameWeightsWheneverItIsTrained) {
  const auto queries = DrawQueries(20);
  EXPECT_EQ(RankSvm::Train(queries, 1).value().weights(),
            RankSvm::Train(queries, 1).value().weights());
}

TEST(RankSvmTest, LearnsMoreOfOnePairAtALargerCost) {
  const std::vector<RankedFeatures> one = {{{{1, 0}, {0, 0}}, {1, 0}}};
  const double little = RankSvm::Train(one, 0.01).value().weights()[0];
  const double much = RankSvm::Train(one, 10).value().weights()[0];
  EXPECT_GT(little, 0);
  EXPECT_GT(much, little);
}

TEST(RankSvmTest, NeedsCandidatesOfBothKinds) {
  EXPECT_FALSE(RankSvm::Train({}, 1).ok());
  const Result<RankSvm> all_relevant =
      RankSvm::Train({{{{1}, {0}}, {1, 1}}, {{{1}}, {0}}}, 1);
  ASSERT_FALSE(all_relevant.ok());
  EXPECT_EQ(all_relevant.error().message,
            "expected a query with candidates that are relevant and others, "
            "found none");
}

}  // namespace
}  // namespace whylight
