#include "core/systems/tree_classifier/train/task.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "core/base/random.h"
#include "core/systems/tree_classifier/train/evaluation.h"
#include "core/training/engine/communicator.h"
#include "core/training/engine/trainer.h"
#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using nlohmann::json;

// Nested "not" turns the value of what it stands before: only a network that
// reads along the tree can tell.
std::string InventTrees(std::size_t count, std::uint64_t seed, bool named) {
  std::string lines;
  for (std::size_t i = 0; i < count; ++i) {
    const CounterRandom random(seed, RandomPurpose::kShuffle, i);
    bool good = random.Below(0, 2) == 0;
    const auto label = [&](const char* name) {
      return (good ? "1" : "0") + (named ? "/" + std::string(name) : "");
    };
    std::string tree = "(" + label("A") + (good ? " fine)" : " dull)");
    const std::uint64_t turns = random.Below(1, 3);
    for (std::uint64_t t = 0; t < turns; ++t) {
      good = !good;
      tree = "(" + label("P") + (named ? " (N" : " (0") + " not) " + tree + ")";
    }
    lines += tree + "\n";
  }
  return lines;
}

class TreeTaskTest : public testing::Test {
 protected:
  TreeTaskTest()
      : config_(json::parse(R"({
          "task": "tree-classifier", "dimensions": 6, "train_vectors": true,
          "training": {"epochs": 12, "batch": 16,
                       "optimiser": {"learning_rate": 0.03}}})")) {
    UseTrees(false);
  }

  void UseTrees(bool named) {
    config_["train"] = folder_.Write("train.trees", InventTrees(120, 1, named));
    config_["dev"] = folder_.Write("dev.trees", InventTrees(40, 2, named));
  }

  Result<std::unique_ptr<TrainingTask>> Make() const {
    return TreeTask::Make(
        {.config = config_, .name = "c.json", .files = {}, .data = {}});
  }

  static json Evaluation(TrainingTask& task, int threads = 2) {
    ThreadPool pool(threads);
    return task.Stages().front()->Evaluate(pool).value();
  }

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

TEST_F(TreeTaskTest, EachCellLearnsWhatTurnsAPhrase) {
  EXPECT_EQ(Make().value()->Summary(),
            "120 trees with 2 labels to train on, 40 to tune on, 3 words");
  for (const char* cell : {"plain", "matrix-vector", "tensor", "lstm"}) {
    config_["cell"] = cell;
    EXPECT_EQ(Evaluation(*Trained())["accuracy"], 1) << cell;
  }
}

TEST_F(TreeTaskTest, CellsThatReadConstituentsFindThemInTheFile) {
  UseTrees(true);
  config_["label_dimensions"] = 2;
  for (const char* cell : {"labelled", "untied"}) {
    config_["cell"] = cell;
    const auto task = Trained();
    EXPECT_EQ(Evaluation(*task)["accuracy"], 1) << cell;
    const json resolved = task->ResolvedConfig();
    EXPECT_EQ(resolved["constituents"].dump(), R"(["A","N","P"])");
    EXPECT_EQ(resolved.contains("pairs"), std::string(cell) == "untied");
  }
}

TEST_F(TreeTaskTest, TheRootAloneCanBeLearned) {
  config_["loss"] = "root";
  EXPECT_EQ(Evaluation(*Trained())["accuracy"], 1);
}

TEST_F(TreeTaskTest, TheSameBitsComeOfAnyNumberOfThreads) {
  config_["training"]["epochs"] = 2u;
  config_["training"]["dropout"] = 0.2;
  config_["cell"] = "lstm";
  const auto one = Trained(1);
  const auto three = Trained(3);
  EXPECT_EQ(one->Save({}).value().tensors, three->Save({}).value().tensors);
  EXPECT_EQ(Evaluation(*one, 1), Evaluation(*one, 3));
}

TEST_F(TreeTaskTest, TheResolvedConfigMakesTheSameTask) {
  const json resolved = Make().value()->ResolvedConfig();
  config_ = resolved;
  EXPECT_EQ(json(Make().value()->ResolvedConfig()), resolved);
  EXPECT_EQ(resolved["cell"], "plain");
}

TEST_F(TreeTaskTest, WhatCannotBeTrainedIsRefusedBefore) {
  const auto problem = [this] {
    const auto task = Make();
    return task.ok() ? "nothing" : task.error().message;
  };
  const json good = config_;
  config_["labels"] = {"0", "2"};
  EXPECT_NE(problem().find("found \"1\""), std::string::npos) << problem();
  // Labels that are to be learned are no constituents.
  config_ = good;
  config_["cell"] = "untied";
  EXPECT_NE(problem().find("train.trees"), std::string::npos) << problem();
  config_ = good;
  config_["cell"] = "tensor";
  config_["hidden"] = 1000u;
  EXPECT_EQ(problem().find("c.json: "), 0u) << problem();
}

TEST(TreeEvaluationTest, SidesAreToldBySumsAndNeutralOnesAreLeftOut) {
  const std::vector<std::string> labels = {"0", "1", "2", "3", "4"};
  const TrainingTrees trees{.path = "",
                            .lines = {1, 2},
                            .inputs = std::vector<TreeInput>(2),
                            .targets = {{3, 2, -1}, {0}}};
  Matrix first(3, 5);
  first << 0, 0.3f, 0, 0.2f, 0.2f,  // 1, but on the side of 3.
      0, 0, 1, 0, 0,                //
      1, 0, 0, 0, 0;
  Matrix second(1, 5);
  second << 0.4f, 0, 0, 0.3f, 0.3f;  // 0, but on the side of 4.
  const json found = MeasurePhrases({first, second}, trees, labels);
  EXPECT_EQ(found["n"], 2);
  EXPECT_EQ(found["accuracy"], 0.5);
  EXPECT_EQ(found["binary"].dump(), R"({"accuracy":0.5,"n":2})");
  EXPECT_EQ(found["phrases"]["n"], 3);
  EXPECT_DOUBLE_EQ(found["phrases"]["accuracy"], 2.0 / 3);
  EXPECT_FALSE(MeasurePhrases({first, second}, trees, {"a", "b", "c", "d", "e"})
                   .contains("binary"));
}

}  // namespace
}  // namespace whylight
