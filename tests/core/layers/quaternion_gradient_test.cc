#include <gtest/gtest.h>

#include "core/layers/quaternion.h"
#include "core/ops/ops.h"
#include "tests/core/gradient_check.h"
#include "tests/core/layers/recurrent_layers.h"

namespace whylight {
namespace {

TEST(QuaternionGradientTest, BackwardEqualsCentralDifferences) {
  for (const Activation activation :
       {Activation::kTanh, Activation::kRelu, Activation::kIdentity}) {
    for (const bool bias : {true, false}) {
      QuaternionLayer layer(
          "l",
          {.inputs = 8, .hidden = 12, .activation = activation, .bias = bias},
          11);
      std::vector<Parameter*> parameters = layer.Parameters();
      Parameter words{"words", RandomMatrix(4, 8, "words")};
      parameters.push_back(&words);
      // Word 1 occurs twice: its gradients must meet.
      const SequenceBatch batch = MakeSequences({{0, 1, 2, 1}, {3}});
      CheckGradients(parameters, [&](Graph& graph) {
        const Sequences output =
            layer.Apply(graph, {graph.Use(words), batch, std::nullopt});
        return SquaredError(graph,
                            Gather(graph, output.words, output.batch.rows),
                            RandomMatrix(8, 12, "target"), Matrix::Ones(8, 12));
      });
    }
  }
}

}  // namespace
}  // namespace whylight
