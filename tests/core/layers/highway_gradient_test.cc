#include <gtest/gtest.h>

#include <cmath>

#include "core/layers/highway.h"
#include "core/ops/ops.h"
#include "tests/core/gradient_check.h"
#include "tests/core/layers/recurrent_layers.h"

namespace whylight {
namespace {

TEST(HighwayGradientTest, BackwardEqualsCentralDifferences) {
  for (const Activation activation :
       {Activation::kTanh, Activation::kRelu, Activation::kIdentity}) {
    HighwayLayer layer("l", {.inputs = 3, .activation = activation}, 11);
    std::vector<Parameter*> parameters = layer.Parameters();
    Parameter words{"words", RandomMatrix(4, 3, "words")};
    parameters.push_back(&words);
    // Word 1 occurs twice: its gradients must meet.
    const SequenceBatch batch = MakeSequences({{0, 1, 2, 1}, {3}});
    CheckGradients(parameters, [&](Graph& graph) {
      const Sequences output =
          layer.Apply(graph, {graph.Use(words), batch, std::nullopt});
      return SquaredError(graph, Gather(graph, output.words, output.batch.rows),
                          RandomMatrix(8, 3, "target"), Matrix::Ones(8, 3));
    });
  }
}

TEST(HighwayGradientTest, AWordPassesAsFarAsTheGateIsShut) {
  HighwayLayer layer("l", {.inputs = 2, .activation = Activation::kTanh}, 1);
  for (const LayerTensor& tensor : layer.Tensors()) {
    SetTensor(tensor, Matrix::Zero(TensorValue(tensor).rows(),
                                   TensorValue(tensor).cols()));
  }
  layer.Parameters()[1]->value << 0.5, 0.5;          // b
  layer.Parameters()[3]->value << -40, std::log(3);  // b_t: t = 0 and 3/4
  Graph graph(Graph::Mode::kInference);
  const Matrix x{{2.0, 4.0}};
  const Sequences output = layer.Apply(
      graph, {graph.Constant(x), MakeSequences({{0}}), std::nullopt});
  const Matrix y = graph.value(output.words);
  EXPECT_NEAR(y(0, 0), 2, 1e-12);
  EXPECT_NEAR(y(0, 1), 0.75 * std::tanh(0.5) + 0.25 * 4, 1e-12);
}

}  // namespace
}  // namespace whylight
