#include "core/systems/language_model/train/bidirectional_task.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <numeric>

#include "core/format/json.h"
#include "core/systems/language_model/model.h"
#include "core/systems/language_model/train/task.h"
#include "core/training/engine/trainer.h"
#include "core/training/vectors/word_vectors.h"
#include "tests/core/random_matrix.h"
#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

constexpr std::size_t kKnownWords = 6;

LanguageModelConfig BothDirections() {
  LanguageModelConfig config;
  config.direction = LanguageModelDirection::kBoth;
  config.vectors = "vectors";
  config.model.hidden = 8;
  config.training.stage.epochs = 3;
  config.training.stage.batch = 16;
  config.training.stage.optimiser = {.learning_rate = 0.02};
  config.training.stage.keep_best = false;
  config.training.dropout = 0.1;
  config.training.samples = 4;
  return config;
}

// Pieces in which each word tells those beside it: 2 3 4 5 2 3 ..., from any of
// the four on.
std::vector<WordIds> Rounds(std::size_t count) {
  std::vector<WordIds> pieces;
  for (std::size_t i = 0; i < count; ++i) {
    WordIds& piece = pieces.emplace_back();
    for (std::size_t t = 0; t < 3 + i % 5; ++t) {
      piece.push_back(static_cast<std::int32_t>(2 + (i + t) % 4));
    }
  }
  return pieces;
}

BidirectionalLanguageModel SmallModel() {
  return BidirectionalLanguageModel::Make(
             Vocabulary::FromWords({"e", "f", "a", "b", "c", "d"}).value(),
             RandomMatrix(kKnownWords, 5, "small vectors"),
             {{{"type", "rcnn"}, {"hidden", 8}}}, 1)
      .value();
}

std::unique_ptr<BidirectionalTask> MakeRounds(
    const LanguageModelConfig& config) {
  return std::make_unique<BidirectionalTask>(config, SmallModel(), Rounds(200),
                                             Rounds(40));
}

Status TrainRounds(BidirectionalTask& task, const TrainerOptions& options = {},
                   const TrainerHooks& hooks = {}) {
  SoloCommunicator alone;
  return Train(task, options, hooks, alone);
}

nlohmann::ordered_json OnDev(BidirectionalTask& task) {
  ThreadPool pool(2);
  return task.Stages()[0]->Evaluate(pool).value();
}

std::vector<Matrix> ValuesOf(BidirectionalTask& task) {
  std::vector<Matrix> values;
  for (const Parameter* each : task.Parameters()) values.push_back(each->value);
  return values;
}

TEST(CandidateSamplerTest, DrawsWordsByTheirCountsAndKnowsHowOften) {
  const CandidateSampler sampler({16, 0, 1, 1});
  constexpr std::size_t kDraws = 3;
  constexpr int kTimes = 20000;
  std::vector<int> found(4);
  for (int i = 0; i < kTimes; ++i) {
    for (const std::int32_t word :
         sampler.Draw(kDraws, CounterRandom(1, RandomPurpose::kNegative,
                                            static_cast<std::uint64_t>(i)))) {
      ++found[static_cast<std::size_t>(word)];
    }
  }
  EXPECT_EQ(found[1], 0);
  for (const std::size_t word : {0u, 2u, 3u}) {
    EXPECT_NEAR(static_cast<double>(found[word]) / kTimes,
                std::exp(static_cast<double>(sampler.LogExpected(
                    static_cast<std::int32_t>(word), kDraws))),
                0.01);
  }
  // 16 to the power of 3/4 is 8.
  EXPECT_NEAR(static_cast<double>(sampler.LogExpected(0, 1)), std::log(0.8),
              1e-6);
}

TEST(BidirectionalTaskTest, CutsTextsIntoPiecesOfAboutEqualLength) {
  std::vector<WordIds> pieces;
  CutIntoPieces({1, 2, 3, 4, 5, 6, 7}, 3, &pieces);
  EXPECT_EQ(pieces, (std::vector<WordIds>{{1, 2}, {3, 4}, {5, 6, 7}}));
  pieces.clear();
  CutIntoPieces({1, 2, 3}, 3, &pieces);
  CutIntoPieces({1}, 3, &pieces);
  CutIntoPieces({}, 3, &pieces);
  EXPECT_EQ(pieces, (std::vector<WordIds>{{1, 2, 3}}));
}

