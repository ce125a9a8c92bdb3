// Gradients of the layers without recurrence.
#include <gtest/gtest.h>

#include <memory>

#include "core/layers/attention_pooling.h"
#include "core/layers/bag.h"
#include "core/layers/convolution.h"
#include "core/layers/pooling.h"
#include "core/ops/ops.h"
#include "tests/core/gradient_check.h"
#include "tests/core/random_matrix.h"
#include "tests/core/scalar.h"

namespace whylight {
namespace {

enum class Masks { kNone, kHard, kSoft };

// Checks every parameter and every word, and the mask where it is soft.
void CheckLayer(SequenceLayer& layer, Masks masks) {
  std::vector<Parameter*> parameters = layer.Parameters();
  // Biases start at zero, where mistakes hide.
  for (Parameter* parameter : parameters) {
    if (parameter->value.rows() == 1) {
      parameter->value =
          RandomMatrix(1, parameter->value.cols(), parameter->name);
    }
  }
  Parameter words{"words", RandomMatrix(5, layer.inputs(), "words")};
  // Word 1 occurs twice in one text: its gradients must meet.
  const SequenceBatch batch =
      MakeSequences({{0, 1, 2, 1, 3, 4}, {4, 3}, {}, {2, 0, 4}});
  const auto positions = static_cast<Index>(batch.rows.size());
  Parameter mask{"mask", RandomMatrix(positions, 1, "mask").cwiseAbs()};
  if (masks == Masks::kHard) {
    mask.value = (mask.value.array() > 0.4).cast<Real>();
  }
  // A word that is left out still says what it would change.
  mask.value(0, 0) = 0;
  parameters.push_back(&words);
  if (masks == Masks::kSoft) parameters.push_back(&mask);
  CheckGradients(parameters, [&](Graph& graph) {
    Sequences input{graph.Use(words), batch, std::nullopt};
    if (masks != Masks::kNone) input.mask = graph.Use(mask);
    return Scalar(graph, layer.Apply(graph, input).words);
  });
}

TEST(ConvolutionGradientTest, BackwardEqualsCentralDifferences) {
  for (const Mapping mapping : {Mapping::kAdditive, Mapping::kMultiplicative}) {
    for (const Border border :
         {Border::kCausal, Border::kNarrow, Border::kWide}) {
      for (const Activation activation :
           {Activation::kTanh, Activation::kRelu, Activation::kIdentity}) {
        ConvolutionLayer layer("layer",
                               {.inputs = 3,
                                .hidden = 2,
                                .order = 3,
                                .mapping = mapping,
                                .border = border,
                                .activation = activation},
                               11);
        CheckLayer(layer, Masks::kNone);
        CheckLayer(layer, Masks::kHard);
      }
    }
  }
}

TEST(PoolingGradientTest, BackwardEqualsCentralDifferences) {
  for (const Reduce reduce : {Reduce::kMax, Reduce::kAverage}) {
    for (const PoolingKind kind :
         {PoolingKind::kMax, PoolingKind::kAverage, PoolingKind::kKMax,
          PoolingKind::kRegions, PoolingKind::kNeighbours,
          PoolingKind::kLast}) {
      PoolingLayer layer(
          {.inputs = 3, .kind = kind, .k = 2, .regions = 3, .reduce = reduce});
      CheckLayer(layer, Masks::kNone);
      CheckLayer(layer, Masks::kHard);
    }
  }
}

TEST(BagGradientTest, BackwardEqualsCentralDifferences) {
  BagLayer mean({.inputs = 3});
  BagLayer sum({.inputs = 3, .mode = BagMode::kSum});
  DanLayer dan("dan", {.inputs = 3, .hidden = 2, .layers = 2}, 11);
  for (SequenceLayer* layer :
       std::initializer_list<SequenceLayer*>{&mean, &sum, &dan}) {
    for (const Masks masks : {Masks::kNone, Masks::kHard, Masks::kSoft}) {
      CheckLayer(*layer, masks);
    }
  }
}

TEST(AttentionPoolingGradientTest, BackwardEqualsCentralDifferences) {
  for (const Index hidden : {0, 4}) {
    AttentionPoolingLayer layer("layer", {.inputs = 3, .hidden = hidden}, 11);
    for (const Masks masks : {Masks::kNone, Masks::kHard, Masks::kSoft}) {
      CheckLayer(layer, masks);
    }
  }
}

TEST(AttentionPoolingGradientTest, WeightsHaveAGradientOfTheirOwn) {
  AttentionPoolingLayer layer("layer", {.inputs = 3, .hidden = 4}, 11);
  Parameter words{"words", RandomMatrix(4, 3, "words")};
  std::vector<Parameter*> parameters = layer.Parameters();
  parameters.push_back(&words);
  CheckGradients(parameters, [&](Graph& graph) {
    const auto attended = layer.Attend(
        graph,
        {graph.Use(words), MakeSequences({{0, 1, 1}, {3, 2}}), std::nullopt});
    return WeightedSum(
        graph,
        {Scalar(graph, attended.weights), Scalar(graph, attended.vectors)},
        {1, 1});
  });
}

TEST(PoolingTest, GradientReachesTheFirstOfTheLargestOnly) {
  Parameter words{"words", Matrix(3, 2)};
  words.value << 1, 7, 4, 7, 4, 2;
  Graph graph(Graph::Mode::kTraining);
  const Sequences pooled =
      PoolingLayer({.inputs = 2})
          .Apply(graph,
                 {graph.Use(words), MakeSequences({{0, 1, 2}}), std::nullopt});
  graph.Backward(WeightedSum(
      graph,
      {Columns(graph, pooled.words, 0, 1), Columns(graph, pooled.words, 1, 1)},
      {1, 1}));
  Matrix expected(3, 2);
  expected << 0, 1, 1, 0, 0, 0;
  EXPECT_EQ(Matrix(graph.Gradient(graph.Use(words))), expected);
}

}  // namespace
}  // namespace whylight
