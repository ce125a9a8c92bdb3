#include "core/systems/tagger/model.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

using nlohmann::json;

Tagger MakeTagger(TaggerOptions options) {
  if (options.labels.empty()) {
    options.labels = {"B-place", "I-place", "O", "B-time", "I-time"};
  }
  options.layers = {json::parse(R"({"type": "rcnn", "hidden": 4})")};
  Tagger model =
      Tagger::Make(std::move(options),
                   Vocabulary::FromWords({"in", "rome", "at", "noon"}).value(),
                   RandomMatrix(4, 4, "vectors"), 5)
          .value();
  for (Parameter* parameter : model.Parameters()) {
    parameter->value += RandomMatrix(parameter->value.rows(),
                                     parameter->value.cols(), parameter->name);
  }
  return model;
}

std::vector<std::size_t> TagsOf(const TaggedText& text) {
  std::vector<std::size_t> tags;
  for (const TaggedText::Word& word : text.words) tags.push_back(word.tag);
  return tags;
}

constexpr char kText[] = "In Rome, at noon: in Rome at Noon in rome rome at";

TEST(TaggerTest, WhatIsSavedTagsAsBefore) {
  for (const auto loss : {TagLoss::kCrf, TagLoss::kSoftmax}) {
    for (const bool bio : {false, true}) {
      const Tagger model = MakeTagger({.loss = loss, .bio = bio});
      const ModelFiles files =
          model.Save(Dtype::kF32, Dtype::kF32, "{}").value();
      const Tagger loaded = Tagger::Load(files).value();
      EXPECT_EQ(TagsOf(loaded.Tag(kText).value()),
                TagsOf(model.Tag(kText).value()));
      EXPECT_EQ(loaded.Save(Dtype::kF32, Dtype::kF32, "{}").value().config,
                files.config);
    }
  }
}

TEST(TaggerTest, SeesHowWordsAreWrittenIfAsked) {
  const Tagger model = MakeTagger({.surface = {.width = 3, .buckets = 20}});
  const ModelFiles files = model.Save(Dtype::kF32, Dtype::kF32, "{}").value();
  const Tagger loaded = Tagger::Load(files).value();
  const auto scores = [](const Tagger& tagger, std::string_view text) {
    Graph graph(Graph::Mode::kInference);
    std::vector<WordForm> forms;
    const WordIds ids = tagger.Read(text, Tokenize(text), &forms);
    const WordIds* const words = &ids;
    return Matrix(
        graph.value(tagger.Score(graph, MakeWordBatch({&words, 1}), {}, forms)
                        .scores.words));
  };
  const Matrix lower = scores(model, "in rome");
  EXPECT_EQ(scores(loaded, "in rome"), lower);
  EXPECT_NE(scores(model, "in Rome").row(1), lower.row(1));
  EXPECT_NE(scores(model, "in roma").row(1), scores(model, "in romb").row(1));
  const Tagger without = MakeTagger({});
  EXPECT_EQ(scores(without, "in Rome"), scores(without, "in rome"));
  EXPECT_EQ(TagsOf(loaded.Tag(kText).value()),
            TagsOf(model.Tag(kText).value()));
}

TEST(TaggerTest, EachWordHasATagAndItsPlace) {
  const TaggedText found = MakeTagger({}).Tag("\U0001F37A in Rome").value();
  ASSERT_EQ(found.words.size(), 3u);
  EXPECT_EQ(found.words[0].span, (Span{0, 2}));
  EXPECT_EQ(found.words[2].span, (Span{6, 10}));
  EXPECT_TRUE(found.spans.empty());
}

TEST(TaggerTest, ATextTakesTheSameTagsAloneAndInABatch) {
  const Tagger model = MakeTagger({.bio = true});
  const std::vector<WordIds> words = {{0, 1, -1, 3, 2}, {3}, {}, {1, 1, 0}};
  std::vector<const WordIds*> texts;
  for (const WordIds& text : words) texts.push_back(&text);
  Graph graph(Graph::Mode::kInference);
  const std::vector<TagIds> together =
      model.BestTagsOf(graph, model.Score(graph, MakeWordBatch(texts)));
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].empty()) {
      EXPECT_TRUE(together[i].empty());
      continue;
    }
    graph.Clear();
    const WordIds* const text = &words[i];
    EXPECT_EQ(
        model.BestTagsOf(graph, model.Score(graph, MakeWordBatch({&text, 1})))
            .front(),
        together[i]);
  }
}

