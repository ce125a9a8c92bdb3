#include "core/systems/language_id/model.h"

#include <gtest/gtest.h>

#include <numeric>

#include "core/layers/initialise.h"

namespace whylight {
namespace {

LanguageIdentifier RandomModel() {
  LanguageIdentifier model =
      LanguageIdentifier::Make({.languages = {"de", "en", "fr"}, .buckets = 64})
          .value();
  for (Parameter* parameter : model.Parameters()) {
    parameter->value =
        UniformMatrix(parameter->value.rows(), parameter->value.cols(), 1, 5,
                      parameter->name);
  }
  return model;
}

TEST(LanguageIdentifierTest, TheWordsAndTheBiasAddUpToTheLead) {
  const LanguageIdentifier model = RandomModel();
  for (const char* text : {"Where is the station?", "Où est la gare ?", ""}) {
    for (std::size_t language = 0; language < 3; ++language) {
      const Identification found = model.Identify(text, language).value();
      const double sum =
          std::accumulate(found.words.begin(), found.words.end(), found.bias,
                          [](double all, const WordShare& word) {
                            return all + word.contribution;
                          });
      EXPECT_NEAR(sum, found.lead, 1e-5) << text;
    }
  }
}

TEST(LanguageIdentifierTest, AWordHasTheNgramsOfItsCharactersAndEnds) {
  const LanguageIdentifier model =
      LanguageIdentifier::Make({.languages = {"a", "b"}, .longest = 2}).value();
  // "é" is one character: é, and " é", "éa", "a ", beside a.
  EXPECT_EQ(model.Ngrams(std::string_view("\u00e9a")).size(), 5u);
}

TEST(LanguageIdentifierTest, WhatIsSavedAnswersAsBefore) {
  const LanguageIdentifier model = RandomModel();
  const ModelFiles files = model.Save(Dtype::kF32, "{}").value();
  const LanguageIdentifier loaded = LanguageIdentifier::Load(files).value();
  const char* text = "Wo ist der Bahnhof?";
  EXPECT_EQ(loaded.Identify(text).value().probabilities,
            model.Identify(text).value().probabilities);
}

TEST(LanguageIdentifierTest, RefusesSizesThatTheFileCannotHold) {
  ModelFiles files = RandomModel().Save(Dtype::kF32, "{}").value();
  const std::string small = "\"buckets\": 64";
  files.config.replace(files.config.find(small), small.size(),
                       "\"buckets\": 1000000");
  EXPECT_EQ(LanguageIdentifier::Load(files).error().code, ErrorCode::kBadModel);
}

TEST(LanguageIdentifierTest, NeedsTwoLanguagesThatDiffer) {
  EXPECT_EQ(LanguageIdentifier::Make({.languages = {"en"}}).error().message,
            "\"languages\": expected at least 2, found 1");
  EXPECT_EQ(
      LanguageIdentifier::Make({.languages = {"en", "en"}}).error().message,
      "\"languages\": expected each once, found \"en\" twice");
}

}  // namespace
}  // namespace whylight
