#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/training/vectors/window_pairs.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

static_assert(sizeof(Real) == sizeof(double), "differences need double");

TEST(WindowTest, PairsAWordWithThoseInReachInItsDocument) {
  // "pours a hazy gold . | nice head", reach 2.
  const Window first{0, 5};
  const Window second{5, 7};
  const auto partners = [](std::size_t position, std::size_t reach,
                           Window document) {
    std::vector<std::size_t> positions;
    const Window window = WindowAt(position, reach, document);
    for (std::size_t i = window.begin; i < window.end; ++i) {
      if (i != position) positions.push_back(i);
    }
    return positions;
  };
  using Positions = std::vector<std::size_t>;
  EXPECT_EQ(partners(0, 2, first), (Positions{1, 2}));
  EXPECT_EQ(partners(1, 2, first), (Positions{0, 2, 3}));
  EXPECT_EQ(partners(2, 2, first), (Positions{0, 1, 3, 4}));
  EXPECT_EQ(partners(2, 1, first), (Positions{1, 3}));
  EXPECT_EQ(partners(4, 2, first), (Positions{2, 3}));
  EXPECT_EQ(partners(5, 2, second), Positions{6});
  EXPECT_EQ(partners(6, 9, second), Positions{5});
  EXPECT_EQ(partners(7, 5, {7, 8}), Positions{});
}

// The words c, d, e and f of two documents, "a b c d e" and "f g", and three
// random words. The last window holds nothing but its own word.
WindowPairs MakePairs() {
  WindowPairs pairs;
  pairs.inputs = RandomMatrix(4, 3, "inputs");
  pairs.outputs = 2 * RandomMatrix(9, 3, "outputs");
  pairs.own = 1;
  pairs.windows = {{0, 4}, {1, 4}, {2, 4}, {4, 5}};
  pairs.negatives = 5;
  pairs.random_outputs = 3;
  return pairs;
}

// The words c and d of "a b c d e", each with two words around it, and of "f"
// alone; "b c d e f" are the inputs. Two random words.
WindowPairs MakeBags() {
  WindowPairs pairs;
  pairs.objective = Objective::kCbow;
  pairs.inputs = 2 * RandomMatrix(5, 3, "inputs");
  pairs.outputs = 2 * RandomMatrix(5, 3, "outputs");
  pairs.own = 1;
  pairs.windows = {{0, 3}, {1, 4}, {3, 4}};
  pairs.negatives = 4;
  pairs.random_outputs = 2;
  return pairs;
}

// Three words, of which the first has two contexts in a list, the second three
// and the last none, and two random contexts.
WindowPairs MakeLists() {
  WindowPairs pairs;
  pairs.inputs = RandomMatrix(3, 3, "inputs");
  pairs.outputs = 2 * RandomMatrix(7, 3, "outputs");
  pairs.own.reset();
  pairs.windows = {{0, 2}, {2, 5}, {5, 5}};
  pairs.negatives = 5;
  pairs.random_outputs = 2;
  return pairs;
}

double LossOf(const WindowPairs& pairs) {
  WindowScores scores;
  Score(pairs, scores);
  return Loss(pairs, scores);
}

double LogSigmoid(double x) { return -std::log(1 + std::exp(-x)); }

TEST(WindowPairsTest, SkipGramLossIsThatOfEachPairAlone) {
  const WindowPairs pairs = MakePairs();
  const auto score = [&](Index word, Index output) {
    return pairs.inputs.row(word).dot(pairs.outputs.row(output));
  };
  const std::vector<std::vector<Index>> partners = {{0, 2, 3}, {1, 3}, {2}, {}};
  double expected = 0;
  for (std::size_t i = 0; i < partners.size(); ++i) {
    const auto word = static_cast<Index>(i);
    for (const Index partner : partners[i]) {
      expected -= LogSigmoid(score(word, partner));
      for (const Index random : {6, 7, 8}) {
        expected -= 5.0 / 3 * LogSigmoid(-score(word, random));
      }
    }
  }
  EXPECT_NEAR(LossOf(pairs), expected, 1e-12);
}

TEST(WindowPairsTest, LossOfListsIsThatOfAllTheirContexts) {
  const WindowPairs pairs = MakeLists();
  const auto score = [&](Index word, Index output) {
    return pairs.inputs.row(word).dot(pairs.outputs.row(output));
  };
  const std::vector<std::vector<Index>> lists = {{0, 1}, {2, 3, 4}};
  double expected = 0;
  for (Index word = 0; word < 2; ++word) {
    for (const Index context : lists[static_cast<std::size_t>(word)]) {
      expected -= LogSigmoid(score(word, context));
      for (const Index random : {5, 6}) {
        expected -= 5.0 / 2 * LogSigmoid(-score(word, random));
      }
    }
  }
  EXPECT_NEAR(LossOf(pairs), expected, 1e-12);
}

TEST(WindowPairsTest, CbowLossIsThatOfTheMeanOfEachWindow) {
  const WindowPairs pairs = MakeBags();
  double expected = 0;
  for (const Index word : {0, 1}) {
    const RowVector mean =
        (pairs.inputs.row(word) + pairs.inputs.row(word + 2)) / 2;
    const auto score = [&](Index output) {
      return mean.dot(pairs.outputs.row(output));
    };
    expected -= LogSigmoid(score(word));
    for (const Index random : {3, 4}) {
      expected -= 4.0 / 2 * LogSigmoid(-score(random));
    }
  }
  EXPECT_NEAR(LossOf(pairs), expected, 1e-12);
}

// `times` is what the gradient of the inputs is multiplied by.
void CheckDescent(WindowPairs pairs, double times) {
  Matrix inputs(pairs.inputs.rows(), pairs.inputs.cols());
  Matrix outputs(pairs.outputs.rows(), pairs.outputs.cols());
  WindowScores scores;
  Score(pairs, scores);
  Descend(pairs, scores, inputs, outputs);
  const auto check = [&](Matrix& vectors, const Matrix& descent,
                         double factor) {
    constexpr Real kStep = 1e-5;
    for (Index i = 0; i < vectors.size(); ++i) {
      const Real saved = vectors.data()[i];
      vectors.data()[i] = saved + kStep;
      const double above = LossOf(pairs);
      vectors.data()[i] = saved - kStep;
      const double below = LossOf(pairs);
      vectors.data()[i] = saved;
      const double expected = factor * (below - above) / (2 * kStep);
      EXPECT_NEAR(descent.data()[i], expected,
                  1e-7 * std::max(1.0, std::abs(expected)))
          << "number " << i;
    }
  };
  check(pairs.inputs, inputs, times);
  check(pairs.outputs, outputs, 1);
  EXPECT_TRUE(inputs.bottomRows(1).isZero());
  EXPECT_FALSE(inputs.topRows(inputs.rows() - 1).isZero());
}

TEST(WindowPairsTest, SkipGramDescentEqualsCentralDifferences) {
  CheckDescent(MakePairs(), 1);
}

TEST(WindowPairsTest, DescentOfListsEqualsCentralDifferences) {
  CheckDescent(MakeLists(), 1);
}

TEST(WindowPairsTest, CbowDescentEqualsCentralDifferencesTimesTheWindow) {
  CheckDescent(MakeBags(), 2);
}

}  // namespace
}  // namespace whylight