TEST(TaggerTest, NeverGivesTagsThatMarkNoSpan) {
  for (const auto loss : {TagLoss::kCrf, TagLoss::kSoftmax}) {
    Tagger free = MakeTagger({.loss = loss});
    Tagger bound = MakeTagger({.loss = loss, .bio = true});
    // Words say nothing but to go on with a place.
    for (Tagger* model : {&free, &bound}) {
      for (Parameter* parameter : model->Parameters()) {
        if (parameter->name == "output.b") parameter->value(0, 1) = 50;
        if (parameter->name == "output.W") parameter->value.setZero();
      }
    }
    EXPECT_EQ(TagsOf(free.Tag("in Rome at noon").value()),
              (std::vector<std::size_t>{1, 1, 1, 1}));
    const TaggedText found = bound.Tag("in Rome at noon").value();
    EXPECT_EQ(TagsOf(found), (std::vector<std::size_t>{0, 1, 1, 1}));
    ASSERT_EQ(found.spans.size(), 1u);
    EXPECT_EQ(found.spans[0].label, "place");
    EXPECT_EQ(found.spans[0].span, (Span{0, 15}));
  }
}

TEST(TaggerTest, SentencesAreTaggedAsEachAlone) {
  const Tagger model =
      MakeTagger({.bio = true, .surface = {.width = 3, .buckets = 20}});
  const std::string first = "In Rome, at noon!";
  const std::string second = "at Noon in rome rome at";
  std::vector<std::size_t> alone = TagsOf(model.Tag(first).value());
  const std::vector<std::size_t> more = TagsOf(model.Tag(second).value());
  alone.insert(alone.end(), more.begin(), more.end());
  const std::string both = first + " " + second;
  EXPECT_EQ(TagsOf(model.Tag(both, true).value()), alone);
  EXPECT_EQ(model.Tag(both, true).value().words.back().span,
            model.Tag(both).value().words.back().span);
  EXPECT_TRUE(model.Tag("", true).value().words.empty());
}

TEST(TaggerTest, TakesAnyBytesAndRefusesWhatIsTooLong) {
  const Tagger model = MakeTagger({.bio = true});
  EXPECT_TRUE(model.Tag("").value().words.empty());
  EXPECT_EQ(model.Tag("\xFF\xC3 in").value().words.size(), 3u);
  std::string text;
  for (int i = 0; i < 100001; ++i) text += "a ";
  EXPECT_EQ(model.Tag(text).error().code, ErrorCode::kTextTooLong);
}

TEST(TaggerTest, RefusesOptionsThatMakeNoModel) {
  const auto problem = [](TaggerOptions options) {
    return Tagger::Make(std::move(options),
                        Vocabulary::FromWords({"a"}).value(),
                        Matrix::Ones(1, 2), 1)
        .error()
        .message;
  };
  EXPECT_EQ(problem({.labels = {"O"}}),
            "\"labels\": expected 2 to 512, found 1");
  EXPECT_EQ(problem({.labels = {"a", "b", "a"}}),
            "\"labels\": expected each once, found \"a\" twice");
  EXPECT_EQ(problem({.labels = {"O", "B-a"}, .bio = true}),
            "\"labels\": expected \"I-a\" beside \"B-a\", found none");
  const std::string pools =
      problem({.labels = {"a", "b"}, .layers = {{{"type", "bag"}}}});
  EXPECT_NE(pools.find("layers[0]"), std::string::npos) << pools;
}

