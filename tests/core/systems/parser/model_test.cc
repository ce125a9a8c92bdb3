#include "core/systems/parser/model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

using nlohmann::json;

Parser MakeParser(ParserOptions options) {
  if (options.relations.empty()) options.relations = {"root", "nsubj", "obj"};
  options.hidden = 5;
  options.layers = {json::parse(R"({"type": "rcnn", "hidden": 4})")};
  Parser model =
      Parser::Make(std::move(options),
                   Vocabulary::FromWords({"the", "dog", "saw", "me"}).value(),
                   RandomMatrix(4, 4, "vectors"), 5)
          .value();
  for (Parameter* parameter : model.Parameters()) {
    parameter->value += RandomMatrix(parameter->value.rows(),
                                     parameter->value.cols(), parameter->name);
  }
  return model;
}

// Kinds of models.
const std::vector<ParserOptions> kKinds = {
    {.arcs = ArcScoring::kBiaffine},
    {.arcs = ArcScoring::kMlp},
    {.method = ParserMethod::kTransition, .loss = ParserLoss::kSoftmax},
    {.method = ParserMethod::kTransition,
     .transitions = {.system = TransitionSystem::kArcStandard,
                     .stack = 2,
                     .buffer = 3,
                     .activation = TransitionActivation::kCube,
                     .beam = 3}},
    {.surface = {.width = 3, .buckets = 11}},
    {.tags = {.use = TagUse::kShared,
              .labels = {"NOUN", "VERB"},
              .layers = {json::parse(R"({"type": "gru", "hidden": 3})")}}},
    {.method = ParserMethod::kTransition,
     .tags = {.use = TagUse::kCascade, .labels = {"NOUN", "VERB"}}},
    {.rerank = {.best = 5, .hidden = 3}}};

constexpr char kText[] = "The dog saw me, the dog me saw the the.";

TEST(ParserTest, WhatIsSavedParsesAsBefore) {
  for (const ParserOptions& options : kKinds) {
    const Parser model = MakeParser(options);
    const ModelFiles files = model.Save(Dtype::kF32, Dtype::kF32, "{}").value();
    const Parser loaded = Parser::Load(files).value();
    EXPECT_EQ(loaded.Parse(kText).value().tree,
              model.Parse(kText).value().tree);
    EXPECT_EQ(loaded.Save(Dtype::kF32, Dtype::kF32, "{}").value().config,
              files.config);
  }
}

TEST(ParserTest, ASentenceTakesTheSameTreeAloneAndInABatch) {
  for (const ParserOptions& options : kKinds) {
    if (options.has_surface()) continue;
    const Parser model = MakeParser(options);
    const std::vector<WordIds> words = {{0, 1, -1, 3, 2}, {3}, {}, {1, 1, 0}};
    std::vector<const WordIds*> texts;
    for (const WordIds& text : words) texts.push_back(&text);
    Graph graph(Graph::Mode::kInference);
    const std::vector<DependencyTree> together =
        model.BestTreesOf(graph, model.Score(graph, MakeWordBatch(texts)));
    for (std::size_t i = 0; i < words.size(); ++i) {
      EXPECT_EQ(together[i].heads.size(), words[i].size());
      if (words[i].empty()) continue;
      graph.Clear();
      const WordIds* const text = &words[i];
      EXPECT_EQ(
          model
              .BestTreesOf(graph, model.Score(graph, MakeWordBatch({&text, 1})))
              .front(),
          together[i]);
    }
  }
}

TEST(ParserTest, TheBestTreesStartWithTheTree) {
  const ParsedText found =
      MakeParser({}).Parse(kText, {.margins = true, .best = 3}).value();
  ASSERT_EQ(found.best.size(), 3u);
  EXPECT_EQ(found.best[0].heads, found.tree.heads);
  EXPECT_NEAR(found.best[0].score, found.score, 1e-9);
  // What the second best lacks leads it by what lies between them.
  double least = std::numeric_limits<double>::infinity();
  for (const double margin : found.margins) least = std::min(least, margin);
  EXPECT_NEAR(least, found.score - found.best[1].score, 1e-9);
}

