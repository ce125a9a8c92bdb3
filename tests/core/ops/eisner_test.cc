#include "core/ops/eisner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "tests/core/ops/every_tree.h"

namespace whylight {
namespace {

constexpr std::size_t kMostWords = 6;

MatrixOf<double> ScoresOf(std::size_t words, int which = 0) {
  const auto count = static_cast<Index>(words);
  return RandomScores(count + 1, count,
                      std::to_string(words) + "." + std::to_string(which));
}

// Every projective tree with its score, the best first.
std::vector<ScoredTree> Ranked(const MatrixOf<double>& scores) {
  std::vector<ScoredTree> trees;
  VisitEveryProjectiveTree(
      static_cast<std::size_t>(scores.cols()), [&](const Heads& heads) {
        trees.push_back({heads, ScoreOfTree(scores, heads)});
      });
  std::sort(trees.begin(), trees.end(),
            [](const ScoredTree& a, const ScoredTree& b) {
              return a.score > b.score;
            });
  return trees;
}

bool Has(const ScoredTree& tree, Index head, Index word) {
  return tree.heads[static_cast<std::size_t>(word)] == head;
}

TEST(EisnerTest, TheBestTreeIsTheBestOfAll) {
  EXPECT_TRUE(BestTree(MatrixOf<double>(1, 0)).empty());
  for (std::size_t words = 1; words <= kMostWords; ++words) {
    for (int which = 0; which < 5; ++which) {
      const MatrixOf<double> scores = ScoresOf(words, which);
      EXPECT_EQ(BestTree(scores), Ranked(scores).front().heads);
    }
  }
}

TEST(EisnerTest, TheBestTreesAreTheBestOfAll) {
  for (std::size_t words = 1; words <= 5; ++words) {
    const MatrixOf<double> scores = ScoresOf(words);
    const std::vector<ScoredTree> ranked = Ranked(scores);
    for (const std::size_t count : {0u, 1u, 2u, 7u, 1000u}) {
      const std::vector<ScoredTree> best = BestTrees(scores, count);
      ASSERT_EQ(best.size(), std::min(count, ranked.size()));
      for (std::size_t i = 0; i < best.size(); ++i) {
        EXPECT_EQ(best[i].heads, ranked[i].heads);
        EXPECT_NEAR(best[i].score, ranked[i].score, 1e-12);
      }
    }
  }
}

TEST(EisnerTest, EachOfManyEqualTreesIsListedOnce) {
  const std::vector<ScoredTree> trees =
      BestTrees(MatrixOf<double>::Zero(5, 4), 1000);
  std::vector<Heads> heads;
  for (const ScoredTree& tree : trees) heads.push_back(tree.heads);
  std::sort(heads.begin(), heads.end());
  EXPECT_EQ(std::adjacent_find(heads.begin(), heads.end()), heads.end());
  EXPECT_EQ(heads.size(), Ranked(MatrixOf<double>::Zero(5, 4)).size());
}

TEST(EisnerTest, KnowsTheBestTreeWithEachArcAndWithout) {
  for (std::size_t words = 1; words <= kMostWords; ++words) {
    const MatrixOf<double> scores = ScoresOf(words);
    const std::vector<ScoredTree> ranked = Ranked(scores);
    const MatrixOf<double> with = BestScoresWithArcs(scores);
    const std::vector<double> margins =
        ArcMargins(scores, ranked.front().heads);
    for (Index m = 0; m < scores.cols(); ++m) {
      for (Index h = 0; h < scores.rows(); ++h) {
        const auto best =
            std::find_if(ranked.begin(), ranked.end(),
                         [&](const auto& tree) { return Has(tree, h, m); });
        if (best == ranked.end()) {
          EXPECT_EQ(with(h, m), -std::numeric_limits<double>::infinity());
        } else {
          EXPECT_NEAR(with(h, m), best->score, 1e-12);
        }
      }
      const Index head = ranked.front().heads[static_cast<std::size_t>(m)];
      const auto other =
          std::find_if(ranked.begin(), ranked.end(),
                       [&](const auto& tree) { return !Has(tree, head, m); });
      const double margin = margins[static_cast<std::size_t>(m)];
      if (other == ranked.end()) {
        EXPECT_EQ(margin, std::numeric_limits<double>::infinity());
        continue;
      }
      EXPECT_NEAR(margin, ranked.front().score - other->score, 1e-12);
      // The slow way: parse again where the arc costs more than all there is.
      MatrixOf<double> forbidden = scores;
      forbidden(head, m) = -1000;
      EXPECT_EQ(BestTree(forbidden), other->heads);
    }
  }
}

TEST(EisnerTest, SharesOfArcsAreThoseAmongAllTrees) {
  for (std::size_t words = 1; words <= kMostWords; ++words) {
    const MatrixOf<double> scores = 3 * ScoresOf(words);
    double all = 0;
    MatrixOf<double> shares =
        MatrixOf<double>::Zero(scores.rows(), scores.cols());
    for (const ScoredTree& tree : Ranked(scores)) {
      all += std::exp(tree.score);
      for (std::size_t m = 0; m < words; ++m) {
        shares(tree.heads[m], static_cast<Index>(m)) += std::exp(tree.score);
      }
    }
    MatrixOf<double> marginals;
    EXPECT_NEAR(LogTreePartition(scores, &marginals), std::log(all), 1e-12);
    EXPECT_LT((marginals - shares / all).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_NEAR(LogTreePartition(scores, nullptr), std::log(all), 1e-12);
  }
}

TEST(EisnerTest, LargeScoresDoNotOverflow) {
  const MatrixOf<double> scores = 1e30 * ScoresOf(5);
  MatrixOf<double> marginals;
  EXPECT_TRUE(std::isfinite(LogTreePartition(scores, &marginals)));
  EXPECT_TRUE(marginals.allFinite());
}

TEST(EisnerTest, KnowsProjectiveTreesAndMakesOthersSo) {
  for (std::size_t words = 1; words <= 5; ++words) {
    VisitEveryTree(words, [](const Heads& heads) {
      EXPECT_EQ(IsProjective(heads), !CrossingArcs(heads));
      const Heads made = MakeProjective(heads);
      EXPECT_TRUE(IsTree(made) && !CrossingArcs(made));
      EXPECT_EQ(made == heads, !CrossingArcs(heads));
    });
  }
  // "a hearing is scheduled on the issue today": "on" modifies "hearing".
  EXPECT_EQ(MakeProjective({2, 4, 4, 0, 2, 7, 5, 4}),
            (Heads{2, 4, 4, 0, 4, 7, 5, 4}));
}

}  // namespace
}  // namespace whylight
