#include "core/training/data/data_config.h"

#include <gtest/gtest.h>

#include <string>

#include "core/format/fields.h"

namespace whylight {
namespace {

using nlohmann::json;

TEST(DataConfigTest, SpelledOutItReadsTheSame) {
  const json object = json::parse(R"({
    "format": "tsv", "text": "body", "first": "s1", "second": "s2",
    "query": "asked", "candidates": "found", "documents": "pages",
    "label": "stars", "grade": "score", "ratings": "points",
    "rationales": "marked", "columns": {"aroma": "nose"},
    "values": {"poor": 0.0, "fair": 0.5}, "skip_unrated": true, "quotes": false, "phrases": true,
    "treebank": true, "merge": {"0": "bad"}, "distinct": true,
    "max_errors": 4})");
  DataOptions options;
  ASSERT_TRUE(DataFields().Read(object, "c.json: data", &options).ok());
  EXPECT_EQ(json(DataFields().Write(options)), object);
}

TEST(DataConfigTest, ValuesAreRatings) {
  DataOptions options;
  const Status read =
      DataFields().Read(json::parse(R"({"values": {"poor": 0, "superb": 5}})"),
                        "c.json: data", &options);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().message,
            "c.json: data: \"values\": expected an object whose values are "
            "numbers from 0.0 to 1.0, found {\"poor\":0,\"superb\":5}");
}

TEST(DataConfigTest, AScaleHasALowestAndAHighestRating) {
  DataOptions options;
  const json object = json::parse(R"({"scale": [1.0, 5.0]})");
  ASSERT_TRUE(DataFields().Read(object, "c.json: data", &options).ok());
  EXPECT_EQ(json(DataFields().Write(options))["scale"], object["scale"]);
  EXPECT_FALSE(json(DataFields().Write({})).contains("scale"));
  for (const auto& [bad, message] :
       {std::pair(R"({"scale": [5, 1]})",
                  "c.json: data: \"scale\": expected the lowest and the "
                  "highest rating, found [5.0,1.0]"),
        std::pair(R"({"scale": [5]})",
                  "c.json: data: \"scale\": expected the lowest and the "
                  "highest rating, found [5.0]"),
        std::pair(R"({"scale": [1, 5], "values": {"good": 1}})",
                  "c.json: data: expected \"scale\" or \"values\", found "
                  "both")}) {
    DataOptions read;
    const Status status =
        DataFields().Read(json::parse(bad), "c.json: data", &read);
    ASSERT_FALSE(status.ok()) << bad;
    EXPECT_EQ(status.error().message, message);
  }
}

TEST(DataConfigTest, WhatIsNotSaidStaysAsItWas) {
  DataOptions options;
  options.format = DataFormat::kTrees;
  options.max_errors = 7;
  ASSERT_TRUE(DataFields().Read(json::object(), "c.json: data", &options).ok());
  EXPECT_EQ(options.format, DataFormat::kTrees);
  EXPECT_EQ(options.max_errors, 7u);
}

TEST(DataConfigTest, AnEmptyMergeTakesBackWhatWasSaidBefore) {
  DataOptions options;
  options.merge = {{"0", "bad"}};
  ASSERT_TRUE(DataFields()
                  .Read(json::parse(R"({"merge": {}})"), "c.json", &options)
                  .ok());
  EXPECT_TRUE(options.merge.empty());
  for (const auto& [bad, message] :
       {std::pair(R"({"merge": ["0"]})",
                  "c.json: \"merge\": expected an object whose values are "
                  "texts, found [\"0\"]"),
        std::pair(
            R"({"merge": {"0": 1}})",
            "c.json: \"merge\": expected an object whose values are texts, "
            "found {\"0\":1}")}) {
    const Status read = DataFields().Read(json::parse(bad), "c.json", &options);
    ASSERT_FALSE(read.ok()) << bad;
    EXPECT_EQ(read.error().message, message);
  }
}

TEST(DataConfigTest, FormatsHaveNames) {
  ASSERT_TRUE(ParseDataFormat("labelled").ok());
  EXPECT_EQ(ParseDataFormat("labelled").value(), DataFormat::kLabelledText);
  const auto unknown = ParseDataFormat("xml");
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().message,
            "expected one of jsonl, text, labelled, trees, tsv, csv, conll, "
            "conllu, qapairs, aspects, found \"xml\"");
}

}  // namespace
}  // namespace whylight
