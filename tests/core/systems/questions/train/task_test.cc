#include "core/systems/questions/train/task.h"

#include <gtest/gtest.h>

#include <atomic>

#include "core/training/engine/communicator.h"
#include "core/training/engine/trainer.h"
#include "tests/core/systems/questions/train/invented_questions.h"
#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using nlohmann::json;

class RetrieverTaskTest : public testing::Test {
 protected:
  RetrieverTaskTest()
      : config_(json::parse(R"({
          "task": "questions", "train_vectors": true,
          "layers": [{"type": "rcnn", "hidden": 16, "activation": "identity"}],
          "training": {"epochs": 10, "batch": 16, "negatives": 2,
                       "optimiser": {"learning_rate": 0.02}}})")) {
    config_["train"] = {folder_.Write("train.jsonl", InventQuestions(200, 1))};
    config_["dev"] = {folder_.Write("dev.jsonl", InventQuestions(40, 2))};
    config_["vectors"] = folder_.Write("vectors.txt", InventVectors());
  }

  Result<std::unique_ptr<TrainingTask>> Make() const {
    return RetrieverTask::Make(
        {.config = config_, .name = "q.json", .files = {}, .data = {}});
  }

  std::string Refused() const {
    const auto task = Make();
    return task.ok() ? "nothing" : task.error().message;
  }

  // Before training and after it.
  std::pair<double, double> Learn() const {
    auto task = Make();
    EXPECT_TRUE(task.ok()) << task.error().message;
    ThreadPool pool(2);
    Stage& stage = *task.value()->Stages().front();
    const double before = stage.Evaluate(pool).value()["map"];
    SoloCommunicator alone;
    TrainerOptions options;
    options.threads = 2;
    EXPECT_TRUE(Train(*task.value(), options, {}, alone).ok());
    return {before, stage.Evaluate(pool).value()["map"]};
  }

  ScratchFolder folder_;
  json config_;
};

TEST_F(RetrieverTaskTest, LearnsThatTwoNamesAreOfOneThing) {
  for (const char* loss : {"hardest", "every", "softmax"}) {
    config_["training"]["loss"] = loss;
    const auto [before, after] = Learn();
    EXPECT_LT(before, 75) << loss;
    EXPECT_GT(after, 95) << loss;
  }
}

TEST_F(RetrieverTaskTest, LearnsInTheBallWithNegativesOfTheBatch) {
  config_["similarity"] = "poincare";
  config_["layers"] = {{{"type", "convolution"},
                        {"order", 1},
                        {"hidden", 16},
                        {"activation", "relu"}},
                       {{"type", "bag"}, {"mode", "sum"}}};
  config_["vector_length"] = 0.2;
  config_["training"]["in_batch"] = true;
  config_["training"]["dropout"] = 0.1;
  config_["training"]["margin"] = 1;
  const auto [before, after] = Learn();
  EXPECT_LT(before, 75);
  EXPECT_GT(after, 90);
}

TEST_F(RetrieverTaskTest, AHitThatAsksTheSameIsMoreProbableThanNot) {
  config_["training"]["loss"] = "softmax";
  config_["training"]["in_batch"] = true;
  auto task = Make();
  ASSERT_TRUE(task.ok()) << task.error().message;
  SoloCommunicator alone;
  ASSERT_TRUE(Train(*task.value(), {}, {}, alone).ok());
  ThreadPool pool(1);
  ASSERT_TRUE(task.value()->Stages().back()->Settle(pool).ok());
  const auto figures = task.value()->Stages().back()->Evaluate(pool).value();
  EXPECT_LT(figures["calibration"]["held_out_error"], 0.1);
  EXPECT_LT(figures["calibration"]["threshold"], 0.9);
  const Retriever model =
      Retriever::Load(task.value()->Save({}).value()).value();
  const std::string_view texts[] = {"where is one3", "who lost another3",
                                    "who lost another5"};
  const Matrix points = model.Encode(texts);
  const auto probability = [&](Index i) {
    return model.Probability(points.row(0).dot(points.row(i))).value();
  };
  EXPECT_GT(probability(1), 0.5);
  EXPECT_LT(probability(2), 0.2);
  EXPECT_GT(model.Probability(points.row(0).dot(points.row(1)), 0), 0.5);
}

