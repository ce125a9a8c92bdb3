#include "core/systems/answer_generator/model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

using nlohmann::json;

constexpr char kQuestion[] = "How is the bar?";
constexpr char kReview[] =
    "We loved it. \U0001F37A The Bar was loud, and the rooms were not quiet.";

json Layer(const char* type) {
  return json::parse(R"({"type": "bidirectional",
                         "layer": {"hidden": 2, "type": ")" +
                     std::string(type) + R"("}})");
}

Vocabulary Words() {
  return Vocabulary::FromWords({"the", "bar", "was", "loud", "how"}).value();
}

AnswerGenerator MakeGenerator(AnswerGeneratorOptions options) {
  options.align = 3;
  options.state = 4;
  options.attention = 3;
  options.generated = 3;
  options.longest = 5;
  AnswerGenerator model =
      AnswerGenerator::Make(std::move(options), Words(),
                            RandomMatrix(5, 4, "vectors"), 5)
          .value();
  for (Parameter* parameter : model.Parameters()) {
    parameter->value += RandomMatrix(parameter->value.rows(),
                                     parameter->value.cols(), parameter->name);
  }
  return model;
}

// Of each kind.
std::vector<AnswerGeneratorOptions> Kinds() {
  return {{},
          {.layers = {Layer("lstm")}, .band = 2, .after = {Layer("lstm")}},
          {.layers = {{{"type", "dcu"}}, Layer("rcnn")}, .sum_slots = false},
          {.beside = {.match = false, .similarity = true},
           .after = {Layer("gru"), Layer("gru")},
           .spelling = true}};
}

// A model without layers whose next word depends on nothing but these.
AnswerGenerator MakeSteady(Real copying, const std::vector<Real>& words,
                           bool sum_slots = true) {
  AnswerGenerator model =
      AnswerGenerator::Make({.align = 0,
                             .state = 1,
                             .attention = 1,
                             .generated = 2,
                             .sum_slots = sum_slots,
                             .longest = 2},
                            Words(), RandomMatrix(5, 2, "vectors"), 1)
          .value();
  for (Parameter* parameter : model.Parameters()) {
    parameter->value.setZero();
    if (parameter->name == "decoder.copying.b") {
      parameter->value(0, 0) = copying;
    }
    if (parameter->name == "decoder.words.b") {
      for (std::size_t k = 0; k < words.size(); ++k) {
        parameter->value(0, static_cast<Index>(k)) = words[k];
      }
    }
  }
  return model;
}

TEST(AnswerGeneratorTest, GeneratesWordsThatTheTextDoesNotHave) {
  const auto written =
      MakeSteady(-30, {0, 1, 3}).Write("how", "not so quiet").value();
  EXPECT_EQ(written.text, "bar bar");
  EXPECT_FALSE(written.ended);
  ASSERT_EQ(written.words.size(), 2u);
  const WrittenWord& word = written.words[0];
  EXPECT_FALSE(word.source);
  EXPECT_NEAR(word.probability, std::exp(3) / (1 + std::exp(1) + std::exp(3)),
              1e-6);
  EXPECT_NEAR(word.copying, 0, 1e-9);
  EXPECT_NEAR(word.copied, 0, 1e-9);
  EXPECT_EQ(written.known_question, 1);
  EXPECT_EQ(written.known_text, 0);
}

TEST(AnswerGeneratorTest, CopiesWordsThatItDoesNotKnow) {
  const auto written =
      MakeSteady(30, {}).Write("how", "Soft or quiet, QUIET").value();
  // Both places of a word together are more than any other word.
  EXPECT_EQ(written.text, "quiet quiet");
  const WrittenWord& word = written.words[0];
  ASSERT_TRUE(word.source);
  EXPECT_EQ(word.source->span, (Span{8, 13}));
  EXPECT_NEAR(word.source->attention, 0.2, 1e-6);
  EXPECT_NEAR(word.probability, 0.4, 1e-6);
  EXPECT_NEAR(word.copied, 1, 1e-6);
  // Each by itself they are not.
  EXPECT_EQ(MakeSteady(30, {}, false)
                .Write("how", "Soft or quiet, QUIET")
                .value()
                .text,
            "Soft Soft");
}

