#include "core/systems/questions/train/similarity_features.h"

#include <gtest/gtest.h>

#include <map>

namespace whylight {
namespace {

// The numbers of the first two texts, by their names. All but the first are
// documents.
std::map<std::string, double> Compare(std::vector<std::string> texts) {
  RankedQuery query;
  for (std::size_t i = 1; i < texts.size(); ++i) {
    query.candidates.push_back(i);
    query.relevant.push_back(0);
  }
  const QueryFile file{"file", std::move(texts), {}, {query}};
  const std::vector<double> numbers =
      SimilarityFeatures::Make(file).value().Compare(0, 1);
  const std::vector<std::string>& names = SimilarityFeatures::Names();
  EXPECT_EQ(numbers.size(), names.size());
  std::map<std::string, double> named;
  for (std::size_t i = 0; i < names.size(); ++i) {
    named[names[i]] = numbers[i];
    EXPECT_GE(numbers[i], 0) << names[i];
    EXPECT_LE(numbers[i], 1 + 1e-9) << names[i];
  }
  return named;
}

TEST(SimilarityFeaturesTest, ATextIsAsAlikeToItselfAsCanBe) {
  for (const auto& [name, number] :
       Compare({"where is the late train?", "where is the late train",
                "another text"})) {
    // BM25 has no largest value that a text reaches.
    if (name == "BM25") {
      EXPECT_GT(number, 0.3);
    } else {
      EXPECT_NEAR(number, 1, 1e-6) << name;
    }
  }
}

TEST(SimilarityFeaturesTest, TextsWithNothingInCommonAreNotAlike) {
  for (const auto& [name, number] : Compare({"abc de", "fgh ij kl mn"})) {
    if (name == "shorter over longer") {
      EXPECT_EQ(number, 0.5);
    } else if (name == "soft cosine by spelling") {
      EXPECT_LT(number, 0.1);
    } else if (name.find("of characters") == std::string::npos) {
      EXPECT_EQ(number, 0) << name;
    }
  }
}

TEST(SimilarityFeaturesTest, CountsWhatIsInCommon) {
  const auto found = Compare({"a b c d", "b x c d a b", "z"});
  EXPECT_NEAR(found.at("1-grams of words over both"), 4.0 / 5, 1e-9);
  EXPECT_NEAR(found.at("1-grams of words over the query's"), 1, 1e-9);
  EXPECT_NEAR(found.at("1-grams of words over the candidate's"), 4.0 / 5, 1e-9);
  // a b, b c, c d against b x, x c, c d, d a, a b.
  EXPECT_NEAR(found.at("2-grams of words over both"), 2.0 / 6, 1e-9);
  EXPECT_NEAR(found.at("3-grams of words over the query's"), 0, 1e-9);
  // b c d, and c d without a gap.
  EXPECT_NEAR(found.at("common subsequence over the query"), 3.0 / 4, 1e-9);
  EXPECT_NEAR(found.at("common subsequence over the candidate"), 3.0 / 6, 1e-9);
  EXPECT_NEAR(found.at("common run over the query"), 2.0 / 4, 1e-9);
  EXPECT_NEAR(found.at("same first word"), 0, 1e-9);
}

TEST(SimilarityFeaturesTest, WordsSpelledAlikeAreAlike) {
  const auto near = Compare({"forgotten passwords", "forgot password"});
  const auto far = Compare({"forgotten passwords", "train timetable"});
  EXPECT_GT(near.at("soft cosine by spelling"),
            far.at("soft cosine by spelling") + 0.2);
  EXPECT_GT(near.at("3-grams of characters over both"),
            far.at("3-grams of characters over both"));
}

TEST(SimilarityFeaturesTest, EmptyTextsAreComparedTooAndLikeNothing) {
  for (const auto& [name, number] : Compare({"?", "a b"})) {
    if (name.find("of characters") == std::string::npos) {
      EXPECT_EQ(number, 0) << name;
    }
  }
}

}  // namespace
}  // namespace whylight
