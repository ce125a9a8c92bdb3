// Attention of quaternions, alone and in the Transformer's block, in double
// precision.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/layers/self_attention.h"
#include "core/layers/transformer.h"
#include "core/model/layer_spec.h"
#include "tests/core/layers/layer_gradients.h"
#include "tests/core/layers/run_layer.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

using nlohmann::json;

constexpr Index kQuaternionInputs = 8;
constexpr Index kQuaternionHidden = 16;

// Biases start at zero, where mistakes hide.
template <typename Layer>
Layer WithRandomTensors(Layer layer) {
  for (Parameter* parameter : layer.Parameters()) {
    parameter->value = RandomMatrix(parameter->value.rows(),
                                    parameter->value.cols(), parameter->name);
  }
  return layer;
}

std::vector<SelfAttentionOptions> QuaternionAttentions() {
  return {{.inputs = kQuaternionInputs,
           .hidden = kQuaternionHidden,
           .quaternion = true},
          {.inputs = kQuaternionInputs,
           .hidden = kQuaternionHidden,
           .score = AttentionScore::kDot,
           .heads = 2,
           .output_matrix = true,
           .quaternion = true},
          {.inputs = kQuaternionInputs,
           .hidden = kQuaternionHidden,
           .heads = 4,
           .quaternion = true}};
}

SelfAttentionLayer MakeQuaternionAttention(
    const SelfAttentionOptions& options) {
  return WithRandomTensors(SelfAttentionLayer("layer", options, 17));
}

// Single quaternions, multiplied one by one.
using FourParts = std::array<Real, 4>;

FourParts HamiltonProduct(const FourParts& a, const FourParts& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
          a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
          a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
}

// Quaternion `k` of a row: all r, all x, all y, all z.
FourParts QuaternionAt(const Matrix& rows, Index row, Index k) {
  const Index quarter = rows.cols() / 4;
  return {rows(row, k), rows(row, quarter + k), rows(row, 2 * quarter + k),
          rows(row, 3 * quarter + k)};
}

// W ⊗ x + b.
Matrix MapByQuaternions(SelfAttentionLayer& layer, const std::string& name,
                        const Matrix& x) {
  const Matrix r = TensorOf(layer, name + ".W.r");
  Matrix mapped = TensorOf(layer, name + ".b").replicate(x.rows(), 1);
  for (Index word = 0; word < x.rows(); ++word) {
    for (Index i = 0; i < r.rows(); ++i) {
      for (Index j = 0; j < r.cols(); ++j) {
        const FourParts w = {r(i, j), TensorOf(layer, name + ".W.x")(i, j),
                             TensorOf(layer, name + ".W.y")(i, j),
                             TensorOf(layer, name + ".W.z")(i, j)};
        const FourParts product = HamiltonProduct(w, QuaternionAt(x, word, j));
        for (Index part = 0; part < 4; ++part) {
          mapped(word, part * r.rows() + i) +=
              product[static_cast<std::size_t>(part)];
        }
      }
    }
  }
  return mapped;
}

Matrix AttendByQuaternions(SelfAttentionLayer& layer,
                           const SelfAttentionOptions& options,
                           const Matrix& x) {
  const Matrix q = MapByQuaternions(layer, "q", x);
  const Matrix k = MapByQuaternions(layer, "k", x);
  const Matrix v = MapByQuaternions(layer, "v", x);
  const Index quarter = kQuaternionHidden / 4;
  const Index width = quarter / options.heads;
  const Real scale = options.score == AttentionScore::kScaled
                         ? std::sqrt(static_cast<Real>(4 * width))
                         : 1;
  Matrix heads = Matrix::Zero(x.rows(), kQuaternionHidden);
  for (Index head = 0; head < options.heads; ++head) {
    for (Index i = 0; i < x.rows(); ++i) {
      Matrix scores = Matrix::Zero(x.rows(), 4);
      for (Index j = 0; j < x.rows(); ++j) {
        for (Index u = head * width; u < (head + 1) * width; ++u) {
          const FourParts product =
              HamiltonProduct(QuaternionAt(q, i, u), QuaternionAt(k, j, u));
          for (Index part = 0; part < 4; ++part) {
            scores(j, part) += product[static_cast<std::size_t>(part)] / scale;
          }
        }
      }
      Matrix weights = scores.array().exp();
      weights.array().rowwise() /= weights.colwise().sum().eval().array();
      for (Index part = 0; part < 4; ++part) {
        const Index start = part * quarter + head * width;
        heads.row(i).segment(start, width) =
            weights.col(part).transpose() * v.middleCols(start, width);
      }
    }
  }
  return options.output_matrix ? MapByQuaternions(layer, "o", heads) : heads;
}

