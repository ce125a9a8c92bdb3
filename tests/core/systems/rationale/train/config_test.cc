#include "core/systems/rationale/train/config.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "core/format/fields.h"

namespace whylight {
namespace {

using nlohmann::json;

constexpr const char* kMinimal =
    R"({"task": "rationale", "aspects": [{"name": "aroma"}]})";

TEST(RationaleConfigTest, FillsInDefaultsThatReadBackAsTheyAre) {
  const auto config = ReadRationaleConfig(json::parse(kMinimal), "c.json");
  ASSERT_TRUE(config.ok()) << config.error().message;
  const std::string text = RationaleFields().Write(config.value()).dump();
  const auto again = ReadRationaleConfig(json::parse(text), "c.json");
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(RationaleFields().Write(again.value()).dump(), text);
}

TEST(RationaleConfigTest, ReadsLayersThatReadBackAsTheyAre) {
  for (const char* parts : {R"("generator": {"layers": []},
           "encoder": {"layers": [{"type": "lstm", "hidden": 5}]})",
                            R"("generator": {"hidden": 7, "initial_decay": 0.9},
           "encoder": {"layers": [{"type": "convolution", "order": 3,
               "hidden": 5, "activation": "relu"}], "pooling": "max"})",
                            R"("shared": true,
           "generator": {"layers": [{"type": "rcnn", "hidden": 5, "decay":
               {"type": "x", "value": 0.9}}], "pooling": "mean"})"}) {
    json object = json::parse(kMinimal);
    object.update(json::parse("{" + std::string(parts) + "}"));
    const auto config = ReadRationaleConfig(object, "c.json");
    ASSERT_TRUE(config.ok()) << config.error().message;
    const json resolved =
        json::parse(RationaleFields().Write(config.value()).dump());
    for (const char* key : {"generator", "encoder"}) {
      if (!object.contains(key)) continue;
      EXPECT_EQ(resolved.at(key).value("layers", json()),
                object.at(key).value("layers", json()));
    }
    const auto again = ReadRationaleConfig(resolved, "c.json");
    ASSERT_TRUE(again.ok()) << again.error().message;
    EXPECT_EQ(json::parse(RationaleFields().Write(again.value()).dump()),
              resolved);
  }
}

TEST(RationaleConfigTest, WhatItLearnsFromBesideReviewsReadsBack) {
  json object = json::parse(kMinimal);
  object.update(json::parse(R"({
      "more": ["b.jsonl"], "sentences": 0.5,
      "templates": {"files": ["t.json"], "texts": 10}, "outside": ["o.txt"],
      "mention_slack": 0.06,
      "boundaries": {"cut_cost": 3, "negations": ["ne"],
                     "whole_sentences": true}})"));
  object["aspects"][0]["labels"] = {"bad", "good"};
  const auto config = ReadRationaleConfig(object, "c.json");
  ASSERT_TRUE(config.ok()) << config.error().message;
  ASSERT_TRUE(config.value().model.boundaries.has_value());
  EXPECT_FALSE(config.value().model.boundaries->open.empty())
      << "the words of English where no others are listed";
  EXPECT_EQ(config.value().model.boundaries->sentence_ends,
            (std::vector<std::string>{".", "!", "?"}));
  EXPECT_EQ(config.value().training.mention_slack, 0.06);
  const json resolved =
      json::parse(RationaleFields().Write(config.value()).dump());
  for (const char* key : {"more", "sentences", "templates", "outside"}) {
    EXPECT_EQ(resolved.at(key), object.at(key));
  }
  EXPECT_EQ(resolved.at("boundaries").at("negations"), json({"ne"}));
  EXPECT_EQ(resolved.at("boundaries").at("whole_sentences"), true);
  EXPECT_EQ(resolved.at("aspects")[0].at("labels"), json({"bad", "good"}));
  const auto again = ReadRationaleConfig(resolved, "c.json");
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(json::parse(RationaleFields().Write(again.value()).dump()),
            resolved);
}

struct BadConfig {
  std::string name;
  std::string json;
  std::string error;
};

class BadTrainingConfigTest : public testing::TestWithParam<BadConfig> {};

