#include "core/systems/recommender/model.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/core/systems/recommender/invented.h"

namespace whylight {
namespace {

using nlohmann::json;

const std::vector<WordIds>& Reviews() {
  static const std::vector<WordIds> reviews = {{0, 1, 2}, {3}, {4, 4, 1}, {2}};
  return reviews;
}

// Known and unknown, with and without reviews.
std::vector<Interaction> Interactions() {
  const auto at = [](std::size_t i) { return &Reviews()[i]; };
  return {{.user = 0, .item = 2, .of_user = {at(0), at(1)}, .of_item = {at(2)}},
          {.user = 1,
           .item = 0,
           .of_user = {at(3)},
           .of_item = {at(1), at(0), at(2)}},
          {.user = kUnknownName, .item = 1, .of_user = {}, .of_item = {at(0)}},
          {.user = 1, .item = kUnknownName, .of_user = {at(2)}, .of_item = {}},
          {}};
}

std::vector<Real> Ratings(const Recommender& model,
                          const std::vector<Interaction>& interactions) {
  Graph graph(Graph::Mode::kInference);
  const ConstMatrixView found =
      graph.value(model.Predict(graph, interactions).rating);
  return {found.data(), found.data() + found.size()};
}

TEST(RecommenderTest, WhatIsSavedRatesAsBefore) {
  for (const RecommenderOptions& options : EveryShape()) {
    const Recommender model = InventRecommender(options);
    const ModelFiles files = model.Save(Dtype::kF32, Dtype::kF32, "{}").value();
    const Result<Recommender> loaded = Recommender::Load(files);
    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    EXPECT_EQ(Ratings(loaded.value(), Interactions()),
              Ratings(model, Interactions()));
    const ModelFiles again =
        loaded.value().Save(Dtype::kF32, Dtype::kF32, "{}").value();
    EXPECT_EQ(again.config, files.config);
    EXPECT_EQ(again.tensors, files.tensors);
  }
}

TEST(RecommenderTest, RatesAloneAsInABatch) {
  for (const RecommenderOptions& options : EveryShape()) {
    const Recommender model = InventRecommender(options);
    const std::vector<Interaction> all = Interactions();
    const std::vector<Real> together = Ratings(model, all);
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_NEAR(Ratings(model, {all[i]}).front(), together[i], 1e-5);
    }
  }
}

TEST(RecommenderTest, NobodyAndNothingGetTheMeanWithBiases) {
  const Recommender model = InventRecommender({.kind = RecommenderKind::kMf});
  const std::vector<Real> found = Ratings(model, Interactions());
  EXPECT_NEAR(found[2], 3.5 + model.ItemBias(1), 1e-6);
  EXPECT_NEAR(found[3], 3.5 + model.UserBias(1), 1e-6);
  EXPECT_FLOAT_EQ(found[4], 3.5);
  EXPECT_EQ(model.UserBias(kUnknownName), 0);
  EXPECT_EQ(model.Clip(7), 5);
  EXPECT_EQ(model.Clip(-1), 0);
}

TEST(RecommenderTest, KeepsNoNamesThatItNeedsNot) {
  const ModelFiles files = InventRecommender({.biases = false})
                               .Save(Dtype::kF32, Dtype::kF32, "{}")
                               .value();
  EXPECT_EQ(files.config.find("ann"), std::string::npos);
  EXPECT_EQ(Recommender::Load(files).value().users().size(), 0u);
}

TEST(RecommenderTest, ReadsTheFirstWordsItKnows) {
  const Recommender model = InventRecommender({.review_words = 2});
  const auto read =
      model.Read("\U0001F37A A dark, very BITTER and sweet one").value();
  EXPECT_EQ(read.words, (WordIds{1, 4}));
  EXPECT_EQ(read.spans, (std::vector<Span>{{5, 9}, {16, 22}}));
  EXPECT_TRUE(model.Read("").value().words.empty());
  std::string text;
  for (int i = 0; i < 100001; ++i) text += "a ";
  EXPECT_EQ(model.Read(text).error().code, ErrorCode::kTextTooLong);
}

TEST(RecommenderTest, RefusesOptionsThatMakeNoModel) {
  const auto problem = [](RecommenderOptions options) {
    return Recommender::Make(std::move(options), {}, Vocabulary(), Matrix(), 4,
                             1)
        .error()
        .message;
  };
  EXPECT_EQ(problem({}),
            "\"range\": expected the lowest and the highest rating, found []");
  EXPECT_EQ(problem({.range = {5, 1}}),
            "\"range\": expected the lowest and the highest rating, found "
            "[5.0,1.0]");
  EXPECT_EQ(
      problem(
          {.kind = RecommenderKind::kMean, .range = {0, 1}, .biases = false}),
      "\"biases\": expected true of the kind \"mean\", found false");
  EXPECT_EQ(problem({.range = {0, 1}, .layers = {{{"type", "bag"}}}}),
            "\"layers\": expected none but of the kind \"deep\", found 1");
}

TEST(RecommenderTest, TrustsNothingInAFile) {
  const ModelFiles good = InventRecommender({.pointers = 2})
                              .Save(Dtype::kF32, Dtype::kF32, "{}")
                              .value();
  const auto refused = [&good](const char* key, const json& value) {
    ModelFiles files = good;
    json config = json::parse(good.config);
    if (value.is_null()) {
      config.erase(key);
    } else {
      config[key] = value;
    }
    files.config = config.dump();
    const auto model = Recommender::Load(files);
    EXPECT_FALSE(model.ok()) << key << value;
    return !model.ok() && model.error().code == ErrorCode::kBadModel;
  };
  EXPECT_TRUE(refused("task", "tagger"));
  EXPECT_TRUE(refused("mean", nullptr));
  EXPECT_TRUE(refused("mean", "3"));
  EXPECT_TRUE(refused("dimensions", 1 << 30));
  EXPECT_TRUE(refused("dimensions", 5u));
  EXPECT_TRUE(refused("users", nullptr));
  EXPECT_TRUE(refused("users", {"ann"}));
  EXPECT_TRUE(refused("users", {"ann", "ann"}));
  EXPECT_TRUE(refused("users", {"ann", ""}));
  EXPECT_TRUE(refused("users", {"ann", 7}));
  EXPECT_TRUE(refused("items", "ale"));
  EXPECT_TRUE(refused("biases", false));
  EXPECT_TRUE(refused("kind", "mf"));
  EXPECT_TRUE(refused("pointers", 3u));
  EXPECT_TRUE(refused("pointers", 1000u));
  EXPECT_TRUE(refused("depth", 2u));
  EXPECT_TRUE(refused("combination", "dense"));
  EXPECT_TRUE(refused("factors", 4000u));
  EXPECT_TRUE(refused("range", {1}));
  EXPECT_TRUE(refused("layers", {{{"type", "bag"}}}));
}

}  // namespace
}  // namespace whylight
