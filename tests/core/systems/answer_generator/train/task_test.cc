#include "core/systems/answer_generator/train/task.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/base/random.h"
#include "core/systems/answer_generator/train/evaluation.h"
#include "core/text/tokenizer.h"
#include "core/training/engine/communicator.h"
#include "core/training/engine/trainer.h"
#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using nlohmann::json;

// Of two of "bar", "room" and "pool" a text says what they are, each after the
// thing itself; the answer is the thing with what is said of it.
std::string InventAnswers(std::size_t count, std::uint64_t seed) {
  const std::vector<std::string> things = {"bar", "room", "pool"};
  const std::vector<std::string> words = {"big", "red", "old", "new"};
  std::string lines;
  for (std::size_t i = 0; i < count; ++i) {
    const CounterRandom random(seed, RandomPurpose::kShuffle, i);
    const std::size_t first = random.Below(0, 3);
    const std::size_t second = (first + 1 + random.Below(1, 2)) % 3;
    std::string text = "we saw";
    json answers = json::array();
    std::uint64_t draw = 3;
    for (const std::size_t thing : {first, second}) {
      text += " ";
      const std::size_t start = text.size();
      text += things[thing] + " " + words[random.Below(draw++, 4)];
      if (thing == first) answers.push_back({start, text.size()});
    }
    lines +=
        json{{"question", things[first]}, {"text", text}, {"answers", answers}}
            .dump() +
        "\n";
  }
  return lines;
}

class AnswerGeneratorTaskTest : public testing::Test {
 protected:
  AnswerGeneratorTaskTest()
      : config_(json::parse(R"({
          "task": "answer-generator", "dimensions": 6, "train_vectors": true,
          "align": 0, "state": 24, "attention": 24, "longest": 4,
          "min_texts": 20,
          "layers": [{"type": "bidirectional",
                      "layer": {"type": "rcnn", "hidden": 8}}],
          "training": {"epochs": 6, "batch": 16,
                       "optimiser": {"learning_rate": 0.02}}})")) {
    // A question without an answer is left out.
    config_["train"] = {folder_.Write(
        "train.jsonl",
        InventAnswers(200, 1) +
            R"({"question": "sea", "text": "no sea", "answers": []})")};
    config_["dev"] = {folder_.Write("dev.jsonl", InventAnswers(40, 2))};
  }

  Result<std::unique_ptr<TrainingTask>> Make() const {
    return AnswerGeneratorTask::Make(
        {.config = config_, .name = "c.json", .files = {}, .data = {}});
  }

  std::string Problem() const {
    const auto task = Make();
    return task.ok() ? "nothing" : task.error().message;
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

  static json Evaluation(TrainingTask& task, int threads = 2) {
    ThreadPool pool(threads);
    return task.Stages().front()->Evaluate(pool).value();
  }

  ScratchFolder folder_;
  json config_;
};

TEST_F(AnswerGeneratorTaskTest, LearnsToWriteAnswers) {
  EXPECT_EQ(Make().value()->Summary(),
            "200 questions with 200 answers to train on, 40 questions to tune "
            "on, 11 words, of which 9 can be generated");
  const auto trained = Trained();
  const json found = Evaluation(*trained);
  EXPECT_GT(found["rouge_l"], 0.9) << found.dump();
  EXPECT_GT(found["exact_match"], 0.8) << found.dump();
  EXPECT_GT(found["bleu_1"], 0.9) << found.dump();
  EXPECT_EQ(found["ended"], 1) << found.dump();
  EXPECT_FALSE(found.contains("hard"));
  // What was trained is what is saved.
  const auto model = AnswerGenerator::Load(trained->Save({}).value()).value();
  EXPECT_EQ(model.Write("pool", "we saw pool old room new").value().text,
            "pool old");
}

