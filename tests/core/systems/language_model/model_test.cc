#include "core/systems/language_model/model.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/ops/ops.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

Vocabulary Words() {
  return Vocabulary::FromWords({"the", "<eos>", "<unk>", "cat", "sat"}).value();
}

LanguageModelOptions Small() {
  LanguageModelOptions options;
  options.layers = 2;
  options.hidden = 4;
  return options;
}

LanguageModel SmallModel(std::uint64_t seed = 3) {
  return LanguageModel::Make(Small(), Words(), seed).value();
}

Matrix LogitsOf(const LanguageModel& model,
                const std::vector<std::int32_t>& words) {
  Graph graph(Graph::Mode::kInference);
  CarriedState state = model.Start(1);
  const Sequences states = model.Read(
      graph,
      {model.Lookup(graph, words),
       EveryRowAWord(static_cast<Index>(words.size()), 1), std::nullopt},
      state);
  return graph.value(model.NextWord(graph, states.words));
}

TEST(LanguageModelTest, WordsAreWhatStandsBetweenWhiteSpace) {
  using Expected = std::vector<std::string_view>;
  EXPECT_EQ(SplitWords(" the <unk>  n't\tsat\n"),
            (Expected{"the", "<unk>", "n't", "sat"}));
  EXPECT_EQ(SplitWords(" \t"), Expected{});
}

TEST(LanguageModelTest, UnknownWordsShareAnId) {
  const LanguageModel model = SmallModel();
  EXPECT_EQ(model.Id("cat"), 3);
  EXPECT_EQ(model.Id("dog"), 2);
  EXPECT_EQ(model.end_of_sentence(), 1);
}

TEST(LanguageModelTest, VectorsOfWordsAreTheRowsOfTheSoftmax) {
  LanguageModel model = SmallModel();
  Graph graph(Graph::Mode::kInference);
  const Matrix states = RandomMatrix(2, 4, "states");
  const Var logits = model.NextWord(graph, graph.Constant(states));
  const std::vector<std::int32_t> all = {0, 1, 2, 3, 4};
  const Matrix vectors = graph.value(model.Lookup(graph, all));
  EXPECT_LT((Matrix(graph.value(logits)) - states * vectors.transpose())
                .cwiseAbs()
                .maxCoeff(),
            1e-6);
}

TEST(LanguageModelTest, SavedAndLoadedItIsTheSame) {
  LanguageModelOptions rcnn = Small();
  rcnn.layer = RcnnOptions{.order = 2,
                           .form = {.mapping = Mapping::kMultiplicative,
                                    .normalized = false,
                                    .state = ExposedState::kSumC},
                           .output_gate = true,
                           .initialisation = Initialisation::kUnitRows};
  LanguageModelOptions lstm = Small();
  lstm.layer = LstmOptions{.initialisation = Initialisation::kUnitRows};
  LanguageModelOptions untied = Small();
  untied.tied = false;
  for (const LanguageModelOptions& options : {rcnn, lstm, untied}) {
    LanguageModel model = LanguageModel::Make(options, Words(), 3).value();
    for (Parameter* parameter : model.Parameters()) {
      parameter->value = RandomMatrix(parameter->value.rows(),
                                      parameter->value.cols(), parameter->name);
    }
    const Result<ModelFiles> files =
        model.Save(Dtype::kF32, Dtype::kF32, R"({"n": 1})");
    const Result<LanguageModel> loaded = LanguageModel::Load(files.value());
    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    EXPECT_EQ(LogitsOf(loaded.value(), {1, 0, 3}), LogitsOf(model, {1, 0, 3}));
    EXPECT_EQ(loaded.value()
                  .Save(Dtype::kF32, Dtype::kF32, R"({"n": 1})")
                  .value()
                  .config,
              files.value().config);
  }
}

// Models that were saved before there was a choice say neither.
TEST(LanguageModelTest, LayersAreRcnnAndVectorsTiedUnlessTheConfigSaysSo) {
  ModelFiles files = SmallModel().Save(Dtype::kF32, Dtype::kF32, "{}").value();
  nlohmann::json config = nlohmann::json::parse(files.config);
  EXPECT_EQ(config["layer"]["type"], "rcnn");
  EXPECT_EQ(config["tied"], true);
  config["layer"].erase("type");
  config.erase("tied");
  files.config = config.dump();
  const Result<LanguageModel> loaded = LanguageModel::Load(files);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_EQ(LogitsOf(loaded.value(), {1, 0, 3}),
            LogitsOf(SmallModel(), {1, 0, 3}));
}

