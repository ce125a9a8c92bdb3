#include "core/systems/recommender/multi_pointer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

constexpr Index kWidth = 4;

// Reviews of one word each, whose vectors are rows of `words`: the first four
// of a user, the others of an item.
MultiPointer::Reviews OneWordEach(Graph& graph, const Matrix& words) {
  std::vector<std::vector<std::int32_t>> texts;
  for (std::int32_t i = 0; i < words.rows(); ++i) texts.push_back({i});
  return {graph.Constant(words), MakeSequences(texts),
          MakeSequences({{0, 1, 2, 3}}), MakeSequences({{4, 5, 6}})};
}

Parameter& Named(std::vector<Parameter*> parameters, const std::string& name) {
  for (Parameter* parameter : parameters) {
    if (parameter->name == name) return *parameter;
  }
  ADD_FAILURE() << "no " << name;
  return *parameters.front();
}

// Reviews are scored by their product.
MultiPointer Plain(RecommenderOptions options) {
  options.gate = false;
  options.depth = 0;
  MultiPointer pointers(options, kWidth, 3);
  for (Parameter* parameter : pointers.Parameters()) {
    if (parameter->name.ends_with(".M")) parameter->value.setIdentity();
  }
  return pointers;
}

Matrix ChoiceOf(const Graph& graph, const MultiPointer::Reading& reading,
                std::size_t pointer, std::size_t side) {
  return graph.value(reading.pointers[pointer][side].choice).transpose();
}

TEST(MultiPointerTest, PointsAtReviewsThatMatch) {
  // Of the user the third and of the item the second say the same.
  Matrix words = 0.1 * RandomMatrix(7, kWidth, "words");
  words.row(2) << 0, 3, 0, 0;
  words.row(5) << 0, 3, 0, 0;
  for (const bool word_level : {true, false}) {
    Graph graph(Graph::Mode::kInference);
    const MultiPointer::Reading found =
        Plain({.pointers = 1, .word_level = word_level})
            .Apply(graph, OneWordEach(graph, words), {});
    EXPECT_EQ(ChoiceOf(graph, found, 0, 0), (Matrix{{0, 0, 1, 0}}));
    EXPECT_EQ(ChoiceOf(graph, found, 0, 1), (Matrix{{0, 1, 0}}));
    // What is read is that review, and beside it the mean of all.
    const Matrix user = graph.value(found.users);
    ASSERT_EQ(user.cols(), 2 * kWidth);
    EXPECT_TRUE(user.leftCols(kWidth).isApprox(words.row(2)));
    EXPECT_TRUE(
        user.rightCols(kWidth).isApprox(words.topRows(4).colwise().mean()));
  }
}

TEST(MultiPointerTest, WithoutLayersAScoreIsBilinear) {
  MultiPointer pointers = Plain({.pointers = 1, .word_level = false});
  const Matrix m = RandomMatrix(kWidth, kWidth, "M");
  Named(pointers.Parameters(), "pointer.1.reviews.M").value = m;
  const Matrix words = RandomMatrix(7, kWidth, "words");
  const Matrix scores = words.topRows(4) * m * words.bottomRows(3).transpose();
  Index user = 0;
  Index item = 0;
  scores.rowwise().maxCoeff().maxCoeff(&user);
  scores.colwise().maxCoeff().maxCoeff(&item);
  Graph graph(Graph::Mode::kInference);
  const MultiPointer::Reading found =
      pointers.Apply(graph, OneWordEach(graph, words), {});
  EXPECT_EQ(ChoiceOf(graph, found, 0, 0)(0, user), 1);
  EXPECT_EQ(ChoiceOf(graph, found, 0, 1)(0, item), 1);
}

