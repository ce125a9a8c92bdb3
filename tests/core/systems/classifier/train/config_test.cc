#include "core/systems/classifier/train/config.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/format/fields.h"

namespace whylight {
namespace {

using nlohmann::json;

TEST(ClassifierConfigTest, SpelledOutItReadsTheSame) {
  const json object = json::parse(R"({
    "task": "classifier", "train": "a.csv", "dev": "b.txt", "vectors": "v",
    "data": {"format": "trees", "phrases": true, "max_errors": 3},
    "dev_data": {"format": "labelled"}, "held_out": ["b.txt", "c.txt"],
    "labels": ["1", "0"], "start": "m",
    "dimensions": 50, "words": 9, "add_words": true, "min_count": 2, "vector_length": 2,
    "unit_vectors": true, "train_vectors": true, "seed": 7,
    "names": {"0": "bad", "1": "good"}, "grades": {"0": -1, "1": 0.5},
    "layers": [{"type": "rcnn", "hidden": 5}, {"type": "pooling"}],
    "pooling": "max", "output": "all",
    "training": {"epochs": 3, "batch": 8, "dropout": 0.25,
                 "optimiser": {"type": "adagrad"}},
    "store": {"vectors": "f32", "network": "i8"}})");
  const auto config = ReadClassifierConfig(object, "c.json");
  ASSERT_TRUE(config.ok()) << config.error().message;
  const json spelled =
      json::parse(ClassifierFields().Write(config.value()).dump());
  const auto again = ReadClassifierConfig(spelled, "c.json");
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(json(ClassifierFields().Write(again.value())), spelled);
  for (const auto& [key, value] : object.items()) {
    if (value.is_object()) {
      for (const auto& [inner, each] : value.items()) {
        if (each.is_object()) continue;
        EXPECT_EQ(spelled[key][inner], each) << inner;
      }
    } else {
      EXPECT_EQ(spelled[key], value) << key;
    }
  }
}

TEST(ClassifierConfigTest, DevIsReadAsTrainIsButForPhrasesAndRepetitions) {
  const auto config = ReadClassifierConfig(json::parse(R"({"task": "classifier",
                      "data": {"format": "trees", "phrases": true, "distinct": true}})"),
                                           "c.json");
  ASSERT_TRUE(config.ok());
  EXPECT_EQ(config.value().dev_data.format, DataFormat::kTrees);
  EXPECT_TRUE(config.value().data.phrases);
  EXPECT_FALSE(config.value().dev_data.phrases);
  EXPECT_TRUE(config.value().data.distinct);
  EXPECT_FALSE(config.value().dev_data.distinct);
}

TEST(ClassifierConfigTest, TakesOneFileForAListOfOne) {
  const auto config = ReadClassifierConfig(
      json::parse(R"({"task": "classifier", "held_out": "a.txt"})"), "c.json");
  ASSERT_TRUE(config.ok());
  EXPECT_EQ(config.value().held_out, std::vector<std::string>{"a.txt"});
}

TEST(ClassifierConfigTest, TakesOneLayerForAListOfOne) {
  const auto config = ReadClassifierConfig(
      json::parse(R"({"task": "classifier", "layers": {"type": "bag"}})"),
      "c.json");
  ASSERT_TRUE(config.ok());
  EXPECT_EQ(config.value().model.layers,
            (std::vector<json>{{{"type", "bag"}}}));
}

TEST(ClassifierConfigTest, NamesAndGradesAreOfEveryLabelAndNoOther) {
  ClassifierConfig config;
  config.model.labels = {"neg", "pos"};
  config.names = {{"pos", "good"}, {"neg", "bad"}};
  ASSERT_TRUE(NameLabels(&config).ok());
  EXPECT_EQ(config.model.names, (std::vector<std::string>{"bad", "good"}));
  EXPECT_TRUE(config.model.grades.empty());

  const auto problem = [&](const std::map<std::string, double>& grades) {
    config.grades = grades;
    const Status named = NameLabels(&config);
    return named.ok() ? "none" : named.error().message;
  };
  EXPECT_EQ(problem({{"pos", 1}}),
            "\"grades\": expected one for every label of train, found none for "
            "\"neg\"");
  EXPECT_EQ(problem({{"pos", 1}, {"neg", 0}, {"neutral", 0}}),
            "\"grades\": expected labels of train, found \"neutral\"");
}

TEST(ClassifierConfigTest, ErrorsNameThePlace) {
  const struct {
    std::string config;
    std::string problem;
  } cases[] = {
      {R"({"task": "rationale"})",
       "c.json: \"task\": expected one of \"classifier\", found "
       "\"rationale\""},
      {R"({"task": "classifier", "poling": "max"})",
       "c.json: unknown key \"poling\", expected one of: "},
      {R"({"task": "classifier", "spelling": "yes"})",
       "c.json: \"spelling\": expected true or false, found \"yes\""},
      {R"({"task": "classifier", "pooling": "median"})",
       "c.json: \"pooling\": expected one of \"mean\", \"max\", \"last\", "
       "found \"median\""},
      {R"({"task": "classifier", "labels": ["bad", "good", "bad"]})",
       "c.json: \"labels\": expected each label once, found \"bad\" twice"},
      {R"({"task": "classifier", "names": ["bad", "good"]})",
       "c.json: \"names\": expected an object whose values are texts, found "
       "[\"bad\",\"good\"]"},
      {R"({"task": "classifier", "grades": {"0": "low"}})",
       "c.json: \"grades\": expected an object whose values are numbers "},
      {R"({"task": "classifier", "data": {"format": "xml"}})",
       "c.json: data: \"format\": expected one of "},
      {R"({"task": "classifier", "data": {"columns": {"a": 1}}})",
       "c.json: data: \"columns\": expected an object whose values are "
       "texts"},
      {R"({"task": "classifier", "training": {"dropout": 1}})",
       "c.json: training: \"dropout\": expected a number from 0.0 to 0.95"},
  };
  for (const auto& [config, problem] : cases) {
    const auto read = ReadClassifierConfig(json::parse(config), "c.json");
    ASSERT_FALSE(read.ok()) << config;
    EXPECT_EQ(read.error().code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(read.error().message.substr(0, problem.size()), problem);
  }
}

}  // namespace
}  // namespace whylight
