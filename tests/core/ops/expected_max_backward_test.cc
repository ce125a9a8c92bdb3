#include <gtest/gtest.h>

#include "core/ops/ops.h"
#include "tests/core/layers/run_layer.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

Matrix Largest(const Matrix& x, const SequenceBatch& words,
               const Matrix& mask) {
  Graph graph(Graph::Mode::kInference);
  return graph.value(ExpectedMaxOverWords(graph, graph.Constant(x), words,
                                          graph.Constant(mask)));
}

// Every selection of a text, by its probability.
TEST(ExpectedMaxTest, IsTheMeanOfTheMaximaOfAllSelections) {
  constexpr Index kWords = 6;
  Matrix x = RandomMatrix(kWords, 3, "x");
  x.row(4) = x.row(1);  // Equals count once.
  const Matrix mask = (1 + RandomMatrix(kWords, 1, "mask").array()) / 2;
  Matrix expected = Matrix::Zero(1, 3);
  for (int selection = 1; selection < 1 << kWords; ++selection) {
    Real probability = 1;
    Matrix largest = Matrix::Constant(1, 3, -100);
    for (Index t = 0; t < kWords; ++t) {
      const bool selected = (selection >> t & 1) != 0;
      probability *= selected ? mask(t, 0) : 1 - mask(t, 0);
      if (selected) largest = largest.cwiseMax(x.row(t));
    }
    expected += probability * largest;
  }
  const Matrix found = Largest(x, MakeSequences({{0, 1, 2, 3, 4, 5}}), mask);
  EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(ExpectedMaxTest, IsTheLargestOfTheWordsThatHardMasksSelect) {
  const Matrix x = -RandomMatrix(5, 2, "x").cwiseAbs();
  Matrix mask(10, 1);
  mask << 0, 0, 1, 0, 1, 0, 0, 0, 1, 0;
  const Matrix found =
      Largest(x, MakeSequences({{0, 1, 2, 3, 4}, {3, 2, 1}}), mask);
  EXPECT_EQ(found.row(0),
            x.row(1).cwiseMax(x.row(2)).cwiseMax(x.row(4)).eval());
  EXPECT_EQ(found.row(1), Matrix::Zero(1, 2));
}

TEST(ExpectedMaxTest, TellsEachMaskWhatSelectingItsWordGains) {
  const Matrix x = RandomMatrix(6, 1, "x");
  Parameter mask{"mask", Matrix(6, 1)};
  mask.value << 0, 1, 0, 1, 1, 0;
  const SequenceBatch words = MakeSequences({{0, 1, 2, 3, 4, 5}});
  Graph graph(Graph::Mode::kTraining);
  const Var used = graph.Use(mask);
  graph.Backward(ExpectedMaxOverWords(graph, graph.Constant(x), words, used));
  for (Index t = 0; t < 6; ++t) {
    Matrix with = mask.value;
    with(t, 0) = 1;
    Matrix without = mask.value;
    without(t, 0) = 0;
    EXPECT_FLOAT_EQ(static_cast<float>(graph.Gradient(used)(t, 0)),
                    static_cast<float>(Largest(x, words, with)(0, 0) -
                                       Largest(x, words, without)(0, 0)));
  }
}

}  // namespace
}  // namespace whylight
