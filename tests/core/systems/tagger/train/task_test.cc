#include "core/systems/tagger/train/task.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/systems/tagger/train/evaluation.h"
#include "core/systems/tagger/train/system.h"
#include "core/training/engine/communicator.h"
#include "core/training/engine/trainer.h"
#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using nlohmann::json;

// Words that tell nothing but how a sentence begins: after "x" all are X, after
// "y" Y. Without layers, only tags that stand beside each other can know.
std::string InventSentences(std::size_t count, std::uint64_t seed) {
  const std::vector<std::string> words = {"la", "le", "li", "lo"};
  std::string lines;
  for (std::size_t i = 0; i < count; ++i) {
    const CounterRandom random(seed, RandomPurpose::kShuffle, i);
    const bool is_x = random.Below(0, 2) == 0;
    lines += is_x ? "x X\n" : "y Y\n";
    const std::uint64_t length = random.Below(1, 6);
    for (std::uint64_t t = 0; t < length; ++t) {
      lines += words[random.Below(2 + t, 4)] + (is_x ? " X\n" : " Y\n");
    }
    lines += "\n";
  }
  return lines;
}

class TaggerTaskTest : public testing::Test {
 protected:
  TaggerTaskTest()
      : config_(json::parse(R"({
          "task": "tagger", "dimensions": 4, "train_vectors": true,
          "training": {"epochs": 12, "batch": 16,
                       "optimiser": {"learning_rate": 0.05}}})")) {
    config_["train"] = folder_.Write("train.conll", InventSentences(150, 1));
    config_["dev"] = folder_.Write("dev.conll", InventSentences(50, 2));
  }

  Result<std::unique_ptr<TrainingTask>> Make() const {
    return TaggerTask::Make(
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

TEST_F(TaggerTaskTest, LearnsWhichTagsStandBesideEachOther) {
  EXPECT_EQ(Make().value()->Summary(),
            "150 sentences with 2 tags to train on, 50 to tune on, 6 words");
  for (const char* loss : {"crf", "hinge", "perceptron"}) {
    config_["loss"] = loss;
    EXPECT_EQ(Evaluation(*Trained())["accuracy"], 1) << loss;
  }
  // What the words alone tell is little more than their first.
  config_["loss"] = "softmax";
  EXPECT_LT(Evaluation(*Trained())["accuracy"], 0.9);
}

TEST_F(TaggerTaskTest, TheSameBitsComeOfAnyNumberOfThreads) {
  config_["training"]["epochs"] = 2u;
  config_["training"]["dropout"] = 0.2;
  config_["layers"] = {{{"type", "rcnn"}, {"hidden", 4}}};
  const auto one = Trained(1);
  const auto three = Trained(3);
  EXPECT_EQ(one->Save({}).value().tensors, three->Save({}).value().tensors);
  EXPECT_EQ(Evaluation(*one, 1), Evaluation(*one, 3));
}

TEST_F(TaggerTaskTest, TheResolvedConfigMakesTheSameTask) {
  const json resolved = Make().value()->ResolvedConfig();
  config_ = resolved;
  EXPECT_EQ(json(Make().value()->ResolvedConfig()), resolved);
  EXPECT_EQ(resolved["loss"], "crf");
}

TEST_F(TaggerTaskTest, WhatCannotBeTrainedIsRefusedBefore) {
  const auto problem = [this] {
    const auto task = Make();
    return task.ok() ? "nothing" : task.error().message;
  };
  const json good = config_;
  config_["labels"] = {"X", "Z"};
  EXPECT_NE(problem().find("found \"Y\""), std::string::npos) << problem();
  config_ = good;
  config_["bio"] = true;
  EXPECT_NE(problem().find("train.conll:1: "), std::string::npos) << problem();
  config_ = good;
  config_["layers"] = {{{"type", "bag"}}};
  EXPECT_EQ(problem().find("c.json: "), 0u) << problem();
}

TEST(TaggerEvaluationTest, SpansAreRightIfBothEndsAndTheLabelAre) {
  const std::vector<std::string> labels = {"O", "B-a", "I-a", "B-b", "I-b"};
  // The last word of the second is a piece of the one before: not measured.
  const TaggedSentences texts{.paths = {""},
                              .texts = {{0, 0, 0, 0}, {0, 0, 0}},
                              .tags = {{1, 2, 0, 3}, {1, 3, 4}},
                              .firsts = {{0, 1, 2, 3}, {0, 1}},
                              .files = {0, 0},
                              .lines = {1, 6},
                              .forms = {}};
  const json found =
      MeasureTags({{1, 2, 3, 3}, {3, 3, 0}}, texts, labels, true);
  EXPECT_EQ(found["n"], 2);
  EXPECT_EQ(found["words"], 6);
  EXPECT_DOUBLE_EQ(found["accuracy"], 4.0 / 6);
  // There: a, b, a, b. Found: a, b, b, b, b.
  EXPECT_DOUBLE_EQ(found["precision"], 3.0 / 5);
  EXPECT_DOUBLE_EQ(found["recall"], 3.0 / 4);
  EXPECT_DOUBLE_EQ(found["f1"], 6.0 / 9);
  EXPECT_EQ(found["spans"]["a"].dump(),
            R"({"f1":0.6666666666666666,"n":2,"precision":1.0,"recall":0.5})");
  EXPECT_EQ(found["spans"]["b"]["precision"], 0.5);
  EXPECT_EQ(found["tags"]["B-b"]["n"], 2);
  EXPECT_EQ(found["tags"]["B-b"]["recall"], 1);
  const json tags =
      MeasureTags({{1, 2, 3, 3}, {3, 3, 0}}, texts, labels, false);
  EXPECT_FALSE(tags.contains("spans"));
  EXPECT_FALSE(tags.contains("f1"));
}

}  // namespace
}  // namespace whylight
