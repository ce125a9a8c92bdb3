// From a language without labels to a model with them, by files alone.
#include <gtest/gtest.h>

#include <string>

#include "core/format/json.h"
#include "core/format/native/model_store.h"
#include "core/systems/registry.h"
#include "core/training/engine/trainer.h"
#include "core/training/vectors/word_vectors.h"
#include "tests/core/random_matrix.h"
#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using nlohmann::json;

class PretrainingTest : public testing::Test {
 protected:
  PretrainingTest() {
    const std::vector<std::string> words = {"hop", "malt", "foam", "flat"};
    const Matrix vectors = RandomMatrix(4, 6, "pretraining vectors");
    EXPECT_TRUE(
        WriteWordVectors(
            folder_.Path("vectors"),
            {Vocabulary::FromWords(words).value(), {4, 3, 2, 1}, vectors}, "{}")
            .ok());
    json learned = json::parse(R"({
      "task": "language-model", "direction": "both", "hidden": 5, "layers": 1,
      "unit_vectors": true,
      "layer": {"order": 2, "activation": "tanh", "highway": false},
      "predict": {"epochs": 2, "batch": 4, "samples": 2}})");
    learned["vectors"] = folder_.Path("vectors");
    const std::string texts = "hop malt foam\nmalt foam flat\nflat hop\n";
    learned["train"] = folder_.Write("texts.txt", texts);
    learned["dev"] = folder_.Write("others.txt", texts);
    const auto language = Make(learned);
    EXPECT_TRUE(language.ok()) << language.error().message;
    SoloCommunicator alone;
    EXPECT_TRUE(Train(*language.value(), {}, {}, alone).ok());
    forward_ = Value(*language.value(), "forward.1.gate.U");
    EXPECT_TRUE(
        WriteModelFolder(folder_.Path("lm"), language.value()->Save({}).value())
            .ok());
  }

  static Result<std::unique_ptr<TrainingTask>> Make(const json& config) {
    const auto system = FindTrainableSystem(config, "c.json", "");
    return system.value()->make(
        {.config = config, .name = "c.json", .files = {}, .data = {}});
  }

  static Matrix Value(TrainingTask& task, const std::string& name) {
    for (const Parameter* parameter : task.Parameters()) {
      if (parameter->name == name) return parameter->value;
    }
    ADD_FAILURE() << name;
    return {};
  }

  // But for rounding, as the language is kept in 16 bits.
  void ExpectLearned(const Matrix& value) const {
    EXPECT_TRUE(value.isApprox(forward_, Real(1e-3)));
  }

  ScratchFolder folder_;
  Matrix forward_;
};

TEST_F(PretrainingTest, AClassifierStartsFromALanguage) {
  json config = json::parse(R"({
    "task": "classifier", "unit_vectors": true,
    "layers": {"type": "rcnn", "hidden": 5}})");
  config["train"] = folder_.Write("train.txt", "1 hop malt\n0 foam flat\n");
  config["dev"] = config["train"];
  config["vectors"] = folder_.Path("vectors");
  config["start"] = folder_.Path("lm");
  const auto task = Make(config);
  ASSERT_TRUE(task.ok()) << task.error().message;
  ExpectLearned(Value(*task.value(), "layers.1.gate.U"));
  EXPECT_EQ(task.value()->ResolvedConfig()["start"], folder_.Path("lm"));

  json wider = config;
  wider["layers"]["hidden"] = 7u;
  EXPECT_NE(Make(wider).error().message.find("of width 5, found"),
            std::string::npos)
      << Make(wider).error().message;
  json stretched = config;
  stretched["unit_vectors"] = false;
  stretched["vector_length"] = 3;
  EXPECT_NE(
      Make(stretched).error().message.find("word vectors: expected those"),
      std::string::npos);
}

TEST_F(PretrainingTest, GeneratorAndEncoderStartFromALanguage) {
  json config = json::parse(R"({
    "task": "rationale", "aspects": [{"name": "look"}], "vector_length": 1,
    "generator": {"hidden": 5, "order": 2, "decay": "xh"},
    "encoder": {"hidden": 5, "order": 2, "decay": "xh"}})");
  config["train"] =
      folder_.Write("train.jsonl",
                    "{\"text\": \"hop malt\", \"ratings\": {\"look\": 0.5}}\n"
                    "{\"text\": \"malt\", \"ratings\": {\"look\": 0.7}}\n");
  config["dev"] = config["train"];
  // The vectors of a model are those it was trained with.
  config["vectors"] = folder_.Path("lm");
  config["start"] = folder_.Path("lm");
  const auto task = Make(config);
  ASSERT_TRUE(task.ok()) << task.error().message;
  ExpectLearned(Value(*task.value(), "generator.forward.gate.U"));
  ExpectLearned(Value(*task.value(), "encoder.forward.gate.U"));

  json other = config;
  other["encoder"]["decay"] = "x";
  const auto refused = Make(other);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("\"start\": "), std::string::npos);
}

TEST_F(PretrainingTest, AReaderStartsFromALanguage) {
  json config = json::parse(R"({
    "task": "reader", "align": 3, "compare": 3,
    "layers": {"type": "bidirectional", "layer": {"type": "rcnn", "hidden": 5}},
    "after": {"type": "rcnn", "hidden": 2}})");
  config["train"] = {
      folder_.Write("train.jsonl",
                    "{\"question\": \"hop malt\", \"text\": \"foam flat\", "
                    "\"answers\": [[0, 4]]}\n")};
  config["dev"] = config["train"];
  // The vectors of a model are those it was trained with.
  config["vectors"] = folder_.Path("lm");
  config["start"] = folder_.Path("lm");
  const auto task = Make(config);
  ASSERT_TRUE(task.ok()) << task.error().message;
  ExpectLearned(Value(*task.value(), "layers.1.forward.gate.U"));
  EXPECT_EQ(task.value()->ResolvedConfig()["start"], folder_.Path("lm"));

  const auto problem = [&](const char* key, const json& value) {
    json other = config;
    other[key] = value;
    const auto made = Make(other);
    return made.ok() ? "nothing" : made.error().message;
  };
  EXPECT_NE(problem("layers", {{"type", "rcnn"}, {"hidden", 7u}})
                .find("of width 5, found"),
            std::string::npos);
  EXPECT_NE(problem("start", folder_.Path("vectors")).find("language-model"),
            std::string::npos);
  // Words that it has no vectors of.
  json more = config;
  more["add_words"] = true;
  more["train"] = {
      folder_.Write("more.jsonl",
                    "{\"question\": \"hop ale\", \"text\": \"foam flat\", "
                    "\"answers\": [[0, 4]]}\n")};
  const auto refused = Make(more);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("vocabulary: expected its words"),
            std::string::npos)
      << refused.error().message;
}

TEST_F(PretrainingTest, NoWordVectorsStartARationaleModel) {
  json config = json::parse(R"({
    "task": "rationale", "aspects": [{"name": "look"}]})");
  config["train"] =
      folder_.Write("train.jsonl",
                    "{\"text\": \"hop malt\", \"ratings\": {\"look\": 0.5}}\n");
  config["dev"] = config["train"];
  config["vectors"] = folder_.Path("vectors");
  config["start"] = folder_.Path("vectors");
  EXPECT_NE(Make(config).error().message.find("found \"word-vectors\""),
            std::string::npos)
      << Make(config).error().message;
}

}  // namespace
}  // namespace whylight