TEST(BidirectionalTaskTest, PerplexityOfEqualChancesIsTheNumberOfWords) {
  const auto task = MakeRounds(BothDirections());
  for (Parameter* parameter : task->Parameters()) parameter->value.setZero();
  const auto dev = OnDev(*task);
  for (const char* key : {"perplexity", "forward", "backward"}) {
    EXPECT_NEAR(dev[key].get<double>(), kKnownWords, 1e-4) << key;
  }
}

TEST(BidirectionalTaskTest, LearnsBothDirectionsFromSampledWordsAsFromAll) {
  for (const std::size_t samples : {std::size_t{0}, std::size_t{4}}) {
    LanguageModelConfig config = BothDirections();
    config.training.samples = samples;
    config.training.stage.epochs = 15;
    const auto task = MakeRounds(config);
    ASSERT_TRUE(TrainRounds(*task).ok());
    const auto dev = OnDev(*task);
    EXPECT_LT(dev["forward"].get<double>(), 1.3) << samples;
    EXPECT_LT(dev["backward"].get<double>(), 1.3) << samples;
  }
}

TEST(BidirectionalTaskTest, ForetellsWordsFromThoseOnOneSideAlone) {
  const BidirectionalLanguageModel model = SmallModel();
  const auto states = [&](const WordIds& text, Direction direction) {
    Graph graph(Graph::Mode::kInference);
    const std::vector<const WordIds*> texts = {&text};
    const ForetoldWords foretold =
        model.Foretell(graph, model.Lookup(graph, MakeWordBatch(texts).words),
                       texts, direction);
    return std::pair(Matrix(graph.value(foretold.states)), foretold.targets);
  };
  // One word is not known; it is read, but not foretold.
  const auto [forward, next] =
      states({2, 3, kUnknownWord, 5}, Direction::kForward);
  EXPECT_EQ(next, (std::vector<std::int32_t>{3, 5}));
  const auto [other, _] = states({2, 4, 1, 0}, Direction::kForward);
  EXPECT_EQ(forward.row(0), other.row(0));
  EXPECT_NE(forward.row(1), other.row(1));
  const auto [backward, before] =
      states({2, 3, kUnknownWord, 5}, Direction::kBackward);
  EXPECT_EQ(before, (std::vector<std::int32_t>{3, 2}));
}

TEST(BidirectionalTaskTest, AnyNumberOfThreadsGivesTheSameBits) {
  const auto one = MakeRounds(BothDirections());
  const auto three = MakeRounds(BothDirections());
  ASSERT_TRUE(TrainRounds(*one).ok());
  TrainerOptions options;
  options.threads = 3;
  ASSERT_TRUE(TrainRounds(*three, options).ok());
  EXPECT_EQ(ValuesOf(*one), ValuesOf(*three));
}

TEST(BidirectionalTaskTest, InterruptedAndResumedItGivesTheSameBits) {
  const auto undisturbed = MakeRounds(BothDirections());
  ASSERT_TRUE(TrainRounds(*undisturbed).ok());
  const ScratchFolder folder;
  TrainerOptions options;
  options.checkpoints.folder = folder.Path("checkpoints");
  std::atomic<bool> stop = false;
  TrainerHooks hooks;
  hooks.stop = &stop;
  hooks.on_step = [&](const TrainingProgress& progress) {
    stop = progress.step == 17;
  };
  const auto first = MakeRounds(BothDirections());
  EXPECT_EQ(TrainRounds(*first, options, hooks).error().code,
            ErrorCode::kInterrupted);
  options.resume = true;
  const auto second = MakeRounds(BothDirections());
  ASSERT_TRUE(TrainRounds(*second, options).ok());
  EXPECT_EQ(ValuesOf(*second), ValuesOf(*undisturbed));
}

