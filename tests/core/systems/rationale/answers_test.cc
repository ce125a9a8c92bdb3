#include "core/systems/rationale/answers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/core/systems/rationale/tiny_model.h"

namespace whylight {
namespace {

using nlohmann::json;

// Of the largest number in an answer.
constexpr double kTolerance = 1e-5;

const RationaleModel& Tiny() {
  static const RationaleModel model = TinyModel();
  return model;
}

// Takes the numbers that are no offsets out of `value`.
void TakeNumbers(json& value, std::vector<double>& numbers) {
  if (value.is_object()) {
    for (auto& [key, item] : value.items()) {
      if (key != "start" && key != "end") TakeNumbers(item, numbers);
    }
  } else if (value.is_array()) {
    for (json& item : value) TakeNumbers(item, numbers);
  } else if (value.is_number()) {
    numbers.push_back(value.get<double>());
    value = "a number";
  }
}

void ExpectAnswer(const json& line) {
  const auto method = line["method"].get<std::string>();
  const auto text = line["text"].get<std::string>();
  const auto other = line["other"].get<std::string>();
  const std::string options = line["options"].dump();
  SCOPED_TRACE(method + " " + options + " of " + text);
  const Result<std::string> answer =
      ExplainAsJson(Tiny(), {method, text, other, options});
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  json found = json::parse(answer.value());
  json expected = line["answer"];
  std::vector<double> numbers;
  std::vector<double> expected_numbers;
  TakeNumbers(found, numbers);
  TakeNumbers(expected, expected_numbers);
  ASSERT_EQ(found, expected);
  double scale = 1;
  for (const double number : expected_numbers) {
    scale = std::max(scale, std::abs(number));
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_NEAR(numbers[i], expected_numbers[i], kTolerance * scale);
  }
}

TEST(RationaleJsonTest, AnswersAreTheGoldenOnes) {
  const std::vector<GoldenText> lines =
      ReadGolden(std::string(WHYLIGHT_GOLDEN_DIR) + "/tiny/reasons.jsonl");
  ASSERT_FALSE(lines.empty());
  for (const GoldenText& golden : lines) ExpectAnswer(golden.line);
}

// The thresholds of the first are those the model is shipped with.
TEST(RationaleJsonTest, PointChoosesTheWordsOfEveryAnswer) {
  const RationaleModel model = TinyModelWithPoints(
      {{0.25, {Real(-0.7), Real(-0.5)}, {1, 1}}, {0.5, {-2, -2}, {1, 1}}});
  for (const char* method : {"ngrams", "curve", "gates", "faithfulness"}) {
    SCOPED_TRACE(method);
    const auto ask = [&](const std::string& options) {
      const Result<std::string> answer = ExplainAsJson(
          model, {method, "pours a hazy gold, thick lacing, smooth body", "",
                  options});
      return answer.ok() ? answer.value() : answer.error().message;
    };
    const std::string shipped = ask(R"({"aspect": "appearance"})");
    EXPECT_EQ(ask(R"({"aspect": "appearance", "point": 0})"), shipped);
    EXPECT_NE(ask(R"({"aspect": "appearance", "point": 1})"), shipped);
    EXPECT_EQ(ask(R"({"aspect": "appearance", "point": 2})"),
              "point: expected one from 0 to 1, found 2");
  }
}

std::string Complaint(const char* method, const char* options) {
  const Result<std::string> answer =
      ExplainAsJson(Tiny(), {method, "a hazy gold", "a gold head", options});
  if (answer.ok()) return "none";
  EXPECT_EQ(answer.error().code, ErrorCode::kInvalidArgument);
  return answer.error().message;
}

TEST(RationaleJsonTest, ComplaintsNameTheOption) {
  const struct {
    const char* method;
    const char* options;
    const char* expected;
  } cases[] = {
      {"why", "{}", "method: expected ngrams, "},
      {"ngrams", "{", "options: expected JSON"},
      {"ngrams", "[]", "ngrams: expected an object, found []"},
      {"ngrams", "{}", R"(ngrams: "aspect": expected one of)"},
      {"ngrams", R"({"aspect": "taste"})", R"(ngrams: "aspect": expected)"},
      {"ngrams", R"({"aspect": "aroma", "top": 0})", R"(ngrams: "top": )"},
      {"curve", R"({"aspect": "aroma", "read": "most"})", R"(curve: "read": )"},
      {"gates", R"({"aspect": "aroma", "top": 3})",
       R"(gates: unknown key "top", expected one of: aspect, point, read)"},
      {"curve", R"({"aspect": "aroma", "point": 0.5})",
       R"(curve: "point": expected a whole number from 0 )"},
      {"curve", R"({"aspect": "aroma", "point": -1})",
       R"(curve: "point": expected a whole number from 0 )"},
      {"curve", R"({"aspect": "aroma", "point": 0})",
       "point: expected none, since this model has no points, found 0"},
      {"faithfulness", R"({"aspect": "aroma", "selection": 3})",
       R"(faithfulness: "selection": expected a list of spans)"},
      {"faithfulness", R"({"aspect": "aroma", "selection": []})",
       "selection: expected at least one selected word"},
      {"faithfulness",
       R"({"aspect": "aroma", "selection": [{"start": 3, "end": 3}]})",
       R"(selection: expected "end" after "start")"},
      {"faithfulness", R"({"aspect": "aroma", "bins": [0.5, 2],
           "selection": [{"start": 0, "end": 1}]})",
       "bins: expected fractions in (0, 1]"},
      {"faithfulness", R"({"aspect": "aroma", "bins": ["all"]})",
       R"(faithfulness: "bins": expected a list of numbers)"},
      {"match", R"({"aspect": "aroma"})", R"(match: unknown key "aspect")"},
      {"match", R"({"point": 0})", R"(match: unknown key "point")"},
      {"match", R"({"order": 0})", R"(match: "order": expected)"},
      {"match", R"({"decay": 1})", "decay: expected a number in [0, 1)"},
      {"match", R"({"mapping": "additive"})", "weighting: expected"},
  };
  for (const auto& [method, options, expected] : cases) {
    const std::string complaint = Complaint(method, options);
    EXPECT_EQ(complaint.substr(0, std::string(expected).size()), expected)
        << method << " " << options;
  }
}

}  // namespace
}  // namespace whylight
