#include "core/layers/bidirectional.h"

#include <gtest/gtest.h>

#include "tests/core/layers/recurrent_layers.h"
#include "tests/core/layers/run_layer.h"

namespace whylight {
namespace {

TEST(BidirectionalTest, BackwardHalfIsARunOnTheReversedText) {
  const LayerPointer forward = MakeLstm("f", 3);
  const LayerPointer backward = MakeGru("b", 3);
  const LayerPointer both =
      MakeBidirectional(MakeLstm("f", 3), MakeGru("b", 3));
  const Matrix words = RandomMatrix(5, 3, "words");
  const Matrix found = RunLayer(*both, words, MakeSequences({{0, 1, 2, 3, 4}}));
  ASSERT_EQ(found.cols(), both->outputs());
  EXPECT_EQ(Matrix(found.leftCols(4)),
            RunLayer(*forward, words, MakeSequences({{0, 1, 2, 3, 4}})));
  EXPECT_EQ(Matrix(found.rightCols(4).colwise().reverse()),
            RunLayer(*backward, words, MakeSequences({{4, 3, 2, 1, 0}})));
}

TEST(BidirectionalTest, MaskIsReversedWithTheText) {
  const LayerPointer backward = MakeGru("b", 3);
  const LayerPointer both =
      MakeBidirectional(MakeLstm("f", 3), MakeGru("b", 3));
  const Matrix words = RandomMatrix(5, 3, "words");
  Matrix mask(3, 1);
  mask << Real(0.2), Real(0.5), Real(0.9);
  const Matrix reversed_mask = mask.colwise().reverse();
  const Matrix found = RunLayer(*both, words, MakeSequences({{0, 1, 2}}), mask);
  EXPECT_EQ(
      Matrix(found.rightCols(4).colwise().reverse()),
      RunLayer(*backward, words, MakeSequences({{2, 1, 0}}), reversed_mask));
}

TEST(BidirectionalTest, TensorsNameTheirDirection) {
  const LayerPointer both =
      MakeBidirectional(MakeElman("f", 3, Activation::kTanh), MakeScrn("b", 3));
  std::vector<std::string> names;
  for (const LayerTensor& tensor : both->Tensors()) {
    names.push_back(tensor.name);
  }
  EXPECT_EQ(names, (std::vector<std::string>{
                       "forward.W", "forward.U", "forward.b", "backward.c.W",
                       "backward.h.W", "backward.h.U", "backward.h.V"}));
}

TEST(BidirectionalTest, OutputDimCountsBothDirections) {
  const auto dim = [](LayerPointer forward, LayerPointer backward) {
    return MakeBidirectional(std::move(forward), std::move(backward))
        ->OutputDim();
  };
  EXPECT_EQ(dim(MakeGru("f", 3), MakeGru("b", 3)), "2h");
  EXPECT_EQ(dim(MakeScrn("f", 3), MakeScrn("b", 3)), "2(h+m)");
  EXPECT_EQ(dim(MakeGru("f", 3), MakeScrn("b", 3)), "h+h+m");
}

TEST(BidirectionalTest, DirectionsMustReadTheSameVectors) {
  EXPECT_EQ(
      Bidirectional::Make(MakeGru("f", 3), MakeGru("b", 5)).error().message,
      "bidirectional: expected two layers that read vectors of one "
      "width, found forward 3, backward 5");
}

}  // namespace
}  // namespace whylight
