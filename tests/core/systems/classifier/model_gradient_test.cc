// Gradients through a classifier: from the cross-entropy, through the pooling
// of every layer, to every parameter.
#include <gtest/gtest.h>

#include "core/ops/ops.h"
#include "core/systems/classifier/model.h"
#include "tests/core/gradient_check.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

TEST(ClassifierGradientTest, AgreesWithCentralDifferences) {
  const std::vector<WordIds> texts = {
      {0, 1, 2, 1, 3}, {}, {4}, {2, kUnknownWord, 0}};
  std::vector<const WordIds*> pointers;
  for (const WordIds& text : texts) pointers.push_back(&text);
  const WordBatch batch = MakeWordBatch(pointers);
  for (const double dropout : {0.0, 0.3}) {
    Classifier model =
        std::move(Classifier::Make(
                      {.labels = {"a", "b", "c"},
                       .layers = {{{"type", "rcnn"}, {"hidden", 3u}},
                                  {{"type", "lstm"}, {"hidden", 2u}}},
                       .output = StackOutput::kAll,
                       .train_vectors = true},
                      Vocabulary::FromWords({"a", "b", "c", "d", "e"}).value(),
                      2 * RandomMatrix(5, 3, "vectors"), 13))
            .value();
    CheckGradients(model.Parameters(), [&](Graph& graph) {
      const Var logits = model.Logits(
          graph, batch,
          {.rate = dropout, .seed = 1, .step = 2, .examples = {7, 5, 9, 1}});
      const std::vector<std::int32_t> labels = {0, 2, 1, 0};
      const std::vector<Real> weights = {1, 0.5, 2, 1};
      return SoftmaxCrossEntropy(graph, logits, labels, weights);
    });
  }
}

}  // namespace
}  // namespace whylight