TEST_F(AnswerGeneratorTaskTest, CopiesWhatItCannotGenerate) {
  // Only "we" and "saw" are in so many texts.
  config_["min_texts"] = 80u;

  const json found = Evaluation(*Trained());
  EXPECT_GT(found["rouge_l"], 0.8) << found.dump();
  EXPECT_EQ(found["copied"], 1) << found.dump();
}

TEST_F(AnswerGeneratorTaskTest, ACurriculumGoesFromEasyExcerptsToHardOnes) {
  config_["training"]["curriculum"] = {
      {"chunks", {2, 3}}, {"words", 4}, {"swap", 0.5}};
  config_["training"]["keep_best"] = false;
  auto task = Make();
  ASSERT_TRUE(task.ok()) << task.error().message;
  Stage& stage = *task.value()->Stages().front();
  // Two chunks of two words, or one of three, of the six of a text.
  EXPECT_LT(stage.Words(0), 6u);
  ASSERT_EQ(stage.OwnState().size(), 1u);
  ThreadPool pool(1);
  json found;
  for (const double hard : {0.0, 0.0, 0.5, 1.0, 0.0}) {
    found = stage.Evaluate(pool).value();
    EXPECT_EQ(found["hard"], hard);
  }
  config_["training"]["epochs"] = 4u;
  EXPECT_GT(Evaluation(*Trained())["rouge_l"], 0.5);
  config_["training"]["schedule"] = {{"type", "revert_and_halve"}};
  EXPECT_EQ(Problem(),
            "c.json: training: \"curriculum\": expected none where epochs that "
            "are not the best are taken back, found one");
}

TEST_F(AnswerGeneratorTaskTest, ACurriculumGoesByTheMetricOfEarlyStopping) {
  config_["training"]["epochs"] = 10u;
  config_["training"]["curriculum"] = {
      {"chunks", {2}}, {"words", 4}, {"swap", 0.1}};
  config_["training"]["early_stopping"] = {{"metric", "words"},
                                           {"goal", "min"}};
  // By each metric the share that is hard, as it should be after each epoch.
  double fewest = std::numeric_limits<double>::infinity();
  double nearest = -1;
  double hard = 0;
  double hard_by_rouge = 0;
  bool differs = false;
  TrainerHooks hooks;
  hooks.on_epoch = [&](const EpochReport& report) -> Status {
    const double words = report.dev["words"];
    const double rouge = report.dev["rouge_l"];
    EXPECT_NEAR(report.dev["hard"].get<double>(), hard, 1e-9);
    hard += words < fewest ? 0 : 0.1;
    hard_by_rouge += rouge > nearest ? 0 : 0.1;
    fewest = std::min(fewest, words);
    nearest = std::max(nearest, rouge);
    differs = differs || hard != hard_by_rouge;
    return {};
  };
  SoloCommunicator alone;
  ASSERT_EQ(Problem(), "nothing");
  ASSERT_TRUE(Train(*Make().value(), {}, hooks, alone).ok());
  EXPECT_TRUE(differs);
  // A metric that there is not is refused as it is without a curriculum.
  config_["training"]["early_stopping"]["metric"] = "colour";
  const Status trained = Train(*Make().value(), {}, {}, alone);
  ASSERT_FALSE(trained.ok());
  EXPECT_EQ(
      trained.error().message.find(
          "stage write: early_stopping.metric: expected one of n, bleu_1"),
      0u)
      << trained.error().message;
}

TEST_F(AnswerGeneratorTaskTest, TheSameBitsComeOfAnyNumberOfThreads) {
  config_["training"]["epochs"] = 1u;
  config_["training"]["dropout"] = 0.2;
  config_["band"] = 2u;
  config_["training"]["curriculum"] = {{"chunks", {2}}, {"words", 4}};
  const auto one = Trained(1);
  const auto three = Trained(3);
  EXPECT_EQ(one->Save({}).value().tensors, three->Save({}).value().tensors);
}

