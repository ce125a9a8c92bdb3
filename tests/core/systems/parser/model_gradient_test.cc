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
    std::vector<WordIds> words = {{0, 1, 2, 1}, {4}, {2, -1}};
    const std::vector<DependencyTree> trees = {
        {{2, 0, 4, 2}, {0, 1, 2, 0}, {0, 1, 2, 2}},
        {{0}, {1}, {1}},
        {{2, 0}, {2, 1}, {0, 2}}};
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
    // Word 5 is word 1 with another tag, and word 6 an unknown one.
    std::vector<WordForm> forms;
    if (model.options().reads_forms()) {
      for (const std::int32_t word : {0, 1, 2, 3, 4, 1, kUnknownWord}) {
        forms.push_back(
            FormOf(word, "abc", WordShape::kLower, model.options().surface));
        forms.back().tag = static_cast<std::int32_t>(forms.size() % 3);
      }
      words[0][3] = 5;
      words[2][1] = 6;
    }
    CheckGradients(model.Parameters(), [&](Graph& graph) {
      const TextDropout draws{
          .rate = dropout, .seed = 1, .examples = {7, 5, 2}};
      return model.Loss(graph,
                        model.Score(graph, MakeWordBatch(texts), draws, forms),
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

TEST_F(ParserGradientTest, OfFormsAndTagsAgreesWithCentralDifferences) {
  const json gru = json::parse(R"({"type": "gru", "hidden": 2})");
  const json lstm = json::parse(R"({"type": "lstm", "hidden": 2})");
  for (const double dropout : {0.0, 0.3}) {
    Check({.layers = {lstm},
           .surface = {.width = 2, .longest = 2, .buckets = 5},
           .tags = {.use = TagUse::kGiven,
                    .labels = {"A", "B", "C"},
                    .width = 2}},
          dropout);
    for (const TagUse use : {TagUse::kShared, TagUse::kCascade}) {
      Check({.layers = {lstm},
             .tags = {.use = use,
                      .labels = {"A", "B", "C"},
                      .width = 2,
                      .layers = {gru, gru},
                      .weight = 0.5}},
            dropout);
      // Words that share a row.
      Check({.tags = {.use = use, .labels = {"A", "B", "C"}, .width = 2}},
            dropout);
    }
  }
}

TEST_F(ParserGradientTest, OfTreesScoredAnewAgreesWithCentralDifferences) {
  for (const std::size_t best : {1u, 3u, 64u}) {
    Check({.rerank = {.best = best, .hidden = 2}}, 0);
  }
  Check({.layers = {json::parse(R"({"type": "lstm", "hidden": 2})")},
         .loss = ParserLoss::kSoftmax,
         .rerank = {.best = 4, .hidden = 3}},
        0.3);
}

// Goldberg15 section 7: what the tree is made of tells the tagger, too.
TEST(ParserCascadeTest, TheLossOfTreesReachesWhatTellsTags) {
  for (const TagUse use : {TagUse::kShared, TagUse::kCascade}) {
    Parser model =
        Parser::Make({.relations = {"root", "obj"},
                      .hidden = 3,
                      .tags = {.use = use, .labels = {"A", "B"}, .weight = 0}},
                     Vocabulary::FromWords({"a", "b"}).value(),
                     RandomMatrix(2, 3, "vectors"), 13)
            .value();
    const WordIds words = {0, 1};
    const WordIds* const text = &words;
    const DependencyTree tree{{0, 1}, {0, 1}, {0, 1}};
    const DependencyTree* const right = &tree;
    const Real weight = 1;
    Graph graph(Graph::Mode::kTraining);
    const Var loss =
        model.Loss(graph, model.Score(graph, MakeWordBatch({&text, 1})),
                   {&right, 1}, {&weight, 1});
    graph.Backward(loss);
    for (const Parameter* parameter : model.Parameters()) {
      if (parameter->name != "tags.output.W") continue;
      const bool reached = !graph.Gradient(graph.Use(*parameter)).isZero();
      EXPECT_EQ(reached, use == TagUse::kCascade);
    }
  }
}

}  // namespace
}  // namespace whylight