class BidirectionalConfigTest : public testing::Test {
 protected:
  BidirectionalConfigTest() {
    EXPECT_TRUE(WriteWordVectors(
                    folder_.Path("vectors"),
                    {Vocabulary::FromWords({"hop", "malt", "foam"}).value(),
                     {3, 2, 1},
                     RandomMatrix(3, 4, "hop vectors")},
                    "{}")
                    .ok());
    inputs_.name = "lm.json";
    inputs_.config = nlohmann::json::parse(R"({
      "task": "language-model", "direction": "both", "hidden": 4,
      "layers": 2, "unit_vectors": true,
      "predict": {"epochs": 1, "batch": 2, "unroll": 3, "samples": 2}})");
    inputs_.config["vectors"] = folder_.Path("vectors");
    inputs_.config["train"] = folder_.Write(
        "train.jsonl",
        "{\"text\": \"Hop, malt: HOP!\"}\n{\"text\": \"foam\"}\n");
    inputs_.config["more"] = {folder_.Write("more.txt", "malt foam\n")};
    inputs_.config["dev"] = folder_.Write("dev.txt", "hop hop\n");
  }

  ScratchFolder folder_;
  TaskInputs inputs_;
};

TEST_F(BidirectionalConfigTest, ReadsTextsOfAnyFormatAsOtherModelsDo) {
  const auto task = LanguageModelTask::Make(inputs_);
  ASSERT_TRUE(task.ok()) << task.error().message;
  // "Hop , malt" is one piece, ": hop !" the next; "foam" alone is none.
  EXPECT_EQ(task.value()->Summary(),
            "8 words in 3 pieces to train on, 2 to tune on, 3 different");
  const nlohmann::ordered_json resolved = task.value()->ResolvedConfig();
  EXPECT_EQ(resolved["direction"], "both");
  EXPECT_EQ(resolved["more"].size(), 1u);
  inputs_.config = nlohmann::json::parse(DumpJson(resolved));
  const auto again = LanguageModelTask::Make(inputs_);
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(again.value()->ResolvedConfig(), resolved);

  const ModelFiles files = task.value()->Save({{"steps", 1}}).value();
  EXPECT_TRUE(IsPretrained(files));
  const auto loaded = BidirectionalLanguageModel::Load(files);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_EQ(loaded.value().Save(Dtype::kF16, Dtype::kF16, "{}").value().tensors,
            files.tensors);
  // It cannot go on from a beginning.
  EXPECT_EQ(LanguageModel::Load(files).error().message,
            "config.json: expected a language model that reads forwards, found "
            "one of \"direction\" \"both\", for other trainings to start from");
}

TEST_F(BidirectionalConfigTest, LayersWithoutStatesAtWordsAreRefused) {
  ModelFiles files = SmallModel().Save(Dtype::kF32, Dtype::kF32, "{}").value();
  nlohmann::json config = nlohmann::json::parse(files.config);
  config["layers"] = {{{"type", "pooling"}, {"kind", "max"}}};
  files.config = config.dump();
  const auto loaded = BidirectionalLanguageModel::Load(files);
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.error().message,
            "config.json: layers[0]: expected a layer that gives a vector a "
            "word, found \"pooling\" that does not");
}

TEST_F(BidirectionalConfigTest, ErrorsNameTheKey) {
  const auto message = [&](const char* changes) {
    nlohmann::json config = inputs_.config;
    config.merge_patch(nlohmann::json::parse(changes));
    TaskInputs inputs = inputs_;
    inputs.config = config;
    return LanguageModelTask::Make(inputs).error().message;
  };
  EXPECT_EQ(message(R"({"vectors": null})"),
            "lm.json: expected \"vectors\" where \"direction\" is \"both\"");
  EXPECT_EQ(message(R"({"direction": "forward"})"),
            "lm.json: expected no \"vectors\" unless \"direction\" is "
            "\"both\"");
  EXPECT_EQ(message(R"({"layer": {"highway": true}, "hidden": 5})"),
            "lm.json: highway: expected as many inputs as hidden units, found "
            "4 and 5");
}

}  // namespace
}  // namespace whylight
