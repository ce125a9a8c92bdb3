// Gradients through a parser: from each of its losses to every parameter.
#include <gtest/gtest.h>

#include "core/systems/parser/model.h"
#include "tests/core/gradient_check.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

using nlohmann::json;

class ParserGradientTest : public testing::Test {
 protected:
  static void Check(ParserOptions options, double dropout) {
    // A sentence of one word, and words that are unknown or come again.
    const std::vector<WordIds> words = {{0, 1, 2, 1}, {4}, {2, -1}};
    const std::vector<DependencyTree> trees = {
        {{2, 0, 4, 2}, {0, 1, 2, 0}}, {{0}, {1}}, {{2, 0}, {2, 1}}};
    const std::vector<const WordIds*> texts = {&words[0], &words[1], &words[2]};
    const std::vector<const DependencyTree*> right = {&trees[0], &trees[1],
                                                      &trees[2]};
    const std::vector<Real> weights = {1, 0.5, 2};
    options.relations = {"det", "root", "obj"};
    options.hidden = 3;
    options.train_vectors = true;
    Parser model =
        Parser::Make(options,
                     Vocabulary::FromWords({"a", "b", "c", "d", "e"}).value(),
                     RandomMatrix(5, 3, "vectors"), 13)
            .value();
    for (Parameter* parameter : model.Parameters()) {
      parameter->value +=
          Real(0.5) * RandomMatrix(parameter->value.rows(),
                                   parameter->value.cols(), parameter->name);
    }
    CheckGradients(model.Parameters(), [&](Graph& graph) {
      const TextDropout draws{
          .rate = dropout, .seed = 1, .examples = {7, 5, 2}};
      return model.Loss(graph, model.Score(graph, MakeWordBatch(texts), draws),
                        right, weights, draws);
    });
  }
};

TEST_F(ParserGradientTest, OfEachLossAgreesWithCentralDifferences) {
  for (const auto arcs : {ArcScoring::kBiaffine, ArcScoring::kMlp}) {
    for (const auto loss : {ParserLoss::kHinge, ParserLoss::kPerceptron,
                            ParserLoss::kSoftmax, ParserLoss::kCrf}) {
      Check({.arcs = arcs, .loss = loss}, 0);
    }
  }
}

TEST_F(ParserGradientTest, OfTransitionsAgreesWithCentralDifferences) {
  for (const auto activation :
       {TransitionActivation::kTanh, TransitionActivation::kRelu,
        TransitionActivation::kCube}) {
    for (const auto oracle :
         {TransitionOracle::kStatic, TransitionOracle::kDynamic}) {
      Check({.method = ParserMethod::kTransition,
             .transitions = {.oracle = oracle,
                             .explore = 0.5,
                             .activation = activation},
             .loss = ParserLoss::kSoftmax},
            0);
    }
  }
  for (const auto system :
       {TransitionSystem::kArcHybrid, TransitionSystem::kArcStandard}) {
    for (const auto loss : {ParserLoss::kHinge, ParserLoss::kPerceptron,
                            ParserLoss::kSoftmax, ParserLoss::kCrf}) {
      Check({.method = ParserMethod::kTransition,
             .transitions = {.system = system, .beam = 3},
             .loss = loss},
            0);
    }
  }
}

TEST_F(ParserGradientTest, ThroughLayersAgreesWithCentralDifferences) {
  ParserOptions options{
      .layers = {json::parse(R"({"type": "bidirectional",
      "layer": {"type": "rcnn", "hidden": 2}})"),
                 json::parse(R"({"type": "lstm", "hidden": 3})")}};
  for (const double dropout : {0.0, 0.3}) Check(options, dropout);
}

}  // namespace
}  // namespace whylight
