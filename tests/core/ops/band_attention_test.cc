#include "core/ops/band_attention.h"

#include <gtest/gtest.h>

#include "core/ops/attention.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

class BandAttentionTest : public testing::Test {
 protected:
  BandAttentionTest() {
    words_.lengths = {6, 3};
    words_.max_length = 6;
    words_.rows = {0, 3, 1, 0, 2, 5, 1, -1, 4, -1, 5, -1};
  }

  Matrix InBand(Index band) const {
    Graph graph(Graph::Mode::kInference);
    return graph.value(
        AttendInBand(graph, graph.Constant(queries_), graph.Constant(keys_),
                     graph.Constant(values_), words_, band, Real(0.5)));
  }

  SequenceBatch words_;
  Matrix queries_ = RandomMatrix(6, 4, "queries");
  Matrix keys_ = RandomMatrix(6, 4, "keys");
  Matrix values_ = RandomMatrix(6, 3, "values");
};

TEST_F(BandAttentionTest, IsFullAttentionWhereTheBandIsAsLongAsTheText) {
  Graph graph(Graph::Mode::kInference);
  const Matrix full = graph.value(
      Attend(graph, graph.Constant(queries_), words_, graph.Constant(keys_),
             {graph.Constant(values_), words_}, {.scale = Real(0.5)}));
  for (const Index band : {5, 6, 100000}) {
    EXPECT_LT((InBand(band) - full).cwiseAbs().maxCoeff(), 1e-6) << band;
  }
  EXPECT_GT((InBand(4) - full).cwiseAbs().maxCoeff(), 1e-4);
}

TEST_F(BandAttentionTest, AWordReadsNothingBeyondTheBand) {
  const Matrix alone = InBand(0);
  for (Index t = 0; t < 6; ++t) {
    EXPECT_LT((alone.row(2 * t) - values_.row(words_.row(t, 0))).norm(), 1e-6);
  }
  // Another last word changes nothing for those that do not reach it.
  const Matrix before = InBand(2);
  words_.rows[10] = 0;
  const Matrix after = InBand(2);
  for (Index t = 0; t < 3; ++t) {
    EXPECT_EQ(before.row(2 * t), after.row(2 * t));
  }
  EXPECT_NE(before.row(6), after.row(6));
  // Padding stays zero.
  EXPECT_EQ(after.row(7).norm(), 0);
}

}  // namespace
}  // namespace whylight