TEST_F(RetrieverTaskTest, RationalesAreTheWordsThatDecide) {
  config_["layers"] = json::array();
  config_["training"]["loss"] = "softmax";
  config_["training"]["in_batch"] = true;
  // One of the three words of each text names the thing.
  config_["rationale"] = {
      {"share", 0.5},
      {"layers", {{{"type", "convolution"}, {"order", 1}, {"hidden", 32}}}}};
  config_["selection"] = {
      {"epochs", 40}, {"batch", 16}, {"optimiser", {{"learning_rate", 0.02}}}};
  auto task = Make();
  ASSERT_TRUE(task.ok()) << task.error().message;
  ASSERT_EQ(task.value()->Stages().size(), 2u);
  SoloCommunicator alone;
  ASSERT_TRUE(Train(*task.value(), {}, {}, alone).ok());
  ThreadPool pool(1);
  Stage& stage = *task.value()->Stages().back();
  ASSERT_TRUE(stage.Settle(pool).ok());
  const auto figures = stage.Evaluate(pool).value();
  EXPECT_GT(figures["map"], 95);
  EXPECT_LT(figures["words_read"], 70);

  const Retriever model =
      Retriever::Load(task.value()->Save({}).value()).value();
  UnknownWords unknown = model.NoUnknownWords();
  std::size_t chosen = 0;
  for (std::size_t thing = 0; thing < kThings; ++thing) {
    const QuestionWords words = model.Read(
        Tokenize("who lost another" + std::to_string(thing)), unknown);
    const QuestionWords* const pointer = &words;
    chosen += model.ChooseWords(
        model.WordProbabilities({&pointer, 1}, unknown).front())[2];
  }
  EXPECT_GE(chosen, kThings - 2);
}

TEST_F(RetrieverTaskTest, RationalesLeaveTheEncoderAsItIsUnlessItLearnsAlong) {
  config_["layers"] = json::array();
  config_["training"]["epochs"] = 2;
  const auto vectors = [&] {
    auto task = Make();
    EXPECT_TRUE(task.ok()) << task.error().message;
    SoloCommunicator alone;
    EXPECT_TRUE(Train(*task.value(), {}, {}, alone).ok());
    return Retriever::Load(task.value()->Save({}).value()).value().vectors();
  };
  const Matrix before = vectors();
  config_["rationale"] = {{"share", 0.33}};
  config_["selection"] = {{"epochs", 2}, {"batch", 16}, {"coherence", 0.1}};
  EXPECT_EQ(vectors(), before);
  config_["selection"]["train_encoder"] = true;
  EXPECT_NE(vectors(), before);
}

TEST_F(RetrieverTaskTest, InterruptedInAnyStageAndResumedItGivesTheSameBits) {
  config_["pretraining"] = json::parse(R"({
      "pairs": ["question", "text"], "epochs": 2, "batch": 64, "dropout": 0.1,
      "decoder": {"type": "rcnn", "hidden": 8}})");
  config_["training"]["epochs"] = 2;
  config_["training"]["batch"] = 64;
  config_["rationale"] = {{"share", 0.33}};
  config_["pooling"] = "last";
  config_["selection"] = {{"epochs", 2}, {"batch", 64}};
  // So large a rate that the last epochs are not the best.
  config_["training"]["optimiser"]["learning_rate"] = 0.5;
  config_["training"]["loss"] = "softmax";
  config_["training"]["in_batch"] = true;
  const auto files = [&](const TrainerOptions& options,
                         const TrainerHooks& hooks, ErrorCode* stopped) {
    auto task = Make();
    EXPECT_TRUE(task.ok()) << task.error().message;
    SoloCommunicator alone;
    const Status trained = Train(*task.value(), options, hooks, alone);
    if (stopped == nullptr) {
      EXPECT_TRUE(trained.ok()) << trained.error().message;
    } else if (!trained.ok()) {
      *stopped = trained.error().code;
    }
    return task.value()->Save({}).value();
  };
  const auto expect_same = [](const ModelFiles& found, const ModelFiles& wanted,
                              const std::string& name) {
    EXPECT_TRUE(found.tensors == wanted.tensors) << name;
    EXPECT_EQ(found.config, wanted.config) << name;
  };
  const ModelFiles undisturbed = files({}, {}, nullptr);
  EXPECT_TRUE(Retriever::Load(undisturbed).value().Probability(0));
  for (const std::string stage : {"pretrain", "rank", "rationale"}) {
    TrainerOptions options;
    options.checkpoints.folder = folder_.Path(stage);
    std::atomic<bool> stop = false;
    TrainerHooks hooks;
    hooks.stop = &stop;
    // Within its second epoch.
    hooks.on_step = [&](const TrainingProgress& progress) {
      if (progress.stage == stage && progress.epoch == 2) stop = true;
    };
    ErrorCode stopped = ErrorCode::kIo;
    files(options, hooks, &stopped);
    EXPECT_EQ(stopped, ErrorCode::kInterrupted) << stage;
    options.resume = true;
    expect_same(files(options, {}, nullptr), undisturbed, stage);
    // Nothing is left to do.
    expect_same(files(options, {}, nullptr), undisturbed, stage + ", again");
  }
}

