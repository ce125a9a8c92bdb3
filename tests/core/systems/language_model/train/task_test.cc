#include "core/systems/language_model/train/task.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "core/format/json.h"
#include "core/training/engine/trainer.h"
#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

constexpr std::int32_t kWords = 6;

LanguageModelConfig Config() {
  LanguageModelConfig config;
  config.model.layers = 2;
  config.model.hidden = 8;
  config.training.stage.epochs = 3;
  config.training.stage.batch = 3;
  config.training.stage.keep_best = false;
  config.training.unroll = 5;
  return config;
}

// A text in which each word tells the next one: 2 3 4 5 2 3 4 5 ...
std::vector<std::int32_t> Cycle(std::size_t count) {
  std::vector<std::int32_t> words;
  for (std::size_t i = 0; i < count; ++i) {
    words.push_back(static_cast<std::int32_t>(2 + i % 4));
  }
  return words;
}

std::unique_ptr<LanguageModelTask> MakeTask(
    const LanguageModelConfig& config,
    const std::vector<std::int32_t>& dev = Cycle(40)) {
  LanguageModel model =
      LanguageModel::Make(
          config.model,
          Vocabulary::FromWords({"<eos>", "<unk>", "a", "b", "c", "d"}).value(),
          config.training.seed)
          .value();
  return std::make_unique<LanguageModelTask>(config, std::move(model),
                                             Cycle(60), dev);
}

double DevPerplexity(LanguageModelTask& task, int threads = 1) {
  ThreadPool pool(threads);
  return task.Stages()[0]->Evaluate(pool).value()["perplexity"];
}

Status TrainTask(LanguageModelTask& task, const TrainerOptions& options = {},
                 const TrainerHooks& hooks = {}) {
  SoloCommunicator alone;
  return Train(task, options, hooks, alone);
}

std::vector<Matrix> Values(LanguageModelTask& task) {
  std::vector<Matrix> values;
  for (const Parameter* parameter : task.Parameters()) {
    values.push_back(parameter->value);
  }
  return values;
}

TEST(LanguageModelTaskTest, PerplexityOfEqualChancesIsTheNumberOfWords) {
  const auto task = MakeTask(Config());
  for (Parameter* parameter : task->Parameters()) parameter->value.setZero();
  EXPECT_NEAR(DevPerplexity(*task), kWords, 1e-4);
}

TEST(LanguageModelTaskTest, PerplexityEqualsWhatIsWorkedOutByHand) {
  // -log2 p of <eos>, <unk>, a, b, c and d: 1/8 + 1/32 + 1/2 + 1/4 + 1/32 +
  // 1/16 = 1.
  const std::vector<double> bits = {3, 5, 1, 2, 5, 4};
  LanguageModelConfig config = Config();
  config.training.stage.batch = 1;
  config.training.unroll = 2;
  // "a b b d", and the end of the line counts, as it does in figures on the
  // Penn Treebank: 1 + 2 + 2 + 4 + 3 = 12 bits for 5 words.
  const auto task = MakeTask(config, {2, 3, 3, 5, 0});
  for (Parameter* parameter : task->Parameters()) {
    parameter->value.setZero();
    if (parameter->name != "output.b") continue;
    for (std::size_t word = 0; word < bits.size(); ++word) {
      parameter->value(0, static_cast<Index>(word)) =
          static_cast<Real>(-bits[word] * std::log(2.0));
    }
  }
  EXPECT_NEAR(DevPerplexity(*task), std::exp2(12.0 / 5), 1e-5);
}

TEST(LanguageModelTaskTest, LearnsATextThatCanBeForetold) {
  LanguageModelConfig config = Config();
  config.training.stage.epochs = 30;
  config.training.dropout = 0;
  LanguageModelConfig lstm = config;
  lstm.model.layer = LstmOptions{};
  for (const LanguageModelConfig& each : {config, lstm}) {
    const auto task = MakeTask(each);
    ASSERT_TRUE(TrainTask(*task).ok());
    EXPECT_LT(DevPerplexity(*task), 1.2);
  }
}

// The loss of a chunk is that of the same words in one long chunk: the state is
// carried over the cut.
void ExpectNoLossFromCuts(const LanguageModelLayer& layer) {
  const auto loss = [&](std::size_t unroll) {
    LanguageModelConfig config = Config();
    config.model.layer = layer;
    config.training.dropout = 0;
    config.training.unroll = unroll;
    const auto task = MakeTask(config);
    Stage& stage = *task->Stages()[0];
    double sum = 0;
    Step step;
    for (const auto& batch : stage.Batches(0)) {
      step.batch_size = batch.size();
      for (std::size_t s = 0; s < batch.size(); ++s) {
        Graph graph(Graph::Mode::kTraining);
        const Shard shard{.index = s, .examples = {batch[s]}};
        sum += static_cast<double>(
            graph.value(stage.Loss(graph, shard, step, {}))(0, 0));
      }
      ++step.number;
    }
    return sum;
  };
  const double whole = loss(1000);
  EXPECT_NEAR(loss(5), whole, 1e-4 * whole);
  EXPECT_NEAR(loss(7), whole, 1e-4 * whole);
}

