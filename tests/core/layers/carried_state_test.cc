// A text read in pieces, the state carried from one to the next.
#include <gtest/gtest.h>

#include "tests/core/layers/recurrent_layers.h"
#include "tests/core/layers/run_layer.h"
#include "tests/core/rcnn_variants.h"

namespace whylight {
namespace {

// The second text ends within the first piece.
const std::vector<std::vector<std::int32_t>> kTexts = {
    {0, 1, 2, 1, 3, 0, 4}, {4, 2}, {2, 0, 4, 3, 1}};
constexpr std::size_t kCut = 3;

SequenceBatch Piece(std::size_t begin, std::size_t end) {
  std::vector<std::vector<std::int32_t>> pieces;
  for (const auto& text : kTexts) {
    pieces.emplace_back(
        text.begin() +
            static_cast<std::ptrdiff_t>(std::min(begin, text.size())),
        text.begin() + static_cast<std::ptrdiff_t>(std::min(end, text.size())));
  }
  return MakeSequences(pieces);
}

Matrix RunFrom(const SequenceLayer& layer, const Matrix& words,
               const SequenceBatch& piece, const Matrix& mask,
               CarriedState& state, Graph::Mode mode) {
  Graph graph(mode);
  const Sequences output = layer.ApplyFrom(
      graph, {graph.Constant(words), piece, graph.Constant(mask)}, state);
  return graph.value(Gather(graph, output.words, output.batch.rows));
}

void ExpectPiecesEqualTheWhole(const SequenceLayer& layer, Graph::Mode mode) {
  const Matrix words = RandomMatrix(5, layer.inputs(), "words");
  const SequenceBatch whole = Piece(0, 7);
  const SequenceBatch first = Piece(0, kCut);
  const SequenceBatch second = Piece(kCut, 7);
  Matrix mask = RandomMatrix(21, 1, "mask").array().abs();
  mask(0, 0) = mask(10, 0) = 0;
  mask(3, 0) = mask(9, 0) = 1;
  const Matrix expected = RunLayer(layer, words, whole, mask, mode);

  CarriedState state = StartState(layer, 3).value();
  const Index cut = static_cast<Index>(first.rows.size());
  EXPECT_EQ(RunFrom(layer, words, first, mask.topRows(cut), state, mode),
            Matrix(expected.topRows(cut)));
  EXPECT_EQ(
      RunFrom(layer, words, second, mask.bottomRows(21 - cut), state, mode),
      Matrix(expected.bottomRows(21 - cut)));
}

TEST(CarriedStateTest, TwoPiecesGiveTheBitsOfTheWholeForEveryVariant) {
  std::vector<RcnnVariant> variants = RcnnForms(2);
  for (const Index order : {1, 3}) {
    for (RcnnVariant& variant : RcnnForms(order)) {
      variants.push_back(std::move(variant));
    }
    for (RcnnVariant& variant : RcnnOutputs(order)) {
      if (variant.options.form.pooling == NgramPooling::kSum) {
        variants.push_back(std::move(variant));
      }
    }
  }
  for (const RcnnVariant& variant : variants) {
    SCOPED_TRACE(variant.name);
    for (const auto mode : {Graph::Mode::kInference, Graph::Mode::kTraining}) {
      ExpectPiecesEqualTheWhole(MakeVariant(variant.options), mode);
    }
  }
}

TEST(RcnnTest, ParametersAreCountedWithoutMakingThem) {
  for (const RcnnVariant& variant : RcnnOutputs(3)) {
    SCOPED_TRACE(variant.name);
    RcnnLayer layer = MakeVariant(variant.options);
    EXPECT_EQ(ParameterCount(variant.options),
              static_cast<std::uint64_t>(ParameterCount(layer)));
  }
}

LayerPointer MakeRcnn(const std::string& name, Index inputs, Index order) {
  return WithRandomBiases(
      std::make_unique<RcnnLayer>(name,
                                  RcnnOptions{.inputs = inputs,
                                              .hidden = 4,
                                              .order = order,
                                              .form = {.normalized = false}},
                                  25));
}

TEST(CarriedStateTest, StackCarriesTheStateOfEveryLayer) {
  for (const auto output : {StackOutput::kLast, StackOutput::kAll}) {
    const LayerPointer stack =
        MakeStack(MakeRcnn("1", 3, 2), MakeRcnn("2", 4, 1), output);
    ASSERT_EQ(stack->CarriedWidths().value(),
              (std::vector<Index>{4, 8, 4, 4, 4}));
    ExpectPiecesEqualTheWhole(*stack, Graph::Mode::kInference);
  }
}

TEST(CarriedStateTest, TwoPiecesGiveTheBitsOfTheWholeForAnLstm) {
  const LayerPointer layer = MakeLstm("l", 3);
  ASSERT_EQ(layer->CarriedWidths().value(), (std::vector<Index>{4, 4}));
  for (const auto mode : {Graph::Mode::kInference, Graph::Mode::kTraining}) {
    ExpectPiecesEqualTheWhole(*layer, mode);
  }
}

TEST(CarriedStateTest, LayersThatNeedTheWholeTextSaySo) {
  const RcnnLayer max("max",
                      {.inputs = 3,
                       .hidden = 4,
                       .form = {.pooling = NgramPooling::kMax},
                       .decay = Decay::kConstant},
                      1);
  EXPECT_EQ(StartState(max, 2).error().message,
            "pooling: expected sums, which go on from where they stopped, "
            "found max-pooling");
  const LayerPointer stack =
      MakeStack(MakeRcnn("1", 3, 2), MakeGru("2", 4), StackOutput::kLast);
  EXPECT_EQ(StartState(*stack, 2).error().message,
            "layer: expected one that goes on from where it stopped, found one "
            "that reads whole texts");
}

}  // namespace
}  // namespace whylight