TEST_F(RetrieverTaskTest, PretrainingTellsHowTheOtherQuestionIsWorded) {
  config_["pooling"] = "last";
  config_["training"]["epochs"] = 1;
  config_["training"]["optimiser"]["learning_rate"] = 1e-9;
  config_["pretraining"] = json::parse(R"({
      "pairs": ["question"], "epochs": 25, "batch": 16, "longest": 8,
      "decoder": {"type": "rcnn", "hidden": 16},
      "optimiser": {"learning_rate": 0.02}})");
  auto task = Make();
  ASSERT_TRUE(task.ok()) << task.error().message;
  ASSERT_EQ(task.value()->Stages().size(), 2u);
  ThreadPool pool(2);
  Stage& stage = *task.value()->Stages().front();
  const double before = stage.Evaluate(pool).value()["perplexity"];
  SoloCommunicator alone;
  TrainerOptions options;
  options.threads = 2;
  ASSERT_TRUE(Train(*task.value(), options, {}, alone).ok());
  // Without the vector one of twelve things would have to be guessed, one of
  // four places that are written: 12^(1/4) = 1.86 at best.
  EXPECT_GT(before, 10);
  EXPECT_LT(stage.Evaluate(pool).value()["perplexity"], 1.4);
}

TEST_F(RetrieverTaskTest, PretrainingRefusesWhatCannotWrite) {
  config_["pretraining"] = {{"pairs", {"text"}},
                            {"decoder",
                             {{"type", "bidirectional"},
                              {"layer", {{"type", "rcnn"}, {"hidden", 4}}}}}};
  EXPECT_EQ(Refused(),
            "q.json: pretraining: decoder: expected a layer that reads "
            "forwards, found \"bidirectional\"");
  config_["pretraining"] = {{"pairs", {"title"}}};
  EXPECT_EQ(Refused(),
            "q.json: pretraining.pairs: expected a list of \"text\", "
            "\"body\" and \"question\", found [\"title\"]");
  config_["pretraining"] = {{"pairs", {"body"}}};
  EXPECT_EQ(Refused(),
            "q.json: pretraining: expected texts that make pairs, found none");
}

TEST_F(RetrieverTaskTest, ItsResolvedConfigMakesItAgain) {
  const auto task = Make();
  ASSERT_TRUE(task.ok()) << task.error().message;
  json resolved = task.value()->ResolvedConfig();
  EXPECT_EQ(resolved["training"]["margin"], 0.2);
  resolved["train"] = config_["train"];
  resolved["dev"] = config_["dev"];
  const auto again = RetrieverTask::Make(
      {.config = resolved, .name = "q.json", .files = {}, .data = {}});
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(again.value()->ResolvedConfig(), task.value()->ResolvedConfig());
}

TEST_F(RetrieverTaskTest, RefusesBadConfigsAndData) {
  const json good = config_;
  config_.erase("vectors");
  EXPECT_EQ(Refused(), "q.json: expected \"vectors\", or --vectors");
  config_ = good;
  config_["dev"] = json::array();
  EXPECT_EQ(Refused(), "expected \"dev\" in the config or --dev");
  config_ = good;
  config_["with_words"] = true;
  config_["layers"] = json::array();
  EXPECT_EQ(Refused(),
            "q.json: \"with_words\": expected layers, whose vectors those of "
            "words stand beside, found none");
  config_ = good;
  config_["rationale"] = {{"share", 1}};
  EXPECT_EQ(Refused(),
            "q.json: rationale: \"share\": expected a number from 0.0 to 0.99, "
            "found 1");
  config_["rationale"] = {{"share", 0.2}};
  config_["layers"] = {{{"type", "bag"}}};
  EXPECT_EQ(Refused(),
            "q.json: layers[0]: expected a layer that can be told how much a "
            "word is chosen, found \"bag\" that cannot");
  config_ = good;
  config_["subwords"] = {{"buckets", 8}, {"shortest", 4}, {"longest", 3}};
  EXPECT_EQ(Refused(),
            "q.json: subwords: \"longest\": expected at least 4, found 3");
  config_ = good;
  config_["train"] = {folder_.Write("none.jsonl", "\n")};
  EXPECT_NE(Refused().find("none.jsonl:1: expected a query with candidates"),
            std::string::npos)
      << Refused();
}

}  // namespace
}  // namespace whylight
