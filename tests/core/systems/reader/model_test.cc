#include "core/systems/reader/model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

using nlohmann::json;

constexpr char kQuestion[] = "How is the bar?";
constexpr char kReview[] =
    "We loved it. \U0001F37A The bar was loud, and the rooms were not quiet. "
    "Breakfast was fine.";

json Layer(const char* type) {
  return json::parse(R"({"type": "bidirectional",
                         "layer": {"hidden": 2, "type": ")" +
                     std::string(type) + R"("}})");
}

Reader MakeReader(ReaderOptions options) {
  if (options.layers.empty() && options.core.empty()) {
    options.layers = {Layer("rcnn")};
  }
  options.align = 3;
  options.compare = 4;
  options.factors = 2;
  options.longest = 5;
  Reader model =
      Reader::Make(
          std::move(options),
          Vocabulary::FromWords({"the", "bar", "was", "loud", "how"}).value(),
          RandomMatrix(5, 4, "vectors"), 5)
          .value();
  for (Parameter* parameter : model.Parameters()) {
    parameter->value += RandomMatrix(parameter->value.rows(),
                                     parameter->value.cols(), parameter->name);
  }
  return model;
}

// One of each kind.
std::vector<ReaderOptions> Kinds() {
  return {
      {.beside = {.similarity = true}, .after = {Layer("rcnn"), Layer("gru")}},
      {.beside = {.match = false, .frequency = false}, .band = 2},
      {.layers = {{{"type", "dcu"}}, Layer("rcnn")},
       .connectors = ReaderConnectors::kBac,
       .band = 100},
      {.layers = {Layer("rcnn"), Layer("lstm")},
       .connectors = ReaderConnectors::kDecaprop,
       .core = {Layer("gru")},
       .band = 3,
       .after = {Layer("gru")}},
      {.layers = {Layer("rcnn")},
       .connectors = ReaderConnectors::kDecaprop,
       .core = {Layer("gru")}},
      {.layers = {Layer("rcnn")},
       .beside = {.similarity = true},
       .after = {Layer("rcnn")},
       .selector = {.layers = {Layer("rcnn")}, .hidden = 3}}};
}

void ExpectSame(const FoundAnswer& found, const FoundAnswer& expected) {
  EXPECT_EQ(found.says, expected.says);
  ASSERT_EQ(found.places.size(), expected.places.size());
  for (std::size_t i = 0; i < found.places.size(); ++i) {
    EXPECT_EQ(found.places[i].span, expected.places[i].span);
    EXPECT_EQ(found.places[i].probability, expected.places[i].probability);
  }
  EXPECT_EQ(found.weights, expected.weights);
  EXPECT_EQ(found.rationale, expected.rationale);
}

TEST(ReaderTest, WhatIsSavedAnswersAsBefore) {
  for (const ReaderOptions& options : Kinds()) {
    Reader model = MakeReader(options);
    model.SetCalibration({.slope = 0.5, .intercept = 0.1, .threshold = 0.4});
    const ModelFiles files = model.Save(Dtype::kF32, Dtype::kF32, "{}").value();
    const auto loaded = Reader::Load(files);
    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    ExpectSame(loaded.value().Find(kQuestion, kReview, 3).value(),
               model.Find(kQuestion, kReview, 3).value());
    EXPECT_EQ(loaded.value().options().calibration.threshold, 0.4);
    EXPECT_EQ(
        loaded.value().Save(Dtype::kF32, Dtype::kF32, "{}").value().config,
        files.config);
  }
}

TEST(ReaderTest, PlacesAreOfTheTextAndShareNoWord) {
  const Reader model = MakeReader(Kinds().front());
  const FoundAnswer found = model.Find(kQuestion, kReview, 4).value();
  ASSERT_EQ(found.places.size(), 4u);
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto& [span, probability] = found.places[i];
    EXPECT_LT(span.start, span.end);
    EXPECT_LE(span.end, 84u);
    sum += probability;
    for (std::size_t k = 0; k < i; ++k) {
      EXPECT_GE(found.places[k].probability, probability);
      EXPECT_TRUE(found.places[k].span.end <= span.start ||
                  span.end <= found.places[k].span.start);
    }
  }
  EXPECT_LE(sum, found.says);
  ASSERT_EQ(found.question.size(), 5u);
  EXPECT_EQ(found.question[1], (Span{4, 6}));
  EXPECT_EQ(found.words.front().start, found.places.front().span.start);
  EXPECT_EQ(found.words.back().end, found.places.front().span.end);
  for (Index i = 0; i < found.weights.rows(); ++i) {
    EXPECT_NEAR(found.weights.row(i).sum(), 1, 1e-5);
  }
  EXPECT_EQ(found.known_question, 0.75);  // Not "is"; "?" is no word.
}

