// What two texts come to where words meet, against its definition, one word at
// a time.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <vector>

#include "core/layers/pair_compression.h"
#include "core/math/matrix.h"
#include "core/systems/pairs/meeting.h"
#include "core/systems/pairs/options.h"
#include "tests/core/layers/run_layer.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

RowVector SoftmaxOf(const RowVector& scores) {
  const RowVector exponentials =
      (scores.array() - scores.maxCoeff()).exp().matrix();
  return exponentials / exponentials.sum();
}

// The sums of [a; b], a - b and a ⊙ b.
RowVector SumsOf(const RowVector& a, const RowVector& b) {
  RowVector sums(3);
  sums << a.sum() + b.sum(), a.sum() - b.sum(), a.dot(b);
  return sums;
}

// The words x of a text with the numbers of what they read of themselves and of
// the words y, largest and mean of all these side by side.
RowVector SideOf(const Matrix& x, const Matrix& y, bool mcan) {
  const Matrix scores = x * y.transpose();
  const RowVector by_max =
      SoftmaxOf(scores.rowwise().maxCoeff().transpose()) * x;
  const RowVector by_mean = SoftmaxOf(scores.rowwise().mean().transpose()) * x;
  const Index width = x.cols() + (mcan ? 12 : 6);
  Matrix words(x.rows(), width);
  for (Index i = 0; i < x.rows(); ++i) {
    const RowVector own = SoftmaxOf(x.row(i) * x.transpose()) * x;
    const RowVector other = SoftmaxOf(scores.row(i)) * y;
    words.row(i).head(x.cols() + 6) << x.row(i), SumsOf(own, x.row(i)),
        SumsOf(other, x.row(i));
    if (mcan) {
      words.row(i).tail(6) << SumsOf(by_max, x.row(i)),
          SumsOf(by_mean, x.row(i));
    }
  }
  RowVector both(2 * width);
  both << words.colwise().maxCoeff(), words.colwise().mean();
  return both;
}

// Without parameters: words are scored as they are, and numbers are sums.
TEST(WordMeetingIdentityTest, NumbersAreThoseOfTheirDefinition) {
  constexpr Index kWidth = 3;
  const Matrix table = RandomMatrix(9, kWidth, "words");
  const std::vector<std::vector<std::int32_t>> first = {{0, 1, 2, 1}, {3}};
  const std::vector<std::vector<std::int32_t>> second = {{4, 5},
                                                         {6, 7, 8, 0, 6}};
  for (const PairKind kind : {PairKind::kCafe, PairKind::kMcan}) {
    const bool mcan = kind == PairKind::kMcan;
    const auto meeting = WordMeeting::Make(
        {.kind = kind, .align = 0, .compression = Compression::kSum}, kWidth,
        1);
    ASSERT_TRUE(meeting.ok()) << meeting.error().message;
    Graph graph(Graph::Mode::kInference);
    const Var words = graph.Constant(table);
    const Matrix found = graph.value(meeting.value().Apply(
        graph, {{words, MakeSequences(first), std::nullopt}, {}},
        {{words, MakeSequences(second), std::nullopt}, {}}, 0));
    ASSERT_EQ(found.rows(), 2);
    ASSERT_EQ(found.cols(), meeting.value().outputs());
    ASSERT_EQ(found.cols(), 8 * (kWidth + (mcan ? 12 : 6)));
    for (std::size_t b = 0; b < first.size(); ++b) {
      const RowVector x = SideOf(table(first[b], Eigen::all),
                                 table(second[b], Eigen::all), mcan);
      const RowVector y = SideOf(table(second[b], Eigen::all),
                                 table(first[b], Eigen::all), mcan);
      RowVector expected(4 * x.size());
      expected << x, y, x.cwiseProduct(y), x - y;
      EXPECT_LT(
          (found.row(static_cast<Index>(b)) - expected).cwiseAbs().maxCoeff(),
          1e-12);
    }
  }
}

}  // namespace
}  // namespace whylight