TEST(LanguageModelTaskTest, LossOfAnEpochDoesNotDependOnTheCuts) {
  ExpectNoLossFromCuts(Config().model.layer);
  ExpectNoLossFromCuts(LstmOptions{});
}

TEST(LanguageModelTaskTest, AnyNumberOfThreadsGivesTheSameBits) {
  const auto one = MakeTask(Config());
  const auto three = MakeTask(Config());
  ASSERT_TRUE(TrainTask(*one).ok());
  TrainerOptions options;
  options.threads = 3;
  ASSERT_TRUE(TrainTask(*three, options).ok());
  EXPECT_EQ(Values(*one), Values(*three));
  EXPECT_EQ(DevPerplexity(*one), DevPerplexity(*three, 3));
}

void ExpectResumedToTheSameBits(const LanguageModelConfig& config) {
  const auto undisturbed = MakeTask(config);
  ASSERT_TRUE(TrainTask(*undisturbed).ok());

  const ScratchFolder folder;
  TrainerOptions options;
  options.checkpoints.folder = folder.Path("checkpoints");
  std::atomic<bool> stop = false;
  TrainerHooks hooks;
  hooks.stop = &stop;
  // Within an epoch, where states are carried.
  hooks.on_step = [&](const TrainingProgress& progress) {
    stop = progress.step == 6;
  };
  const auto first = MakeTask(config);
  EXPECT_EQ(TrainTask(*first, options, hooks).error().code,
            ErrorCode::kInterrupted);
  options.resume = true;
  const auto second = MakeTask(config);
  const Status resumed = TrainTask(*second, options);
  ASSERT_TRUE(resumed.ok()) << resumed.error().message;
  EXPECT_EQ(Values(*second), Values(*undisturbed));
}

TEST(LanguageModelTaskTest, InterruptedAndResumedItGivesTheSameBits) {
  ExpectResumedToTheSameBits(Config());
  LanguageModelConfig lstm = Config();
  lstm.model.layer = LstmOptions{};
  lstm.model.tied = false;
  ExpectResumedToTheSameBits(lstm);
}

TEST(LanguageModelTaskTest, ReadsItsConfigAndItsTexts) {
  const ScratchFolder folder;
  TaskInputs inputs;
  inputs.name = "lm.json";
  inputs.config = nlohmann::json::parse(R"({
    "task": "language-model", "words": 4, "layers": 1, "hidden": 4,
    "predict": {"epochs": 1, "batch": 2, "unroll": 3}})");
  inputs.files = {{"train", folder.Write("train.txt", "a b\nb c\n")},
                  {"dev", folder.Write("dev.txt", "a a\n")}};
  const auto task = LanguageModelTask::Make(inputs);
  ASSERT_TRUE(task.ok()) << task.error().message;
  EXPECT_EQ(task.value()->Summary(),
            "6 words to train on, 3 to tune on, 4 different, 96 parameters");
  const nlohmann::ordered_json resolved = task.value()->ResolvedConfig();
  EXPECT_EQ(resolved["train"], "train.txt");
  EXPECT_EQ(resolved["predict"]["unroll"], 3);
  inputs.config = nlohmann::json::parse(DumpJson(resolved));
  const auto again = LanguageModelTask::Make(inputs);
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(again.value()->ResolvedConfig(), resolved);
  const Result<ModelFiles> files = task.value()->Save({{"steps", 1}});
  EXPECT_TRUE(LanguageModel::Load(files.value()).ok());
}

TEST(LanguageModelTaskTest, ErrorsNameTheKey) {
  TaskInputs inputs;
  inputs.name = "lm.json";
  const auto message = [&](const char* config) {
    inputs.config = nlohmann::json::parse(config);
    return LanguageModelTask::Make(inputs).error().message;
  };
  EXPECT_EQ(message(R"({"task": "rationale"})"),
            "lm.json: \"task\": expected one of \"language-model\", found "
            "\"rationale\"");
  EXPECT_EQ(
      message(R"({"task": "language-model", "predict": {"unroll": 0}})"),
      "lm.json: predict: \"unroll\": expected a whole number from 1 to 100000, "
      "found 0");
  EXPECT_EQ(message(R"({"task": "language-model", "layer": {"order": 2,
                        "same_step": true}})"),
            "lm.json: layer: same_step: expected a multiplicative mapping, "
            "found an additive one");
  EXPECT_EQ(message(R"({"task": "language-model",
                        "layer": {"type": "lstm", "order": 2}})"),
            "lm.json: layer: unknown key \"order\", expected one of: "
            "hidden, initialisation, state, type");
}

}  // namespace
}  // namespace whylight