TEST(ReaderTest, AQuestionHasTheSameAnswersAloneAndInABatch) {
  const std::vector<QuestionIds> questions = {
      {{4, -1, 0, 1}, {0, 1, 2, 3, -1, 0, 2}}, {{1}, {2}}, {{3, 3, 0}, {1, 0}}};
  const QuestionIds* const asked[] = {&questions[0], &questions[1],
                                      &questions[2]};
  for (const ReaderOptions& options : Kinds()) {
    const Reader model = MakeReader(options);
    Graph graph(Graph::Mode::kInference);
    const std::vector<BestAnswers> together = model.Answer(graph, asked, 2);
    for (std::size_t i = 0; i < 3; ++i) {
      const BestAnswers alone = model.Answer(graph, {&asked[i], 1}, 2).front();
      EXPECT_NEAR(together[i].score, alone.score, 1e-5);
      ASSERT_EQ(together[i].spans.size(), alone.spans.size());
      for (std::size_t k = 0; k < alone.spans.size(); ++k) {
        EXPECT_EQ(together[i].spans[k].words, alone.spans[k].words);
      }
    }
  }
}

TEST(ReaderTest, SelectsTheSameWordsAloneAndInABatch) {
  const std::vector<QuestionIds> questions = {
      {{4, -1, 0, 1}, {0, 1, 2, 3, -1, 0, 2}}, {{1}, {2}}, {{3, 3, 0}, {1, 0}}};
  const QuestionIds* const asked[] = {&questions[0], &questions[1],
                                      &questions[2]};
  const Reader model = MakeReader(Kinds().back());
  Graph graph(Graph::Mode::kInference);
  const std::vector<WordSelection> together = model.Select(graph, asked);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(together[i], model.Select(graph, {&asked[i], 1}).front());
    EXPECT_NE(std::count(together[i].begin(), together[i].end(), 1), 0);
  }
}

TEST(ReaderTest, WhatStandsInPlaceOfOtherWordsChangesNoAnswer) {
  const Reader model = MakeReader(Kinds().back());
  const WordSelection selection = {0, 1, 1, 0, 1, 0};
  const QuestionIds before = {{4, 1}, {0, 1, 2, 3, 0, 1}};
  const QuestionIds after = {{4, 1}, {2, 1, 2, -1, 0, 3}};
  Graph graph(Graph::Mode::kInference);
  const auto ask = [&](const QuestionIds& ids) {
    const QuestionIds* const one = &ids;
    return model.Answer(graph, {&one, 1}, 3, {&selection, 1}).front();
  };
  const BestAnswers expected = ask(before);
  const BestAnswers found = ask(after);
  EXPECT_EQ(found.score, expected.score);
  ASSERT_EQ(found.spans.size(), expected.spans.size());
  for (std::size_t i = 0; i < found.spans.size(); ++i) {
    const auto& [begin, end] = found.spans[i].words;
    EXPECT_EQ(found.spans[i].words, expected.spans[i].words);
    EXPECT_NE(selection[static_cast<std::size_t>(begin)], 0);
    EXPECT_NE(selection[static_cast<std::size_t>(end - 1)], 0);
  }
  // Nothing to read, nothing to answer.
  const WordSelection none(6, 0);
  const QuestionIds* const one = &before;
  EXPECT_TRUE(
      model.Answer(graph, {&one, 1}, 3, {&none, 1}).front().spans.empty());
}

TEST(ReaderTest, SaysWhichWordsItRead) {
  const FoundAnswer found =
      MakeReader(Kinds().back()).Find(kQuestion, kReview, 2).value();
  ASSERT_FALSE(found.rationale.empty());
  EXPECT_EQ(found.weights.rows(), static_cast<Index>(found.words.size()));
  for (const Span& word : found.words) {
    EXPECT_TRUE(std::any_of(
        found.rationale.begin(), found.rationale.end(), [&](const Span& run) {
          return run.start <= word.start && word.end <= run.end;
        }));
  }
  EXPECT_TRUE(MakeReader(Kinds().front())
                  .Find(kQuestion, kReview, 2)
                  .value()
                  .rationale.empty());
}