TEST(LanguageModelTest, UntiedTheSoftmaxHasRowsOfItsOwn) {
  LanguageModelOptions options = Small();
  options.tied = false;
  LanguageModel model = LanguageModel::Make(options, Words(), 3).value();
  const auto parameters = model.Parameters();
  EXPECT_EQ(parameters.size(), SmallModel().Parameters().size() + 1);
  for (Parameter* parameter : parameters) {
    if (parameter->name == "output.W") parameter->value.setZero();
  }
  EXPECT_TRUE(LogitsOf(model, {1, 0, 3}).isZero());
}

TEST(LanguageModelTest, SampleDependsOnSeedAndPromptAlone) {
  const LanguageModel model = SmallModel();
  const auto sample = [&](const char* prompt, std::uint64_t seed) {
    return model.Sample(prompt, 20, 1, seed);
  };
  EXPECT_EQ(sample("the cat", 1).size(), 20u);
  EXPECT_EQ(sample("the cat", 1), sample("the cat", 1));
  EXPECT_NE(sample("the cat", 1), sample("the cat", 2));
}

// At a low temperature the likeliest word always wins.
TEST(LanguageModelTest, SampleGoesOnFromItsPrompt) {
  LanguageModel model = SmallModel();
  for (Parameter* parameter : model.Parameters()) {
    if (parameter->name == "embedding") parameter->value *= 20;
  }
  Index likeliest = 0;
  LogitsOf(model, {1, 0, 3}).row(2).maxCoeff(&likeliest);
  EXPECT_EQ(model.Sample("the cat", 1, 0.01, 5),
            (std::vector<std::string>{std::string(model.vocabulary().word(
                static_cast<std::size_t>(likeliest)))}));
}

TEST(LanguageModelTest, WhatCannotBeAModelIsRefused) {
  const auto message = [](const LanguageModelOptions& options,
                          std::vector<std::string> words) {
    return LanguageModel::Make(options, Vocabulary::FromWords(words).value(), 1)
        .error()
        .message;
  };
  EXPECT_EQ(message(Small(), {"<unk>", "cat"}),
            "vocabulary: expected \"<eos>\", found none");
  LanguageModelOptions max = Small();
  max.layer = RcnnOptions{.form = {.pooling = NgramPooling::kMax},
                          .decay = Decay::kConstant};
  EXPECT_EQ(message(max, {"<unk>", "<eos>"}),
            "pooling: expected sums, which go on from where they stopped, "
            "found max-pooling");
}

TEST(LanguageModelTest, FilesThatDoNotFitAreRefused) {
  const ModelFiles good =
      SmallModel().Save(Dtype::kF32, Dtype::kF32, "{}").value();
  const auto change = [&](const auto& edit) {
    nlohmann::json config = nlohmann::json::parse(good.config);
    edit(config);
    ModelFiles files = good;
    files.config = config.dump();
    return LanguageModel::Load(files).error();
  };
  const Error task = change([](auto& config) { config["task"] = "other"; });
  EXPECT_EQ(task.code, ErrorCode::kBadModel);
  EXPECT_EQ(task.message,
            "config.json: expected \"task\" to be \"language-model\", found "
            "\"other\"");
  EXPECT_EQ(change([](auto& config) { config["hidden"] = 4096; }).message,
            "config.json: expected sizes that fit model.safetensors, found "
            "134262789 parameters for a file of " +
                std::to_string(good.tensors.size()) + " bytes");
  EXPECT_EQ(change([](auto& config) { config["layer"]["order"] = 0; }).message,
            "config.json: layer: \"order\": expected a whole number from 1 to "
            "16, found 0");
  EXPECT_EQ(change([](auto& config) { config["tied"] = 1; }).message,
            "config.json: expected \"tied\" to be true or false");
  EXPECT_EQ(
      change([](auto& config) {
        config["layer"] = {{"type", "gru"}};
      }).message,
      "config.json: layer: \"type\": expected one of \"rcnn\", \"lstm\", found "
      "\"gru\"");
}

}  // namespace
}  // namespace whylight