TEST(QuaternionAttentionGradientTest, EqualsQuaternionsMultipliedOneByOne) {
  const Matrix words = RandomMatrix(5, kQuaternionInputs, "words");
  for (const SelfAttentionOptions& options : QuaternionAttentions()) {
    SelfAttentionLayer layer = MakeQuaternionAttention(options);
    const Matrix found =
        RunLayer(layer, words, MakeSequences({{0, 1, 2, 3, 4}}));
    EXPECT_LT((found - AttendByQuaternions(layer, options, words))
                  .cwiseAbs()
                  .maxCoeff(),
              1e-12);
  }
}

TEST(QuaternionAttentionGradientTest, BackwardEqualsCentralDifferences) {
  for (const SelfAttentionOptions& options : QuaternionAttentions()) {
    for (const bool masked : {false, true}) {
      SelfAttentionLayer layer = MakeQuaternionAttention(options);
      // Those of the biases of keys are zero.
      CheckLayerGradients(layer, masked, Real{0.1});
    }
  }
}

TEST(QuaternionAttentionGradientTest, WordsLeftOutAreReadByNoOther) {
  const Matrix words = RandomMatrix(6, kQuaternionInputs, "words");
  for (const SelfAttentionOptions& options : QuaternionAttentions()) {
    const SelfAttentionLayer layer = MakeQuaternionAttention(options);
    const Matrix masked =
        RunLayer(layer, words, MakeSequences({{0, 1, 2, 3}, {4, 5}}),
                 Matrix{{0}, {1}, {1}, {1}, {0}, {0}, {1}, {0}});
    const Matrix selected = RunLayer(layer, words, MakeSequences({{1, 3}}));
    EXPECT_LT((masked.row(2) - selected.row(0)).norm(), 1e-12);
    EXPECT_LT((masked.row(6) - selected.row(1)).norm(), 1e-12);
    // What word 2 would be if it were selected.
    const Matrix with = RunLayer(layer, words, MakeSequences({{1, 2, 3}}));
    EXPECT_LT((masked.row(4) - with.row(1)).norm(), 1e-12);
    EXPECT_TRUE((masked.row(5).array() == masked.row(7).array()).all());
  }
}

TEST(QuaternionAttentionGradientTest, PaddingChangesNothing) {
  const Matrix words = RandomMatrix(6, kQuaternionInputs, "words");
  for (const SelfAttentionOptions& options : QuaternionAttentions()) {
    const SelfAttentionLayer layer = MakeQuaternionAttention(options);
    const Matrix together =
        RunLayer(layer, words, MakeSequences({{5, 2}, {0, 1, 2, 3, 4}, {}}));
    const Matrix alone = RunLayer(layer, words, MakeSequences({{5, 2}}));
    EXPECT_EQ(Matrix(together.row(0)), Matrix(alone.row(0)));
    EXPECT_EQ(Matrix(together.row(3)), Matrix(alone.row(1)));
    EXPECT_TRUE((together.row(6).array() == 0).all());
  }
}