TEST(AnswerGeneratorTest, AWordOfTextAndListIsOneChoice) {
  // With p = 1/2 the list gives "bar" 1/3 and the text 1/2.
  const auto written = MakeSteady(0, {}).Write("how", "the Bar").value();
  ASSERT_EQ(written.words.size(), 2u);
  EXPECT_EQ(written.words[0].text, "the");
  EXPECT_NEAR(written.words[0].probability, 0.5 / 2 + 0.5 / 3, 1e-6);
  EXPECT_NEAR(written.words[0].copied, 0.6, 1e-6);
  EXPECT_TRUE(written.words[0].source);
  // The end is what is likeliest alone.
  const auto ended = MakeSteady(-1, {4}).Write("how", "the bar").value();
  EXPECT_TRUE(ended.ended);
  EXPECT_TRUE(ended.words.empty());
  EXPECT_EQ(ended.text, "");
}

void ExpectSame(const WrittenAnswer& found, const WrittenAnswer& expected) {
  EXPECT_EQ(found.text, expected.text);
  EXPECT_EQ(found.ended, expected.ended);
  EXPECT_EQ(found.known_question, expected.known_question);
  EXPECT_EQ(found.known_text, expected.known_text);
  ASSERT_EQ(found.words.size(), expected.words.size());
  for (std::size_t i = 0; i < found.words.size(); ++i) {
    const WrittenWord& word = found.words[i];
    const WrittenWord& other = expected.words[i];
    EXPECT_EQ(word.text, other.text);
    EXPECT_EQ(word.probability, other.probability);
    EXPECT_EQ(word.copying, other.copying);
    EXPECT_EQ(word.copied, other.copied);
    ASSERT_EQ(word.source.has_value(), other.source.has_value());
    if (!word.source) continue;
    EXPECT_EQ(word.source->span, other.source->span);
    EXPECT_EQ(word.source->attention, other.source->attention);
  }
}

TEST(AnswerGeneratorTest, ASavedModelWritesTheSame) {
  std::size_t copied = 0;
  std::size_t generated = 0;
  for (const AnswerGeneratorOptions& options : Kinds()) {
    const AnswerGenerator model = MakeGenerator(options);
    const ModelFiles files =
        model.Save(Dtype::kF32, Dtype::kF32, R"({"seed": 1})").value();
    const auto loaded = AnswerGenerator::Load(files);
    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    const auto expected = model.Write(kQuestion, kReview).value();
    ExpectSame(loaded.value().Write(kQuestion, kReview).value(), expected);
    for (const WrittenWord& word : expected.words) {
      EXPECT_GT(word.probability, 0);
      EXPECT_LE(word.probability, 1 + 1e-6);
      (word.source ? copied : generated) += 1;
    }
    EXPECT_EQ(json::parse(files.config)["training"]["seed"], 1);
    const ModelFiles again =
        loaded.value().Save(Dtype::kF32, Dtype::kF32, R"({"seed": 1})").value();
    EXPECT_EQ(again.config, files.config);
    EXPECT_EQ(again.vocabulary, files.vocabulary);
    EXPECT_EQ(again.tensors, files.tensors);
  }
  // Reasons of both kinds were compared.
  EXPECT_GT(copied, 0u);
  EXPECT_GT(generated, 0u);
}

TEST(AnswerGeneratorTest, ABandAsLongAsTheTextIsTheLongest) {
  const auto with = [](Index band) {
    return MakeGenerator({.layers = {Layer("rcnn")}, .band = band})
        .Write(kQuestion, kReview)
        .value();
  };
  const auto all = with(static_cast<Index>(Tokenize(kReview).size()) - 1);
  ASSERT_FALSE(all.words.empty());
  ExpectSame(with(100000), all);
  EXPECT_NE(with(1).words.front().probability, all.words.front().probability);
}

// The probability of an answer by the steps of writing is that of the loss.
TEST(AnswerGeneratorTest, TheLossIsThatOfTheWordsThatAreWritten) {
  const AnswerGenerator model = MakeGenerator({.layers = {Layer("rcnn")}});
  const std::vector<Token> tokens = Tokenize(kReview);
  AnswerExample example;
  for (const Token& token : Tokenize(kQuestion)) {
    example.ids.question.push_back(model.vocabulary().Find(token.text));
  }
  for (const Token& token : tokens) {
    example.ids.text.push_back(model.vocabulary().Find(token.text));
  }
  const auto written = model.Write(kQuestion, kReview).value();
  ASSERT_FALSE(written.words.empty());
  double expected = 0;
  for (const WrittenWord& word : written.words) {
    const std::string spelled = Tokenize(word.text).front().text;
    const std::int32_t id = model.vocabulary().Find(spelled);
    CopyTarget target;
    if (id >= 0 && id < 3) target.word = id + 1;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (tokens[i].text == spelled) {
        target.places.push_back(static_cast<Index>(i));
      }
    }
    example.targets.push_back(target);
    example.words.push_back(id);
    expected -= std::log(word.probability);
  }
  example.words.pop_back();
  Graph graph(Graph::Mode::kInference);
  const AnswerExample* const one = &example;
  const Real weight = 1;
  EXPECT_NEAR(graph.value(model.Loss(graph, {&one, 1}, {&weight, 1}))(0, 0),
              expected / static_cast<double>(written.words.size()), 1e-4);
}

