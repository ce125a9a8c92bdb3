#include "core/systems/reader/train/task.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/systems/reader/train/evaluation.h"
#include "core/training/engine/communicator.h"
#include "core/training/engine/trainer.h"
#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using nlohmann::json;

// Of "bar", "room" and "pool" a text says what two of them are, each after the
// thing itself; the answer is what is said of what is asked.
std::string InventQuestions(std::size_t count, std::uint64_t seed) {
  const std::vector<std::string> things = {"bar", "room", "pool"};
  const std::vector<std::string> words = {"big", "red", "old", "new"};
  std::string lines;
  for (std::size_t i = 0; i < count; ++i) {
    const CounterRandom random(seed, RandomPurpose::kShuffle, i);
    const std::size_t first = random.Below(0, 3);
    const std::size_t second = (first + 1 + random.Below(1, 2)) % 3;
    const std::size_t asked = random.Below(2, 3);
    std::string text = "we saw";
    json answers = json::array();
    std::uint64_t draw = 3;
    for (const std::size_t thing : {first, second}) {
      text += " " + things[thing] + " ";
      const std::string& word = words[random.Below(draw++, 4)];
      if (thing == asked) answers.push_back({text.size(), text.size() + 3});
      text += word;
    }
    lines +=
        json{{"question", things[asked]}, {"text", text}, {"answers", answers}}
            .dump() +
        "\n";
  }
  return lines;
}

class ReaderTaskTest : public testing::Test {
 protected:
  ReaderTaskTest()
      : config_(json::parse(R"({
          "task": "reader", "dimensions": 6, "train_vectors": true,
          "align": 0, "compare": 16, "longest": 3,
          "layers": [{"type": "bidirectional",
                      "layer": {"type": "rcnn", "hidden": 8}}],
          "training": {"epochs": 8, "batch": 16,
                       "optimiser": {"learning_rate": 0.02}}})")) {
    config_["train"] = {folder_.Write("train.jsonl", InventQuestions(200, 1)),
                        folder_.Write("more.jsonl", InventQuestions(100, 3))};
    config_["dev"] = {folder_.Write("dev.jsonl", InventQuestions(60, 2))};
  }

  Result<std::unique_ptr<TrainingTask>> Make() const {
    return ReaderTask::Make(
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

TEST_F(ReaderTaskTest, LearnsToAnswerAndToSayThatThereIsNone) {
  EXPECT_EQ(Make().value()->Summary().find("300 questions to train on, 60 to "),
            0u);
  const auto trained = Trained();
  const json found = Evaluation(*trained);
  EXPECT_GT(found["answerable_f1"], 0.9) << found.dump();
  EXPECT_GT(found["no_answer_f1"], 0.9) << found.dump();
  // The threshold is kept.
  const ModelFiles files = trained->Save({}).value();
  const json calibration = json::parse(files.config)["calibration"];
  EXPECT_NE(calibration["threshold"], 0.5);
  EXPECT_GT(calibration["slope"], 0);
}

TEST_F(ReaderTaskTest, LearnsToAnswerFromSomeOfTheWords) {
  config_["selector"] = json::parse(R"({"hidden": 8,
      "layers": [{"type": "bidirectional",
                  "layer": {"type": "rcnn", "hidden": 8}}]})");
  config_["selection"] = json::parse(R"({"epochs": 10, "batch": 16,
      "share": 0.5, "weight": 12, "optimiser": {"learning_rate": 0.02}})");
  const auto trained = Trained();
  ASSERT_EQ(trained->Stages().size(), 2u);
  ThreadPool pool(2);
  const json found = trained->Stages().back()->Evaluate(pool).value();
  EXPECT_GT(found["answerable_f1"], 0.9) << found.dump();
  EXPECT_GT(found["no_answer_f1"], 0.9) << found.dump();
  EXPECT_LT(found["selected"], 0.7) << found.dump();
  EXPECT_FALSE(Evaluation(*trained).contains("selected"));
  config_.erase("selector");
  EXPECT_EQ(Make().error().message,
            "c.json: \"selection\": expected a \"selector\" beside it, found "
            "none");
}

TEST_F(ReaderTaskTest, TheSameBitsComeOfAnyNumberOfThreadsWhereWordsAreChosen) {
  config_["training"]["epochs"] = 1u;
  config_["selector"] = json::parse(R"({"hidden": 4})");
  config_["selection"] = json::parse(R"({"epochs": 1, "dropout": 0.2})");
  const auto one = Trained(1);
  const auto three = Trained(3);
  EXPECT_EQ(one->Save({}).value().tensors, three->Save({}).value().tensors);
}

TEST_F(ReaderTaskTest, TheSameBitsComeOfAnyNumberOfThreads) {
  config_["training"]["epochs"] = 1u;
  config_["training"]["dropout"] = 0.2;
  config_["connectors"] = "bac";
  config_["factors"] = 2u;
  const auto one = Trained(1);
  const auto three = Trained(3);
  EXPECT_EQ(one->Save({}).value().tensors, three->Save({}).value().tensors);
  EXPECT_EQ(Evaluation(*one, 1), Evaluation(*one, 3));
}