TEST(ParserTest, TakesAnyBytesAndRefusesWhatIsTooLong) {
  const Parser model = MakeParser({});
  EXPECT_TRUE(model.Parse("").value().words.empty());
  const ParsedText one =
      model.Parse("\U0001F37A", {.margins = true, .best = 5}).value();
  EXPECT_EQ(one.words[0], (Span{0, 2}));
  EXPECT_EQ(one.tree.heads, Heads{0});
  EXPECT_TRUE(std::isinf(one.margins[0]));
  EXPECT_EQ(one.best.size(), 1u);
  EXPECT_EQ(model.Parse("\xFF\xC3 me").value().words.size(), 3u);
  std::string text;
  for (int i = 0; i < 501; ++i) text += "a ";
  EXPECT_EQ(model.Parse(text).error().code, ErrorCode::kTextTooLong);
  EXPECT_EQ(model.Parse(text.substr(2)).value().words.size(), 500u);
}

TEST(ParserTest, RefusesOptionsThatMakeNoModel) {
  const auto problem = [](ParserOptions options) {
    return Parser::Make(std::move(options),
                        Vocabulary::FromWords({"a"}).value(),
                        Matrix::Ones(1, 2), 1)
        .error()
        .message;
  };
  EXPECT_EQ(problem({.relations = {"root"}}),
            "\"relations\": expected 2 to 512, found 1");
  EXPECT_EQ(problem({.relations = {"a", "b", "a"}}),
            "\"relations\": expected each once, found \"a\" twice");
  const std::string pools =
      problem({.relations = {"a", "b"}, .layers = {{{"type", "bag"}}}});
  EXPECT_NE(pools.find("layers[0]"), std::string::npos) << pools;
  ParserOptions dynamic{.relations = {"a", "b"},
                        .method = ParserMethod::kTransition,
                        .transitions = {.oracle = TransitionOracle::kDynamic}};
  EXPECT_EQ(problem(dynamic),
            "\"transitions\": \"oracle\": expected \"static\" unless \"loss\" "
            "is \"softmax\", found \"dynamic\"");
  dynamic.transitions.system = TransitionSystem::kArcStandard;
  EXPECT_EQ(problem(dynamic),
            "\"transitions\": \"oracle\": expected \"static\" of "
            "\"arc-standard\", found \"dynamic\"");
  ParserOptions given{.relations = {"a", "b"},
                      .tags = {.use = TagUse::kGiven, .labels = {"A"}}};
  EXPECT_EQ(problem(given), "\"tags\": \"labels\": expected 2 to 512, found 1");
  given.tags.labels.emplace_back("B");
  given.tags.layers = {{{"type", "gru"}, {"hidden", 2}}};
  EXPECT_EQ(problem(given),
            "\"tags\": \"layers\": expected none unless \"use\" is "
            "\"shared\" or \"cascade\", found 1");
  given.tags.use = TagUse::kNone;
  EXPECT_EQ(problem(given),
            "\"tags\": \"labels\": expected none where \"use\" is \"none\", "
            "found 2");
  given.tags.labels.clear();
  EXPECT_EQ(problem(given),
            "\"tags\": \"layers\": expected none unless \"use\" is "
            "\"shared\" or \"cascade\", found 1");
  given.tags.labels = {"A", "B"};
  given.tags.use = TagUse::kShared;
  given.tags.layers = {{{"type", "bag"}}};
  EXPECT_EQ(problem({.relations = {"a", "b"},
                     .method = ParserMethod::kTransition,
                     .rerank = {.best = 4}}),
            "\"rerank\": \"best\": expected 0 unless \"method\" is "
            "\"graph\", found 4");
  const std::string above = problem(given);
  EXPECT_NE(above.find("tags.layers[0]"), std::string::npos) << above;
}

TEST(ParserTest, LongSentencesHaveNoChoiceAmongManyTrees) {
  const Parser model = MakeParser({.rerank = {.best = 64, .hidden = 3}});
  std::string text;
  for (int i = 0; i < 198; ++i) text += "dog ";
  const auto refused = model.Parse(text, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kTextTooLong);
  EXPECT_EQ(refused.error().message,
            "expected a sentence of at most 197 words where 64 trees are "
            "scored again, found 198");
}

