// Gradients through the masks of an encoder, to what chooses words and to what
// reads them.
#include <gtest/gtest.h>

#include "core/ops/ops.h"
#include "core/ops/ranking_loss.h"
#include "core/systems/questions/model.h"
#include "tests/core/gradient_check.h"
#include "tests/core/systems/questions/made_up_retriever.h"

namespace whylight {
namespace {

using nlohmann::json;

TEST(WordChoiceGradientTest, AgreesWithCentralDifferences) {
  const json rcnn = {{"type", "rcnn"}, {"hidden", 3}};
  const json convolution = {{"type", "convolution"}, {"hidden", 3}};
  for (const RetrieverOptions& reader :
       {RetrieverOptions{.train_vectors = true, .rationale = {.share = 0.4}},
        RetrieverOptions{.layers = {rcnn},
        .pooling = TextPooling::kLast,
        .title_and_body = true,
        .train_vectors = true,
        .rationale = {.layers = {rcnn}, .share = 0.4}},
        RetrieverOptions{.layers = {rcnn, rcnn},
        .pooling = TextPooling::kLast,
        .output = StackOutput::kAll,
        .with_words = true,
        .rationale = {.layers = {convolution}, .share = 0.4}}}) {
    Retriever model = MadeUpRetriever(reader, 4);
    UnknownWords unknown = model.NoUnknownWords();
    std::vector<QuestionWords> texts;
    for (const char* text :
         {"how do i reset my password? forgot", "the train was late",
          "can i change my password", "how late"}) {
      texts.push_back(model.Read(Tokenize(text), unknown));
    }
    std::vector<const QuestionWords*> pointers;
    for (const QuestionWords& text : texts) pointers.push_back(&text);
    const QuestionBatch batch = MakeQuestionBatch(pointers);
    std::vector<Parameter*> parameters = model.Parameters();
    for (Parameter* parameter : model.ChooserParameters()) {
      parameters.push_back(parameter);
    }
    CheckGradients(parameters, [&](Graph& graph) {
      const Var words = model.Lookup(graph, batch.words.words, unknown);
      // The probabilities themselves, which have a slope everywhere.
      const Var mask = Sigmoid(
          graph, model.chooser().Scores(
                     graph, {words, batch.words.sequences, std::nullopt}));
      const Var points =
          model.Points(graph, model.Vectors(graph, batch, words, mask));
      const std::vector<std::int32_t> queries = {0};
      using enum Relevance;
      return RankingLoss(
          graph, model.Likeness(graph, Gather(graph, points, queries), points),
          {kNotCompared, kNegative, kPositive, kNegative}, {Real{1}},
          {.objective = RankingObjective::kSoftmax, .scale = 5});
    });
  }
}

}  // namespace
}  // namespace whylight
