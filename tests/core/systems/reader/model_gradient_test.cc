// Gradients through a reader: from its loss to every parameter, also those of
// the first layer and of the connectors after it.
#include <gtest/gtest.h>

#include <optional>

#include "core/ops/ops.h"
#include "core/systems/reader/model.h"
#include "tests/core/gradient_check.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

using nlohmann::json;

void CheckReader(ReaderOptions options, double dropout) {
  const std::vector<QuestionIds> questions = {{{0, 2}, {1, 2, -1, 0}},
                                              {{3}, {3, 4}}};
  const SpanTarget some = {{{0, 2}, {1, 3}}, 0.3};
  const SpanTarget none = {};
  const QuestionIds* const asked[] = {&questions[0], &questions[1]};
  const SpanTarget* const targets[] = {&some, &none};
  const Real weights[] = {1, 0.5};
  options.align = 2;
  options.compare = 3;
  options.factors = 2;
  options.longest = 2;
  options.train_vectors = !options.beside.similarity;
  Reader model =
      Reader::Make(options,
                   Vocabulary::FromWords({"a", "b", "c", "d", "e"}).value(),
                   RandomMatrix(5, 2, "vectors"), 13)
          .value();
  for (Parameter* parameter : model.Parameters()) {
    parameter->value +=
        Real(0.5) * RandomMatrix(parameter->value.rows(),
                                 parameter->value.cols(), parameter->name);
  }
  CheckGradients(model.Parameters(), [&](Graph& graph) {
    const TextDropout drops = {.rate = dropout, .seed = 1, .examples = {7, 5}};
    // Soft, for samples are no smooth function of the scores.
    std::optional<Var> mask;
    if (model.selects()) {
      mask = Sigmoid(graph, model.SelectionScores(graph, asked, drops));
    }
    const ReaderNetwork::Scored scored = model.Score(graph, asked, drops, mask);
    return SpanLoss(graph, scored.scores, scored.texts.lengths, 2, targets,
                    weights);
  });
  // It reaches what stands before all else.
  Graph graph(Graph::Mode::kTraining);
  const ReaderNetwork::Scored scored = model.Score(graph, asked);
  graph.Backward(SpanLoss(graph, scored.scores, scored.texts.lengths, 2,
                          targets, weights));
  for (Parameter* parameter : model.Parameters()) {
    if (!graph.Uses(*parameter)) continue;
    if (!parameter->name.starts_with("layers.1.") &&
        !parameter->name.starts_with("between.1.numbers")) {
      continue;
    }
    EXPECT_GT(graph.Gradient(graph.Use(*parameter)).norm(), 0)
        << parameter->name;
  }
}

std::vector<json> Layers(std::size_t count) {
  return std::vector<json>(count, json::parse(R"({"type": "rcnn", "hidden": 2,
      "order": 1})"));
}

TEST(ReaderGradientTest, OfAlignedWordsAgreesWithCentralDifferences) {
  CheckReader({}, 0);
  CheckReader(
      {.layers = Layers(1), .beside = {.similarity = true}, .after = Layers(1)},
      0);
  CheckReader({.layers = Layers(1), .band = 1, .after = Layers(2)}, 0.3);
}

TEST(ReaderGradientTest, OfSelectedWordsAgreesWithCentralDifferences) {
  const SelectorOptions selector = {.layers = Layers(1), .hidden = 3};
  CheckReader({.selector = selector}, 0);
  CheckReader({.layers = Layers(1),
               .beside = {.similarity = true},
               .after = Layers(2),
               .selector = selector},
              0.3);
}

TEST(ReaderGradientTest, ThroughConnectorsAgreesWithCentralDifferences) {
  CheckReader({.layers = Layers(2),
               .connectors = ReaderConnectors::kBac,
               .after = Layers(1)},
              0);
}

TEST(ReaderGradientTest, ThroughDensePropagationAgreesWithCentralDifferences) {
  for (const Index band : {0, 1}) {
    CheckReader({.layers = Layers(2),
                 .connectors = ReaderConnectors::kDecaprop,
                 .core = Layers(1),
                 .band = band,
                 .after = Layers(1)},
                0.2);
  }
}

}  // namespace
}  // namespace whylight