// Then there is none in what comes out, either, and what is real is read by
// ordinary attention, but for the scale, which is that of all parts.
TEST(QuaternionAttentionGradientTest, WithoutImaginaryPartsAttentionIsReal) {
  Matrix words = Matrix::Zero(5, kQuaternionInputs);
  words.leftCols(kQuaternionInputs / 4) =
      RandomMatrix(5, kQuaternionInputs / 4, "words");
  const SequenceBatch batch = MakeSequences({{0, 1, 2, 1, 3}, {4, 2}});
  SelfAttentionLayer layer =
      MakeQuaternionAttention({.inputs = kQuaternionInputs,
                               .hidden = kQuaternionHidden,
                               .score = AttentionScore::kDot,
                               .heads = 2,
                               .output_matrix = true,
                               .quaternion = true});
  SelfAttentionLayer real("real",
                          {.inputs = kQuaternionInputs / 4,
                           .hidden = kQuaternionHidden / 4,
                           .score = AttentionScore::kDot,
                           .heads = 2,
                           .output_matrix = true},
                          1);
  for (const std::string name : {"q", "k", "v", "o"}) {
    SetTensor(real, name + ".W", TensorOf(layer, name + ".W.r"));
    Matrix bias = TensorOf(layer, name + ".b");
    SetTensor(real, name + ".b", bias.leftCols(kQuaternionHidden / 4));
    bias.rightCols(3 * kQuaternionHidden / 4).setZero();
    SetTensor(layer, name + ".b", bias);
    for (const char* part : {".W.x", ".W.y", ".W.z"}) {
      const Matrix weights = TensorOf(layer, name + part);
      SetTensor(layer, name + part,
                Matrix::Zero(weights.rows(), weights.cols()));
    }
  }
  const Matrix found = RunLayer(layer, words, batch);
  EXPECT_TRUE((found.rightCols(3 * kQuaternionHidden / 4).array() == 0).all());
  EXPECT_LT((found.leftCols(kQuaternionHidden / 4) -
             RunLayer(real, words.leftCols(kQuaternionInputs / 4), batch))
                .cwiseAbs()
                .maxCoeff(),
            1e-12);
}

TransformerOptions QuaternionBlock(QuaternionMaps maps) {
  return {.inputs = 8,
          .feed_forward = 12,
          .heads = 2,
          .norm = NormPlace::kBefore,
          .quaternion = maps,
          .activation = Activation::kTanh};
}

TEST(QuaternionTransformerGradientTest, BackwardEqualsCentralDifferences) {
  for (const QuaternionMaps maps :
       {QuaternionMaps::kPartial, QuaternionMaps::kFull}) {
    TransformerLayer layer =
        WithRandomTensors(TransformerLayer("l", QuaternionBlock(maps), 3));
    CheckLayerGradients(layer, /*masked=*/true);
  }
}

// The attention of both is that of quaternions, of the block's tensors.
TEST(QuaternionTransformerGradientTest, DiffersFromARealBlockInItsMapsAlone) {
  const Matrix words = RandomMatrix(4, 8, "words");
  const SequenceBatch batch = MakeSequences({{0, 1, 2, 3}});
  TransformerLayer full = WithRandomTensors(
      TransformerLayer("l", QuaternionBlock(QuaternionMaps::kFull), 3));
  TransformerLayer partial("l", QuaternionBlock(QuaternionMaps::kPartial), 3);
  for (const LayerTensor& tensor : partial.Tensors()) {
    if (tensor.name == "1.W" || tensor.name == "2.W") {
      // Tay19 equation 11.3, which multiplies columns.
      const std::string name = tensor.name;
      const Matrix r = TensorOf(full, name + ".r");
      const Matrix x = TensorOf(full, name + ".x");
      const Matrix y = TensorOf(full, name + ".y");
      const Matrix z = TensorOf(full, name + ".z");
      Matrix tied(4 * r.rows(), 4 * r.cols());
      tied << r, -x, -y, -z,  //
          x, r, -z, y,        //
          y, z, r, -x,        //
          z, -y, x, r;
      SetTensor(tensor, tied);
    } else {
      SetTensor(tensor, TensorOf(full, tensor.name));
    }
  }
  EXPECT_LT((RunLayer(full, words, batch) - RunLayer(partial, words, batch))
                .cwiseAbs()
                .maxCoeff(),
            1e-12);
}

