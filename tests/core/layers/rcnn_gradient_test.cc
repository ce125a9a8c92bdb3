#include <gtest/gtest.h>

#include "core/layers/rcnn.h"
#include "core/ops/ops.h"
#include "tests/core/gradient_check.h"
#include "tests/core/random_matrix.h"
#include "tests/core/rcnn_variants.h"

namespace whylight {
namespace {

struct RcnnCase {
  std::string name;
  Index order;
  Decay decay;
  bool masked;
  Index hidden = 4;
};

class RcnnGradientTest : public testing::TestWithParam<RcnnCase> {};

TEST_P(RcnnGradientTest, BackwardEqualsCentralDifferences) {
  const RcnnCase& c = GetParam();
  const RcnnOptions options{
      .inputs = 3, .hidden = c.hidden, .order = c.order, .decay = c.decay};
  BidirectionalRcnn layer("layer", options, 11);
  std::vector<Parameter*> parameters = layer.Parameters();
  // Biases start at zero, where mistakes hide.
  for (Parameter* parameter : parameters) {
    if (parameter->value.rows() == 1) {
      parameter->value = RandomMatrix(1, parameter->value.cols(), "bias");
    }
  }
  Parameter words{"words", RandomMatrix(5, 3, "words")};
  // Word 1 occurs twice in one text: its gradients must meet.
  const SequenceBatch batch = MakeSequences({{0, 1, 2, 1, 3}, {4}, {2, 0, 4}});
  Parameter mask{"mask", RandomMatrix(15, 1, "mask").array().abs()};
  // Hard decisions are the ones training meets.
  mask.value(0, 0) = 0;
  mask.value(4, 0) = 1;
  mask.value(8, 0) = 0;
  parameters.push_back(&words);
  if (c.masked) parameters.push_back(&mask);
  const Matrix all_states = RandomMatrix(15, 2 * c.hidden, "target");
  const Matrix masked_states = RandomMatrix(15, 2 * c.hidden, "masked");
  const Matrix last_states = RandomMatrix(3, 2 * c.hidden, "last");
  const Matrix all_weights = Matrix::Ones(15, 2 * c.hidden);
  const Matrix last_weights = Matrix::Ones(3, 2 * c.hidden);

  CheckGradients(
      parameters,
      [&](Graph& graph) {
        const auto inputs = layer.Project(graph, graph.Use(words));
        std::optional<Var> z;
        if (c.masked) z = graph.Use(mask);
        const Var last = layer.FinalStates(graph, inputs, batch, z);
        // Both runs share what was projected: their gradients must meet.
        const Var all = layer.States(graph, inputs, batch);
        auto masked_inputs = inputs;
        masked_inputs.forward.mask = z;
        masked_inputs.backward.mask = z;
        const Var masked = layer.States(graph, masked_inputs, batch);
        return WeightedSum(
            graph,
            {SquaredError(graph, last, last_states, last_weights),
             SquaredError(graph, all, all_states, all_weights),
             SquaredError(graph, masked, masked_states, all_weights)},
            {1, 0.5, 0.7});
      },
      // The more numbers are added up, the less sharp is their sum.
      c.hidden > 4 ? 1e-5 : 1e-6);
}

INSTANTIATE_TEST_SUITE_P(
    Rcnn, RcnnGradientTest,
    testing::Values(RcnnCase{"Bigram", 2, Decay::kInputAndState, false},
                    RcnnCase{"BigramMasked", 2, Decay::kInputAndState, true},
                    RcnnCase{"InputDecayMasked", 2, Decay::kInput, true},
                    // Full vectors and a part of one.
                    RcnnCase{"WideMasked", 2, Decay::kInputAndState, true, 19},
                    RcnnCase{"Unigram", 1, Decay::kInput, false},
                    RcnnCase{"TrigramMasked", 3, Decay::kInputAndState, true}),
    [](const auto& test) { return test.param.name; });

// Every variant, alone and under a mask; max-pooling takes hard masks only.
TEST(RcnnGradientTest, EveryVariantSendsBackCentralDifferences) {
  std::vector<RcnnVariant> variants = RcnnForms(2);
  for (const Index order : {1, 2, 3}) {
    for (RcnnVariant& variant : RcnnOutputs(order)) {
      variants.push_back(std::move(variant));
    }
  }
  for (RcnnVariant& variant : RcnnForms(3)) {
    variants.push_back(std::move(variant));
  }
  const SequenceBatch batch = MakeSequences({{0, 1, 2, 1, 3}, {4}, {2, 0, 4}});
  const Matrix target = RandomMatrix(15, kVariantHidden, "target");
  const Matrix weight = Matrix::Ones(15, kVariantHidden);
  Parameter words{"words", RandomMatrix(5, kVariantInputs, "words")};
  Parameter mask{"mask", RandomMatrix(15, 1, "mask").array().abs()};
  Parameter hard{"hard mask", Matrix::Ones(15, 1)};
  mask.value(0, 0) = hard.value(0, 0) = 0;
  mask.value(4, 0) = 1;
  mask.value(8, 0) = hard.value(8, 0) = 0;

  for (const RcnnVariant& variant : variants) {
    SCOPED_TRACE(variant.name);
    RcnnLayer layer = MakeVariant(variant.options);
    const bool max = variant.options.form.pooling == NgramPooling::kMax;
    std::vector<Parameter*> parameters = layer.Parameters();
    parameters.push_back(&words);
    if (!max) parameters.push_back(&mask);
    CheckGradients(parameters, [&](Graph& graph) {
      RcnnInputs inputs = layer.Project(graph, graph.Use(words));
      const Var all = Rcnn(graph, inputs, batch, Direction::kForward);
      inputs.mask = graph.Use(max ? hard : mask);
      const Var masked = Rcnn(graph, inputs, batch, Direction::kBackward);
      return WeightedSum(graph,
                         {SquaredError(graph, all, target, weight),
                          SquaredError(graph, masked, target, weight)},
                         {1, 0.5});
    });
  }
}

TEST(RcnnGradientTest, EveryVariantGoesOnFromAState) {
  std::vector<RcnnVariant> variants = RcnnForms(2);
  for (const Index order : {1, 3}) {
    for (RcnnVariant& variant : RcnnOutputs(order)) {
      variants.push_back(std::move(variant));
    }
  }
  const SequenceBatch batch = MakeSequences({{0, 1, 2, 1, 3}, {}, {2, 0, 4}});
  const Matrix target = RandomMatrix(15, kVariantHidden, "target");
  const Matrix weight = Matrix::Ones(15, kVariantHidden);
  Parameter words{"words", RandomMatrix(5, kVariantInputs, "words")};
  Parameter mask{"mask", RandomMatrix(15, 1, "mask").array().abs()};
  mask.value(0, 0) = 0;

  for (const RcnnVariant& variant : variants) {
    if (variant.options.form.pooling == NgramPooling::kMax) continue;
    SCOPED_TRACE(variant.name);
    RcnnLayer layer = MakeVariant(variant.options);
    const Index width = variant.options.order * kVariantHidden;
    const Index counted =
        CountsNgrams(variant.options.form, variant.options.order)
            ? width - kVariantHidden
            : 0;
    const RcnnState start{RandomMatrix(3, kVariantHidden, "h"),
                          RandomMatrix(3, width, "c"),
                          RandomMatrix(3, counted, "counts")};
    std::vector<Parameter*> parameters = layer.Parameters();
    parameters.push_back(&words);
    parameters.push_back(&mask);
    CheckGradients(parameters, [&](Graph& graph) {
      RcnnInputs inputs = layer.Project(graph, graph.Use(words));
      inputs.start = start;
      const Var all = Rcnn(graph, inputs, batch, Direction::kForward);
      inputs.mask = graph.Use(mask);
      const Var masked = Rcnn(graph, inputs, batch, Direction::kBackward);
      return WeightedSum(graph,
                         {SquaredError(graph, all, target, weight),
                          SquaredError(graph, masked, target, weight)},
                         {1, 0.5});
    });
  }
}

}  // namespace
}  // namespace whylight