TEST(TaggerTest, TrustsNothingInAFile) {
  const ModelFiles good =
      MakeTagger({}).Save(Dtype::kF32, Dtype::kF32, "{}").value();
  const auto refused = [&good](const char* key, const json& value) {
    ModelFiles files = good;
    json config = json::parse(good.config);
    if (value.is_null()) {
      config.erase(key);
    } else {
      config[key] = value;
    }
    files.config = config.dump();
    const auto model = Tagger::Load(files);
    EXPECT_FALSE(model.ok()) << key << value;
    return !model.ok() && model.error().code == ErrorCode::kBadModel;
  };
  EXPECT_TRUE(refused("task", "pairs"));
  EXPECT_TRUE(refused("labels", nullptr));
  EXPECT_TRUE(refused("labels", {"a", "b"}));
  EXPECT_TRUE(refused("labels", std::vector<int>(5, 1)));
  EXPECT_TRUE(refused("loss", "none"));
  EXPECT_TRUE(refused("dimensions", 1 << 30));
  EXPECT_TRUE(refused("layers", {{{"type", "bag"}}}));
  EXPECT_TRUE(refused("bio", 1));
  EXPECT_TRUE(refused("surface", {{"width", 3}}));
  EXPECT_TRUE(refused("surface", {{"width", 1 << 20}, {"buckets", 1 << 20}}));
  std::vector<std::string> many;
  for (int i = 0; i < 600; ++i) many.push_back(std::to_string(i));
  EXPECT_TRUE(refused("labels", many));
  many.resize(500);
  EXPECT_TRUE(refused("labels", many));
  // Layers without tensors, twice as wide as each before.
  const json twice = {{"type", "bidirectional"},
                      {"layer", {{"type", "positions"}}}};
  EXPECT_TRUE(refused("layers", std::vector<json>(64, twice)));
  // Without the transitions of a model that has learned them.
  ModelFiles files = MakeTagger({.loss = TagLoss::kSoftmax})
                         .Save(Dtype::kF32, Dtype::kF32, "{}")
                         .value();
  files.config = good.config;
  EXPECT_EQ(Tagger::Load(files).error().code, ErrorCode::kBadModel);
}

// Of a model with that number in that place of that tensor.
Result<Tagger> LoadedWith(const char* tensor, Index row, Index column,
                          float number) {
  Tagger model = MakeTagger({.bio = true});
  for (Parameter* parameter : model.Parameters()) {
    if (parameter->name == tensor) parameter->value(row, column) = 12345;
  }
  ModelFiles files = model.Save(Dtype::kF32, Dtype::kF32, "{}").value();
  const float placeholder = 12345;
  const std::string_view marked(reinterpret_cast<const char*>(&placeholder),
                                sizeof placeholder);
  const std::size_t place = files.tensors.find(marked);
  EXPECT_NE(place, std::string::npos);
  std::memcpy(files.tensors.data() + place, &number, sizeof number);
  return Tagger::Load(files);
}

TEST(TaggerTest, RefusesNumbersThatAreNotFinite) {
  for (const float number : {std::numeric_limits<float>::quiet_NaN(),
                             std::numeric_limits<float>::infinity(),
                             -std::numeric_limits<float>::infinity()}) {
    for (const char* tensor : {"transitions.start", "transitions.between",
                               "transitions.end", "output.b"}) {
      const Result<Tagger> model = LoadedWith(tensor, 0, 1, number);
      ASSERT_FALSE(model.ok()) << tensor;
      EXPECT_EQ(model.error().code, ErrorCode::kBadModel);
    }
  }
}

TEST(TaggerTest, GivesOnlyTagsThatMarkSpansHoweverLargeTheNumbers) {
  constexpr float kLargest = std::numeric_limits<float>::max();
  for (const float number : {kLargest, -kLargest}) {
    for (const char* tensor : {"transitions.start", "transitions.between",
                               "transitions.end", "output.b"}) {
      for (Index tag = 0; tag < 5; ++tag) {
        const Tagger model = LoadedWith(tensor, 0, tag, number).value();
        std::string before = "O";
        for (const std::size_t found : TagsOf(model.Tag(kText).value())) {
          EXPECT_TRUE(MayFollow(before, model.labels()[found])) << tensor;
          before = model.labels()[found];
        }
      }
    }
  }
}

TEST(TaggerTest, SaysThatScoresOverflow) {
  constexpr Real kLarge = 1e30f;
  Tagger model = Tagger::Make({.labels = {"B-place", "I-place"}, .bio = true},
                              Vocabulary::FromWords({"rome"}).value(),
                              Matrix::Constant(1, 2, kLarge), 1)
                     .value();
  for (Parameter* parameter : model.Parameters()) {
    if (parameter->name == "output.W") parameter->value.setConstant(kLarge);
  }
  EXPECT_EQ(model.Tag("in Rome").error().code, ErrorCode::kNotFinite);
  EXPECT_EQ(TagsOf(model.Tag("in").value()), std::vector<std::size_t>{0});
}

}  // namespace
}  // namespace whylight
