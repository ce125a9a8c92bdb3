#include "core/systems/parser/train/task.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/systems/parser/train/evaluation.h"
#include "core/systems/parser/train/system.h"
#include "core/training/engine/communicator.h"
#include "core/training/engine/trainer.h"
#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using nlohmann::json;

// Sentences of a verb and nouns about it, each after the adjectives that it
// has: what a word hangs on follows from which words stand where.
std::string InventParses(std::size_t count, std::uint64_t seed) {
  const std::vector<std::string> nouns = {"cat", "dog", "cow"};
  const std::vector<std::string> adjectives = {"big", "old"};
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const CounterRandom random(seed, RandomPurpose::kShuffle, i);
    std::uint64_t next = 0;
    struct Word {
      std::string text;
      std::size_t head;
      std::string relation;
    };
    std::vector<Word> words;
    // The verb's number is known when it is written.
    const auto phrase = [&](const std::string& relation) {
      const std::uint64_t before = random.Below(next++, 3);
      const std::size_t noun = words.size() + before + 1;
      for (std::uint64_t k = 0; k < before; ++k) {
        words.push_back({adjectives[random.Below(next++, 2)], noun, "amod"});
      }
      words.push_back({nouns[random.Below(next++, 3)], 0, relation});
    };
    phrase("nsubj");
    const std::size_t verb = words.size() + 1;
    words.push_back({"saw", 0, "root"});
    if (random.Below(next++, 2) == 0) phrase("obj");
    for (std::size_t w = 0; w < words.size(); ++w) {
      const auto& [word, head, relation] = words[w];
      const std::size_t on =
          relation == "nsubj" || relation == "obj" ? verb : head;
      const char* const tag = relation == "root"   ? "VERB"
                              : relation == "amod" ? "ADJ"
                                                   : "NOUN";
      text += std::to_string(w + 1) + "\t" + word + "\t_\t" + tag + "\t_\t_\t" +
              std::to_string(on) + "\t" + relation + "\t_\t_\n";
    }
    text += "\n";
  }
  return text;
}

