#include "core/systems/rationale/system.h"

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/format/json.h"
#include "tests/core/systems/rationale/tiny_model.h"

namespace whylight {
namespace {

using nlohmann::json;

// The answer of a model of these files, or why there is none.
std::string AskFiles(const ModelFiles& files, std::string_view question,
                     const std::vector<std::string_view>& texts,
                     const std::string& options) {
  const auto model = RationaleSystem().load(files);
  EXPECT_TRUE(model.ok()) << model.error().message;
  const Result<json> parsed = ParseQuestionOptions(options);
  if (!parsed.ok()) return parsed.error().message;
  const auto answer =
      Ask(RationaleSystem(), *model.value(), {question, texts, parsed.value()});
  if (answer.ok()) return DumpJson(answer.value().json);
  EXPECT_EQ(answer.error().code, ErrorCode::kInvalidArgument);
  return answer.error().message;
}

ModelFiles TinyFilesWithPoints(std::vector<OperatingPoint> points) {
  return TinyModelWithPoints(std::move(points))
      .Save(Dtype::kF32, Dtype::kF32, "{}")
      .value();
}

TEST(RationaleSystemTest, AModelSaysItsAspectsAndPoints) {
  const auto model =
      RationaleSystem().load(TinyFilesWithPoints({{0.25, {-1, -1}, {0.5, 2}}}));
  ASSERT_TRUE(model.ok()) << model.error().message;
  EXPECT_EQ(model.value()->About().dump(),
            R"({"aspects":["appearance","aroma"],)"
            R"("points":[{"rate":0.25,"errors":)"
            R"({"appearance":0.5,"aroma":2.0}}],"labels":{}})");
}

// The thresholds of the first are those the model is shipped with.
TEST(RationaleSystemTest, PointChoosesTheWordsOfEveryAnswer) {
  const ModelFiles files = TinyFilesWithPoints(
      {{0.25, {Real(-0.7), Real(-0.5)}, {1, 1}}, {0.5, {-2, -2}, {1, 1}}});
  for (const char* question : {"ngrams", "curve", "gates", "faithfulness"}) {
    SCOPED_TRACE(question);
    const auto ask = [&](const std::string& options) {
      return AskFiles(files, question,
                      {"pours a hazy gold, thick lacing, smooth body"},
                      options);
    };
    const std::string shipped = ask(R"({"aspect": "appearance"})");
    EXPECT_EQ(ask(R"({"aspect": "appearance", "point": 0})"), shipped);
    EXPECT_NE(ask(R"({"aspect": "appearance", "point": 1})"), shipped);
    EXPECT_EQ(ask(R"({"aspect": "appearance", "point": 2})"),
              "point: expected one from 0 to 1, found 2");
  }
}

TEST(RationaleSystemTest, ErrorsNameTheOption) {
  const struct {
    const char* question;
    const char* options;
    const char* expected;
  } cases[] = {
      {"why", "{}", R"(question: expected one of "explain", "ngrams", )"},
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
       R"(faithfulness: selection[0]: expected "end" after "start")"},
      {"faithfulness", R"({"aspect": "aroma", "bins": [0.5, 2],
           "selection": [{"start": 0, "end": 1}]})",
       R"(faithfulness: "bins": expected a list of numbers from 0)"},
      {"faithfulness", R"({"aspect": "aroma", "bins": ["all"]})",
       R"(faithfulness: "bins": expected a list of numbers)"},
      {"match", R"({"aspect": "aroma"})", R"(match: unknown key "aspect")"},
      {"match", R"({"point": 0})", R"(match: unknown key "point")"},
      {"match", R"({"order": 0})", R"(match: "order": expected)"},
      {"match", R"({"decay": 1})", "decay: expected a number in [0, 1)"},
      {"match", R"({"mapping": "additive"})", "weighting: expected"},
  };
  for (const auto& [question, options, expected] : cases) {
    std::vector<std::string_view> texts = {"a hazy gold"};
    if (std::string_view(question) == "match") texts.push_back("a gold head");
    const std::string error = AskFiles(TinyFiles(), question, texts, options);
    EXPECT_EQ(error.substr(0, std::string(expected).size()), expected)
        << question << " " << options;
  }
}

}  // namespace
}  // namespace whylight
