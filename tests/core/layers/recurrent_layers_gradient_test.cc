#include <gtest/gtest.h>

#include "core/ops/ops.h"
#include "tests/core/gradient_check.h"
#include "tests/core/layers/recurrent_layers.h"

namespace whylight {
namespace {

class RecurrentGradientTest : public testing::TestWithParam<RecurrentCase> {};

// The first text has six words: a gradient comes back through five steps.
TEST_P(RecurrentGradientTest, BackwardEqualsCentralDifferences) {
  const LayerPointer layer = GetParam().make();
  std::vector<Parameter*> parameters = layer->Parameters();
  Parameter words{"words", RandomMatrix(5, 3, "words")};
  // Word 1 occurs twice in one text: its gradients must meet.
  const SequenceBatch batch =
      MakeSequences({{0, 1, 2, 1, 3, 4}, {4}, {2, 0, 4}});
  Parameter mask{"mask", RandomMatrix(18, 1, "mask").array().abs()};
  // Hard decisions are the ones training meets.
  mask.value(0, 0) = 0;
  mask.value(3, 0) = 1;
  mask.value(6, 0) = 0;
  mask.value(8, 0) = 0;
  parameters.push_back(&words);
  parameters.push_back(&mask);
  const Matrix target = RandomMatrix(18, layer->outputs(), "target");
  const Matrix weights = Matrix::Ones(18, layer->outputs());

  // The loss adds up to 500 squares, whose rounding the differences magnify.
  constexpr double kTolerance = 1e-5;
  CheckGradients(
      parameters,
      [&](Graph& graph) {
        const auto loss = [&](std::optional<Var> z) {
          const Sequences output =
              layer->Apply(graph, {graph.Use(words), batch, z});
          return SquaredError(graph,
                              Gather(graph, output.words, output.batch.rows),
                              target, weights);
        };
        return WeightedSum(graph, {loss(std::nullopt), loss(graph.Use(mask))},
                           {1, 0.7});
      },
      kTolerance);
}

// The gradient of a chunk of a text stays within it.
TEST(LstmGradientTest, FromACarriedStateItEqualsCentralDifferences) {
  const LayerPointer layer = MakeLstm("l", 3);
  std::vector<Parameter*> parameters = layer->Parameters();
  Parameter words{"words", RandomMatrix(5, 3, "words")};
  parameters.push_back(&words);
  const SequenceBatch batch = MakeSequences({{0, 1, 2, 1}, {4}, {2, 0, 4}});
  const Matrix target = RandomMatrix(12, 4, "target");
  CheckGradients(parameters, [&](Graph& graph) {
    CarriedState state = {RandomMatrix(3, 4, "h"), RandomMatrix(3, 4, "c")};
    const Sequences output =
        layer->ApplyFrom(graph, {graph.Use(words), batch, std::nullopt}, state);
    return SquaredError(graph, output.words, target, Matrix::Ones(12, 4));
  });
}

INSTANTIATE_TEST_SUITE_P(Recurrent, RecurrentGradientTest,
                         testing::ValuesIn(AllRecurrentLayers()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace whylight
