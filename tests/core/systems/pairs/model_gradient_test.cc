// Gradients through a model of pairs: from the cross-entropy, through both
// texts of every pair, to every parameter.
#include <gtest/gtest.h>

#include "core/ops/ops.h"
#include "core/systems/pairs/model.h"
#include "tests/core/gradient_check.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

TEST(PairModelGradientTest, AgreesWithCentralDifferences) {
  const std::vector<PairIds> pairs = {{{0, 1, 2, 1, 3}, {4, 2}},
                                      {{4}, {2, kUnknownWord, 0}}};
  const std::vector<const PairIds*> pointers = {&pairs[0], &pairs[1]};
  const WordBatch batch = MakePairBatch(pointers);
  for (const auto difference :
       {PairDifference::kSigned, PairDifference::kAbsolute}) {
    for (const double dropout : {0.0, 0.3}) {
      PairModel model =
          std::move(
              PairModel::Make(
                  {.labels = {"a", "b", "c"},
                   .layers = {{{"type", "rcnn"}, {"hidden", 3u}},
                              {{"type", "lstm"}, {"hidden", 2u}}},
                   .output = StackOutput::kAll,
                   .difference = difference,
                   .hidden = 4,
                   .train_vectors = true},
                  Vocabulary::FromWords({"a", "b", "c", "d", "e"}).value(),
                  2 * RandomMatrix(5, 3, "vectors"), 13))
              .value();
      CheckGradients(model.Parameters(), [&](Graph& graph) {
        const Var logits = model.Logits(
            graph, batch,
            {.rate = dropout, .seed = 1, .step = 2, .examples = {7, 5}});
        const std::vector<std::int32_t> labels = {0, 2};
        const std::vector<Real> weights = {1, 0.5};
        return SoftmaxCrossEntropy(graph, logits, labels, weights);
      });
    }
  }
}

}  // namespace
}  // namespace whylight
