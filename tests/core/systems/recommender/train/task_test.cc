#include "core/systems/recommender/train/task.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/systems/recommender/recommendation.h"
#include "core/systems/recommender/train/evaluation.h"
#include "core/systems/recommender/train/system.h"
#include "core/training/engine/communicator.h"
#include "core/training/engine/trainer.h"
#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using nlohmann::json;

// Users like one of two styles, which their reviews name, and items are of one,
// which theirs name: who likes it rates 5, others 1.
std::string InventRatings(std::size_t count, std::uint64_t seed) {
  const std::vector<std::string> styles = {"hoppy", "dark"};
  std::string lines;
  for (std::size_t i = 0; i < count; ++i) {
    const CounterRandom random(seed, RandomPurpose::kShuffle, i);
    const std::uint64_t user = random.Below(0, 12);
    const std::uint64_t item = random.Below(1, 10);
    const bool likes = user % 2 == item % 2;
    lines += json({{"user", user},
                   {"item", item},
                   {"rating", likes ? 5 : 1},
                   {"text", std::string(likes ? "good " : "poor ") +
                                styles[item % 2] + " beer"}})
                 .dump() +
             "\n";
  }
  return lines;
}

class RecommenderTaskTest : public testing::Test {
 protected:
  RecommenderTaskTest()
      : config_(json::parse(R"({
          "task": "recommender", "dimensions": 6, "biases": false,
          "pointers": 1,
          "training": {"epochs": 25, "batch": 16,
                       "optimiser": {"learning_rate": 0.02}}})")) {
    config_["train"] = folder_.Write("train.jsonl", InventRatings(100, 1));
    config_["dev"] = folder_.Write("dev.jsonl", InventRatings(40, 2));
  }

  Result<std::unique_ptr<TrainingTask>> Make() const {
    return RecommenderTask::Make(
        {.config = config_, .name = "c.json", .files = {}, .data = {}});
  }

  static json Evaluation(TrainingTask& task, int threads = 2) {
    ThreadPool pool(threads);
    return task.Stages().front()->Evaluate(pool).value();
  }

  // The task after its training.
  std::unique_ptr<TrainingTask> Trained(int threads = 2) const {
    auto task = Make();
    EXPECT_TRUE(task.ok()) << task.error().message;
    SoloCommunicator alone;
    TrainerOptions options;
    options.threads = threads;
    const Status trained = Train(*task.value(), options, {}, alone);
    EXPECT_TRUE(trained.ok()) << trained.error().message;
    return std::move(task).value();
  }

  ScratchFolder folder_;
  json config_;
};

TEST_F(RecommenderTaskTest, LearnsWhatUsersLikeFromReviewsOrNames) {
  EXPECT_EQ(Make().value()->Summary(),
            "100 ratings of 12 users and 10 items to train on, 40 to tune on, "
            "5 words");
  for (const char* kind : {"mf", "fm", "deep", "mpcn"}) {
    config_["kind"] = kind;
    config_.erase("layers");
    if (kind == std::string("deep")) {
      config_["layers"] = {{{"type", "convolution"}, {"hidden", 8u}}};
    }
    const json figures = Evaluation(*Trained());
    EXPECT_LT(figures["mse"], 1) << kind;
    EXPECT_GT(figures["mean_mse"], 3);
    EXPECT_EQ(figures["known"]["n"], 40);
  }
}

TEST_F(RecommenderTaskTest, TheSameBitsComeOfAnyNumberOfThreads) {
  config_["training"]["epochs"] = 2u;
  config_["training"]["dropout"] = 0.2;
  config_["biases"] = true;
  const auto one = Trained(1);
  const auto three = Trained(3);
  EXPECT_EQ(one->Save({}).value().tensors, three->Save({}).value().tensors);
  EXPECT_EQ(Evaluation(*one, 1), Evaluation(*one, 3));
}

TEST_F(RecommenderTaskTest, TheResolvedConfigMakesTheSameTask) {
  const json resolved = Make().value()->ResolvedConfig();
  config_ = resolved;
  EXPECT_EQ(json(Make().value()->ResolvedConfig()), resolved);
  EXPECT_EQ(resolved["kind"], "mpcn");
  EXPECT_EQ(resolved["range"], json({1, 5}));
}

TEST_F(RecommenderTaskTest, AnswersRateAsTheEvaluationDoes) {
  config_["training"]["epochs"] = 2u;
  const auto task = Trained();
  const ModelFiles files = task->Save({}).value();
  const Recommender model = Recommender::Load(files).value();
  const RatingsFile train = ReadRatingsFile(config_["train"], {}).value();
  const RatingsFile dev = ReadRatingsFile(config_["dev"], {}).value();
  const ReviewBank bank = BankOf(train, model.vocabulary(), model.options());
  ThreadPool pool(2);
  const std::vector<double> ratings =
      PredictRatings(model, ToRatedItems(dev, model, bank), bank, pool);
  std::vector<GivenReview> reviews;
  for (std::size_t i = 0; i < train.size(); ++i) {
    std::string text;
    for (const std::int32_t word : train.texts[i]) {
      text += train.words[static_cast<std::size_t>(word)] + " ";
    }
    reviews.push_back({train.users[i], train.items[i], text});
  }
  for (std::size_t i = 0; i < dev.size(); ++i) {
    EXPECT_NEAR(Recommend(model, reviews, dev.users[i], dev.items[i], 1)
                    .value()
                    .front()
                    .rating,
                ratings[i], 1e-6);
  }
}

TEST_F(RecommenderTaskTest, WhatCannotBeTrainedIsRefusedBefore) {
  const auto problem = [this] {
    const auto task = Make();
    return task.ok() ? "nothing" : task.error().message;
  };
  const json good = config_;
  config_["range"] = {0, 4};
  EXPECT_NE(problem().find(
                "expected a rating from 0.0 to 4.0, the \"range\", found 5.0"),
            std::string::npos)
      << problem();
  config_ = good;
  config_["kind"] = "mf";
  config_.erase("dimensions");
  EXPECT_EQ(problem(),
            "c.json: expected \"dimensions\", the width of the vectors of "
            "users and items, found none");
  config_["vectors"] = "v.txt";
  EXPECT_EQ(problem(),
            "c.json: \"vectors\": expected none of a kind that reads no "
            "reviews, found \"v.txt\"");
}

TEST_F(RecommenderTaskTest, FilesAreMeasuredWithTheReviewsOfAnother) {
  config_["training"]["epochs"] = 1u;
  const auto task = Trained();
  const ModelFolder folder{"m", task->Save({}).value()};
  ThreadPool pool(1);
  const auto figures = [&](const json& options) {
    return TrainableRecommender().evaluate(
        {{folder}, config_["dev"], {}, options, pool});
  };
  EXPECT_EQ(figures(json::object()).error().message.find("--reviews: "), 0u);
  const json found = figures({{"reviews", config_["train"]}}).value();
  EXPECT_EQ(found["n"], 40);
  // Of nobody is anything known.
  const std::string other = folder_.Write(
      "other.jsonl", R"({"user": "x", "item": "y", "rating": 1, "text": ""})");
  const json unknown = figures({{"reviews", other}}).value();
  EXPECT_EQ(unknown["known"]["n"], 0);
  EXPECT_EQ(unknown["new_users"]["n"], 40);
  EXPECT_EQ(unknown["new_items"]["n"], 40);
}

}  // namespace
}  // namespace whylight
