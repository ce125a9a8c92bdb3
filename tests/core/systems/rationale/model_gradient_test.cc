// Gradients through the whole task: from a loss on ratings, through the
// encoder, the selection and the generator, to every parameter.
#include <gtest/gtest.h>

#include "core/ops/ops.h"
#include "core/systems/rationale/model.h"
#include "tests/core/gradient_check.h"
#include "tests/core/random_matrix.h"
#include "tests/core/systems/rationale/text_readers.h"

namespace whylight {
namespace {

struct TaskCase {
  std::string name;
  Decay generator = Decay::kInput;
  Decay encoder = Decay::kInput;
  Index dependent = 0;
  ReaderCase reader = {};  ///< Layers in the place of RCNNs.
};

class RationaleGradientTest : public testing::TestWithParam<TaskCase> {
 protected:
  static constexpr Index kAspects = 3;

  static RationaleModel MakeModel() {
    RationaleOptions options = OptionsOf(GetParam().reader, 3);
    options.generator.decay = GetParam().generator;
    options.encoder.decay = GetParam().encoder;
    if (GetParam().dependent > 0) options.dependent = GetParam().dependent;
    return ModelOf(std::move(options));
  }

  // Texts of different lengths, one of them empty, with a word that occurs
  // twice and one that the model does not know.
  static WordBatch MakeBatch() {
    const std::vector<WordIds> texts = {
        {0, 1, 2, 1, 3}, {}, {4}, {2, kUnknownWord, 0}};
    std::vector<const WordIds*> pointers;
    for (const WordIds& text : texts) pointers.push_back(&text);
    return MakeWordBatch(pointers);
  }

  // The generator's logits where some choices were made.
  Var Numbers(Graph& graph, Var words) const {
    const Matrix chosen =
        RandomMatrix(positions(), kAspects, "chosen").cwiseAbs();
    return model_.GeneratorNumbers(
        graph, model_.GeneratorStates(graph, words, batch_.sequences),
        batch_.sequences, chosen);
  }

  Index positions() const {
    return batch_.sequences.max_length * batch_.sequences.batch();
  }

  Var Error(Graph& graph, Var found, const std::string& name) const {
    const Index rows = graph.value(found).rows();
    const Index cols = graph.value(found).cols();
    return SquaredError(graph, found, RandomMatrix(rows, cols, name),
                        RandomMatrix(rows, cols, name + ".weight"));
  }

  RationaleModel model_ = MakeModel();
  WordBatch batch_ = MakeBatch();
};

TEST_P(RationaleGradientTest, ReachesTheEncoderAndTheMask) {
  Parameter mask{"mask", RandomMatrix(positions(), 1, "mask").array().abs()};
  // Training also meets hard decisions.
  mask.value(0, 0) = 0;
  mask.value(4, 0) = 1;
  std::vector<Parameter*> parameters = model_.EncoderParameters();
  parameters.push_back(&mask);
  CheckGradients(parameters, [&](Graph& graph) {
    const auto inputs =
        model_.EncoderInputs(graph, model_.Lookup(graph, batch_));
    return Error(
        graph,
        model_.EncoderRatings(graph, inputs, batch_.sequences, graph.Use(mask)),
        "ratings");
  });
}

TEST_P(RationaleGradientTest, ReachesTheEncoderThatReadsEverything) {
  CheckGradients(model_.EncoderParameters(), [&](Graph& graph) {
    const auto inputs =
        model_.EncoderInputs(graph, model_.Lookup(graph, batch_));
    return Error(
        graph,
        model_.EncoderRatings(graph, inputs, batch_.sequences, std::nullopt),
        "ratings");
  });
}

TEST_P(RationaleGradientTest, ReachesTheGeneratorFromItsLogits) {
  CheckGradients(model_.GeneratorParameters(), [&](Graph& graph) {
    return Error(graph, Numbers(graph, model_.Lookup(graph, batch_)), "logits");
  });
}

// As in training, with a soft selection in place of a drawn one.
TEST_P(RationaleGradientTest, ReachesEverythingFromTheRatings) {
  std::vector<Parameter*> parameters = model_.GeneratorParameters();
  for (Parameter* parameter : model_.EncoderParameters()) {
    parameters.push_back(parameter);
  }
  CheckGradients(parameters, [&](Graph& graph) {
    const SequenceBatch& sequences = batch_.sequences;
    const Var words = model_.Lookup(graph, batch_);
    const Var logits = Numbers(graph, words);
    const auto inputs = model_.EncoderInputs(graph, words);
    std::vector<Var> terms;
    std::vector<Real> coefficients;
    for (Index a = 0; a < kAspects; ++a) {
      const Var mask = Sigmoid(graph, Columns(graph, logits, a, 1));
      const Var ratings = model_.EncoderRatings(graph, inputs, sequences, mask);
      terms.push_back(Error(graph, Columns(graph, ratings, a, 1),
                            "ratings" + std::to_string(a)));
      terms.push_back(SumOverWords(graph, mask, sequences.lengths));
      terms.push_back(Transitions(graph, mask, sequences.lengths));
      coefficients.insert(coefficients.end(), {1, Real(0.02), Real(0.03)});
    }
    return WeightedSum(graph, terms, coefficients);
  });
}

std::vector<TaskCase> Readers() {
  std::vector<TaskCase> cases;
  for (const ReaderCase& reader : ReaderCases()) {
    cases.push_back({.name = reader.name, .reader = reader});
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Readers, RationaleGradientTest,
                         testing::ValuesIn(Readers()),
                         [](const auto& test) { return test.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Shapes, RationaleGradientTest,
    testing::Values(
        TaskCase{"InputBoth", Decay::kInput, Decay::kInput},
        TaskCase{"StateBoth", Decay::kInputAndState, Decay::kInputAndState},
        TaskCase{"StateInTheGenerator", Decay::kInputAndState, Decay::kInput},
        TaskCase{"DependentChoices", Decay::kInput, Decay::kInput, 3}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace whylight