TEST(ReaderTest, TheEffectOfAWordIsWhatThePlaceLosesWithoutIt) {
  for (const ReaderOptions& options : Kinds()) {
    Reader model = MakeReader(options);
    const AnswerCalibration calibration = {.slope = 0.6, .intercept = -0.4};
    model.SetCalibration(calibration);
    const std::string text = "The bar was loud";
    const auto found = model.EffectsOfQuestion("How the bar was?", text);
    ASSERT_TRUE(found.ok()) << found.error().message;
    const QuestionEffects& effects = found.value();
    const FoundAnswer answer = model.Find("How the bar was?", text, 1).value();
    EXPECT_EQ(effects.place.span, answer.places.front().span);
    EXPECT_EQ(effects.place.probability, answer.places.front().probability);
    ASSERT_EQ(effects.words.size(), 5u);
    EXPECT_EQ(effects.words[2].first, (Span{8, 11}));
    // The words of a model that selects are those of the whole question.
    if (model.selects()) continue;
    const QuestionIds without = {{4, 0, 2, kUnknownWord}, {0, 1, 2, 3}};
    const QuestionIds with = {{4, 0, 1, 2, kUnknownWord}, {0, 1, 2, 3}};
    const auto [start, end] = answer.places.front().span;
    // All words but "loud" have three letters.
    const WordRange place = {static_cast<Index>(start / 4),
                             static_cast<Index>(end > 11 ? 4 : (end + 1) / 4)};
    Graph graph(Graph::Mode::kInference);
    const auto likelihood = [&](const QuestionIds& ids) {
      graph.Clear();
      const QuestionIds* const one = &ids;
      const ReaderNetwork::Scored scored = model.Score(graph, {&one, 1});
      const TextSpanScores scores =
          SpanScoresOf(graph, scored.scores, scored.texts.lengths, 0);
      const double all = LogSumOfSpans(scores, 5);
      return std::log(calibration.Probability(all - scores.none) *
                      std::exp(scores.Score(place) - all));
    };
    EXPECT_NEAR(effects.words[2].second, likelihood(with) - likelihood(without),
                1e-5);
  }
}

TEST(ReaderTest, NoProbabilityIsTooSmallForItsLogarithm) {
  const AnswerCalibration calibration = {.slope = 2, .intercept = 1};
  for (const double score : {-30.0, -0.5, 0.0, 3.0}) {
    EXPECT_NEAR(calibration.LogProbability(score),
                std::log(calibration.Probability(score)), 1e-12);
  }
  EXPECT_EQ(calibration.LogProbability(-1000), -1999);
  EXPECT_EQ(calibration.LogProbability(1000), 0);
}

TEST(ReaderTest, EffectsNeedTwoWordsAndATextThatIsNotTooLong) {
  const Reader model = MakeReader(Kinds().front());
  EXPECT_EQ(model.EffectsOfQuestion("bar", kReview).error().message,
            "expected at least 2 words in the question, found 1");
  EXPECT_EQ(model.EffectsOfQuestion("", kReview).error().message,
            "expected words in the question, found none");
  std::string text;
  for (int i = 0; i < 33000; ++i) text += "a ";
  EXPECT_EQ(model.EffectsOfQuestion("the bar", text).error().code,
            ErrorCode::kTextTooLong);
}

TEST(ReaderTest, ABandAsLongAsTheTextIsAsGoodAsAnyLonger) {
  const auto says = [](Index band) {
    return MakeReader({.layers = {Layer("rcnn")}, .band = band})
        .Find(kQuestion, kReview, 1)
        .value()
        .says;
  };
  EXPECT_EQ(says(30), says(100000));
  EXPECT_NE(says(2), says(30));
}

TEST(ReaderTest, TakesAnyBytesAndRefusesWhatIsEmptyOrTooLong) {
  const Reader model = MakeReader({});
  const auto problem = [&](std::string_view question, std::string_view text) {
    const auto found = model.Find(question, text, 1);
    return found.ok() ? "nothing" : found.error().message;
  };
  EXPECT_EQ(problem("\xFF\xC3 bar", "\xFF"), "nothing");
  // A question may be longer than its text.
  EXPECT_EQ(problem("How loud is the bar in the evening?", "Loud"), "nothing");
  EXPECT_EQ(problem(" ", "the bar"),
            "expected words in the question, found none");
  EXPECT_EQ(problem("bar", ""), "expected words in the text, found none");
  std::string long_text;
  for (int i = 0; i < 100001; ++i) long_text += "a ";
  EXPECT_EQ(problem("bar", long_text),
            "expected at most 100000 words, found 100001");
  const auto pairs =
      model.Find(long_text.substr(0, 4000), long_text.substr(2), 1);
  ASSERT_FALSE(pairs.ok());
  EXPECT_EQ(pairs.error().code, ErrorCode::kTextTooLong);
}

TEST(ReaderTest, LongTextsTakeTimeInTheirLength) {
  const Reader model = MakeReader({.layers = {Layer("rcnn")}, .band = 2});
  std::string text;
  for (int i = 0; i < 20000; ++i) text += i % 7 == 0 ? "bar " : "was ";
  EXPECT_EQ(model.Find("the bar", text, 3).value().places.size(), 3u);
}

