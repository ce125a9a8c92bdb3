#include "core/layers/rcnn.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/layers/dense.h"
#include "core/ops/ops.h"
#include "tests/core/random_matrix.h"
#include "tests/core/rcnn_variants.h"

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

// c_n[t] of the additive normalised form as a sum over all n-grams: for every k
// = 1..n and i_k < ... < i_n <= t the term u_k[i_k], weighted by (1 - λ) of the
// members and by λ of the words passed over since i_k (Lei17 section 2.5).
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

TEST(RcnnTest, MaskedRunOfEveryVariantEqualsRunOnTheSelectedWordsExactly) {
  const Matrix words = RandomMatrix(6, kVariantInputs, "words");
  const SequenceBatch text = MakeSequences({{0, 1, 2, 3, 4, 5}});
  const SequenceBatch selected = MakeSequences({{1, 2, 5}});
  Matrix mask(6, 1);
  mask << 0, 1, 1, 0, 0, 1;
  for (const Index order : {1, 2, 3}) {
    std::vector<RcnnVariant> variants = RcnnForms(order);
    for (RcnnVariant& variant : RcnnOutputs(order)) {
      variants.push_back(std::move(variant));
    }
    for (const RcnnVariant& variant : variants) {
      const RcnnLayer layer = MakeVariant(variant.options);
      for (const auto mode :
           {Graph::Mode::kInference, Graph::Mode::kTraining}) {
        const Matrix expected = StatesOf(layer, words, selected,
                                         Direction::kForward, nullptr, mode);
        const Matrix found =
            StatesOf(layer, words, text, Direction::kForward, &mask, mode);
        EXPECT_EQ(found.row(1), expected.row(0)) << variant.name;
        EXPECT_EQ(found.row(2), expected.row(1)) << variant.name;
        EXPECT_EQ(found.row(4), expected.row(1)) << variant.name;
        EXPECT_EQ(found.row(5), expected.row(2)) << variant.name;
      }
    }
  }
}

TEST(RcnnTest, OptionsThatCannotBeAreNamed) {
  const auto problem = [](const RcnnOptions& options) {
    const Result<RcnnLayer> layer = RcnnLayer::Make("layer", options, 1);
    if (layer.ok()) return std::string("none");
    EXPECT_EQ(layer.error().code, ErrorCode::kInvalidArgument);
    const std::string& message = layer.error().message;
    return message.substr(0, message.find(':'));
  };
  const RcnnOptions good{.inputs = 3, .hidden = 4};
  EXPECT_EQ(problem(good), "none");
  const auto with = [&](auto&& change) {
    RcnnOptions options = good;
    change(options);
    return problem(options);
  };
  EXPECT_EQ(with([](RcnnOptions& o) { o.inputs = 0; }), "inputs");
  EXPECT_EQ(with([](RcnnOptions& o) { o.hidden = -1; }), "hidden");
  EXPECT_EQ(with([](RcnnOptions& o) { o.order = 0; }), "order");
  EXPECT_EQ(with([](RcnnOptions& o) { o.order = kMaxOrder + 1; }), "order");
  for (const double decay : {-0.1, 1.0, 1.5, std::nan("")}) {
    EXPECT_EQ(with([&](RcnnOptions& o) { o.decay_value = decay; }),
              "decay value");
  }
  EXPECT_EQ(with([](RcnnOptions& o) { o.decay_value = 0; }), "decay value");
  EXPECT_EQ(with([](RcnnOptions& o) {
              o.decay = Decay::kConstant;
              o.decay_value = 0;
            }),
            "none");
  EXPECT_EQ(with([](RcnnOptions& o) { o.form.same_step = true; }), "same_step");
  EXPECT_EQ(with([](RcnnOptions& o) { o.form.pooling = NgramPooling::kMax; }),
            "pooling");
  EXPECT_EQ(with([](RcnnOptions& o) { o.highway = true; }), "highway");
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

Index CountOf(std::vector<Parameter*> parameters) {
  Index count = 0;
  for (const Parameter* parameter : parameters)
    count += parameter->value.size();
  return count;
}

Index CountOf(const RcnnOptions& options) {
  return CountOf(RcnnLayer("layer", options, 1).Parameters());
}

TEST(RcnnTest, ParameterCountsAreThoseOfRetrievalAndRationales) {
  // Lei17 table 2.8: 401K for 400 units on vectors of 200.
  EXPECT_EQ(CountOf({.inputs = 200, .hidden = 400}), 400800);
  // Table 3.2: two layers of 200 and an output from both to five ratings.
  const Index layer = CountOf({.inputs = 200, .hidden = 200});
  EXPECT_EQ(2 * layer + CountOf(Dense("output", 400, 5, 1).Parameters()),
            322805);
  // The independent generator reads both ways; the dependent one adds an RCNN
  // of 30 units over both states and the last choice.
  const Index independent =
      2 * layer + CountOf(Dense("choice", 400, 1, 1).Parameters());
  EXPECT_EQ(independent, 321201);
  EXPECT_EQ(independent + CountOf({.inputs = 401, .hidden = 30}) + 30, 358281);
}

TEST(RcnnTest, ParameterCountsAreThoseOfLanguageModels) {
  // Lei17 table 2.4, in millions, embeddings in and out with 10,000 words.
  const auto millions = [](Index layers, RcnnOptions options) {
    options.inputs = options.hidden;
    const Index count =
        layers * CountOf(options) + 20000 * options.hidden + 10000;
    return std::round(static_cast<double>(count) / 1e5) / 10;
  };
  const RcnnForm form{.mapping = Mapping::kMultiplicative};
  EXPECT_EQ(
      millions(3, {.hidden = 240, .form = form, .decay = Decay::kConstant}),
      5.2);
  EXPECT_EQ(
      millions(4, {.hidden = 650, .form = form, .decay = Decay::kConstant}),
      16.4);
  EXPECT_EQ(millions(2, {.hidden = 230, .form = form}), 5.0);
  EXPECT_EQ(millions(2, {.hidden = 650, .form = form}), 16.4);
  EXPECT_EQ(millions(2, {.hidden = 650, .form = form, .output_gate = true}),
            18.1);
}

}  // namespace
}  // namespace whylight
