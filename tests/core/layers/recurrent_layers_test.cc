// Properties of every recurrence, and of layers made of recurrences.
#include "tests/core/layers/recurrent_layers.h"

#include <gtest/gtest.h>

#include "tests/core/layers/run_layer.h"

namespace whylight {
namespace {

class RecurrentTest : public testing::TestWithParam<RecurrentCase> {};
class CellTest : public testing::TestWithParam<RecurrentCase> {};

Matrix OneMask(std::initializer_list<Real> values) {
  Matrix mask(static_cast<Index>(values.size()), 1);
  Index t = 0;
  for (const Real value : values) mask(t++, 0) = value;
  return mask;
}

TEST_P(CellTest, MaskedRunEqualsRunOnTheSelectedWordsExactly) {
  const LayerPointer layer = GetParam().make();
  const Matrix words = RandomMatrix(6, 3, "words");
  for (const auto mode : {Graph::Mode::kInference, Graph::Mode::kTraining}) {
    const Matrix masked =
        RunLayer(*layer, words, MakeSequences({{0, 1, 2, 3, 4, 5}}),
                 OneMask({0, 1, 1, 0, 0, 1}), mode);
    const Matrix selected =
        RunLayer(*layer, words, MakeSequences({{1, 2, 5}}), std::nullopt, mode);
    EXPECT_EQ(masked.row(1), selected.row(0));
    EXPECT_EQ(masked.row(2), selected.row(1));
    EXPECT_EQ(masked.row(5), selected.row(2));
  }
}

TEST_P(RecurrentTest, MaskedRunEqualsRunOnTheSelectedWords) {
  const LayerPointer layer = GetParam().make();
  const Matrix words = RandomMatrix(6, 3, "words");
  const Matrix masked =
      RunLayer(*layer, words, MakeSequences({{0, 1, 2, 3, 4, 5}}),
               OneMask({0, 1, 1, 0, 0, 1}));
  const Matrix selected = RunLayer(*layer, words, MakeSequences({{1, 2, 5}}));
  EXPECT_LT((masked.row(1) - selected.row(0)).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_LT((masked.row(2) - selected.row(1)).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_LT((masked.row(5) - selected.row(2)).cwiseAbs().maxCoeff(), 1e-6);
}

TEST_P(RecurrentTest, MaskOfOnesChangesNothing) {
  const LayerPointer layer = GetParam().make();
  const Matrix words = RandomMatrix(6, 3, "words");
  const SequenceBatch batch = MakeSequences({{0, 1, 2, 3}, {4, 5}});
  EXPECT_EQ(RunLayer(*layer, words, batch, Matrix::Ones(8, 1)),
            RunLayer(*layer, words, batch));
}

TEST_P(RecurrentTest, EmptySelectionLeavesTheStartingState) {
  const LayerPointer layer = GetParam().make();
  const Matrix states =
      RunLayer(*layer, RandomMatrix(3, 3, "words"), MakeSequences({{0, 1, 2}}),
               Matrix::Zero(3, 1));
  EXPECT_TRUE((states.array() == 0).all());
}

TEST_P(RecurrentTest, TextGivesTheSameBitsAloneAndInABatch) {
  const LayerPointer layer = GetParam().make();
  const Matrix words = RandomMatrix(6, 3, "words");
  const std::vector<std::vector<std::int32_t>> texts = {
      {0, 1, 2, 3, 4}, {5, 2}, {}, {3, 3, 1, 0}};
  const Matrix together = RunLayer(*layer, words, MakeSequences(texts));
  EXPECT_EQ(together.cols(), layer->outputs());
  for (std::size_t b = 0; b < texts.size(); ++b) {
    const Matrix alone = RunLayer(*layer, words, MakeSequences({texts[b]}));
    ASSERT_EQ(alone.rows(), static_cast<Index>(texts[b].size()));
    ASSERT_EQ(alone.cols(), layer->outputs());
    for (Index t = 0; t < alone.rows(); ++t) {
      const Index row = t * 4 + static_cast<Index>(b);
      EXPECT_EQ(together.row(row), alone.row(t));
    }
  }
}

TEST_P(RecurrentTest, NoTextsGiveNoStates) {
  const LayerPointer layer = GetParam().make();
  EXPECT_EQ(RunLayer(*layer, Matrix(0, 3), MakeSequences({})).rows(), 0);
}

TEST_P(RecurrentTest, RecordingDoesNotChangeTheResult) {
  const LayerPointer layer = GetParam().make();
  const Matrix words = RandomMatrix(5, 3, "words");
  const SequenceBatch batch = MakeSequences({{0, 1, 2, 3, 4}, {4, 0}});
  const Matrix mask = RandomMatrix(10, 1, "mask").array().abs();
  EXPECT_EQ(RunLayer(*layer, words, batch, mask, Graph::Mode::kTraining),
            RunLayer(*layer, words, batch, mask, Graph::Mode::kInference));
}

TEST_P(RecurrentTest, TensorsCoverEveryNumberOnce) {
  const LayerPointer layer = GetParam().make();
  Index numbers = 0;
  for (const LayerTensor& tensor : layer->Tensors()) {
    EXPECT_EQ(tensor.dims.size(), tensor.parameter->value.rows() == 1 ? 1u : 2u)
        << tensor.name;
    auto part = tensor.parameter->value.middleCols(tensor.column, tensor.rows);
    EXPECT_FALSE((part.array() == 99).any()) << tensor.name;
    part.setConstant(99);
    numbers += part.size();
  }
  EXPECT_EQ(numbers, ParameterCount(*layer));
}

const auto kCaseName = [](const auto& test) { return test.param.name; };
INSTANTIATE_TEST_SUITE_P(Recurrent, CellTest, testing::ValuesIn(SingleCells()),
                         kCaseName);
INSTANTIATE_TEST_SUITE_P(Recurrent, RecurrentTest,
                         testing::ValuesIn(AllRecurrentLayers()), kCaseName);

}  // namespace
}  // namespace whylight
