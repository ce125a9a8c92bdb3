#include "core/layers/rcrn.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/layers/highway.h"
#include "core/model/layer_spec.h"
#include "tests/core/layers/recurrent_layers.h"
#include "tests/core/layers/run_layer.h"

namespace whylight {
namespace {

using nlohmann::json;

Real LogisticOf(Real x) { return 1 / (1 + std::exp(-x)); }

const SequenceBatch kRcrnText = MakeSequences({{2, 0, 1, 1, 3, 4}});

LayerPointer BothWays(const std::string& name) {
  return MakeBidirectional(MakeLstm(name + "f", 3), MakeLstm(name + "b", 3));
}

TEST(RcrnTest, EqualsPlainLoopsOverWhatItsLayersGive) {
  const Matrix words = RandomMatrix(5, 3, "words");
  const Matrix found = RunLayer(*MakeRcrn(BothWays), words, kRcrnText);
  const auto given = [&](const char* name) {
    return RunLayer(*BothWays(name), words, kRcrnText);
  };
  const Matrix h1 = given("forget");
  const Matrix h2 = given("output");
  const Matrix h3 = given("listener");
  ASSERT_NE(h1, h2);
  Matrix c = Matrix::Zero(1, 8);
  for (Index t = 0; t < 6; ++t) {
    for (Index j = 0; j < 8; ++j) {
      const Real f = LogisticOf(h1(t, j));
      c(0, j) = f * c(0, j) + (1 - f) * h3(t, j);
      EXPECT_NEAR(found(t, j), LogisticOf(h2(t, j)) * c(0, j), 1e-6);
    }
  }
}

TEST(RcrnTest, PrintedOutputIsTheProductOfAStateAndACell) {
  const Matrix words = RandomMatrix(5, 3, "words");
  const Matrix state = RunLayer(*MakeLstm("output", 3), words, kRcrnText);
  const Matrix cell =
      RunLayer(*MakeLstm("listener", 3, LstmOutput::kC), words, kRcrnText);
  EXPECT_EQ(RunLayer(*MakePrintedRcrn(), words, kRcrnText),
            Matrix(state.cwiseProduct(cell)));
}

// A layer that gives `value` at every word.
LayerPointer Always(const std::string& name, Real value) {
  auto layer = std::make_unique<RcnnLayer>(
      name,
      RcnnOptions{.inputs = 3,
                  .hidden = 4,
                  .order = 1,
                  .form = {.activation = Activation::kIdentity},
                  .decay = Decay::kConstant},
      1);
  SetTensor(*layer, "W.1", Matrix::Zero(4, 3));
  SetTensor(*layer, "b", Matrix::Constant(1, 4, value));
  return layer;
}

// One whose states come close to -1 and 1 within a few words.
LayerPointer MakeWild(const std::string& name) {
  LayerPointer layer = MakeLstm(name, 3);
  const Matrix open = Matrix::Constant(1, 4, 100);
  for (const char* gate : {"i.b", "f.b", "o.b"}) SetTensor(*layer, gate, open);
  Matrix signs = open;
  signs.rightCols(2) *= -1;
  SetTensor(*layer, "g.b", signs);
  return layer;
}

Matrix RunOf(LayerPointer forget, LayerPointer output, LayerPointer listener,
             double gain = 1) {
  std::vector<std::int32_t> text(80);
  for (std::size_t t = 0; t < text.size(); ++t) {
    text[t] = static_cast<std::int32_t>(t % 5);
  }
  const Rcrn layer = Rcrn::Make(std::move(forget), std::move(output),
                                std::move(listener), {.gain = gain})
                         .value();
  return RunLayer(layer, 3 * RandomMatrix(5, 3, "words"),
                  MakeSequences({text}));
}

TEST(RcrnTest, GatesStayBetweenTheLogisticsOfMinusOneAndOne) {
  const auto range = [](const Matrix& gates, double gain) {
    const auto low = static_cast<Real>(1 / (1 + std::exp(gain)));
    constexpr Real kRounding = Real(1e-4);
    EXPECT_GT(gates.minCoeff(), low - kRounding);
    EXPECT_LT(gates.maxCoeff(), 1 - low + kRounding);
    // They do come close.
    EXPECT_LT(gates.minCoeff(), low + Real(0.02));
    EXPECT_GT(gates.maxCoeff(), 1 - low - Real(0.02));
  };
  for (const double gain : {1.0, 2.0}) {
    // c of a listener that gives 1 is 1 after many words.
    const Matrix output =
        RunOf(Always("f", 0), MakeWild("o"), Always("l", 1), gain);
    range(output.bottomRows(50), gain);
    // 1 - c is the product of the forget gates so far.
    const Matrix c =
        RunOf(MakeWild("f"), Always("o", 100), Always("l", 1), gain);
    Matrix forget(3, 4);
    for (Index t = 0; t < 3; ++t) {
      forget.row(t) = 1 - c.row(t).array();
      if (t > 0) forget.row(t).array() /= 1 - c.row(t - 1).array();
    }
    range(forget, gain);
  }
}

TEST(RcrnTest, WordsLeftOutRepeatTheWordBefore) {
  const Matrix words = RandomMatrix(5, 3, "words");
  Matrix mask(6, 1);
  mask << 0, 1, 0, 1, 0, 0;
  const Matrix states = RunLayer(*MakeRcrn(BothWays), words, kRcrnText, mask);
  EXPECT_TRUE((states.row(0).array() == 0).all());
  EXPECT_EQ(states.row(2), states.row(1));
  EXPECT_NE(states.row(3), states.row(2));
  EXPECT_EQ(states.row(4), states.row(3));
  EXPECT_EQ(states.row(5), states.row(3));
}

Index RcrnNumbers(const json& spec, Index inputs) {
  const auto layer = MakeNewLayer(spec, "spec", inputs, "layer", 1).value();
  return ParameterCount(*layer);
}

TEST(RcrnTest, ParametersAreThoseOfSixCells) {
  const json both = {{"type", "bidirectional"},
                     {"layer", {{"type", "lstm"}, {"hidden", 5}}}};
  const json rcrn = {{"type", "rcrn"}, {"layer", both}};
  EXPECT_EQ(RcrnNumbers(rcrn, 7),
            static_cast<Index>(
                6 * ParameterCount(LstmOptions{.inputs = 7, .hidden = 5})));
  // Where words are as wide as states, as many as of three layers upon each
  // other (Tay19 chapter 9).
  const json stacked = {{"type", "stacked"}, {"layers", {both, both, both}}};
  EXPECT_EQ(RcrnNumbers(rcrn, 10), RcrnNumbers(stacked, 10));
  const json printed = {
      {"type", "rcrn"}, {"layer", both}, {"output", "printed"}};
  EXPECT_EQ(RcrnNumbers(printed, 7), RcrnNumbers(rcrn, 7) / 3 * 2);
}

TEST(RcrnTest, GivesAStateEvenWhereItsLayersGiveCandidates) {
  const auto make = [](const std::string& name) {
    return std::make_unique<HighwayLayer>(name, HighwayOptions{.inputs = 3}, 1);
  };
  const LayerPointer layer = MakeRcrn(make);
  EXPECT_EQ(make("l")->word_output(), WordOutput::kCandidate);
  EXPECT_EQ(layer->word_output(), WordOutput::kState);
  EXPECT_EQ(MakeRcrn(BothWays)->word_output(), WordOutput::kState);
}

std::string RcrnErrorOf(const json& spec) {
  const auto made = MakeNewLayer(spec, "spec", 3, "layer", 1);
  return made.ok() ? "" : made.error().message;
}

TEST(RcrnTest, OptionsThatCannotBeAreNamed) {
  const json gru = {{"type", "gru"}, {"hidden", 2}};
  EXPECT_EQ(RcrnErrorOf({{"type", "rcrn"}, {"layer", gru}}), "");
  EXPECT_EQ(RcrnErrorOf({{"type", "rcrn"}}),
            "spec: expected \"layer\", found none");
  EXPECT_EQ(RcrnErrorOf({{"type", "rcrn"}, {"layer", {{"type", "bag"}}}}),
            "rcrn: expected a layer that gives a vector at every word, found "
            "one that pools or has windows");
  EXPECT_EQ(
      RcrnErrorOf({{"type", "rcrn"}, {"layer", gru}, {"output", "printed"}}),
      "spec: \"layer\": expected an lstm, which has the cells that a printed "
      "output reads, found {\"hidden\":2,\"type\":\"gru\"}");
  EXPECT_EQ(
      RcrnErrorOf({{"type", "rcrn"},
                   {"output", "printed"},
                   {"layer", {{"type", "bidirectional"}, {"layer", gru}}}})
          .substr(0, 15),
      "spec: \"layer\": ");
  EXPECT_EQ(RcrnErrorOf({{"type", "rcrn"}, {"layer", gru}, {"gain", -1}}),
            "spec: \"gain\": expected a number from 0.0 to 100.0, found -1");
  EXPECT_EQ(RcrnErrorOf({{"type", "rcrn"}, {"layer", {{"type", "gru"}}}}),
            "spec: layer: expected a width \"hidden\", found none");
}

TEST(RcrnTest, LayersOfUnequalWidthsAreRefused) {
  EXPECT_EQ(Rcrn::Make(MakeGru("f", 3), MakeGru("o", 2), MakeGru("l", 3), {})
                .error()
                .message,
            "rcrn: expected layers that read vectors of one width, found a "
            "controller's 2 and the listener's 3");
  EXPECT_EQ(Rcrn::Make(MakeScrn("f", 3), MakeGru("o", 3), MakeGru("l", 3), {})
                .error()
                .message,
            "rcrn: expected layers that give vectors of one width, found a "
            "controller's 6 and the listener's 4");
}

}  // namespace
}  // namespace whylight
