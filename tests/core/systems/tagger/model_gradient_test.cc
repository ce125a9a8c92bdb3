// Gradients through a tagger: from each of its losses to every parameter.
#include <gtest/gtest.h>

#include "core/systems/tagger/model.h"
#include "tests/core/gradient_check.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

using nlohmann::json;

class TaggerGradientTest : public testing::Test {
 protected:
  static void Check(TaggerOptions options, double dropout) {
    // A text of one word, and words that are unknown or come again.
    std::vector<WordIds> words = {{0, 1, 2, 1, 3}, {4}, {2, -1}};
    const std::vector<TagIds> tags = {{0, 1, 2, 0, 1}, {2}, {0, 2}};
    const std::vector<const WordIds*> texts = {&words[0], &words[1], &words[2]};
    const std::vector<const TagIds*> right = {&tags[0], &tags[1], &tags[2]};
    const std::vector<Real> weights = {1, 0.5, 2};
    options.labels = {"B-a", "I-a", "O"};
    options.train_vectors = true;
    Tagger model =
        Tagger::Make(options,
                     Vocabulary::FromWords({"a", "b", "c", "d", "e"}).value(),
                     RandomMatrix(5, 3, "vectors"), 13)
            .value();
    for (Parameter* parameter : model.Parameters()) {
      parameter->value +=
          Real(0.5) * RandomMatrix(parameter->value.rows(),
                                   parameter->value.cols(), parameter->name);
    }
    // Word 5 is word 1 written in another way, and word 6 an unknown one.
    std::vector<WordForm> forms;
    if (model.options().has_surface()) {
      for (const std::int32_t word : {0, 1, 2, 3, 4, 1, kUnknownWord}) {
        forms.push_back(
            FormOf(word, "abc",
                   forms.size() < 5 ? WordShape::kLower : WordShape::kCapitals,
                   model.options().surface));
      }
      words[0][3] = 5;
      words[2][1] = 6;
    }
    CheckGradients(model.Parameters(), [&](Graph& graph) {
      return model.Loss(
          graph,
          model.Score(graph, MakeWordBatch(texts),
                      {.rate = dropout, .seed = 1, .examples = {7, 5, 2}},
                      forms),
          right, weights);
    });
  }
};

TEST_F(TaggerGradientTest, OfEachLossAgreesWithCentralDifferences) {
  for (const auto loss : {TagLoss::kCrf, TagLoss::kHinge, TagLoss::kPerceptron,
                          TagLoss::kSoftmax}) {
    Check({.loss = loss}, 0);
    Check({.loss = loss, .bio = true}, 0);
  }
}

TEST_F(TaggerGradientTest, ThroughLayersAgreesWithCentralDifferences) {
  TaggerOptions options{
      .layers = {json::parse(R"({"type": "bidirectional",
      "layer": {"type": "rcnn", "hidden": 3}})"),
                 json::parse(R"({"type": "lstm", "hidden": 3})")}};
  for (const double dropout : {0.0, 0.3}) Check(options, dropout);
}

TEST_F(TaggerGradientTest, OfHowWordsAreWrittenAgreesWithCentralDifferences) {
  const TaggerOptions options{
      .layers = {json::parse(R"({"type": "lstm", "hidden": 3})")},
      .surface = {.width = 2, .longest = 2, .buckets = 5}};
  for (const double dropout : {0.0, 0.3}) Check(options, dropout);
}

}  // namespace
}  // namespace whylight
