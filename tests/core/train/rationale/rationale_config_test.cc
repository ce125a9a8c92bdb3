#include "core/train/rationale/rationale_config.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace whylight {
namespace {

using nlohmann::json;

constexpr const char* kMinimal =
    R"({"task": "rationale", "aspects": [{"name": "aroma"}]})";

TEST(RationaleConfigTest, FillsInDefaultsThatReadBackAsTheyAre) {
  const auto config = ReadRationaleConfig(json::parse(kMinimal), "c.json");
  ASSERT_TRUE(config.ok()) << config.error().message;
  const std::string text = RationaleConfigToJson(config.value()).dump();
  const auto again = ReadRationaleConfig(json::parse(text), "c.json");
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(RationaleConfigToJson(again.value()).dump(), text);
}

struct BadConfig {
  std::string name;
  std::string json;
  std::string complaint;
};

class BadTrainingConfigTest : public testing::TestWithParam<BadConfig> {};

TEST_P(BadTrainingConfigTest, SaysWhatWasExpectedAndFound) {
  const auto config =
      ReadRationaleConfig(json::parse(GetParam().json), "c.json");
  ASSERT_FALSE(config.ok());
  EXPECT_EQ(config.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(config.error().message.rfind("c.json", 0), 0u);
  EXPECT_NE(config.error().message.find(GetParam().complaint),
            std::string::npos)
      << config.error().message;
}

INSTANTIATE_TEST_SUITE_P(
    Config, BadTrainingConfigTest,
    testing::Values(
        BadConfig{"RegressOnAspect",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "regress_on": ["a"]})",
                  "\"regress_on\""},
        BadConfig{"AspectsNoList",
                  R"({"task": "rationale", "aspects": {"name": "a"}})",
                  "expected a list"},
        BadConfig{"DistilsFromNobody",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "stages": ["distil", "refit"]})",
                  "expected \"teachers\" where one of the \"stages\" is "
                  "\"distil\", found none"},
        BadConfig{"TeachersOfNothing",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "teachers": ["b"]})",
                  "\"teachers\": expected none"},
        BadConfig{"DistilsHardKuma",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "stages": ["distil"], "teachers": ["b"],
                      "choice": "hard_kuma"})",
                  "expected the \"choice\" \"competing\" or \"independent\""},
        BadConfig{"PointsFall",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "points": [0.2, 0.1]})",
                  "\"points\": expected a list of at most 64 rates between 0 "
                  "and 1, each above the one before, found [0.2,0.1]"},
        BadConfig{"PointOfOne",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "points": [1]})",
                  "found [1]"},
        BadConfig{"PointsOfDependentChoices",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "points": [0.1], "dependent": 4})",
                  "expected none where choices are \"dependent\""},
        BadConfig{"NotAnObject", "[1]", "expected an object, found [1]"},
        BadConfig{"Task", R"({"task": "poem"})", "\"rationale\""},
        BadConfig{"Typo",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "selection": {"epoch": 3}})",
                  "unknown key \"epoch\", expected one of: accumulate, "
                  "average, baseline, batch,"},
        BadConfig{"Range",
                  R"({"task": "rationale", "aspects": [{"name": "a",
                      "rate": 1}]})",
                  "\"rate\": expected a number from 0.001 to 0.999, found 1"},
        BadConfig{"Type",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "seed": "one"})",
                  "\"seed\": expected a whole number"},
        BadConfig{"Choice",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "encoder": {"decay": "h"}})",
                  "expected one of \"x\", \"xh\", found \"h\""},
        BadConfig{"LeaveOneOutOfOne",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "selection": {"estimator": "reinforce"}})",
                  "expected \"samples\" of at least 2"},
        BadConfig{"HardKumaOfSamples",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "choice": "hard_kuma",
                      "selection": {"estimator": "reinforce",
                                    "samples": 2}})",
                  "found \"hard_kuma\""},
        BadConfig{"StageTwice",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "stages": ["refit", "refit"]})",
                  "each at most once, found \"refit\""},
        BadConfig{"NoStages",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "stages": []})",
                  "expected at least one"},
        BadConfig{"NoAspects", R"({"task": "rationale"})",
                  "at least one reported aspect"},
        BadConfig{"NameTwice",
                  R"({"task": "rationale",
                      "aspects": [{"name": "a"}, {"name": "a"}]})",
                  "twice"}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace whylight
