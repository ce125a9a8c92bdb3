#include <gtest/gtest.h>

#include "core/layers/dcu.h"
#include "core/ops/ops.h"
#include "tests/core/gradient_check.h"
#include "tests/core/layers/recurrent_layers.h"

namespace whylight {
namespace {

TEST(DcuGradientTest, BackwardEqualsCentralDifferences) {
  for (const DcuForm form : {DcuForm::kSimple, DcuForm::kRecurrent}) {
    for (const GateForm output : {GateForm::kLinear, GateForm::kLogistic}) {
      DcuLayer layer("l",
                     {.inputs = 3,
                      .ranges = {1, 2, 4},
                      .form = form,
                      .gate = Activation::kIdentity,
                      .output_gate = output},
                     11);
      std::vector<Parameter*> parameters = layer.Parameters();
      for (Parameter* parameter : parameters) {
        parameter->value = RandomMatrix(
            parameter->value.rows(), parameter->value.cols(), parameter->name);
      }
      Parameter words{"words", RandomMatrix(5, 3, "words")};
      parameters.push_back(&words);
      // Words occur more than once, also in one block, and no range but 1
      // divides the length of a text.
      const SequenceBatch batch = MakeSequences({{0, 1, 1, 2, 4}, {3, 0, 1}});
      CheckGradients(parameters, [&](Graph& graph) {
        const Sequences output_words =
            layer.Apply(graph, {graph.Use(words), batch, std::nullopt});
        return SquaredError(
            graph, Gather(graph, output_words.words, output_words.batch.rows),
            RandomMatrix(10, 3, "target"), Matrix::Ones(10, 3));
      });
    }
  }
}

}  // namespace
}  // namespace whylight