TEST_F(ReaderTaskTest, TheResolvedConfigMakesTheSameTask) {
  const json resolved = Make().value()->ResolvedConfig();
  config_ = resolved;
  EXPECT_EQ(json(Make().value()->ResolvedConfig()), resolved);
  EXPECT_EQ(resolved["connectors"], "alignment");
}

TEST_F(ReaderTaskTest, WhatCannotBeTrainedIsRefusedBefore) {
  const auto problem = [this] {
    const auto task = Make();
    return task.ok() ? "nothing" : task.error().message;
  };
  const json good = config_;
  config_["dev"] = {folder_.Write(
      "bad.jsonl", R"({"question": "a", "text": "b", "answers": [[0, 2]]})")};
  EXPECT_NE(problem().find("bad.jsonl:1: "), std::string::npos) << problem();
  config_ = good;
  config_["layers"] = {{{"type", "bag"}}};
  EXPECT_EQ(problem().find("c.json: layers[0]"), 0u) << problem();
  config_ = good;
  config_["train"] = json::array();
  EXPECT_EQ(problem(), "expected \"train\" in the config or --train");
}

AnsweredQuestions Invented() {
  AnsweredQuestions data;
  const auto add = [&](const char* asked, const char* text,
                       std::vector<std::string> answers) {
    AnsweredQuestion question;
    for (const Token& token : Tokenize(asked)) {
      question.asked.push_back(token.text);
    }
    question.text = text;
    for (const Token& token : Tokenize(text)) {
      question.words.push_back(token.span);
    }
    question.answers = std::move(answers);
    data.questions.push_back(std::move(question));
    data.ids.emplace_back();
  };
  add("is the bar loud?", "We came late. The bar was loud! We left.",
      {"The bar was loud"});
  add("and the pool?", "Rooms are big. No more.", {"big"});
  add("breakfast?", "We had none of it.", {});
  add("and lunch?", "We had lunch. It was good", {});
  return data;
}

TEST(ReaderEvaluationTest, FiguresAreThoseOfAnswersAndOfSilence) {
  const json found = MeasureAnswers(
      {"the bar was loud", std::nullopt, std::nullopt, "lunch"}, Invented());
  EXPECT_EQ(found["n"], 4);
  EXPECT_EQ(found["answerable"], 2);
  EXPECT_EQ(found["exact_match"], 0.5);
  EXPECT_EQ(found["f1"], 0.5);
  EXPECT_EQ(found["answerable_exact_match"], 0.5);
  EXPECT_EQ(found["answerable_f1"], 0.5);
  EXPECT_EQ(found["no_answer_precision"], 0.5);
  EXPECT_EQ(found["no_answer_recall"], 0.5);
  EXPECT_EQ(found["no_answer_f1"], 0.5);
}

TEST(ReaderEvaluationTest, BaselinesNeverAnswerOrGiveTheNearestSentence) {
  const std::vector<Real> stay = {1, 0};
  const std::vector<Real> other = {0, 1};
  const json found = EvaluateReaderBaselines(
      Invented(), [&](std::string_view word) -> std::span<const Real> {
        return word == "pool" || word == "rooms" ? stay : other;
      });
  EXPECT_EQ(found["no_answer"]["f1"], 0.5);
  EXPECT_EQ(found["no_answer"]["no_answer_recall"], 1);
  EXPECT_EQ(found["no_answer"]["answerable_f1"], 0);
  EXPECT_EQ(found["nearest_sentence"]["answerable_exact_match"], 0.5);
  EXPECT_EQ(found["nearest_sentence"]["no_answer_f1"], 0);
  EXPECT_EQ(found["soft_cosine"]["answerable"], 2);
  EXPECT_EQ(found["soft_cosine"]["no_answer_f1"], 0);
}

TEST(ReaderEvaluationTest, TheThresholdMakesTheMostOfBothFigures) {
  const AnsweredQuestions data = Invented();
  const auto answers = [](const std::vector<double>& scores) {
    std::vector<BestAnswers> all;
    for (const double score : scores) {
      all.push_back({score, {{{0, 1}, 1}}, {1}});
    }
    // The first is right.
    all.front().spans = {{{4, 8}, 1}};
    return all;
  };
  const AnswerCalibration found =
      FitAnswerCalibration(answers({3, 0.5, 1, -2}), data);
  EXPECT_GT(found.slope, 0);
  // Only the first answer is worth giving.
  EXPECT_GT(found.threshold, found.Probability(1));
  EXPECT_LT(found.threshold, found.Probability(3));
  // Scores that tell nothing leave all as it is.
  EXPECT_EQ(FitAnswerCalibration(answers({-3, -2, 1, 2}), data).slope, 1);
}

}  // namespace
}  // namespace whylight
