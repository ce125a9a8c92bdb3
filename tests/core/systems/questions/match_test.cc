#include "core/systems/questions/match.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/systems/questions/made_up_retriever.h"

namespace whylight {
namespace {

using nlohmann::json;

constexpr char kQuery[] = "How do I reset my password?";
constexpr char kText[] = "I forgot the password. Can I change my password?";

json Rcnn(json options) {
  options["type"] = "rcnn";
  options["hidden"] = 6;
  return options;
}

json Neighbours() {
  return {{"type", "pooling"}, {"kind", "neighbours"}, {"k", 2}};
}

json Convolution(const char* border) {
  return {
      {"type", "convolution"}, {"hidden", 5}, {"order", 3}, {"border", border}};
}

// Models whose vectors come about in all the ways there are.
std::vector<RetrieverOptions> Shapes() {
  return {
      {},
      {.pooling = TextPooling::kLast},
      {.pooling = TextPooling::kMax},
      {.layers = {Rcnn({})}},
      {.layers = {Rcnn({{"activation", "identity"}, {"order", 3}})},
       .pooling = TextPooling::kLast},
      {.layers = {Rcnn({{"highway", true}, {"activation", "relu"}})},
       .with_words = true},
      {.layers = {Rcnn({{"mapping", "multiplicative"}, {"output_gate", true}}),
                  Rcnn({{"output_matrix", true}})},
       .output = StackOutput::kAll,
       .title_and_body = true},
      {.layers = {{{"type", "bidirectional"}, {"layer", Rcnn({})}}},
       .with_words = true,
       .title_and_body = true,
       .subwords = {.buckets = 64}},
      {.layers = {{{"type", "lstm"}, {"hidden", 5}}}, .with_words = true},
      // Recurrences over something else than words.
      {.layers = {Neighbours(), Rcnn({})}},
      {.layers = {{{"type", "pooling"}, {"kind", "max"}}, Rcnn({})}},
      {.layers = {Convolution("narrow"), Rcnn({})}},
      {.layers = {Convolution("wide"), Rcnn({})},
       .pooling = TextPooling::kLast},
      {.layers = {Rcnn({}), Neighbours(), Rcnn({})},
       .output = StackOutput::kAll},
  };
}

TEST(MatchTest, PairsBiasAndResidualAddUpToTheScore) {
  for (const RetrieverOptions& options : Shapes()) {
    const Retriever model = MadeUpRetriever(options);
    const Match match = ExplainMatch(model, kQuery, kText, 10).value();
    EXPECT_LT(match.error(), 1e-5);
    const std::string_view texts[] = {kQuery, kText};
    const Matrix points = model.Encode(texts);
    EXPECT_NEAR(match.score, points.row(0).dot(points.row(1)), 1e-5);
  }
}

// Both are listed whole: every pair is there, and they add up.
TEST(MatchTest, TheListedPairsOfShortTextsAreAllThereAre) {
  for (const RetrieverOptions& options : Shapes()) {
    const Retriever model = MadeUpRetriever(options);
    const Match match =
        ExplainMatch(model, "reset my password", "change the password", 1000)
            .value();
    double sum = 0;
    for (const MatchedPair& pair : match.strongest) sum += pair.contribution;
    EXPECT_NEAR(sum, match.pairs, 1e-5);
  }
}

TEST(MatchTest, WordVectorsMatchWordByWord) {
  const Retriever model = MadeUpRetriever({});
  const Match match =
      ExplainMatch(model, "my password", "the password", 1).value();
  ASSERT_EQ(match.strongest.size(), 1u);
  const Matrix& vectors = model.vectors();
  const auto& words = KnownWords();
  const auto row = [&](const char* word) {
    return vectors.row(std::find(words.begin(), words.end(), word) -
                       words.begin());
  };
  const double left = (row("my") + row("password")).norm();
  const double right = (row("the") + row("password")).norm();
  EXPECT_EQ(match.strongest[0].query, (std::vector<Span>{{3, 11}}));
  EXPECT_EQ(match.strongest[0].text, (std::vector<Span>{{4, 12}}));
  EXPECT_NEAR(match.strongest[0].contribution,
              row("password").squaredNorm() / (left * right), 1e-5);
}

TEST(MatchTest, WordsAddUpToTheNgramsOfTheirSide) {
  // Nothing but n-grams, so that both sides have all of the score.
  const Retriever model = MadeUpRetriever({});
  const Match match = ExplainMatch(model, kQuery, kText, 0).value();
  EXPECT_TRUE(match.strongest.empty());
  for (const auto* words : {&match.query_words, &match.text_words}) {
    double sum = 0;
    for (const MatchedWord& word : *words) sum += word.contribution;
    EXPECT_NEAR(sum, match.score, 1e-5);
  }
}

TEST(MatchTest, EmptyTextsMatchNothing) {
  const Retriever model = MadeUpRetriever({});
  const Match match = ExplainMatch(model, "", kText, 10).value();
  EXPECT_EQ(match.score, 0);
  EXPECT_EQ(match.error(), 0);
  EXPECT_TRUE(match.strongest.empty());
}

TEST(MatchTest, DistancesAreNoSums) {
  const Retriever model =
      MadeUpRetriever({.similarity = Similarity::kPoincare});
  EXPECT_EQ(ExplainMatch(model, kQuery, kText, 1).error().code,
            ErrorCode::kInvalidArgument);
}

TEST(PreferenceTest, AddsUpToTheDifferenceOfTheScores) {
  for (const RetrieverOptions& options : Shapes()) {
    const Retriever model = MadeUpRetriever(options);
    const char* other = "The train was late.";
    const Preference preference =
        ExplainPreference(model, kQuery, kText, other, 1000).value();
    EXPECT_LT(preference.error(), 1e-5);
    EXPECT_NEAR(preference.first,
                ExplainMatch(model, kQuery, kText, 0).value().score, 1e-5);
    EXPECT_NEAR(preference.second,
                ExplainMatch(model, kQuery, other, 0).value().score, 1e-5);
    double sum = 0;
    for (const PreferredNgram& ngram : preference.strongest) {
      sum += ngram.contribution;
    }
    EXPECT_NEAR(sum, preference.ngrams, 1e-5);
  }
}

}  // namespace
}  // namespace whylight
