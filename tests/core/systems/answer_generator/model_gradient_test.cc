// Gradients through a generator of answers: from its loss to every parameter.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/systems/answer_generator/model.h"
#include "tests/core/gradient_check.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

using nlohmann::json;

void CheckGenerator(AnswerGeneratorOptions options, double dropout) {
  // Of different lengths, with a word that is not known and one at two places.
  const AnswerExample first = {
      {{0, 2}, {1, 2, -1, 1}}, {{{0, 3}, 2}, {{2}, -1}, {{}, 0}}, {1, -1}};
  const AnswerExample second = {{{3}, {3, 4}}, {{{}, 0}}, {}};
  const AnswerExample* const examples[] = {&first, &second};
  const Real weights[] = {1, 0.5};
  options.align = 4;
  options.state = 3;
  options.attention = 5;
  options.generated = 2;
  options.train_vectors = !options.beside.similarity;
  AnswerGenerator model =
      AnswerGenerator::Make(
          options, Vocabulary::FromWords({"a", "b", "c", "d", "e"}).value(),
          RandomMatrix(5, 2, "vectors"), 13)
          .value();
  for (Parameter* parameter : model.Parameters()) {
    parameter->value +=
        Real(0.5) * RandomMatrix(parameter->value.rows(),
                                 parameter->value.cols(), parameter->name);
  }
  CheckGradients(model.Parameters(), [&](Graph& graph) {
    return model.Loss(graph, examples, weights,
                      {.rate = dropout, .seed = 1, .examples = {7, 5}});
  });
  // It reaches every one.
  Graph graph(Graph::Mode::kTraining);
  graph.Backward(model.Loss(graph, examples, weights));
  for (Parameter* parameter : model.Parameters()) {
    if (!graph.Uses(*parameter)) continue;
    EXPECT_GT(graph.Gradient(graph.Use(*parameter)).norm(), 0)
        << parameter->name;
  }
}

std::vector<json> Layers(std::size_t count) {
  return std::vector<json>(count, json::parse(R"({"type": "rcnn", "hidden": 2,
      "order": 1})"));
}

TEST(AnswerGeneratorGradientTest, AgreesWithCentralDifferences) {
  CheckGenerator({}, 0);
  CheckGenerator({.beside = {.similarity = true}, .after = Layers(1)}, 0);
  CheckGenerator({.layers = Layers(1), .after = Layers(1)}, 0);
}

TEST(AnswerGeneratorGradientTest, WithABandAgreesWithCentralDifferences) {
  CheckGenerator({.layers = Layers(1), .band = 1, .after = Layers(2)}, 0);
  CheckGenerator({.layers = Layers(2), .band = 9, .after = Layers(1)}, 0.3);
}

}  // namespace
}  // namespace whylight
