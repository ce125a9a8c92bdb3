#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "core/format/fields.h"
#include "core/model/layer_spec.h"
#include "core/ops/ops.h"
#include "tests/core/gradient_check.h"
#include "tests/core/layers/recurrent_layers.h"

namespace whylight {
namespace {

using nlohmann::json;

// A layer of the type as its defaults have it, small where it has sizes.
json SmallSpec(const std::string& type, const FieldTable& fields) {
  json spec{{"type", type}};
  for (const Field& field : fields.Describe()) {
    if (field.key == "hidden") spec["hidden"] = 4;
    if (field.key == "fast") spec["fast"] = 2;
    if (field.key == "feed_forward") spec["feed_forward"] = 4;
    if (field.key == "factors") spec["factors"] = 2;
    if (field.key == "projection") spec["projection"] = true;
    if (field.key == "layer") spec["layer"] = {{"type", "gru"}, {"hidden", 2}};
    // A number of layers in some, the layers themselves in others.
    if (field.key == "layers" && field.kind != FieldKind::kCount) {
      spec["layers"] = {{{"type", "gru"}, {"hidden", 2}}};
    }
  }
  return spec;
}

class EveryLayerTest
    : public testing::TestWithParam<std::pair<std::string, const FieldTable*>> {
};

TEST_P(EveryLayerTest, BackwardEqualsCentralDifferences) {
  const auto& [type, fields] = GetParam();
  const auto made =
      MakeNewLayer(SmallSpec(type, *fields), "spec", 4, "layer", 11);
  ASSERT_TRUE(made.ok()) << made.error().message;
  const auto& layer = made.value();
  std::vector<Parameter*> parameters = layer->Parameters();
  for (Parameter* parameter : parameters) {
    // Numbers that start at zero or one hide mistakes.
    parameter->value = RandomMatrix(parameter->value.rows(),
                                    parameter->value.cols(), parameter->name);
  }
  Parameter words{"words", RandomMatrix(4, 4, "words")};
  parameters.push_back(&words);
  // Word 1 occurs twice: its gradients must meet.
  const SequenceBatch batch = MakeSequences({{0, 1, 2, 1}, {3}});
  CheckGradients(parameters, [&](Graph& graph) {
    const Sequences output =
        layer->Apply(graph, {graph.Use(words), batch, std::nullopt});
    const Var vectors = output.words;
    const Matrix& value = graph.value(vectors);
    return SquaredError(graph, vectors,
                        RandomMatrix(value.rows(), value.cols(), "target"),
                        Matrix::Ones(value.rows(), value.cols()));
  });
}

INSTANTIATE_TEST_SUITE_P(Layers, EveryLayerTest,
                         testing::ValuesIn(LayerTypes()),
                         [](const auto& test) { return test.param.first; });

}  // namespace
}  // namespace whylight
