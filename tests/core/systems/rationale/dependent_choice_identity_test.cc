// Choices that depend on those before them: made word after word, and all at
// once when they are known (Lei17 section 3.3.2).
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "core/systems/rationale/model.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

constexpr Index kWidth = 3;

RationaleModel MakeModel(Choice choice, Index aspects, Index dependent) {
  RationaleOptions options;
  options.choice = choice;
  for (Index a = 0; a < aspects; ++a) {
    options.aspects.push_back({"aspect " + std::to_string(a), true, {}});
  }
  options.generator = {.inputs = kWidth, .hidden = 2, .decay = Decay::kInput};
  options.encoder = options.generator;
  options.dependent = dependent;
  RationaleModel model(options,
                       Vocabulary::FromWords({"a", "b", "c", "d"}).value(),
                       RandomMatrix(4, kWidth, "vectors"), 3);
  for (Parameter* parameter : model.GeneratorParameters()) {
    parameter->value = RandomMatrix(parameter->value.rows(),
                                    parameter->value.cols(), parameter->name);
  }
  return model;
}

struct Texts {
  std::vector<WordIds> ids;
  WordBatch batch;

  explicit Texts(std::vector<WordIds> texts) : ids(std::move(texts)) {
    std::vector<const WordIds*> pointers;
    for (const WordIds& text : ids) pointers.push_back(&text);
    batch = MakeWordBatch(pointers);
  }
  Matrix States(const RationaleModel& model) const {
    Graph graph(Graph::Mode::kInference);
    return graph.value(model.GeneratorStates(graph, model.Lookup(graph, batch),
                                             batch.sequences));
  }
  Matrix Numbers(const RationaleModel& model, const Matrix& chosen) const {
    Graph graph(Graph::Mode::kInference);
    return graph.value(model.GeneratorNumbers(
        graph, graph.Constant(States(model)), batch.sequences, chosen));
  }
};

ConstMatrixView View(const Matrix& matrix) {
  return {matrix.data(), matrix.rows(), matrix.cols()};
}

TEST(DependentChoiceTest, InOrderAndAtOnceGiveTheSameNumbers) {
  const RationaleModel model = MakeModel(Choice::kCompeting, 2, 4);
  const Texts texts({{0, 1, 2, 3, 1}, {2, 2}, {3, 0, 1}});
  const Matrix wanted =
      RandomMatrix(texts.batch.sequences.max_length * 3, 2, "chosen");
  const auto in_order =
      model.ChooseInOrder(View(texts.States(model)), texts.batch.sequences,
                          [&](Index t, const Matrix&) -> Matrix {
                            return wanted.middleRows(3 * t, 3);
                          });
  EXPECT_EQ(in_order.chosen, wanted);
  const Matrix at_once = texts.Numbers(model, wanted);
  const SequenceBatch& sequences = texts.batch.sequences;
  for (Index b = 0; b < 3; ++b) {
    for (Index t = 0; t < sequences.lengths[static_cast<std::size_t>(b)]; ++t) {
      EXPECT_LT((in_order.numbers.row(3 * t + b) - at_once.row(3 * t + b))
                    .cwiseAbs()
                    .maxCoeff(),
                1e-12);
    }
  }
}

// p(z | x) by the chain rule adds up to 1 over all 2^l selections, which a
// choice that could see itself or what follows would not.
TEST(DependentChoiceTest, ProbabilitiesOfAllSelectionsAddUpToOne) {
  const RationaleModel model = MakeModel(Choice::kIndependent, 1, 4);
  constexpr Index kWords = 6;
  const Texts text({{0, 1, 2, 3, 1, 0}});
  double sum = 0;
  std::set<double> first;
  for (unsigned code = 0; code < 1U << kWords; ++code) {
    Matrix chosen(kWords, 1);
    for (Index t = 0; t < kWords; ++t) {
      chosen(t, 0) = (code >> t & 1U) != 0 ? 1 : 0;
    }
    const Matrix numbers = text.Numbers(model, chosen);
    double log_p = 0;
    for (Index t = 0; t < kWords; ++t) {
      const Real sign = chosen(t, 0) > 0 ? 1 : -1;
      log_p -= std::log1p(std::exp(-sign * numbers(t, 0)));
    }
    sum += std::exp(log_p);
    first.insert(numbers(5, 0));
  }
  EXPECT_NEAR(sum, 1, 1e-12);
  // The last number is another after each of the 32 selections before it.
  EXPECT_EQ(first.size(), 32u);
}

TEST(DependentChoiceTest, WithoutItsStatesIsIndependent) {
  RationaleModel model = MakeModel(Choice::kCompeting, 2, 4);
  const RationaleModel plain = MakeModel(Choice::kCompeting, 2, 0);
  for (Parameter* parameter : model.GeneratorParameters()) {
    if (parameter->name == "generator.choice.W") {
      parameter->value.bottomRows(4).setZero();
      parameter->value.topRows(4) = RandomMatrix(4, 3, "generator.choice.W");
    }
  }
  const Texts texts({{0, 1, 2}, {3}});
  const Matrix chosen = RandomMatrix(6, 2, "chosen");
  EXPECT_LT((texts.Numbers(model, chosen) - texts.Numbers(plain, chosen))
                .cwiseAbs()
                .maxCoeff(),
            1e-12);
}

TEST(DependentChoiceTest, IsSavedAndLoaded) {
  const RationaleModel model = MakeModel(Choice::kCompeting, 2, 4);
  const auto files = model.Save(Dtype::kF32, Dtype::kF32, "{}");
  ASSERT_TRUE(files.ok());
  const auto loaded = RationaleModel::Load(files.value());
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_TRUE(loaded.value().depends());
  const Texts text({{0, 1, 2, 3}});
  const Matrix chosen = RandomMatrix(4, 2, "chosen");
  EXPECT_LT((text.Numbers(model, chosen) - text.Numbers(loaded.value(), chosen))
                .cwiseAbs()
                .maxCoeff(),
            1e-5);
}

}  // namespace
}  // namespace whylight
