#include "core/layers/rcnn.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/ops/ops.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

constexpr Index kInputs = 3;
constexpr Index kHidden = 4;

RcnnLayer MakeLayer(Index order, Decay decay) {
  RcnnLayer layer(
      "layer",
      {.inputs = kInputs, .hidden = kHidden, .order = order, .decay = decay},
      17);
  for (Parameter* parameter : layer.Parameters()) {
    if (parameter->value.rows() == 1) {
      parameter->value = RandomMatrix(1, kHidden, parameter->name);
    }
  }
  return layer;
}

Matrix StatesOf(const RcnnLayer& layer, const Matrix& words,
                const SequenceBatch& sequences, Direction direction,
                const Matrix* mask = nullptr,
                Graph::Mode mode = Graph::Mode::kInference) {
  Graph graph(mode);
  RcnnInputs inputs = layer.Project(graph, graph.Constant(words));
  if (mask != nullptr) inputs.mask = graph.Constant(*mask);
  return graph.value(Rcnn(graph, inputs, sequences, direction));
}

// c_n[t] of the additive normalised form as a sum over all n-grams: for every
// k = 1..n and i_k < ... < i_n <= t the term u_k[i_k], weighted by (1 - λ) of
// the members and by λ of the words passed over since i_k (catalogue L-λ).
RowVector EnumerateCell(const std::vector<Matrix>& u, const Matrix& decay,
                        Index t) {
  const auto order = static_cast<Index>(u.size());
  RowVector sum = RowVector::Zero(kHidden);
  for (Index k = 0; k < order; ++k) {
    const Index members = order - k;
    // Every subset of {0..t} of that many words, by bits.
    for (unsigned subset = 0; subset < (1u << (t + 1)); ++subset) {
      if (__builtin_popcount(subset) != members) continue;
      const Index first = __builtin_ctz(subset);
      RowVector term = u[static_cast<std::size_t>(k)].row(first);
      for (Index s = first; s <= t; ++s) {
        const bool member = (subset >> s) & 1u;
        term.array() *= member ? (Real{1} - decay.row(s).array()).eval()
                               : decay.row(s).array().eval();
      }
      sum += term;
    }
  }
  return sum;
}

TEST(RcnnTest, DynamicProgrammeEqualsEnumerationOfAllNgrams) {
  for (Index order = 1; order <= 4; ++order) {
    RcnnLayer layer = MakeLayer(order, Decay::kInput);
    const std::vector<Parameter*> parameters = layer.Parameters();
    const Matrix words = RandomMatrix(7, kInputs, "words");
    const SequenceBatch text = MakeSequences({{0, 1, 2, 3, 4, 5, 6}});
    const Matrix states = StatesOf(layer, words, text, Direction::kForward);

    const Matrix products = words * parameters[0]->value;
    std::vector<Matrix> u;
    for (Index j = 0; j < order; ++j) {
      u.push_back(products.middleCols(j * kHidden, kHidden));
    }
    Matrix decay = words * parameters[2]->value;
    decay.rowwise() += parameters[3]->value.row(0);
    decay = decay.array().logistic().eval();
    for (Index t = 0; t < 7; ++t) {
      const RowVector expected =
          (EnumerateCell(u, decay, t) + parameters[1]->value.row(0))
              .array()
              .tanh();
      EXPECT_LT((states.row(t) - expected).cwiseAbs().maxCoeff(), 1e-5)
          << "order " << order << ", word " << t;
    }
  }
}