TEST_P(BadTrainingConfigTest, SaysWhatWasExpectedAndFound) {
  const auto config =
      ReadRationaleConfig(json::parse(GetParam().json), "c.json");
  ASSERT_FALSE(config.ok());
  EXPECT_EQ(config.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(config.error().message.rfind("c.json", 0), 0u);
  EXPECT_NE(config.error().message.find(GetParam().error), std::string::npos)
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
        BadConfig{"SpellingNoFlag",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "spelling": 1})",
                  "\"spelling\": expected true or false, found 1"},
        BadConfig{"DistilsFromNobody",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "stages": ["distil", "refit"]})",
                  "expected \"teachers\" where one of the \"stages\" is "
                  "\"distil\" or \"teacher_share\" is above 0, found none"},
        BadConfig{"RatingsOfNobody",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "teacher_share": 0.5})",
                  "expected \"teachers\" where"},
        BadConfig{"TeachesNoRefit",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "stages": ["distil"], "teachers": ["b"],
                      "teacher_share": 0.5})",
                  "\"teacher_share\": expected 0 where no stage is "
                  "\"refit\", found more"},
        BadConfig{"TeacherShareAboveOne",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "teachers": ["b"], "teacher_share": 1.5})",
                  "\"teacher_share\": expected"},
        BadConfig{"TeachersOfNothing",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "teachers": ["b"]})",
                  "\"teachers\": expected none"},
        BadConfig{"TeachesClausesToNobody",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "templates": {"files": ["t.json"], "texts": 9},
                      "teach_clauses": true})",
                  "\"teach_clauses\": expected false where no stage is "
                  "\"distil\""},
        BadConfig{"TeachesClausesOfNothing",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "stages": ["distil"], "teachers": ["b"],
                      "teach_clauses": true})",
                  "\"teach_clauses\": expected false"},
        BadConfig{"DistilsHardKuma",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "stages": ["distil"], "teachers": ["b"],
                      "choice": "hard_kuma"})",
                  "expected the \"choice\" \"competing\" or \"independent\""},
        BadConfig{"PointsFall",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "points": [0.2, 0.1]})",
                  "points: expected a list of at most 64 rates between 0 "
                  "and 1, each above the one before, found [0.2,0.1]"},
        BadConfig{"PointOfOne",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "points": [1]})",
                  "found [1]"},
        BadConfig{"PointsOfDependentChoices",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "points": [0.1], "dependent": 4})",
                  "expected none where choices are \"dependent\""},
        BadConfig{"BoundariesOfDependentChoices",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "boundaries": {}, "dependent": 4})",
                  "\"boundaries\": expected none where choices are"},
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
        BadConfig{"LayersNoList",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "encoder": {"layers": "lstm"}})",
                  "c.json: encoder.layers: expected a list of at most 64 "
                  "layers, found \"lstm\""},
        BadConfig{"LayersAndAWidth",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "encoder": {"layers": [], "hidden": 3}})",
                  "c.json: encoder: unknown key \"hidden\", expected one of: "
                  "layers, pooling"},
        BadConfig{"PoolingWithoutLayers",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "encoder": {"pooling": "max"}})",
                  "c.json: encoder: unknown key \"pooling\", expected one of: "
                  "decay, hidden, layers, order, type"},
        BadConfig{"PoolingOfAGenerator",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "generator": {"layers": [], "pooling": "max"}})",
                  "c.json: generator: unknown key \"pooling\", expected one "
                  "of: layers"},
        BadConfig{"UnknownPooling",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "encoder": {"layers": [], "pooling": "sum"}})",
                  "c.json: encoder: \"pooling\": expected one of \"mean\", "
                  "\"max\", \"last\", found \"sum\""},
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
                  "stages: expected a list of at least one, found []"},
        BadConfig{"OneLabel",
                  R"({"task": "rationale",
                      "aspects": [{"name": "a", "labels": ["good"]}]})",
                  "expected \"labels\" to be two names"},
        BadConfig{"LabelsAlike",
                  R"({"task": "rationale",
                      "aspects": [{"name": "a", "labels": ["b", "b"]}]})",
                  "expected \"labels\" to be two names"},
        BadConfig{
            "TemplatesWithoutTexts",
            R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "templates": {"files": ["b.json"]}})",
            "c.json: templates: expected both \"files\" and \"texts\", or "
            "neither"},
        BadConfig{"UnknownWordsOfBoundaries",
                  R"({"task": "rationale", "aspects": [{"name": "a"}],
                      "boundaries": {"close": ["a"]}})",
                  "c.json: boundaries: unknown key \"close\""},
        BadConfig{"NoAspects", R"({"task": "rationale"})",
                  "c.json: expected \"aspects\", found none"},
        BadConfig{"NameTwice",
                  R"({"task": "rationale",
                      "aspects": [{"name": "a"}, {"name": "a"}]})",
                  "twice"}),
    [](const auto& test) { return test.param.name; });

// Models and configs from before there were fields have this spelling.
TEST(RationaleConfigTest, TheOldSpellingOfADecayIsReadAndWrittenAnew) {
  const auto read = [](const char* reader) {
    json object = json::parse(R"({"task": "rationale",
                                  "aspects": [{"name": "a"}]})");
    object["encoder"] = json::parse(reader);
    return ReadRationaleConfig(object, "c.json").value();
  };
  const RationaleConfig old =
      read(R"({"hidden": 7, "order": 3, "decay": "xh", "initial_decay": 0.9})");
  EXPECT_EQ(old.model.encoder.decay, Decay::kInputAndState);
  EXPECT_EQ(old.model.encoder.decay_value, 0.9);
  const json written =
      json::parse(RationaleFields().Write(old).dump())["encoder"];
  EXPECT_EQ(written, json::parse(R"({"type": "rcnn", "order": 3, "hidden": 7,
                        "decay": {"type": "xh", "value": 0.9}})"));
  // So a run that an earlier version began is the same run today.
  json before = json::parse(RationaleFields().Write(old).dump());
  before["encoder"] = json::parse(
      R"({"hidden": 7, "order": 3, "decay": "xh", "initial_decay": 0.9})");
  EXPECT_EQ(RationaleFields().Renew(before, "config").value(),
            RationaleFields().Write(old));
  const RationaleConfig again = read(written.dump().c_str());
  EXPECT_EQ(json(RationaleFields().Write(again)),
            json(RationaleFields().Write(old)));
}

}  // namespace
}  // namespace whylight