class ParserTaskTest : public testing::Test {
 protected:
  ParserTaskTest()
      : config_(json::parse(R"({
          "task": "parser", "dimensions": 6, "train_vectors": true,
          "hidden": 10, "layers": [{"type": "bidirectional",
                      "layer": {"type": "rcnn", "hidden": 6}}],
          "training": {"epochs": 10, "batch": 8,
                       "optimiser": {"learning_rate": 0.03}}})")) {
    config_["train"] = folder_.Write("train.conllu", InventParses(100, 1));
    config_["dev"] = folder_.Write("dev.conllu", InventParses(40, 2));
  }

  Result<std::unique_ptr<TrainingTask>> Make() const {
    return ParserTask::Make(
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

TEST_F(ParserTaskTest, LearnsWhichWordsHangOnEachOther) {
  EXPECT_EQ(Make().value()->Summary(),
            "100 sentences with 4 relations to train on, 40 to tune on, "
            "6 words");
  for (const char* arcs : {"biaffine", "mlp"}) {
    for (const char* loss : {"hinge", "perceptron", "softmax", "crf"}) {
      config_["arcs"] = arcs;
      config_["loss"] = loss;
      const json figures = Evaluation(*Trained());
      EXPECT_GT(figures["uas"], 0.95) << arcs << loss;
      EXPECT_GT(figures["las"], 0.95) << arcs << loss;
    }
  }
}

TEST_F(ParserTaskTest, LearnsTransitions) {
  config_["method"] = "transition";
  config_["loss"] = "softmax";
  for (const char* system : {"arc-hybrid", "arc-standard"}) {
    for (const char* oracle : {"static", "dynamic"}) {
      const bool standard = system == std::string("arc-standard");
      if (standard && oracle == std::string("dynamic")) continue;
      config_["transitions"] = {{"system", system}, {"oracle", oracle}};
      EXPECT_GT(Evaluation(*Trained())["las"], 0.95) << system << oracle;
    }
  }
  config_["transitions"] = {{"beam", 4u}};
  for (const char* loss : {"hinge", "perceptron", "crf"}) {
    config_["loss"] = loss;
    EXPECT_GT(Evaluation(*Trained())["las"], 0.95) << loss;
  }
}

TEST_F(ParserTaskTest, LearnsWithTagsAndHowWordsAreWritten) {
  config_["training"]["epochs"] = 6u;
  config_["surface"] = {{"width", 4u}, {"buckets", 50u}};
  for (const char* use : {"given", "shared", "cascade"}) {
    config_["tags"] = {{"use", use}, {"width", 3u}};
    const auto task = Trained();
    EXPECT_EQ(task->Summary(),
              "100 sentences with 4 relations and 3 tags to train on, 40 to "
              "tune on, 6 words");
    const json figures = Evaluation(*task);
    EXPECT_GT(figures["las"], 0.95) << use;
    EXPECT_EQ(figures.contains("tag_accuracy"), use != std::string("given"));
    EXPECT_GT(figures.value("tag_accuracy", 1.0), 0.95) << use;
  }
}

TEST_F(ParserTaskTest, LearnsToChooseAmongTheBestTrees) {
  config_["training"]["epochs"] = 6u;
  config_["rerank"] = {{"best", 4u}, {"hidden", 4u}};
  const json figures = Evaluation(*Trained());
  EXPECT_GT(figures["las"], 0.95);
  const json& rerank = figures["rerank"];
  EXPECT_LE(figures["uas"], rerank["oracle_uas"]);
  EXPECT_LE(rerank["first_uas"], rerank["oracle_uas"]);
}

TEST_F(ParserTaskTest, TheSameBitsComeOfAnyNumberOfThreads) {
  config_["training"]["epochs"] = 2u;
  config_["training"]["dropout"] = 0.2;
  config_["loss"] = "softmax";
  config_["transitions"] = {{"oracle", "dynamic"}, {"explore", 0.5}};
  for (const char* method : {"graph", "transition"}) {
    config_["method"] = method;
    const auto one = Trained(1);
    const auto three = Trained(3);
    EXPECT_EQ(one->Save({}).value().tensors, three->Save({}).value().tensors);
    EXPECT_EQ(Evaluation(*one, 1), Evaluation(*one, 3));
  }
}

TEST_F(ParserTaskTest, TheResolvedConfigMakesTheSameTask) {
  const json resolved = Make().value()->ResolvedConfig();
  config_ = resolved;
  EXPECT_EQ(json(Make().value()->ResolvedConfig()), resolved);
  EXPECT_EQ(resolved["loss"], "hinge");
  config_["tags"] = {{"use", "cascade"}};
  EXPECT_EQ(Make().value()->ResolvedConfig()["tags"]["labels"].dump(),
            R"(["ADJ","NOUN","VERB"])");
}

TEST_F(ParserTaskTest, SaysHowManyTreesItLifts) {
  config_["train"] = folder_.Write("crossing.conllu",
                                   InventParses(3, 1) +
                                       "1\tcat\t_\tX\t_\t_\t3\tobj\t_\t_\n"
                                       "2\tsaw\t_\tX\t_\t_\t0\troot\t_\t_\n"
                                       "3\tdog\t_\tX\t_\t_\t2\tnsubj\t_\t_\n");
  const std::string summary = Make().value()->Summary();
  EXPECT_NE(summary.find(", of which 1 had arcs that cross lifted, "),
            std::string::npos)
      << summary;
}

TEST_F(ParserTaskTest, WhatCannotBeTrainedIsRefusedBefore) {
  const auto problem = [this] {
    const auto task = Make();
    return task.ok() ? "nothing" : task.error().message;
  };
  const json good = config_;
  config_["relations"] = {"root", "amod", "nsubj"};
  EXPECT_NE(problem().find("found \"obj\""), std::string::npos) << problem();
  config_ = good;
  config_["layers"] = {{{"type", "bag"}}};
  EXPECT_EQ(problem().find("c.json: "), 0u) << problem();
}

TEST(ParserEvaluationTest, CountsHeadsAndRelationsOfTheWordsOfTheFile) {
  const std::vector<std::string> relations = {"root", "obj", "goeswith",
                                              "punct"};
  // The third token is a piece of the second word.
  const ParsedSentences texts{
      .path = "",
      .texts = {{0, 0, 0, 0}, {0}},
      .trees = {{{0, 1, 2, 1}, {0, 1, 2, 3}}, {{0}, {0}}},
      .firsts = {{0, 1, 3}, {0}},
      .punctuation = {{false, false, true}, {false}},
      .lines = {1, 5}};
  // A head that is a piece of the right word is right.
  ParsedSentences other = texts;
  other.trees[0].heads[3] = 2;
  const std::vector<DependencyTree> found = {{{0, 1, 1, 3}, {0, 0, 0, 3}},
                                             {{0}, {0}}};
  const json figures = MeasureTrees(found, other, relations);
  EXPECT_EQ(figures["n"], 2);
  EXPECT_EQ(figures["words"], 4);
  EXPECT_EQ(figures["uas"], 1);
  EXPECT_EQ(figures["las"], 0.75);
  EXPECT_EQ(figures["trees"], 1);
  EXPECT_EQ(figures["without_punctuation"]["words"], 3);
  EXPECT_DOUBLE_EQ(figures["without_punctuation"]["las"], 2.0 / 3);
  EXPECT_EQ(figures["relations"]["root"].dump(),
            R"({"f1":0.8,"n":2,"precision":0.6666666666666666,"recall":1.0})");
  EXPECT_EQ(figures["relations"]["obj"]["recall"], 0);
  const json wrong = MeasureTrees(found, texts, relations);
  EXPECT_EQ(wrong["uas"], 0.75);
  EXPECT_EQ(wrong["trees"], 0.5);
  EXPECT_EQ(wrong["without_punctuation"]["uas"], 1);
}

TEST(ParserEvaluationTest, TheOracleTakesTheBestOfTheCandidates) {
  const ParsedSentences texts{.path = "",
                              .texts = {{0, 0}, {0}},
                              .trees = {{{0, 1}, {0, 0}}, {{0}, {0}}},
                              .firsts = {{0, 1}, {0}},
                              .punctuation = {{false, false}, {false}},
                              .lines = {1, 4}};
  const json figures = MeasureCandidates({{{2, 0}, {0, 1}}, {{0}}}, texts);
  EXPECT_DOUBLE_EQ(figures["first_uas"], 1.0 / 3);
  EXPECT_EQ(figures["oracle_uas"], 1);
}

}  // namespace
}  // namespace whylight