TEST(ReaderTest, RefusesOptionsThatMakeNoModel) {
  const auto problem = [](const ReaderOptions& options) {
    const auto made = Reader::Make(
        options, Vocabulary::FromWords({"a"}).value(), Matrix::Ones(1, 2), 1);
    return made.ok() ? "nothing" : made.error().message;
  };
  EXPECT_EQ(problem({.connectors = ReaderConnectors::kBac}),
            "\"layers\": expected some of these connectors, found none");
  EXPECT_EQ(problem({.layers = {Layer("rcnn")},
                     .connectors = ReaderConnectors::kDecaprop}),
            "\"core\": expected layers of these connectors, found none");
  EXPECT_EQ(problem({.core = {Layer("rcnn")}}),
            "\"core\": expected none of these connectors, found some");
  EXPECT_EQ(problem({.beside = {.similarity = true}, .train_vectors = true}),
            "\"similarity\": expected none where vectors are trained, found "
            "true");
  EXPECT_EQ(problem({.layers = {Layer("rcnn")},
                     .connectors = ReaderConnectors::kDecaprop,
                     .core = {{{"type", "gru"}, {"hidden", 3}}}}),
            "core[0]: expected width 4, that of the first of \"layers\", found "
            "3");
  EXPECT_EQ(problem({.layers = {Layer("rcnn")},
                     .connectors = ReaderConnectors::kBac,
                     .selector = {.hidden = 2}}),
            "\"connectors\": expected \"alignment\" where words are selected, "
            "found others");
  EXPECT_EQ(problem({.band = 3, .selector = {.hidden = 2}}),
            "\"band\": expected 0 where words are selected, found 3");
  EXPECT_EQ(problem({.selector = {.layers = {{{"type", "bag"}}}, .hidden = 2}})
                .find("selector: layers[0]"),
            0u);
  for (const char* key : {"layers", "after"}) {
    ReaderOptions options;
    (key == std::string("layers") ? options.layers
                                  : options.after) = {{{"type", "bag"}}};
    EXPECT_EQ(problem(options).find(std::string(key) + "[0]"), 0u)
        << problem(options);
  }
}

TEST(ReaderTest, TrustsNothingInAFile) {
  const ModelFiles good =
      MakeReader(Kinds()[3]).Save(Dtype::kF32, Dtype::kF32, "{}").value();
  const auto refused = [&good](const char* key, const json& value) {
    ModelFiles files = good;
    json config = json::parse(good.config);
    if (value.is_null()) {
      config.erase(key);
    } else {
      config[key] = value;
    }
    files.config = config.dump();
    const auto model = Reader::Load(files);
    EXPECT_FALSE(model.ok()) << key << value;
    return !model.ok() && model.error().code == ErrorCode::kBadModel;
  };
  EXPECT_TRUE(refused("task", "pairs"));
  EXPECT_TRUE(refused("layers", nullptr));
  EXPECT_TRUE(refused("core", nullptr));
  EXPECT_TRUE(refused("connectors", "bac"));
  EXPECT_TRUE(refused("connectors", "none"));
  EXPECT_TRUE(refused("match", false));
  EXPECT_TRUE(refused("similarity", 1));
  EXPECT_TRUE(refused("align", 4096));
  EXPECT_TRUE(refused("factors", 1000));
  EXPECT_TRUE(refused("longest", 100000));
  EXPECT_TRUE(refused("band", 0));
  EXPECT_TRUE(refused("dimensions", 1 << 30));
  EXPECT_TRUE(refused("calibration", {{"threshold", 2}}));
  EXPECT_TRUE(refused("after", {{{"type", "bag"}}}));
  const json twice = {{"type", "bidirectional"},
                      {"layer", {{"type", "positions"}}}};
  EXPECT_TRUE(refused("layers", std::vector<json>(64, twice)));
}

TEST(ReaderTest, TrustsNothingOfASelector) {
  const ModelFiles good =
      MakeReader(Kinds().back()).Save(Dtype::kF32, Dtype::kF32, "{}").value();
  for (const json& selector :
       {json{{"hidden", 4096}}, json{{"hidden", 2}},
        json{{"hidden", 3}, {"layers", {{{"type", "bag"}}}}},
        json{{"layers", {{{"type", "rcnn"}}}}}, json(3)}) {
    ModelFiles files = good;
    json config = json::parse(good.config);
    config["selector"] = selector;
    files.config = config.dump();
    const auto model = Reader::Load(files);
    ASSERT_FALSE(model.ok()) << selector;
    EXPECT_EQ(model.error().code, ErrorCode::kBadModel);
  }
}

TEST(ReaderTest, SaysThatScoresOverflow) {
  Reader model = MakeReader({});
  for (Parameter* parameter : model.Parameters()) {
    parameter->value.setConstant(Real(1e30));
  }
  EXPECT_EQ(model.Find(kQuestion, kReview, 1).error().code,
            ErrorCode::kNotFinite);
}

}  // namespace
}  // namespace whylight
