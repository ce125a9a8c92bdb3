#include "core/systems/questions/model.h"

#include <gtest/gtest.h>

#include "tests/core/systems/questions/made_up_retriever.h"

namespace whylight {
namespace {

using nlohmann::json;

const json kRcnn = {{"type", "rcnn"}, {"hidden", 5}};

double LikenessOf(const Retriever& model, std::string_view a,
                  std::string_view b) {
  const std::string_view texts[] = {a, b};
  const Matrix points = model.Encode(texts);
  Graph graph(Graph::Mode::kInference);
  return static_cast<double>(
      graph.value(model.Likeness(graph, graph.Constant(points.topRows(1)),
                                 graph.Constant(points.bottomRows(1))))(0, 0));
}

TEST(RetrieverTest, ATextIsMostLikeItself) {
  for (const auto& layers : {std::vector<json>{}, {kRcnn}}) {
    const Retriever model = MadeUpRetriever({.layers = layers});
    EXPECT_NEAR(LikenessOf(model, "reset my password", "reset my password"), 1,
                1e-5);
    EXPECT_LT(LikenessOf(model, "reset my password", "was the train late"),
              0.99);
  }
}

TEST(RetrieverTest, ATextWithoutKnownWordsIsLikeNoOther) {
  const Retriever model = MadeUpRetriever({});
  EXPECT_EQ(LikenessOf(model, "", "reset my password"), 0);
  EXPECT_EQ(LikenessOf(model, "zzz", "reset my password"), 0);
}

TEST(RetrieverTest, SubwordsReadWordsThatAreNotKnown) {
  const Retriever model = MadeUpRetriever({.subwords = {.buckets = 256}});
  EXPECT_NEAR(LikenessOf(model, "zebra", "zebra"), 1, 1e-5);
  EXPECT_NE(LikenessOf(model, "zebra", "password"), 0);
}

TEST(RetrieverTest, AQuestionAloneHasTheVectorOfItsBatch) {
  const Retriever model = MadeUpRetriever(
      {.layers = {kRcnn}, .title_and_body = true, .subwords = {.buckets = 64}});
  const std::vector<std::string_view> texts = {
      "How do I reset my password?", "", "Late train. How can I change?",
      "zebra zebra zebra"};
  const Matrix together = model.Encode(texts);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Matrix alone = model.Encode({&texts[i], 1});
    EXPECT_TRUE(alone.isApprox(together.row(static_cast<Index>(i)), 1e-5F) ||
                alone.isZero())
        << texts[i];
  }
}

TEST(RetrieverTest, TheTitleIsTheFirstSentenceAndCountsAsMuchAsTheBody) {
  const Retriever model = MadeUpRetriever({.title_and_body = true});
  UnknownWords unknown = model.NoUnknownWords();
  const auto read = [&](std::string_view text) {
    return model.Read(Tokenize(text), unknown);
  };
  EXPECT_EQ(read("Late train? It was 9.5 late.").title, 3u);
  EXPECT_EQ(read("train 9.5 late").title, read("train 9.5 late").ids.size());
  // A body that says the same changes nothing.
  EXPECT_NEAR(LikenessOf(model, "late train.", "late train. late train."), 1,
              1e-5);
}

TEST(RetrieverTest, ReadsNoMoreThanItsLongestText) {
  const Retriever model = MadeUpRetriever({.longest = 3});
  EXPECT_NEAR(LikenessOf(model, "reset my password",
                         "reset my password was the train late"),
              1, 1e-5);
}

TEST(RetrieverTest, WhatIsSavedEncodesAsBefore) {
  for (const Similarity similarity :
       {Similarity::kCosine, Similarity::kPoincare}) {
    const Retriever model = MadeUpRetriever({.layers = {kRcnn, kRcnn},
                                             .pooling = TextPooling::kLast,
                                             .output = StackOutput::kAll,
                                             .with_words = true,
                                             .title_and_body = true,
                                             .similarity = similarity,
                                             .subwords = {.buckets = 32}});
    const ModelFiles files = model.Save(Dtype::kF32, Dtype::kF32, "{}").value();
    const Retriever loaded = Retriever::Load(files).value();
    const std::string_view texts[] = {"How do I change? The zebra was late."};
    EXPECT_EQ(loaded.Encode(texts), model.Encode(texts));
    EXPECT_EQ(loaded.width(), 16);
    EXPECT_EQ(LikenessOf(loaded, "reset", "train"),
              LikenessOf(model, "reset", "train"));
  }
}

TEST(RetrieverTest, ACalibratedScoreHasAProbability) {
  Retriever model = MadeUpRetriever({});
  EXPECT_FALSE(model.Probability(0.5).has_value());
  model.set_calibration({.slope = 10, .intercept = -5});
  const ModelFiles files = model.Save(Dtype::kF32, Dtype::kF32, "{}").value();
  const Retriever loaded = Retriever::Load(files).value();
  EXPECT_NEAR(loaded.Probability(0.5).value(), 0.5, 1e-9);
  EXPECT_GT(loaded.Probability(0.9).value(), 0.9);
}

TEST(RetrieverTest, WordsInCommonMakeAHitMoreProbable) {
  Retriever model = MadeUpRetriever({});
  EXPECT_FALSE(model.Probability(0.5, 0.5).has_value());
  model.set_calibration({.slope = 10,
                         .intercept = -5,
                         .hits = {.cosine = 4, .share = 8, .intercept = -5},
                         .threshold = 0.4});
  const Retriever loaded =
      Retriever::Load(model.Save(Dtype::kF32, Dtype::kF32, "{}").value())
          .value();
  EXPECT_NEAR(loaded.Probability(0.25, 0.5).value(), 0.5, 1e-9);
  EXPECT_GT(loaded.Probability(0.25, 0.6).value(), 0.5);
  EXPECT_EQ(loaded.options().calibration.threshold, 0.4);
}

TEST(RetrieverTest, AModelThatWasCalibratedWithoutWordsGoesByItsScore) {
  Retriever model = MadeUpRetriever({});
  model.set_calibration({.slope = 10, .intercept = -5});
  ModelFiles files = model.Save(Dtype::kF32, Dtype::kF32, "{}").value();
  // As such a folder has it.
  json config = json::parse(files.config);
  config["calibration"] = {{"slope", 10}, {"intercept", -5}};
  config.erase("weight");
  files.config = config.dump();
  const Retriever loaded = Retriever::Load(files).value();
  EXPECT_EQ(loaded.Probability(0.7, 0.1), loaded.Probability(0.7));
  EXPECT_EQ(loaded.options().weight, 0.5);
}

TEST(RetrieverTest, RefusesFilesThatDoNotFit) {
  const ModelFiles good =
      MadeUpRetriever({.layers = {kRcnn}, .subwords = {.buckets = 32}})
          .Save(Dtype::kF32, Dtype::kF32, "{}")
          .value();
  const auto refused = [&](const std::string& from, const std::string& to) {
    ModelFiles files = good;
    files.config.replace(files.config.find(from), from.size(), to);
    const Result<Retriever> loaded = Retriever::Load(files);
    return loaded.ok() ? "nothing" : loaded.error().message;
  };
  EXPECT_EQ(
      refused("\"dimensions\": 6", "\"dimensions\": 7"),
      "model.safetensors: tensor \"embedding\": expected shape [14, 7], found "
      "[14, 6]");
  EXPECT_EQ(
      refused("\"buckets\": 32", "\"buckets\": 33"),
      "model.safetensors: tensor \"subwords\": expected shape [33, 6], found "
      "[32, 6]");
  EXPECT_EQ(
      refused("\"pooling\": \"mean\"", "\"pooling\": \"sum\""),
      "config.json: config: \"pooling\": expected one of \"mean\", \"max\", "
      "\"last\", found \"sum\"");
}

}  // namespace
}  // namespace whylight
