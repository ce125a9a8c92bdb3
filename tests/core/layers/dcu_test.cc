#include "core/layers/dcu.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/model/layer_spec.h"
#include "tests/core/layers/recurrent_layers.h"
#include "tests/core/layers/run_layer.h"

namespace whylight {
namespace {

using nlohmann::json;

constexpr Index kDcuWidth = 3;

std::unique_ptr<DcuLayer> MakeDcu(DcuOptions options) {
  options.inputs = kDcuWidth;
  auto layer = std::make_unique<DcuLayer>("l", options, 5);
  for (Parameter* parameter : layer->Parameters()) {
    parameter->value = RandomMatrix(parameter->value.rows(),
                                    parameter->value.cols(), parameter->name);
  }
  return layer;
}

// W x + b, or W x where there is no b.
Matrix DenseOf(SequenceLayer& layer, const std::string& weight,
               const std::string& bias, const Matrix& x) {
  Matrix y = x * TensorOf(layer, weight).transpose();
  if (!bias.empty()) y.rowwise() += TensorOf(layer, bias).row(0);
  return y;
}

// g of word t of `text`, [L x d]: its blocks are looked for among all.
Matrix GateOf(SequenceLayer& layer, const DcuOptions& options,
              const Matrix& text, Index t) {
  Matrix mixed = TensorOf(layer, "gate.1.b");
  for (const Index range : options.ranges) {
    Matrix sum = Matrix::Zero(1, kDcuWidth);
    for (Index first = 0; first < text.rows(); first += range) {
      if (t < first || t >= first + range) continue;
      for (Index s = first; s < std::min(first + range, text.rows()); ++s) {
        sum += text.row(s);
      }
    }
    const std::string number = std::to_string(range);
    const Matrix composed =
        DenseOf(layer, "fold." + number + ".W", "fold." + number + ".b", sum)
            .cwiseMax(0);
    mixed += DenseOf(layer, "gate.1.W." + number, "", composed);
  }
  Matrix g = DenseOf(layer, "gate.2.W", "gate.2.b", mixed.cwiseMax(0));
  if (options.gate == Activation::kRelu) g = g.cwiseMax(0);
  return g;
}

Matrix LogisticOf(const Matrix& x) {
  return (1 / (1 + (-x.array()).exp())).matrix();
}

Matrix EnumerateBlocks(SequenceLayer& layer, const DcuOptions& options,
                       const Matrix& text) {
  Matrix given(text.rows(), kDcuWidth);
  Matrix c = Matrix::Zero(1, kDcuWidth);
  for (Index t = 0; t < text.rows(); ++t) {
    const Matrix f = LogisticOf(GateOf(layer, options, text, t));
    const Matrix w = text.row(t);
    const Matrix z = DenseOf(layer, "fresh.W", "fresh.b", w).array().tanh();
    const Matrix one_minus_f = Matrix::Ones(1, kDcuWidth) - f;
    if (options.form == DcuForm::kSimple) {
      given.row(t) = f.cwiseProduct(w) + one_minus_f.cwiseProduct(z);
      continue;
    }
    c = f.cwiseProduct(c) + one_minus_f.cwiseProduct(z);
    Matrix o = DenseOf(layer, "output.W", "output.b", w);
    if (options.output_gate == GateForm::kLogistic) o = LogisticOf(o);
    given.row(t) = o.cwiseProduct(c);
  }
  return given;
}

std::vector<DcuOptions> DcuForms() {
  std::vector<DcuOptions> forms;
  for (const std::vector<Index>& ranges :
       {std::vector<Index>{1}, {2, 3}, {1, 2, 4, 10, 25}}) {
    for (const DcuForm form : {DcuForm::kSimple, DcuForm::kRecurrent}) {
      for (const Activation gate : {Activation::kRelu, Activation::kIdentity}) {
        for (const GateForm output : {GateForm::kLinear, GateForm::kLogistic}) {
          forms.push_back({.ranges = ranges,
                           .form = form,
                           .gate = gate,
                           .output_gate = output});
        }
      }
    }
  }
  return forms;
}

// Eleven words, which only a range of 1 divides, and five.
const std::vector<std::vector<std::int32_t>> kDcuTexts = {
    {0, 1, 2, 1, 3, 4, 0, 2, 2, 1, 4}, {4, 3, 1, 1, 0}};

TEST(DcuTest, EqualsTheEnumerationOfItsBlocks) {
  const Matrix words = RandomMatrix(5, kDcuWidth, "words");
  for (const DcuOptions& options : DcuForms()) {
    const auto layer = MakeDcu(options);
    const Matrix found = RunLayer(*layer, words, MakeSequences(kDcuTexts));
    for (std::size_t b = 0; b < kDcuTexts.size(); ++b) {
      Matrix text(static_cast<Index>(kDcuTexts[b].size()), kDcuWidth);
      for (Index t = 0; t < text.rows(); ++t) {
        text.row(t) = words.row(kDcuTexts[b][static_cast<std::size_t>(t)]);
      }
      const Matrix expected = EnumerateBlocks(*layer, options, text);
      for (Index t = 0; t < text.rows(); ++t) {
        const Matrix at = found.row(t * 2 + static_cast<Index>(b));
        EXPECT_LT((at - expected.row(t)).cwiseAbs().maxCoeff(), 2e-6);
      }
    }
  }
}

TEST(DcuTest, TextGivesTheSameBitsAloneAndInABatch) {
  const Matrix words = RandomMatrix(5, kDcuWidth, "words");
  for (const DcuOptions& options : DcuForms()) {
    const auto layer = MakeDcu(options);
    const Matrix together = RunLayer(
        *layer, words, MakeSequences({kDcuTexts[0], kDcuTexts[1], {}}));
    for (std::size_t b = 0; b < kDcuTexts.size(); ++b) {
      const Matrix alone =
          RunLayer(*layer, words, MakeSequences({kDcuTexts[b]}));
      for (Index t = 0; t < alone.rows(); ++t) {
        EXPECT_EQ(together.row(t * 3 + static_cast<Index>(b)), alone.row(t));
      }
    }
    EXPECT_EQ(RunLayer(*layer, words, MakeSequences({{}})).rows(), 0);
  }
}

// y - z over w - z is the gate, at each word.
Matrix GatesOf(const std::vector<Index>& ranges, const Matrix& words) {
  const auto layer = MakeDcu({.ranges = ranges, .form = DcuForm::kSimple});
  const Matrix y = RunLayer(*layer, words, EveryRowAWord(words.rows(), 1));
  const Matrix z = DenseOf(*layer, "fresh.W", "fresh.b", words).array().tanh();
  return (y - z).cwiseQuotient(words - z);
}

TEST(DcuTest, WordsOfTheSmallestBlockShareAGate) {
  const Matrix words = 3 * RandomMatrix(8, kDcuWidth, "far words");
  const Matrix gates = GatesOf({3, 6}, words);
  const auto differ = [&](Index s, Index t) {
    return (gates.row(s) - gates.row(t)).cwiseAbs().maxCoeff();
  };
  for (const Index t : {0, 3, 6}) EXPECT_LT(differ(t, t + 1), 1e-4);
  EXPECT_GT(differ(2, 3), 1e-2);
}

TEST(DcuTest, WithBlocksOfOneWordEachIsByItself) {
  const auto layer = MakeDcu({.ranges = {1}, .form = DcuForm::kSimple});
  const Matrix words = RandomMatrix(5, kDcuWidth, "words");
  const Matrix all = RunLayer(*layer, words, MakeSequences({{0, 1, 2, 3, 4}}));
  for (std::int32_t t = 0; t < 5; ++t) {
    EXPECT_EQ(RunLayer(*layer, words, MakeSequences({{t}})), all.row(t));
  }
}

TEST(DcuTest, AnOpenGateCopiesTheWordAndFreezesTheCell) {
  const Matrix words = RandomMatrix(5, kDcuWidth, "words");
  const SequenceBatch text = MakeSequences({{0, 1, 2, 3, 4}});
  const auto with_open_gate = [&](DcuForm form) {
    auto layer = MakeDcu({.form = form, .gate = Activation::kIdentity});
    SetTensor(*layer, "gate.2.b", Matrix::Constant(1, kDcuWidth, 1000));
    return RunLayer(*layer, words, text);
  };
  EXPECT_EQ(with_open_gate(DcuForm::kSimple), words);
  EXPECT_TRUE((with_open_gate(DcuForm::kRecurrent).array() == 0).all());
}

TEST(DcuTest, ReadsTheSelectedWordsAsIfThereWereNoOthers) {
  const Matrix words = RandomMatrix(5, kDcuWidth, "words");
  Matrix mask(7, 1);
  mask << 1, 0, 1, Real(0.5), 0, 1, 1;
  for (const DcuOptions& options : DcuForms()) {
    const auto layer = MakeDcu(options);
    const Matrix masked =
        RunLayer(*layer, words, MakeSequences({{0, 1, 2, 1, 3, 4, 0}}), mask);
    EXPECT_EQ(masked,
              RunLayer(*layer, words, MakeSequences({{0, 2, 1, 4, 0}})));
    const Matrix none =
        RunLayer(*layer, words, MakeSequences({{0, 1}}), Matrix::Zero(2, 1));
    EXPECT_EQ(none.rows(), 0);
  }
}

TEST(DcuTest, ParametersAreCounted) {
  const auto count = [](DcuForm form) {
    const auto layer = MakeDcu({.form = form});
    Index numbers = 0;
    for (const LayerTensor& tensor : layer->Tensors()) {
      numbers += TensorValue(tensor).size();
    }
    EXPECT_EQ(numbers, ParameterCount(*layer));
    return numbers;
  };
  // Five folds, their share of W_1, W_2 and W_p; and W_o.
  const Index dense = kDcuWidth * kDcuWidth + kDcuWidth;
  const Index simple =
      5 * dense + 5 * kDcuWidth * kDcuWidth + kDcuWidth + 2 * dense;
  EXPECT_EQ(count(DcuForm::kSimple), simple);
  EXPECT_EQ(count(DcuForm::kRecurrent), simple + dense);
}

TEST(DcuTest, PartsOfAMatrixStartAsThatMatrix) {
  DcuLayer layer("l", {.inputs = 40}, 1);
  // Xavier of [5 · 40 x 40].
  const double limit = std::sqrt(6.0 / 240);
  const double largest = TensorOf(layer, "gate.1.W.4").cwiseAbs().maxCoeff();
  EXPECT_LE(largest, limit);
  EXPECT_GT(largest, 0.95 * limit);
  EXPECT_NE(TensorOf(layer, "gate.1.W.4"), TensorOf(layer, "gate.1.W.10"));
}

std::string DcuErrorOf(const json& ranges) {
  const json spec = {{"type", "dcu"}, {"ranges", ranges}};
  const auto made = MakeNewLayer(spec, "spec", 3, "layer", 1);
  return made.ok() ? "" : made.error().message;
}

TEST(DcuTest, OptionsThatCannotBeAreNamed) {
  EXPECT_EQ(DcuErrorOf({1, 2, 4096}), "");
  const std::string expected =
      "dcu: \"ranges\": expected 1 to 16 whole numbers from 1 to 4096, each "
      "larger than the one before, found ";
  EXPECT_EQ(DcuErrorOf(json::array()), expected + "[]");
  EXPECT_EQ(DcuErrorOf({2, 2}), expected + "[2,2]");
  EXPECT_EQ(DcuErrorOf({4, 2}), expected + "[4,2]");
  json many = json::array();
  for (int i = 1; i <= 17; ++i) many.push_back(i);
  EXPECT_EQ(DcuErrorOf(many).substr(0, expected.size()), expected);
  const std::string list =
      "spec: ranges: expected a list of whole numbers "
      "from 1 to 4096, found ";
  EXPECT_EQ(DcuErrorOf({0, 1}), list + "[0,1]");
  EXPECT_EQ(DcuErrorOf({1.5}), list + "[1.5]");
  EXPECT_EQ(DcuErrorOf({4097}), list + "[4097]");
  EXPECT_EQ(DcuErrorOf(2), list + "2");
  EXPECT_EQ(CheckDcuOptions({.inputs = 0}).error().message,
            "dcu: \"inputs\": expected a whole number of at least 1, found 0");
}

}  // namespace
}  // namespace whylight