TEST(MultiPointerTest, GatesOpenAndClose) {
  MultiPointer pointers(
      {.pointers = 1, .word_level = false, .all_reviews = false}, kWidth, 3);
  std::vector<Parameter*> parameters = pointers.Parameters();
  Named(parameters, "update.W").value.setIdentity();
  Named(parameters, "gate.W").value.setZero();
  const Matrix words = RandomMatrix(7, kWidth, "words");
  const auto users = [&](Real bias) {
    Named(parameters, "gate.b").value.setConstant(bias);
    Graph graph(Graph::Mode::kInference);
    const auto reviews = OneWordEach(graph, words);
    return Matrix(graph.value(pointers.Apply(graph, reviews, {}).users));
  };
  EXPECT_LT(users(-100).cwiseAbs().maxCoeff(), 1e-6);
  // Open, what is read is tanh of one of the reviews.
  const Matrix open = users(100);
  bool is_one = false;
  for (Index r = 0; r < 4; ++r) {
    is_one |=
        open.row(0).isApprox(words.row(r).array().tanh().matrix(), Real(1e-5));
  }
  EXPECT_TRUE(is_one);
}

TEST(MultiPointerTest, DrawsReviewsAsOftenAsTheSoftmaxSays) {
  Matrix words = Matrix::Zero(7, kWidth);
  words.col(0) << 0.5, 1, -1, 0.25, 1, 0, -2;
  // The best partner of each: 1 for those above zero, -2 for the other.
  const RowVector best = (RowVector(4) << 0.5, 1, 2, 0.25).finished();
  RowVector expected = best.array().exp();
  expected /= expected.sum();
  const MultiPointer pointers = Plain({.pointers = 1, .word_level = false});
  constexpr int kDraws = 4000;
  RowVector counts = RowVector::Zero(4);
  Graph graph(Graph::Mode::kInference);
  for (std::size_t i = 0; i < kDraws; ++i) {
    graph.Clear();
    const auto reviews = OneWordEach(graph, words);
    const MultiPointer::Reading drawn = pointers.Apply(
        graph, reviews,
        {.dropout = {.seed = 1, .examples = {i}}, .gumbel = true});
    counts += ChoiceOf(graph, drawn, 0, 0).row(0);
  }
  for (Index r = 0; r < 4; ++r) {
    const double share = static_cast<double>(expected(r));
    EXPECT_NEAR(counts(r) / kDraws, share,
                4 * std::sqrt(share * (1 - share) / kDraws));
  }
}

TEST(MultiPointerTest, PointersSayTheirPartsSideBySideAddedOrDense) {
  const Matrix words = RandomMatrix(7, kWidth, "words");
  const auto users = [&](PointerCombination combination) {
    const RecommenderOptions options{
        .pointers = 3, .combination = combination, .all_reviews = false};
    const MultiPointer pointers(options, kWidth, 3);
    Graph graph(Graph::Mode::kInference);
    const auto reviews = OneWordEach(graph, words);
    const Matrix found = graph.value(pointers.Apply(graph, reviews, {}).users);
    EXPECT_EQ(found.cols(), MultiPointer::Width(options, kWidth));
    return found;
  };
  const Matrix side_by_side = users(PointerCombination::kConcat);
  const Matrix sum = users(PointerCombination::kSum);
  EXPECT_TRUE(sum.isApprox(side_by_side.leftCols(kWidth) +
                           side_by_side.middleCols(kWidth, kWidth) +
                           side_by_side.rightCols(kWidth)));
  EXPECT_GE(users(PointerCombination::kDense).minCoeff(), 0);
}

TEST(MultiPointerTest, KnowsHowManyNumbersItHas) {
  for (const auto combination :
       {PointerCombination::kConcat, PointerCombination::kDense}) {
    for (const bool flag : {false, true}) {
      const RecommenderOptions options{.pointers = 2,
                                       .combination = combination,
                                       .gate = flag,
                                       .depth = flag ? 0 : 2,
                                       .word_level = flag};
      MultiPointer pointers(options, kWidth, 3);
      Index size = 0;
      for (const Parameter* parameter : pointers.Parameters()) {
        size += parameter->value.size();
      }
      EXPECT_EQ(MultiPointer::Size(options, kWidth),
                static_cast<std::uint64_t>(size));
    }
  }
}

}  // namespace
}  // namespace whylight
