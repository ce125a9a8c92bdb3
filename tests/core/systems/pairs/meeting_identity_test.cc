// What two texts come to where words meet, against its definition, one word at
// a time.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "core/layers/pair_compression.h"
#include "core/math/matrix.h"
#include "core/model/layer_list.h"
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
// the words y.
Matrix WithNumbers(const Matrix& x, const Matrix& y, bool mcan) {
  const Matrix scores = x * y.transpose();
  const RowVector by_max =
      SoftmaxOf(scores.rowwise().maxCoeff().transpose()) * x;
  const RowVector by_mean = SoftmaxOf(scores.rowwise().mean().transpose()) * x;
  Matrix words(x.rows(), x.cols() + (mcan ? 12 : 6));
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
  return words;
}

// Largest and mean of all these side by side.
RowVector SideOf(const Matrix& x, const Matrix& y, bool mcan) {
  const Matrix words = WithNumbers(x, y, mcan);
  RowVector both(2 * words.cols());
  both << words.colwise().maxCoeff(), words.colwise().mean();
  return both;
}

// The words of both texts through all layers, where those between have the six
// numbers beside them, and what becomes of them.
RowVector StackedOf(Matrix x, Matrix y, const LayerList& layers) {
  std::vector<Matrix> xs;
  std::vector<Matrix> ys;
  for (const auto& layer : layers) {
    const auto read = [&](const Matrix& words) {
      return RunLayer(*layer, words, EveryRowAWord(words.rows(), 1));
    };
    const Matrix with_x = xs.empty() ? x : WithNumbers(x, y, false);
    const Matrix with_y = ys.empty() ? y : WithNumbers(y, x, false);
    x = xs.emplace_back(read(with_x));
    y = ys.emplace_back(read(with_y));
  }
  Matrix scores = xs[0] * ys[0].transpose();
  Matrix a(x.rows(), 0);
  Matrix b(y.rows(), 0);
  for (std::size_t p = 0; p < layers.size(); ++p) {
    for (std::size_t q = 0; q < layers.size(); ++q) {
      scores = scores.cwiseMax(Matrix(xs[p] * ys[q].transpose()));
    }
    a = Matrix((Matrix(a.rows(), a.cols() + x.cols()) << a, xs[p]).finished());
    b = Matrix((Matrix(b.rows(), b.cols() + y.cols()) << b, ys[p]).finished());
  }
  const auto sum = [](const Matrix& words, const Matrix& others,
                      const Matrix& fits) {
    RowVector total = RowVector::Zero(4 * words.cols());
    for (Index i = 0; i < words.rows(); ++i) {
      const RowVector word = words.row(i);
      const RowVector other = SoftmaxOf(fits.row(i)) * others;
      RowVector compared(total.size());
      compared << other, word, other.cwiseProduct(word), other - word;
      total += compared;
    }
    return total;
  };
  const RowVector of_x = sum(a, b, scores);
  const RowVector of_y = sum(b, a, scores.transpose());
  RowVector both(2 * of_x.size());
  both << of_x, of_y;
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

// Each text by itself, through layers of the same names and seed.
TEST(WordMeetingIdentityTest, AStackIsThatOfItsDefinition) {
  constexpr Index kInputs = 3;
  constexpr Index kWidth = 2;
  constexpr std::uint64_t kSeed = 7;
  const std::vector<nlohmann::json> lstms(
      3, {{"type", "lstm"}, {"hidden", kWidth}});
  const Matrix table = 2 * RandomMatrix(6, kInputs, "words");
  const std::vector<std::vector<std::int32_t>> first = {{0, 1, 2, 1}, {3}};
  const std::vector<std::vector<std::int32_t>> second = {{4, 5}, {1, 0, 2}};
  for (std::size_t depth = 1; depth <= lstms.size(); ++depth) {
    const std::vector<nlohmann::json> specs(
        lstms.begin(), lstms.begin() + static_cast<std::ptrdiff_t>(depth));
    const auto meeting = WordMeeting::Make({.kind = PairKind::kCsran,
                                            .align = 0,
                                            .compression = Compression::kSum,
                                            .stack = specs},
                                           kInputs, kSeed);
    ASSERT_TRUE(meeting.ok()) << meeting.error().message;
    Graph graph(Graph::Mode::kInference);
    const Var words = graph.Constant(table);
    const PairSide sides[] = {
        {{words, MakeSequences(first), std::nullopt}, {}},
        {{words, MakeSequences(second), std::nullopt}, {}}};
    const Matrix found =
        graph.value(meeting.value().Apply(graph, sides[0], sides[1], 0));
    ASSERT_EQ(found.rows(), 2);
    ASSERT_EQ(found.cols(), meeting.value().outputs());
    const LayerList layers =
        MakeNewLayers(specs, "stack", kInputs, "stack", kSeed, 6).value();
    for (std::size_t b = 0; b < first.size(); ++b) {
      const RowVector expected = StackedOf(
          table(first[b], Eigen::all), table(second[b], Eigen::all), layers);
      ASSERT_EQ(expected.size(), found.cols());
      EXPECT_LT(
          (found.row(static_cast<Index>(b)) - expected).cwiseAbs().maxCoeff(),
          1e-12);
    }
  }
}

}  // namespace
}  // namespace whylight
