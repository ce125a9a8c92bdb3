// Single layers as a system: the questions, as everyone asks them.
#include "core/systems/layers/system.h"

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/format/quantise.h"
#include "core/format/safetensors.h"
#include "core/systems/layers/run_layer.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

std::string Words() {
  std::vector<Tensor> tensors;
  const EncodedMatrix x =
      EncodeMatrix(RandomMatrix(4, 3, "x"), Dtype::kF32).value();
  const EncodedMatrix spare =
      EncodeMatrix(RandomMatrix(1, 1, "spare"), Dtype::kF32).value();
  AppendTensors("x", x, tensors);
  AppendTensors("spare", spare, tensors);
  return SerializeSafetensors(tensors).value();
}

Result<Answer> AskLayers(std::string_view question,
                         const std::vector<std::string_view>& inputs,
                         const json& options) {
  const std::unique_ptr<Model> layers = LayersSystem().load({}).value();
  return Ask(LayersSystem(), *layers, {question, inputs, options});
}

std::string ErrorOf(const Result<Answer>& answer) {
  return answer.ok() ? "no error" : answer.error().message;
}

const json kBag = {{"spec", {{"type", "bag"}}}};

TEST(LayersSystemTest, RunsALayer) {
  const std::string words = Words();
  const Result<Answer> answer = AskLayers("run-layer", {words}, kBag);
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(answer.value().json, ordered_json({{"unused", {"spare"}}}));
  EXPECT_EQ(answer.value().bytes,
            RunLayer(R"({"type": "bag"})", words).value().tensors);
}

TEST(LayersSystemTest, ListsTheTensorsOfALayer) {
  const json options = {{"spec", {{"type", "irnn"}}}};
  const Result<Answer> answer = AskLayers("layer-shapes", {}, options);
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(answer.value().json, ordered_json::parse(R"({"shapes": [
      {"name": "x", "shape": "[L, d]"}, {"name": "mask", "shape": "[L]"},
      {"name": "W", "shape": "[h, d]"}, {"name": "U", "shape": "[h, h]"},
      {"name": "b", "shape": "[h]"}]})"));
}

TEST(LayersSystemTest, ErrorsSayWhatWasExpected) {
  EXPECT_EQ(ErrorOf(AskLayers("run-layer", {}, kBag)),
            "run-layer: expected a safetensors file, found none");
  EXPECT_EQ(ErrorOf(AskLayers("layer-shapes", {"x"}, kBag)),
            "layer-shapes: expected no text, found 1 text");
  EXPECT_EQ(ErrorOf(AskLayers("layer-shapes", {}, json::object())),
            "layer-shapes: expected \"spec\", found none");
  EXPECT_EQ(ErrorOf(AskLayers("layer-shapes", {}, {{"spec", {{"type", 3}}}}))
                .substr(0, 13),
            "spec: \"type\":");
  EXPECT_EQ(ErrorOf(AskLayers("run-layer", {"no tensors"}, kBag)).substr(0, 7),
            "input: ");
}

TEST(LayersSystemTest, LayersWithinLayersAreReadAsDeepAsOptionsGo) {
  json spec = {{"type", "bag"}};
  for (int i = 0; i < 6; ++i) {
    spec = {{"type", "stacked"}, {"layers", json::array({spec})}};
  }
  const std::string options = json({{"spec", spec}}).dump();
  const Result<json> parsed = ParseQuestionOptions(options);
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  EXPECT_TRUE(AskLayers("layer-shapes", {}, parsed.value()).ok());
}

}  // namespace
}  // namespace whylight