TEST(ParserTest, AmongAllTreesTheOneScoredHighestAnewIsTaken) {
  const Parser model = MakeParser({.rerank = {.best = 64, .hidden = 3}});
  const ParsedText found = model.Parse("the dog saw me", {.best = 64}).value();
  // All projective trees of four words with one root.
  ASSERT_EQ(found.best.size(), 30u);
  EXPECT_EQ(found.best[0].heads, found.tree.heads);
  EXPECT_EQ(found.best[0].score, found.score);
  for (std::size_t i = 1; i < found.best.size(); ++i) {
    EXPECT_GE(found.best[i - 1].score, found.best[i].score);
  }
  EXPECT_EQ(model.Parse("the dog", {.margins = true}).error().code,
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(model.Parse("the dog saw me", {.best = 2}).value().best.size(), 2u);
}

TEST(ParserTest, TagsThatAreGivenAreOneOfTheModelForEachWord) {
  const Parser model = MakeParser(
      {.surface = {.width = 2},
       .tags = {.use = TagUse::kGiven, .labels = {"DET", "NOUN", "VERB"}}});
  const auto parse = [&model](const std::vector<std::string>& tags) {
    return model.Parse("The dog saw", {.tags = tags});
  };
  const auto problem = [&parse](const std::vector<std::string>& tags) {
    EXPECT_EQ(parse(tags).error().code, ErrorCode::kInvalidArgument);
    return parse(tags).error().message;
  };
  EXPECT_NE(parse({"DET", "NOUN", "VERB"}).value().score,
            parse({"DET", "VERB", "NOUN"}).value().score);
  EXPECT_EQ(problem({}), "expected \"tags\", one for each of 3 words, found 0");
  EXPECT_EQ(problem({"DET", "NOUN", "X"}),
            "expected \"tags\" of the model, found \"X\"");
  EXPECT_EQ(MakeParser({}).Parse("The", {.tags = {"DET"}}).error().message,
            "expected no \"tags\" of a model that is given none, found 1");
  EXPECT_TRUE(model.Parse("").value().words.empty());
}

TEST(ParserTest, TransitionsDoNotScoreAllTrees) {
  const Parser model = MakeParser(kKinds[2]);
  EXPECT_EQ(model.Parse(kText, {.margins = true}).error().code,
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(model.Parse(kText, {.best = 1}).error().code,
            ErrorCode::kInvalidArgument);
}

TEST(ParserTest, NoBeamFindsMoreThanOneThatHoldsAllSequences) {
  ParserOptions options = kKinds[3];
  double most = 0;
  for (const std::size_t beam : {64u, 8u, 1u}) {
    options.transitions.beam = beam;
    const double score = MakeParser(options).Parse("the dog saw").value().score;
    if (beam == 64) most = score;
    EXPECT_LE(score, most);
  }
}

TEST(ParserTest, TrustsNothingInAFile) {
  const ModelFiles good =
      MakeParser({}).Save(Dtype::kF32, Dtype::kF32, "{}").value();
  const auto refused = [&good](const char* key, const json& value) {
    ModelFiles files = good;
    json config = json::parse(good.config);
    if (value.is_null()) {
      config.erase(key);
    } else {
      config[key] = value;
    }
    files.config = config.dump();
    const auto model = Parser::Load(files);
    EXPECT_FALSE(model.ok()) << key << value;
    return !model.ok() && model.error().code == ErrorCode::kBadModel;
  };
  EXPECT_TRUE(refused("relations", nullptr));
  EXPECT_TRUE(refused("relations", {"a", "b"}));
  EXPECT_TRUE(refused("arcs", "mlp"));
  EXPECT_TRUE(refused("arcs", "none"));
  EXPECT_TRUE(refused("hidden", 4096));
  EXPECT_TRUE(refused("hidden", 0));
  EXPECT_TRUE(refused("dimensions", 5));
  EXPECT_TRUE(refused("tags", true));
  EXPECT_TRUE(refused("method", "transition"));
  EXPECT_TRUE(refused("rerank", {{"best", 3}}));
  EXPECT_TRUE(refused("rerank", {{"best", 3}, {"hidden", 4096}}));
  EXPECT_TRUE(refused("rerank", {{"best", 65}}));
  EXPECT_TRUE(refused("surface", {{"width", 4096}, {"buckets", 1 << 20}}));
  for (const char* use : {"given", "shared", "cascade"}) {
    EXPECT_TRUE(refused("tags", {{"use", use}}));
    EXPECT_TRUE(refused("tags", {{"use", use}, {"labels", {"A", "B"}}}));
  }
}

TEST(ParserTest, SaysThatScoresOverflow) {
  for (const ParserOptions& options : kKinds) {
    for (const char* part : {"arcs.pair", "transitions.", "relations.output",
                             "tags.output", "rerank.output"}) {
      Parser model = MakeParser(options);
      bool has = false;
      for (Parameter* parameter : model.Parameters()) {
        if (!parameter->name.starts_with(part)) continue;
        parameter->value.setConstant(std::numeric_limits<Real>::max());
        has = true;
      }
      if (!has) continue;
      EXPECT_EQ(model.Parse(kText).error().code, ErrorCode::kNotFinite) << part;
    }
  }
}

}  // namespace
}  // namespace whylight
