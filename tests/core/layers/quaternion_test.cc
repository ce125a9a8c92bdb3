#include "core/layers/quaternion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "core/model/layer_spec.h"
#include "core/systems/layers/run_layer.h"
#include "tests/core/layers/recurrent_layers.h"
#include "tests/core/layers/run_layer.h"

namespace whylight {
namespace {

using nlohmann::json;

QuaternionLayer MakeQuaternion(Index inputs, Index hidden) {
  QuaternionLayer layer(
      "l",
      {.inputs = inputs, .hidden = hidden, .activation = Activation::kIdentity},
      5);
  for (Parameter* parameter : layer.Parameters()) {
    parameter->value = RandomMatrix(parameter->value.rows(),
                                    parameter->value.cols(), parameter->name);
  }
  return layer;
}

TEST(QuaternionTest, EqualsARealDenseLayerWithTiedBlocks) {
  QuaternionLayer layer = MakeQuaternion(12, 8);
  const Matrix r = TensorOf(layer, "W.r");
  const Matrix x = TensorOf(layer, "W.x");
  const Matrix y = TensorOf(layer, "W.y");
  const Matrix z = TensorOf(layer, "W.z");
  ASSERT_EQ(r.rows(), 2);
  ASSERT_EQ(r.cols(), 3);
  // Tay19 equation 11.3, which multiplies columns.
  Matrix tied(8, 12);
  tied << r, -x, -y, -z,  //
      x, r, -z, y,        //
      y, z, r, -x,        //
      z, -y, x, r;
  const Matrix words = RandomMatrix(5, 12, "words");
  const Matrix found = RunLayer(layer, words, EveryRowAWord(5, 1));
  const Matrix expected =
      (words * tied.transpose()).rowwise() + TensorOf(layer, "b").row(0);
  EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 2e-6);
}

TEST(QuaternionTest, NeedsAQuarterOfTheWeights) {
  QuaternionLayer layer = MakeQuaternion(200, 120);
  EXPECT_EQ(ParameterCount(layer), 200 * 120 / 4 + 120);
  QuaternionLayer bare("l", {.inputs = 200, .hidden = 120, .bias = false}, 1);
  EXPECT_EQ(ParameterCount(bare), 200 * 120 / 4);
}

// Without imaginary parts in words and weights there are none in what comes
// out, and the real part is that of an ordinary dense layer.
TEST(QuaternionTest, RealNumbersStayReal) {
  QuaternionLayer layer = MakeQuaternion(12, 8);
  for (const char* part : {"W.x", "W.y", "W.z"}) {
    SetTensor(layer, part, Matrix::Zero(2, 3));
  }
  SetTensor(layer, "b", Matrix::Zero(1, 8));
  Matrix words = Matrix::Zero(5, 12);
  words.leftCols(3) = RandomMatrix(5, 3, "words");
  const Matrix found = RunLayer(layer, words, EveryRowAWord(5, 1));
  EXPECT_TRUE((found.rightCols(6).array() == 0).all());
  EXPECT_LT((found.leftCols(2) -
             words.leftCols(3) * TensorOf(layer, "W.r").transpose())
                .cwiseAbs()
                .maxCoeff(),
            1e-6);
}

std::vector<double> Deviations(QuaternionInitialisation initialisation) {
  QuaternionLayer layer(
      "l",
      {.inputs = 4 * 90, .hidden = 4 * 60, .initialisation = initialisation},
      3);
  std::vector<double> deviations;
  for (const char* part : {"W.r", "W.x", "W.y", "W.z"}) {
    const Matrix weights = TensorOf(layer, part);
    EXPECT_NEAR(weights.mean(), 0, 0.01);
    deviations.push_back(std::sqrt(weights.array().square().mean()));
  }
  return deviations;
}

TEST(QuaternionTest, EachPartStartsByGlorotsRuleForItself) {
  for (const double deviation : Deviations(QuaternionInitialisation::kXavier)) {
    EXPECT_NEAR(deviation, std::sqrt(2.0 / 150), 0.02 * deviation);
  }
}

// Half of |w|², which is 4 s², falls to the real part and a sixth of it to each
// of the others.
TEST(QuaternionTest, PolarWeightsStartByGlorotsRuleForTheRealMatrix) {
  const double s = std::sqrt(1 / (2.0 * 150));
  const std::vector<double> found =
      Deviations(QuaternionInitialisation::kPolar);
  EXPECT_NEAR(found[0], s * std::sqrt(2.0), 0.03 * s);
  for (const std::size_t part : {1u, 2u, 3u}) {
    EXPECT_NEAR(found[part], s * std::sqrt(2.0 / 3), 0.03 * s);
  }
}

std::string QuaternionErrorOf(Index inputs, const json& options) {
  json spec = {{"type", "quaternion"}};
  spec.update(options);
  const auto made = MakeNewLayer(spec, "spec", inputs, "layer", 1);
  return made.ok() ? "" : made.error().message;
}

TEST(QuaternionTest, OptionsThatCannotBeAreNamed) {
  EXPECT_EQ(QuaternionErrorOf(8, {{"hidden", 12}, {"initialisation", "polar"}}),
            "");
  EXPECT_EQ(QuaternionErrorOf(6, {{"hidden", 12}}),
            "quaternion: \"inputs\": expected a multiple of 4, as a quaternion "
            "has four parts, found 6");
  EXPECT_EQ(QuaternionErrorOf(8, {{"hidden", 10}}),
            "quaternion: \"hidden\": expected a multiple of 4, as a quaternion "
            "has four parts, found 10");
  EXPECT_EQ(QuaternionErrorOf(8, json::object()),
            "spec: expected a width \"hidden\", found none");
  EXPECT_NE(QuaternionErrorOf(8, {{"hidden", 8}, {"initialisation", "he"}}),
            "");
  // Tensors say how wide it is, in quaternions.
  const auto rows = [](const std::string&, Index columns) -> Result<Index> {
    EXPECT_EQ(columns, 2);
    return Index{3};
  };
  json spec = {{"type", "quaternion"}};
  EXPECT_EQ(whylight::MakeLayer(spec, 8, rows).value()->outputs(), 12);
  spec["hidden"] = 8;
  EXPECT_EQ(whylight::MakeLayer(spec, 8, rows).error().message,
            "spec: \"hidden\": expected 12, 4 times the rows of \"W.r\", found "
            "8");
}

// The shapes of the tensors called `names`, in the order of the layer.
std::string ShapesOf(const std::string& spec,
                     const std::set<std::string>& names) {
  std::string found;
  const auto shapes = LayerShapes(spec);
  for (const WantedTensor& tensor : shapes.value()) {
    if (names.contains(tensor.name)) found += tensor.shape;
  }
  return found;
}

TEST(QuaternionTest, ShapesComeInQuarters) {
  EXPECT_EQ(ShapesOf(R"({"type": "stacked", "layers": [
                         {"type": "bidirectional", "layer": {"type": "lstm"}},
                         {"type": "quaternion"}]})",
                     {"2.W.r", "2.b"}),
            "[h.2/4, (2h.1)/4][h.2]");
  EXPECT_EQ(ShapesOf(R"({"type": "self_attention", "quaternion": true,
                         "heads": 3, "output_matrix": true})",
                     {"q.W.x", "q.b", "o.W.z"}),
            "[h/4, d/4][h][h/4, h/4]");
  EXPECT_EQ(ShapesOf(R"({"type": "transformer", "quaternion": "partial"})",
                     {"attention.o.W.r", "1.W", "2.b"}),
            "[d/4, d/4][f, d][d]");
  EXPECT_EQ(ShapesOf(R"({"type": "transformer", "quaternion": "full"})",
                     {"attention.v.b", "1.W.y", "2.W.y"}),
            "[d][f/4, d/4][d/4, f/4]");
}

}  // namespace
}  // namespace whylight