TEST(AnswerGeneratorTest, WhatCannotBeAnsweredIsRefused) {
  const AnswerGenerator model = MakeGenerator({});
  EXPECT_EQ(model.Write("", "a").error().message,
            "expected words in the question, found none");
  EXPECT_EQ(model.Write("a", " ").error().message,
            "expected words in the text, found none");
  std::string many;
  for (int i = 0; i < 1025; ++i) many += "a ";
  EXPECT_EQ(model.Write(many, many).error().code, ErrorCode::kTextTooLong);
  // Long texts are none of these.
  EXPECT_TRUE(model.Write("bar", kReview + many + many).ok());
  AnswerGenerator broken = MakeGenerator({});
  for (Parameter* parameter : broken.Parameters()) {
    parameter->value.setConstant(Real(1e30));
  }
  EXPECT_EQ(broken.Write(kQuestion, kReview).error().code,
            ErrorCode::kNotFinite);
  // Any bytes are a text.
  EXPECT_TRUE(model.Write("\xFF", "\xC3 a").ok());
}

TEST(AnswerGeneratorTest, OptionsThatDoNotFitAreNamed) {
  const auto problem = [](AnswerGeneratorOptions options) {
    return AnswerGenerator::Make(std::move(options), Words(),
                                 Matrix::Zero(5, 2), 1)
        .error()
        .message;
  };
  EXPECT_EQ(problem({.generated = 6}),
            "\"generated\": expected at most 5, the words of the vocabulary, "
            "found 6");
  EXPECT_EQ(problem({.beside = {.similarity = true}, .train_vectors = true}),
            "\"similarity\": expected none where vectors are trained, found "
            "true");
  EXPECT_EQ(problem({.layers = {{{"type", "bag"}}}, .generated = 5})
                .find("layers[0]: expected a layer that gives a vector a word"),
            0u);
  EXPECT_EQ(problem({.after = {{{"type", "bag"}}}, .generated = 5})
                .find("after[0]: expected a layer that gives a vector a word"),
            0u);
}

struct BadGenerator {
  const char* name;
  std::function<void(ModelFiles&)> spoil;
};

void Change(ModelFiles& files, const char* key, const json& value) {
  json config = json::parse(files.config);
  config[key] = value;
  config.erase("files");
  files.config = config.dump();
}

TEST(AnswerGeneratorTest, BytesThatAreNoModelAreRefused) {
  const std::vector<BadGenerator> bad = {
      {"task", [](ModelFiles& files) { Change(files, "task", "reader"); }},
      {"option", [](ModelFiles& files) { Change(files, "colour", 1); }},
      {"width", [](ModelFiles& files) { Change(files, "state", 5); }},
      {"huge", [](ModelFiles& files) { Change(files, "state", 4096); }},
      {"words", [](ModelFiles& files) { Change(files, "generated", 6); }},
      {"fewer words", [](ModelFiles& files) { Change(files, "generated", 2); }},
      {"dimensions", [](ModelFiles& files) { Change(files, "dimensions", 3); }},
      {"layers",
       [](ModelFiles& files) {
         Change(files, "after", json::array({{{"type", "bag"}}}));
       }},
      {"vocabulary", [](ModelFiles& files) { files.vocabulary += "more\n"; }},
      {"tensors", [](ModelFiles& files) { files.tensors.pop_back(); }}};
  const ModelFiles good =
      MakeGenerator({.band = 1}).Save(Dtype::kF32, Dtype::kF32, "{}").value();
  ASSERT_TRUE(AnswerGenerator::Load(good).ok());
  for (const BadGenerator& one : bad) {
    ModelFiles files = good;
    one.spoil(files);
    const auto loaded = AnswerGenerator::Load(files);
    ASSERT_FALSE(loaded.ok()) << one.name;
    EXPECT_EQ(loaded.error().code, ErrorCode::kBadModel)
        << one.name << ": " << loaded.error().message;
  }
}

}  // namespace
}  // namespace whylight
