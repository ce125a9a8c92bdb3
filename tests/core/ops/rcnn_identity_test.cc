// The operation against the family written out (rcnn_reference.h), in double.
#include <gtest/gtest.h>

#include <map>

#include "core/layers/rcnn.h"
#include "core/ops/rcnn_max.h"
#include "tests/core/rcnn_variants.h"

namespace whylight {
namespace {

constexpr Index kLength = 7;
constexpr Real kTolerance = 1e-12;

Real Largest(const Matrix& difference) {
  return difference.cwiseAbs().maxCoeff();
}

Real Logistic(Real x) { return 1 / (1 + std::exp(-x)); }

SequenceBatch OneText(Index length) {
  std::vector<std::int32_t> rows(static_cast<std::size_t>(length));
  for (std::size_t t = 0; t < rows.size(); ++t) {
    rows[t] = static_cast<std::int32_t>(t);
  }
  return MakeSequences({rows});
}

// One text through a layer; everything it leaves, as matrices.
struct Outcome {
  Matrix h;
  Matrix c;
  Matrix z;
  Matrix decays;
};

Outcome RunLayer(const RcnnLayer& layer, const Matrix& words,
                 Direction direction = Direction::kForward) {
  Graph graph(Graph::Mode::kInference);
  const RcnnInputs inputs = layer.Project(graph, graph.Constant(words));
  const RcnnRun run = RunRcnn(graph, inputs, OneText(words.rows()), direction,
                              Keep::kEverything);
  return {graph.value(run.states), graph.value(*run.c), graph.value(*run.z),
          graph.value(*run.decays)};
}

// The layer from its tensors as other programs know them, a word at a time, in
// the order of operations h = f ⊙ (o ⊙ g(Oᵀs + b)) + (1 - f) ⊙ x.
Outcome RunByLoops(RcnnLayer& layer, const Matrix& words) {
  const RcnnOptions& options = layer.options();
  std::map<std::string, Matrix> tensors;
  for (const LayerTensor& tensor : layer.Tensors()) {
    tensors[tensor.name] = TensorValue(tensor);
  }
  const Index length = words.rows();
  const Index hidden = options.hidden;
  Matrix u(length, options.order * hidden);
  for (Index j = 0; j < options.order; ++j) {
    u.middleCols(j * hidden, hidden) =
        words * tensors["W." + std::to_string(j + 1)].transpose();
  }
  std::vector<Real> mix;
  if (options.form.state == ExposedState::kMix) {
    mix.assign(tensors["mix"].data(), tensors["mix"].data() + options.order);
  }
  Outcome outcome{Matrix(length, hidden), {}, {}, Matrix(length, hidden)};
  Matrix before = Matrix::Zero(hidden, 1);
  const auto gate = [&](const std::string& name, Index t, Index f,
                        bool reads_state) {
    const Matrix& weight = tensors[name + ".W"];
    // A scalar gate has one row, and is every unit's.
    const Index row = weight.rows() == 1 ? 0 : f;
    Real sum = tensors[name + ".b"](0, row) + weight.row(row).dot(words.row(t));
    if (reads_state) sum += (tensors[name + ".U"].row(row) * before).value();
    return Logistic(sum);
  };
  for (Index t = 0; t < length; ++t) {
    for (Index f = 0; f < hidden; ++f) {
      Real& decay = outcome.decays(t, f);
      switch (options.decay) {
        case Decay::kConstant:
          decay = options.decay_value;
          break;
        case Decay::kTrained:
          decay = Logistic(tensors["gate.b"](0, options.scalar_decay ? 0 : f));
          break;
        case Decay::kInput:
          decay = gate("gate", t, f, false);
          break;
        case Decay::kInputAndState:
          decay = gate("gate", t, f, true);
          break;
      }
    }
    const Matrix read = u.topRows(t + 1);
    const Matrix decays = outcome.decays.topRows(t + 1);
    const RcnnLevels levels =
        options.form.pooling == NgramPooling::kMax
            ? MaxPoolingByEnumeration(read, decays, options.form.mapping)
            : RcnnByLoops(read, decays, options.form);
    outcome.c = levels.c;
    outcome.z = levels.z;
    Matrix shown =
        Expose(levels, options.form.state, hidden, mix).row(t).transpose();
    if (options.output_matrix) shown = tensors["O"].transpose() * shown;
    if (options.bias) shown += tensors["b"].transpose();
    for (Index f = 0; f < hidden; ++f) {
      Real value = Activate(options.form.activation, shown(f, 0));
      if (options.output_gate) value *= gate("outgate", t, f, true);
      if (options.highway) {
        const Real carry = gate("highway", t, f, false);
        value = carry * value + (1 - carry) * words(t, f);
      }
      outcome.h(t, f) = value;
    }
    before = outcome.h.row(t).transpose();
  }
  return outcome;
}

void ExpectEqual(const RcnnVariant& variant, const Outcome& found,
                 const Outcome& expected) {
  EXPECT_LT(Largest(found.h - expected.h), kTolerance) << variant.name;
  EXPECT_LT(Largest(found.c - expected.c), kTolerance) << variant.name;
  EXPECT_LT(Largest(found.z - expected.z), kTolerance) << variant.name;
  EXPECT_LT(Largest(found.decays - expected.decays), kTolerance)
      << variant.name;
}

TEST(RcnnIdentityTest, EveryVariantIsItsEquations) {
  const Matrix words = RandomMatrix(kLength, kVariantInputs, "words");
  for (Index order = 1; order <= 4; ++order) {
    std::vector<RcnnVariant> variants = RcnnForms(order);
    for (RcnnVariant& variant : RcnnOutputs(order)) {
      variants.push_back(std::move(variant));
    }
    for (const RcnnVariant& variant : variants) {
      RcnnLayer layer = MakeVariant(variant.options);
      ExpectEqual(variant, RunLayer(layer, words), RunByLoops(layer, words));
    }
  }
}

TEST(RcnnIdentityTest, BackwardRunIsTheForwardRunOnTheReversedText) {
  const Matrix words = RandomMatrix(kLength, kVariantInputs, "words");
  const Matrix reversed = words.colwise().reverse();
  for (const RcnnVariant& variant : RcnnOutputs(2)) {
    const RcnnLayer layer = MakeVariant(variant.options);
    const Outcome backward = RunLayer(layer, words, Direction::kBackward);
    const Outcome forward = RunLayer(layer, reversed);
    EXPECT_LT(Largest(backward.h.colwise().reverse() - forward.h), kTolerance)
        << variant.name;
  }
}

// The recorded gates are held fixed, so this covers gates on h too.
TEST(RcnnIdentityTest, LevelsEqualTheSumOverAllNgrams) {
  const Matrix words = RandomMatrix(kLength, kVariantInputs, "words");
  for (Index order = 1; order <= 4; ++order) {
    for (const RcnnVariant& variant : RcnnForms(order)) {
      RcnnLayer layer = MakeVariant(variant.options);
      const Outcome found = RunLayer(layer, words);
      const Matrix u = words * layer.Parameters().front()->value;
      const RcnnLevels expected =
          RcnnByEnumeration(u, found.decays, variant.options.form);
      EXPECT_LT(Largest(found.c - expected.c), kTolerance)
          << variant.name << ", order " << order;
      EXPECT_LT(Largest(found.z - expected.z), kTolerance)
          << variant.name << ", order " << order;
    }
  }
}

TEST(RcnnIdentityTest, MaxPoolingFindsTheBestOfAllNgrams) {
  for (const Mapping mapping : {Mapping::kAdditive, Mapping::kMultiplicative}) {
    for (const Real decay : {0.0, 0.3, 0.9}) {
      for (Index order = 1; order <= 4; ++order) {
        const Matrix u = RandomMatrix(8, order * 4, "max");
        const MaxNgrams found = FindMaxNgrams(u, order, mapping, decay);
        const RcnnLevels expected =
            MaxPoolingByEnumeration(u, Matrix::Constant(8, 4, decay), mapping);
        EXPECT_LT(Largest(found.c - expected.c), kTolerance);
        EXPECT_LT(Largest(found.z - expected.z), kTolerance);
      }
    }
  }
}

TEST(RcnnIdentityTest, WithoutDecayMaxPoolingOfPositiveFeaturesIsConsecutive) {
  const Matrix u = RandomMatrix(6, 4, "positive").cwiseAbs();
  const MaxNgrams found = FindMaxNgrams(u, 2, Mapping::kMultiplicative, 0);
  for (Index t = 1; t < 6; ++t) {
    const RowVector consecutive =
        u.row(t - 1).head(2).cwiseProduct(u.row(t).tail(2));
    EXPECT_LT(Largest(found.c.row(t).tail(2) - consecutive), kTolerance);
    EXPECT_LT(Largest(found.z.row(t).tail(2) - consecutive), kTolerance);
  }
}

RcnnOptions ConstantDecay(Index order, Mapping mapping, bool normalized,
                          double decay) {
  return {.inputs = kVariantInputs,
          .hidden = kVariantHidden,
          .order = order,
          .form = {.mapping = mapping,
                   .normalized = normalized,
                   .activation = Activation::kIdentity},
          .decay = Decay::kConstant,
          .decay_value = decay,
          .bias = false};
}

TEST(RcnnIdentityTest, WithoutDecayItIsTheConvolution) {
  const Matrix words = RandomMatrix(kLength, kVariantInputs, "words");
  constexpr Index kOrder = 3;
  for (const bool normalized : {true, false}) {
    for (const Mapping mapping :
         {Mapping::kAdditive, Mapping::kMultiplicative}) {
      const RcnnLayer layer =
          MakeVariant(ConstantDecay(kOrder, mapping, normalized, 0));
      RcnnLayer copy = layer;
      const Matrix u = words * copy.Parameters().front()->value;
      const Outcome found = RunLayer(layer, words);
      // The un-normalised additive sum counts whole n-grams only.
      const bool whole = !normalized || mapping == Mapping::kMultiplicative;
      for (Index t = whole ? kOrder - 1 : 0; t < kLength; ++t) {
        RowVector expected = mapping == Mapping::kAdditive
                                 ? RowVector(RowVector::Zero(kVariantHidden))
                                 : RowVector(RowVector::Ones(kVariantHidden));
        for (Index k = 0; k < kOrder; ++k) {
          const Index position = t - kOrder + 1 + k;
          if (position < 0) continue;  // Words before the text are zero.
          const auto u_k =
              u.row(position).segment(k * kVariantHidden, kVariantHidden);
          if (mapping == Mapping::kAdditive) {
            expected += u_k;
          } else {
            expected = expected.cwiseProduct(u_k).eval();
          }
        }
        EXPECT_LT(Largest(found.h.row(t) - expected), kTolerance);
      }
      for (Index t = 0; whole && t < kOrder - 1; ++t) {
        EXPECT_EQ(Largest(found.h.row(t)), 0);
      }
    }
  }
}

TEST(RcnnIdentityTest, OfOrderOneItIsTheMovingAverage) {
  const Matrix words = RandomMatrix(kLength, kVariantInputs, "words");
  for (const Mapping mapping : {Mapping::kAdditive, Mapping::kMultiplicative}) {
    RcnnLayer layer = MakeVariant(ConstantDecay(1, mapping, true, 0.7));
    const Matrix u = words * layer.Parameters().front()->value;
    const Outcome found = RunLayer(layer, words);
    RowVector average = RowVector::Zero(kVariantHidden);
    for (Index t = 0; t < kLength; ++t) {
      average = 0.7 * average + 0.3 * u.row(t);
      EXPECT_LT(Largest(found.h.row(t) - average), kTolerance);
    }
  }
}

TEST(RcnnIdentityTest, ScalarGateIsTheVectorGateWithEqualRows) {
  const Matrix words = RandomMatrix(kLength, kVariantInputs, "words");
  for (const Decay decay :
       {Decay::kTrained, Decay::kInput, Decay::kInputAndState}) {
    RcnnOptions options{.inputs = kVariantInputs,
                        .hidden = kVariantHidden,
                        .decay = decay,
                        .scalar_decay = true};
    RcnnLayer scalar = MakeVariant(options);
    options.scalar_decay = false;
    RcnnLayer tied = MakeVariant(options);
    const std::vector<LayerTensor> from = scalar.Tensors();
    const std::vector<LayerTensor> to = tied.Tensors();
    for (std::size_t i = 0; i < from.size(); ++i) {
      const Matrix value = TensorValue(from[i]);
      if (from[i].dims == to[i].dims) {
        SetTensor(to[i], value);
      } else if (to[i].dims.size() == 1) {
        SetTensor(to[i], Matrix::Constant(1, kVariantHidden, value(0, 0)));
      } else {
        SetTensor(to[i], value.replicate(kVariantHidden, 1));
      }
    }
    EXPECT_LT(Largest(RunLayer(scalar, words).h - RunLayer(tied, words).h),
              kTolerance);
  }
}

void SetAll(RcnnLayer& layer, const std::string& name, Real value) {
  for (const LayerTensor& tensor : layer.Tensors()) {
    if (tensor.name != name) continue;
    SetTensor(tensor, Matrix::Constant(TensorValue(tensor).rows(),
                                       TensorValue(tensor).cols(), value));
  }
}

TEST(RcnnIdentityTest, GatesSaturateAtConvolutionAndAtAFrozenState) {
  const Matrix words = RandomMatrix(kLength, kVariantInputs, "words");
  RcnnLayer layer = MakeVariant({.inputs = kVariantInputs,
                                 .hidden = kVariantHidden,
                                 .form = {.activation = Activation::kIdentity},
                                 .bias = false});
  SetAll(layer, "gate.W", 0);
  SetAll(layer, "gate.U", 0);
  const Matrix u = words * layer.Parameters().front()->value;

  SetAll(layer, "gate.b", -800);
  const Matrix convolution = RunLayer(layer, words).h;
  for (Index t = 1; t < kLength; ++t) {
    EXPECT_LT(Largest(convolution.row(t) - u.row(t - 1).head(kVariantHidden) -
                      u.row(t).tail(kVariantHidden)),
              kTolerance);
  }
  SetAll(layer, "gate.b", 800);
  EXPECT_EQ(Largest(RunLayer(layer, words).h), 0);
}

TEST(RcnnIdentityTest, HighwaySaturatesAtIdentityAndAtThePlainLayer) {
  const Matrix words = RandomMatrix(kLength, kVariantInputs, "words");
  RcnnOptions options{.inputs = kVariantInputs,
                      .hidden = kVariantHidden,
                      .decay = Decay::kInput};
  const RcnnLayer plain = MakeVariant(options);
  options.highway = true;
  RcnnLayer layer = MakeVariant(options);
  SetAll(layer, "highway.W", 0);
  SetAll(layer, "highway.b", -800);
  EXPECT_EQ(Largest(RunLayer(layer, words).h - words), 0);
  SetAll(layer, "highway.b", 800);
  EXPECT_EQ(RunLayer(layer, words).h, RunLayer(plain, words).h);
}

// The sums of Lei15 section 4 are the un-normalised multiplicative form with
// all z shown.
TEST(RcnnIdentityTest, OutputMatrixMayComeBeforeOrAfterTheSum) {
  const Matrix words = RandomMatrix(kLength, kVariantInputs, "words");
  RcnnOptions options = ConstantDecay(3, Mapping::kMultiplicative, false, 0.5);
  options.form.state = ExposedState::kSumZ;
  RcnnLayer plain = MakeVariant(options);
  options.output_matrix = true;
  RcnnLayer layer = MakeVariant(options);
  EXPECT_LT(
      Largest(RunLayer(layer, words).h -
              RunLayer(plain, words).h * TensorValue(layer.Tensors().back())),
      kTolerance);
}

}  // namespace
}  // namespace whylight
