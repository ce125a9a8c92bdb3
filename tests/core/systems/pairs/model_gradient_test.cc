// Gradients through a model of pairs: from the cross-entropy, through both
// texts of every pair, to every parameter.
#include <gtest/gtest.h>

#include <optional>

#include "core/ops/ops.h"
#include "core/systems/pairs/model.h"
#include "tests/core/gradient_check.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

class PairModelGradientTest : public testing::Test {
 protected:
  static void Check(PairOptions options) {
    const std::vector<PairIds> pairs = {{{0, 1, 2, 1, 3}, {4, 2}},
                                        {{4}, {2, kUnknownWord, 0}}};
    const std::vector<const PairIds*> pointers = {&pairs[0], &pairs[1]};
    const WordBatch batch = MakePairBatch(pointers);
    options.labels = {"a", "b", "c"};
    options.hidden = 4;
    options.align = 3;
    options.compare = 3;
    options.factors = 2;
    options.train_vectors = true;
    for (const double dropout : {0.0, 0.3}) {
      PairModel model =
          std::move(
              PairModel::Make(
                  options,
                  Vocabulary::FromWords({"a", "b", "c", "d", "e"}).value(),
                  2 * RandomMatrix(5, 3, "vectors"), 13))
              .value();
      // Away from the corner of ReLU, where an unknown word would stand.
      for (Parameter* parameter : model.Parameters()) {
        if (parameter->value.rows() > 1) continue;
        parameter->value += Real(0.5) * RandomMatrix(1, parameter->value.cols(),
                                                     parameter->name);
      }
      CheckGradients(model.Parameters(), [&](Graph& graph) {
        const TextDropout texts = {
            .rate = dropout, .seed = 1, .step = 2, .examples = {7, 5}};
        std::optional<PairMasks> masks;
        if (model.selects()) {
          masks = model.SelectionScores(graph, batch, texts);
          for (Var& mask : *masks) mask = Sigmoid(graph, mask);
        }
        const Var logits = model.Logits(graph, batch, texts, masks);
        const std::vector<std::int32_t> labels = {0, 2};
        const std::vector<Real> weights = {1, 0.5};
        return SoftmaxCrossEntropy(graph, logits, labels, weights);
      });
    }
  }
};

TEST_F(PairModelGradientTest, OfTwoVectorsAgreesWithCentralDifferences) {
  for (const auto difference :
       {PairDifference::kSigned, PairDifference::kAbsolute}) {
    Check({.layers = {{{"type", "rcnn"}, {"hidden", 3u}},
                      {{"type", "lstm"}, {"hidden", 2u}}},
           .output = StackOutput::kAll,
           .difference = difference});
  }
}

// Of soft masks, for samples are no smooth function of the scores.
TEST_F(PairModelGradientTest, OfSelectedWordsAgreesWithCentralDifferences) {
  const nlohmann::json rcnn = {{"type", "rcnn"}, {"hidden", 2u}};
  const SelectorOptions selector = {.layers = {rcnn}, .hidden = 3};
  Check({.layers = {rcnn}, .selector = selector});
  Check({.kind = PairKind::kEsim,
         .layers = {rcnn},
         .composition = {rcnn},
         .selector = selector});
  Check({.kind = PairKind::kDecomposable, .selector = selector});
  for (const PairKind kind : {PairKind::kCafe, PairKind::kMcan}) {
    Check({.kind = kind, .composition = {rcnn}, .selector = selector});
  }
  Check({.kind = PairKind::kCsran,
         .stack = {rcnn, rcnn},
         .composition = {rcnn},
         .selector = selector});
}

TEST_F(PairModelGradientTest, OfWordsThatMeetAgreesWithCentralDifferences) {
  const nlohmann::json lstm = {{"type", "lstm"}, {"hidden", 2u}};
  Check({.kind = PairKind::kDecomposable,
         .head = {{{"type", "highway"}}, {{"type", "highway"}}}});
  Check({.kind = PairKind::kEsim, .layers = {lstm}, .composition = {lstm}});
  Check({.kind = PairKind::kEsim,
         .beside = {.match = true, .frequency = true},
         .layers = {lstm},
         .composition = {lstm}});
  Check({.kind = PairKind::kCafe,
         .layers = {{{"type", "highway"}}},
         .composition = {lstm}});
  const nlohmann::json wider = {{"type", "lstm"}, {"hidden", 3u}};
  Check({.kind = PairKind::kCsran, .stack = {wider}, .composition = {lstm}});
  Check({.kind = PairKind::kCsran,
         .layers = {{{"type", "highway"}}},
         .stack = {wider, wider}});
  for (const Compression compression :
       {Compression::kFactorisation, Compression::kDense, Compression::kSum}) {
    Check({.kind = PairKind::kMcan,
           .compression = compression,
           .composition = {lstm}});
  }
}

}  // namespace
}  // namespace whylight