TEST(RcnnTest, MaskedRunEqualsRunOnTheSelectedWordsExactly) {
  const Matrix words = RandomMatrix(6, kInputs, "words");
  const SequenceBatch text = MakeSequences({{0, 1, 2, 3, 4, 5}});
  const SequenceBatch selected = MakeSequences({{1, 2, 5}});
  Matrix mask(6, 1);
  mask << 0, 1, 1, 0, 0, 1;
  for (const Decay decay : {Decay::kInput, Decay::kInputAndState}) {
    const RcnnLayer layer = MakeLayer(2, decay);
    for (const auto mode : {Graph::Mode::kInference, Graph::Mode::kTraining}) {
      EXPECT_EQ(
          StatesOf(layer, words, text, Direction::kForward, &mask, mode).row(5),
          StatesOf(layer, words, selected, Direction::kForward, nullptr, mode)
              .row(2));
      EXPECT_EQ(
          StatesOf(layer, words, text, Direction::kBackward, &mask, mode)
              .row(0),
          StatesOf(layer, words, selected, Direction::kBackward, nullptr, mode)
              .row(0));
    }
  }
}

TEST(RcnnTest, EmptySelectionLeavesTheStartingState) {
  const RcnnLayer layer = MakeLayer(2, Decay::kInputAndState);
  const Matrix words = RandomMatrix(3, kInputs, "words");
  const Matrix nothing = Matrix::Zero(3, 1);
  const Matrix states = StatesOf(layer, words, MakeSequences({{0, 1, 2}}),
                                 Direction::kForward, &nothing);
  EXPECT_TRUE((states.array() == 0).all());

  Graph graph(Graph::Mode::kInference);
  const SequenceBatch empty = MakeSequences({{}});
  const Var all =
      Rcnn(graph, layer.Project(graph, graph.Constant(Matrix(0, kInputs))),
           empty, Direction::kForward);
  EXPECT_TRUE((graph.value(FinalState(graph, all, empty, Direction::kForward))
                   .array() == 0)
                  .all());
}

TEST(RcnnTest, TextGivesTheSameStatesAloneAndInABatch) {
  const Matrix words = RandomMatrix(6, kInputs, "words");
  const std::vector<std::vector<std::int32_t>> texts = {
      {0, 1, 2, 3, 4}, {5, 2}, {3, 3, 1, 0}};
  const SequenceBatch batch = MakeSequences(texts);
  for (const Decay decay : {Decay::kInput, Decay::kInputAndState}) {
    const RcnnLayer layer = MakeLayer(2, decay);
    for (const Direction direction :
         {Direction::kForward, Direction::kBackward}) {
      const Matrix together = StatesOf(layer, words, batch, direction);
      for (std::size_t b = 0; b < texts.size(); ++b) {
        const Matrix alone =
            StatesOf(layer, words, MakeSequences({texts[b]}), direction);
        for (Index t = 0; t < alone.rows(); ++t) {
          const Index row = t * 3 + static_cast<Index>(b);
          EXPECT_LT((together.row(row) - alone.row(t)).cwiseAbs().maxCoeff(),
                    1e-6);
        }
      }
    }
  }
}

TEST(RcnnTest, RecordingDoesNotChangeTheResult) {
  const Matrix words = RandomMatrix(5, kInputs, "words");
  const SequenceBatch batch = MakeSequences({{0, 1, 2, 3, 4}, {4, 0}});
  const Matrix mask = RandomMatrix(10, 1, "mask").array().abs();
  const RcnnLayer layer = MakeLayer(3, Decay::kInputAndState);
  EXPECT_EQ(StatesOf(layer, words, batch, Direction::kBackward, &mask,
                     Graph::Mode::kTraining),
            StatesOf(layer, words, batch, Direction::kBackward, &mask,
                     Graph::Mode::kInference));
}

TEST(RcnnTest, ParameterCountIsTheCatalogues) {
  // L-BEER: 322,805 for two stacked layers of 200 with one direction and an
  // output of 400 -> 5, so 160,400 a layer.
  RcnnLayer layer("layer", {.inputs = 200, .hidden = 200}, 1);
  Index count = 0;
  for (const Parameter* parameter : layer.Parameters()) {
    count += parameter->value.size();
  }
  EXPECT_EQ(count, 160400);
}

}  // namespace
}  // namespace whylight