// Tay19 chapter 11: of 400 thousand numbers 300 are left, or 100.
TEST(QuaternionTransformerGradientTest, WeightsAreAThirdOrThreeQuartersLess) {
  constexpr Index d = 128;
  const auto weights = [](QuaternionMaps maps) {
    TransformerLayer layer(
        "l",
        {.inputs = d, .feed_forward = 4 * d, .heads = 4, .quaternion = maps},
        1);
    Index count = 0;
    for (const LayerTensor& tensor : layer.Tensors()) {
      if (tensor.dims.size() == 2) count += TensorValue(tensor).size();
    }
    // Biases and norms stay as they are.
    EXPECT_EQ(ParameterCount(layer) - count, (4 + 1 + 4 + 4) * d);
    return count;
  };
  EXPECT_EQ(weights(QuaternionMaps::kNone), (4 + 8) * d * d);
  EXPECT_EQ(weights(QuaternionMaps::kPartial), (1 + 8) * d * d);
  EXPECT_EQ(weights(QuaternionMaps::kFull), (1 + 2) * d * d);
}

std::string SpecErrorOf(Index inputs, json spec) {
  const auto made = MakeNewLayer(spec, "spec", inputs, "layer", 1);
  return made.ok() ? "" : made.error().message;
}

TEST(QuaternionAttentionGradientTest, OptionsThatCannotBeAreNamed) {
  const auto attention = [](Index inputs, Index hidden, const json& more = {}) {
    json spec = {
        {"type", "self_attention"}, {"quaternion", true}, {"hidden", hidden}};
    if (!more.is_null()) spec.update(more);
    return SpecErrorOf(inputs, spec);
  };
  EXPECT_EQ(attention(8, 16, {{"heads", 4}}), "");
  EXPECT_EQ(attention(6, 16),
            "self_attention: \"inputs\": expected a multiple of 4, as a "
            "quaternion has four parts, found 6");
  EXPECT_EQ(attention(8, 18),
            "self_attention: \"hidden\": expected a multiple of 4, as a "
            "quaternion has four parts, found 18");
  EXPECT_EQ(attention(8, 16, {{"heads", 8}}),
            "self_attention: \"heads\": expected a number that divides 4 "
            "quaternions, found 8");
  EXPECT_EQ(attention(8, 16, {{"score", "additive"}}),
            "self_attention: \"score\": expected scaled or dot of quaternions, "
            "found another");
  EXPECT_EQ(attention(8, 16, {{"initialisation", "he"}}),
            "self_attention: \"initialisation\": expected xavier where maps "
            "are of quaternions, found another");
}

TEST(QuaternionTransformerGradientTest, OptionsThatCannotBeAreNamed) {
  const auto block = [](Index inputs, const char* maps, Index feed_forward,
                        Index heads = 1) {
    return SpecErrorOf(inputs, {{"type", "transformer"},
                                {"quaternion", maps},
                                {"feed_forward", feed_forward},
                                {"heads", heads}});
  };
  EXPECT_EQ(block(8, "partial", 9, 2), "");
  EXPECT_EQ(block(8, "full", 12, 2), "");
  EXPECT_EQ(block(8, "full", 9),
            "transformer: \"feed_forward\": expected a multiple of 4, as a "
            "quaternion has four parts, found 9");
  for (const char* maps : {"partial", "full"}) {
    EXPECT_EQ(block(6, maps, 8),
              "transformer: \"inputs\": expected a multiple of 4, as a "
              "quaternion has four parts, found 6");
    EXPECT_EQ(block(8, maps, 8, 4),
              "transformer: \"heads\": expected a number that divides 2 "
              "quaternions, found 4");
  }
}

TEST(QuaternionAttentionGradientTest, TensorsSayHowWideItIs) {
  const auto rows = [](const std::string& tensor, Index columns) {
    EXPECT_EQ(columns, 2) << tensor;
    return Result<Index>(Index{3});
  };
  const json attention = {{"type", "self_attention"}, {"quaternion", true}};
  EXPECT_EQ(MakeLayer(attention, 8, rows).value()->outputs(), 12);
  const json block = {{"type", "transformer"}, {"quaternion", "full"}};
  const auto made = MakeLayer(block, 8, rows);
  EXPECT_EQ(TensorOf(*made.value(), "1.W.r").rows(), 3);
}

}  // namespace
}  // namespace whylight
