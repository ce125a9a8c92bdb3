// The same answers are checked natively, in wasm and in JavaScript.
#include "tests/core/systems/golden.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/systems/classifier/answers.h"

namespace whylight {
namespace {

using nlohmann::json;

// Of the largest number in an answer.
constexpr double kTolerance = 1e-5;

// Takes every number that is no offset out of `value`.
void TakeNumbers(json* value, std::vector<double>* numbers) {
  for (auto& [key, item] : value->items()) {
    if (item.is_structured()) {
      TakeNumbers(&item, numbers);
    } else if (item.is_number() && key != "start" && key != "end") {
      numbers->push_back(item.get<double>());
      item = "a number";
    }
  }
}

TEST(ClassifierGoldenTest, TinyModelSaysWhatItSaid) {
  const std::string folder =
      std::string(WHYLIGHT_GOLDEN_DIR) + "/classifier-tiny/";
  const auto model = Classifier::Load({ReadBytes(folder + "config.json"),
                                       ReadBytes(folder + "model.safetensors"),
                                       ReadBytes(folder + "vocab.txt")});
  ASSERT_TRUE(model.ok()) << model.error().message;
  const std::vector<GoldenText> lines = ReadGolden(folder + "answers.jsonl");
  ASSERT_FALSE(lines.empty());
  for (const GoldenText& golden : lines) {
    SCOPED_TRACE(golden.text + " " + golden.line["options"].dump());
    const auto answer = ClassifyToJson(model.value(), golden.text,
                                       golden.line["options"].dump());
    ASSERT_TRUE(answer.ok()) << answer.error().message;
    json found = answer.value();
    json expected = golden.line["answer"];
    std::vector<double> numbers;
    std::vector<double> expected_numbers;
    TakeNumbers(&found, &numbers);
    TakeNumbers(&expected, &expected_numbers);
    ASSERT_EQ(found, expected);
    double scale = 1;
    for (const double number : expected_numbers) {
      scale = std::max(scale, std::abs(number));
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      EXPECT_NEAR(numbers[i], expected_numbers[i], kTolerance * scale);
    }
  }
}

}  // namespace
}  // namespace whylight
