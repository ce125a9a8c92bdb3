#include "core/systems/questions/train/judged_hits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "core/base/random.h"
#include "core/training/metrics/platt.h"
#include "tests/core/systems/questions/made_up_retriever.h"

namespace whylight {
namespace {

// Hits whose probability is a known function of both scores.
JudgedHits DrawHits(std::size_t queries, const LogisticModel& truth) {
  JudgedHits hits{.queries = queries, .hits = {}};
  for (std::size_t q = 0; q < queries; ++q) {
    const CounterRandom random(1, RandomPurpose::kSample, q);
    for (std::uint64_t k = 0; k < 10; ++k) {
      JudgedHit hit{.query = q,
                    .score = random.Uniform(3 * k),
                    .share = random.Uniform(3 * k + 1) / 2,
                    .by_model = k < 5};
      const double x[] = {hit.score, hit.share};
      hit.same = random.Uniform(3 * k + 2) < truth.Probability(x) ? 1 : 0;
      hits.hits.push_back(hit);
    }
  }
  return hits;
}

TEST(FitCalibrationTest, FindsTheCurveOfBothScores) {
  const JudgedHits hits = DrawHits(3000, {{5, 8}, -6});
  const ScoreCalibration found = FitCalibration(hits).value();
  EXPECT_NEAR(found.hits.cosine, 5, 0.3);
  EXPECT_NEAR(found.hits.share, 8, 0.4);
  EXPECT_NEAR(found.hits.intercept, -6, 0.3);
  EXPECT_LT(found.held_out_error, 0.02);
  EXPECT_GT(found.slope, 1);
}

TEST(FitCalibrationTest, TheThresholdTellsQueriesWithARightHitFromOthers) {
  const JudgedHits hits = DrawHits(3000, {{5, 8}, -6});
  const double threshold = FitCalibration(hits).value().threshold;
  // By every threshold of a grid, with the curve that the hits are drawn from.
  const auto told = [&](double least) {
    std::map<std::size_t, std::array<double, 2>> best;
    std::set<std::size_t> with_right;
    for (const JudgedHit& hit : hits.hits) {
      const double probability =
          1 / (1 + std::exp(6 - 5 * hit.score - 8 * hit.share));
      auto& [all, wrong] = best[hit.query];
      all = std::max(all, probability);
      if (hit.same == 0) wrong = std::max(wrong, probability);
      if (hit.same == 1) with_right.insert(hit.query);
    }
    std::size_t right = 0;
    for (const std::size_t query : with_right) {
      right += best[query][0] >= least;
      right += best[query][1] < least;
    }
    return static_cast<double>(right) /
           static_cast<double>(2 * with_right.size());
  };
  double most = 0;
  for (int i = 0; i <= 100; ++i) most = std::max(most, told(i / 100.0));
  EXPECT_GT(most, 0.55);
  EXPECT_GT(told(threshold), most - 0.01);
}

TEST(FitCalibrationTest, WhatIsLearnedByHeartDoesNotCountAsCalibrated) {
  // Outcomes that scores say nothing of, of few queries.
  const JudgedHits hits = DrawHits(10, {{0, 0}, 0});
  const ScoreCalibration found = FitCalibration(hits).value();
  Retriever model = MadeUpRetriever({});
  model.set_calibration(found);
  const auto figures = CalibrationFigures(model, hits).value();
  EXPECT_GT(figures["held_out_error"], figures["error"]);
  EXPECT_EQ(figures["held_out_error"], found.held_out_error);
}

TEST(FitCalibrationTest, NeedsHitsThatAskTheSameInEveryPart) {
  JudgedHits hits = DrawHits(10, {{0, 0}, 0});
  for (JudgedHit& hit : hits.hits) hit.same = hit.query == 0 ? 1 : 0;
  EXPECT_FALSE(FitCalibration(hits).ok());
  EXPECT_FALSE(FitCalibration({}).ok());
}

class JudgedSearchTest : public testing::Test {
 protected:
  // Numbers of texts are those of `texts`.
  JudgedHits Find(std::vector<std::string> texts,
                  std::vector<RankedQuery> queries) {
    QueryFile file{"file", std::move(texts), {}, std::move(queries)};
    for (const std::string& text : file.texts) {
      file.tokens.push_back(Tokenize(text));
    }
    UnknownWords unknown = model_.NoUnknownWords();
    const RankedQueries ranked = ToRankedQueries(file, model_, unknown);
    ThreadPool pool(2);
    JudgedHits hits;
    JudgedSearch::Make(file).value().AddHits(model_, ranked, unknown, pool,
                                             &hits);
    return hits;
  }

  Retriever model_ = MadeUpRetriever({});
};

TEST_F(JudgedSearchTest, FindsCandidatesOfAllQueriesButNotTheQuery) {
  const JudgedHits hits =
      Find({"reset my password", "forgot the password", "late train"},
           {{.query = 0, .candidates = {0, 1}, .relevant = {1, 1}},
            {.query = 2, .candidates = {1}, .relevant = {0}},
            {.query = 0, .candidates = {1}, .relevant = {0}}});
  ASSERT_EQ(hits.hits.size(), 4u);
  EXPECT_EQ(hits.queries, 2u);
  // The first query finds the other text, not itself.
  EXPECT_EQ(hits.hits[0].same, 1);
  EXPECT_GT(hits.hits[0].share, 0);
  // The second one finds both, one of which nobody labelled.
  EXPECT_EQ(hits.hits[1].same + hits.hits[2].same, 0);
  EXPECT_EQ(hits.hits[1].share, 0);
  // Equal queries are held out together.
  EXPECT_EQ(hits.hits[3].query, hits.hits[0].query);
}

TEST_F(JudgedSearchTest, WordsFindWhatTheModelCannotRead) {
  const JudgedHits hits =
      Find({"zebra", "zebra crossing", "late train"},
           {{.query = 0, .candidates = {1, 2}, .relevant = {1, 0}}});
  ASSERT_EQ(hits.hits.size(), 1u);
  EXPECT_FALSE(hits.hits[0].by_model);
  EXPECT_EQ(hits.hits[0].score, 0);
  EXPECT_GT(hits.hits[0].share, 0);
  EXPECT_EQ(hits.hits[0].same, 1);
}

}  // namespace
}  // namespace whylight
