// The same golden layers are checked natively, in wasm (this test and Jest) and
// through the program.
#include "tests/core/systems/layers/layer_golden.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/systems/layers/run_layer.h"
#include "tests/core/systems/golden.h"

namespace whylight {
namespace {

const std::string kGolden = WHYLIGHT_GOLDEN_DIR;

// Absolute; a third of it was seen.
constexpr double kTolerance = 5e-6;

// Relative to the largest number of the state; a third of it was seen.
constexpr double kLengthTolerance = 5e-6;

using LayerGoldenTest = testing::TestWithParam<LayerCase>;

TEST_P(LayerGoldenTest, EveryTensorIsAsInDoublePrecision) {
  const std::string folder = kGolden + "/layers/" + GetParam().name;
  const std::string input = ReadBytes(folder + "/input.safetensors");
  const std::string expected = ReadBytes(folder + "/expected.safetensors");
  const auto output = RunLayer(ReadBytes(folder + "/spec.json"), input);
  ASSERT_TRUE(output.ok()) << output.error().message;
  EXPECT_EQ(output.value().unused, std::vector<std::string>());
  const auto found = SafetensorsView::Parse(output.value().tensors, "output");
  const auto golden = SafetensorsView::Parse(expected, "expected");
  ASSERT_TRUE(found.ok() && golden.ok());
  ASSERT_EQ(found.value().tensors().size(), golden.value().tensors().size());
  for (const Tensor& wanted : golden.value().tensors()) {
    SCOPED_TRACE(wanted.name);
    const Tensor* tensor = found.value().Find(wanted.name);
    ASSERT_NE(tensor, nullptr);
    ASSERT_EQ(tensor->shape, wanted.shape);
    const Matrix error =
        TensorToMatrix(*tensor).value() - TensorToMatrix(wanted).value();
    EXPECT_LE(double{error.cwiseAbs().maxCoeff()}, kTolerance);
  }
}

TEST_P(LayerGoldenTest, InputHoldsWhatShapesAsksFor) {
  const std::string folder = kGolden + "/layers/" + GetParam().name;
  const std::string input = ReadBytes(folder + "/input.safetensors");
  const auto given = SafetensorsView::Parse(input, "input");
  const auto wanted = LayerShapes(ReadBytes(folder + "/spec.json"));
  ASSERT_TRUE(given.ok() && wanted.ok());
  std::vector<std::string> names;
  for (const WantedTensor& tensor : wanted.value()) {
    if (tensor.name == "mask" && GetParam().mask.empty()) continue;
    names.push_back(tensor.name);
  }
  std::vector<std::string> given_names;
  for (const Tensor& tensor : given.value().tensors()) {
    given_names.push_back(tensor.name);
  }
  std::sort(names.begin(), names.end());
  std::sort(given_names.begin(), given_names.end());
  EXPECT_EQ(given_names, names);
}

INSTANTIATE_TEST_SUITE_P(Layers, LayerGoldenTest,
                         testing::ValuesIn(LayerCases()), [](const auto& test) {
                           std::string name = test.param.name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(LengthGoldenTest, RoundingDoesNotGatherOverTwoThousandWords) {
  const auto golden =
      nlohmann::json::parse(ReadBytes(kGolden + "/lengths.json"));
  auto expected = golden.begin();
  for (const LengthCase& layer : LengthCases()) {
    for (const Index length : kGoldenLengths) {
      ASSERT_NE(expected, golden.end());
      SCOPED_TRACE(layer.name + ", length " + std::to_string(length));
      ASSERT_EQ((*expected)["layer"], layer.name);
      ASSERT_EQ((*expected)["length"], length);
      const auto output = RunLayer(layer.spec, LengthCaseInput(layer, length));
      ASSERT_TRUE(output.ok()) << output.error().message;
      const Matrix states = ReadStates(output.value().tensors);
      ASSERT_EQ(states.rows(), length);
      const auto state = (*expected)["state"].get<std::vector<double>>();
      double largest = 0;
      double error = 0;
      for (Index unit = 0; unit < states.cols(); ++unit) {
        const double number = state.at(static_cast<std::size_t>(unit));
        largest = std::max(largest, std::abs(number));
        error = std::max(error,
                         std::abs(double{states(length - 1, unit)} - number));
      }
      EXPECT_LE(error, kLengthTolerance * largest);
      ++expected;
    }
  }
  EXPECT_EQ(expected, golden.end());
}

}  // namespace
}  // namespace whylight