TEST_F(AnswerGeneratorTaskTest, TheResolvedConfigMakesTheSameTask) {
  config_["training"]["curriculum"] = {{"chunks", {2}}, {"words", 4}};
  const json resolved = Make().value()->ResolvedConfig();
  config_ = resolved;
  EXPECT_EQ(json(Make().value()->ResolvedConfig()), resolved);
  EXPECT_EQ(resolved["sum_slots"], true);
}

TEST_F(AnswerGeneratorTaskTest, WhatCannotBeTrainedIsRefusedBefore) {
  const json good = config_;
  config_["min_texts"] = 1000u;
  EXPECT_EQ(Problem(),
            "c.json: \"min_texts\": expected words that the model knows in "
            "1000 texts of \"train\", found none");
  config_ = good;
  config_["generated"] = 0u;
  EXPECT_EQ(Problem().find("c.json: \"generated\": expected"), 0u) << Problem();
  config_ = good;
  config_["selector"] = json::object();
  EXPECT_EQ(Problem().find("c.json: "), 0u) << Problem();
  config_ = good;
  config_["dev"] = {folder_.Write(
      "none.jsonl", R"({"question": "a", "text": "b", "answers": []})")};
  EXPECT_NE(Problem().find("none.jsonl"), std::string::npos) << Problem();
  config_ = good;
  config_["layers"] = {{{"type", "bag"}}};
  EXPECT_EQ(Problem().find("c.json: layers[0]"), 0u) << Problem();
}

TEST_F(AnswerGeneratorTaskTest, DevMustBeAnswerableBeforeAnyTraining) {
  std::string long_text;
  for (int i = 0; i < 1024; ++i) long_text += "bar ";
  const auto line = [&](const std::string& question) {
    return json{{"question", question},
                {"text", long_text},
                {"answers", {{0, 3}}}}
               .dump() +
           "\n";
  };
  const std::string too_long = line("room") + line(long_text + "room");
  config_["dev"] = {folder_.Write("long.jsonl", too_long)};
  EXPECT_EQ(Problem(), folder_.Path("long.jsonl") +
                           ":2: expected at most 1048576 pairs of a word of "
                           "the question and one of the text, found 1049600");
  // What is only learned from may be as long.
  config_["train"] = {folder_.Write("train.jsonl", too_long)};
  config_["dev"] = {folder_.Write("dev.jsonl", line("room"))};
  config_["min_texts"] = 1u;
  EXPECT_EQ(Problem(), "nothing");
}

TEST(AnswerEvaluationTest, FiguresAreThoseOfTexts) {
  AnsweredQuestions data;
  for (const auto& [asked, text, answers] :
       {std::tuple("bar", "We came late. The bar was loud!",
                   std::vector<std::string>{"The bar was loud", "loud"}),
        std::tuple("room", "The room was big. We left.",
                   std::vector<std::string>{"big"})}) {
    AnsweredQuestion question;
    question.asked = {asked};
    question.text = text;
    for (const Token& token : Tokenize(question.text)) {
      question.words.push_back(token.span);
    }
    question.answers = answers;
    data.questions.push_back(std::move(question));
    data.ids.emplace_back();
  }
  const json found = MeasureWrittenAnswers({"The bar was LOUD.", ""}, data);
  EXPECT_EQ(found["n"], 2);
  EXPECT_EQ(found["rouge_l"], 0.5);
  EXPECT_EQ(found["exact_match"], 0.5);
  EXPECT_EQ(found["f1"], 0.5);
  // Four right words of four; five are right in all.
  EXPECT_NEAR(found["bleu_4"], std::exp(1 - 5.0 / 4), 1e-12);
  const json baselines = EvaluateAnswerBaselines(
      data, [](std::string_view) { return std::span<const Real>(); });
  EXPECT_EQ(baselines["nearest_sentence"]["exact_match"], 0.5);
  EXPECT_EQ(baselines["nearest_sentence"]["n"], 2);
  EXPECT_EQ(baselines["soft_cosine"]["n"], 2);
}

}  // namespace
}  // namespace whylight
