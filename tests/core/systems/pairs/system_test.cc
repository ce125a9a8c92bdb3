#include "core/systems/pairs/system.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/systems/pairs/comparison.h"
#include "core/systems/pairs/model.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

using nlohmann::json;

PairModel MakePairs(PairOptions options) {
  options.layers = {json::parse(R"({"type": "rcnn", "hidden": 4})")};
  options.hidden = 5;
  return PairModel::Make(
             std::move(options),
             Vocabulary::FromWords({"a", "lamp", "lit", "not"}).value(),
             RandomMatrix(4, 4, "vectors"), 5)
      .value();
}

class PairsSystemTest : public testing::Test {
 protected:
  Result<Answer> Ask(const std::string& question, std::string_view text,
                     std::string_view other,
                     const std::string& options = "{}") const {
    const auto model = Loaded(labels_);
    const std::array<std::string_view, 2> texts = {text, other};
    return whylight::Ask(PairsSystem(), *model,
                         {question, texts, json::parse(options)});
  }

  static std::unique_ptr<Model> Loaded(const PairModel& model) {
    return PairsSystem()
        .load(model.Save(Dtype::kF32, Dtype::kF32, "{}").value())
        .value();
  }

  std::string Refused(const std::string& question, std::string_view text,
                      std::string_view other, ErrorCode code,
                      const std::string& options = "{}") const {
    const auto answer = Ask(question, text, other, options);
    if (answer.ok()) return "nothing";
    EXPECT_EQ(answer.error().code, code);
    return answer.error().message;
  }

  const PairModel labels_ = MakePairs({.labels = {"no", "maybe", "yes"}});
  const PairModel grades_ = MakePairs({.grades = {1, 5}});
};

TEST_F(PairsSystemTest, AModelSaysItsLabelsOrGrades) {
  EXPECT_EQ(Loaded(labels_)->About().dump(),
            R"({"labels":["no","maybe","yes"]})");
  EXPECT_EQ(Loaded(grades_)->About().dump(), R"({"grades":[1.0,5.0]})");
}

TEST_F(PairsSystemTest, AVerdictIsTheLikeliestLabel) {
  const auto answered = Ask("compare", "A lamp, lit", "NOT a café");
  ASSERT_TRUE(answered.ok()) << answered.error().message;
  const json answer = answered.value().json;
  double sum = 0;
  for (const auto& [label, probability] : answer["probabilities"].items()) {
    EXPECT_LE(probability, answer["probabilities"][answer["label"]]);
    sum += probability.get<double>();
  }
  EXPECT_NEAR(sum, 1, 1e-5);
  // The café is not among the words that the model knows; the comma is no word.
  EXPECT_EQ(answer["known"]["text"], 1);
  EXPECT_NEAR(answer["known"]["other"].get<double>(), 2.0 / 3, 1e-12);
}

TEST_F(PairsSystemTest, AGradeStandsInPlaceOfAVerdict) {
  const auto model = Loaded(grades_);
  const std::array<std::string_view, 2> texts = {"a lamp", "a lit lamp"};
  const json answer =
      whylight::Ask(PairsSystem(), *model, {"compare", texts, json::object()})
          .value()
          .json;
  EXPECT_EQ(answer.size(), 2u);
  EXPECT_GT(answer["grade"], 1);
  EXPECT_LT(answer["grade"], 5);
}

TEST_F(PairsSystemTest, AWordsEffectIsWhatIsLostWithoutIt) {
  const std::string first = "a \U0001F4A1 lamp";
  const std::string second = "not lit";
  const auto answered =
      Ask("word-effects", first, second, R"({"label": "maybe"})");
  ASSERT_TRUE(answered.ok()) << answered.error().message;
  const json answer = answered.value().json;
  const auto probability = [&](const char* text, const char* other) {
    return static_cast<double>(
        Compare(labels_, text, other).value().probabilities[1]);
  };
  EXPECT_EQ(answer["label"], "maybe");
  const double value = probability(first.c_str(), second.c_str());
  EXPECT_EQ(answer["value"], value);
  ASSERT_EQ(answer["words"].size(), 3u);
  ASSERT_EQ(answer["otherWords"].size(), 2u);
  EXPECT_NEAR(answer["words"][0]["effect"].get<double>(),
              value - probability("\U0001F4A1 lamp", "not lit"), 1e-6);
  // The bulb takes two units.
  EXPECT_EQ(answer["words"][2]["start"], 5);
  EXPECT_EQ(answer["otherWords"][1]["start"], 4);
  EXPECT_NEAR(answer["otherWords"][1]["effect"].get<double>(),
              value - probability(first.c_str(), "not"), 1e-6);
}

TEST_F(PairsSystemTest, TheOnlyWordOfATextMayBeLeftOut) {
  const auto answered = Ask("word-effects", "lamp", "lamp");
  ASSERT_TRUE(answered.ok()) << answered.error().message;
  EXPECT_EQ(answered.value().json["words"].size(), 1u);
}

TEST_F(PairsSystemTest, ManyWordsTakeManySteps) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "a lit lamp ";
  auto begun = BeginWordEffects(labels_, text, "a lamp");
  ASSERT_TRUE(begun.ok());
  int steps = 0;
  while (begun.value()->Step()) ++steps;
  EXPECT_EQ(steps, 10);
  EXPECT_EQ(begun.value()->Finish().value().first.size(), 300u);
}

TEST_F(PairsSystemTest, TextsOfAnyKindGetAnAnswerOrAnErrorThatSaysWhy) {
  std::string twenty_thousand;
  for (int i = 0; i < 10'000; ++i) twenty_thousand += "a lamp ";
  for (const auto& [text, other] :
       {std::pair<std::string, std::string>(twenty_thousand, "a lamp"),
        {"a lamp is lit", "a lamp is lit"},
        {"ランプがついている", "Лампа горит"},
        {"\xFF\xFE", "a\xC3"}}) {
    const auto answer = Ask("compare", text, other);
    EXPECT_TRUE(answer.ok()) << answer.error().message;
  }
  const json foreign =
      Ask("compare", "Лампа горит", "a lamp").value().json["known"];
  EXPECT_EQ(foreign["text"], 0);
  EXPECT_EQ(foreign["other"], 1);
  EXPECT_EQ(Refused("compare", " ", "a", ErrorCode::kInvalidArgument),
            "expected words in both texts, found none in the first");
  EXPECT_EQ(Refused("word-effects", "a", "", ErrorCode::kInvalidArgument),
            "expected words in both texts, found none in the "
            "second");
  EXPECT_EQ(
      Refused("word-effects", twenty_thousand, "a", ErrorCode::kTextTooLong),
      "expected at most 1000 words in both texts together, found 20001");
  std::string endless;
  for (int i = 0; i < 10; ++i) endless += twenty_thousand;
  EXPECT_EQ(Refused("compare", "a", endless, ErrorCode::kTextTooLong),
            "expected at most 100000 words, found 200000");
}

TEST_F(PairsSystemTest, AnAlignmentSaysWhatEachWordReads) {
  const auto model = Loaded(
      MakePairs({.labels = {"no", "yes"}, .kind = PairKind::kDecomposable}));
  const auto ask = [&](std::string_view text, std::string_view other) {
    const std::array<std::string_view, 2> texts = {text, other};
    return whylight::Ask(PairsSystem(), *model,
                         {"alignment", texts, json::object()});
  };
  const auto answered = ask("a lit lamp", "not lit");
  ASSERT_TRUE(answered.ok()) << answered.error().message;
  const json answer = answered.value().json;
  ASSERT_EQ(answer["words"].size(), 3u);
  ASSERT_EQ(answer["otherWords"].size(), 2u);
  EXPECT_EQ(answer["words"][1]["start"], 2);
  for (const json& word : answer["words"]) {
    ASSERT_EQ(word["weights"].size(), 2u);
    EXPECT_NEAR(
        word["weights"][0].get<double>() + word["weights"][1].get<double>(), 1,
        1e-5);
  }
  EXPECT_EQ(answer["otherWords"][0]["weights"].size(), 3u);
  EXPECT_EQ(Refused("alignment", "a", "a", ErrorCode::kInvalidArgument),
            "expected a model whose words meet, found one that reads each text "
            "by itself");
  std::string many;
  for (int i = 0; i < 3000; ++i) many += "a ";
  EXPECT_EQ(ask(many, many).error().message,
            "expected at most 4194304 pairs of words, one of each text, found "
            "9000000");
  EXPECT_TRUE(ask(many, "a lamp").ok());
  const auto selecting =
      Loaded(MakePairs({.labels = {"no", "yes"}, .selector = {.hidden = 3}}));
  const std::array<std::string_view, 2> texts = {many, many};
  EXPECT_EQ(whylight::Ask(PairsSystem(), *selecting,
                          {"compare", texts, json::object()})
                .error()
                .code,
            ErrorCode::kTextTooLong);
}

TEST_F(PairsSystemTest, FeaturesAreSumsOverTheWordsRead) {
  const auto ask = [](const PairOptions& options, std::string_view text,
                      std::string_view other) {
    const auto model = Loaded(MakePairs(options));
    const std::array<std::string_view, 2> texts = {text, other};
    return whylight::Ask(PairsSystem(), *model,
                         {"features", texts, json::object()});
  };
  const std::vector<std::string> labels = {"no", "yes"};
  const json lstm = {{"type", "lstm"}, {"hidden", 3u}};
  const PairOptions csran = {
      .labels = labels, .kind = PairKind::kCsran, .stack = {lstm, lstm, lstm}};
  const std::pair<PairOptions, std::size_t> shapes[] = {
      {{.labels = labels, .kind = PairKind::kCafe}, 6},
      {{.labels = labels, .kind = PairKind::kMcan}, 12},
      {csran, 12}};
  for (const auto& [options, count] : shapes) {
    const auto answered = ask(options, "a lit lamp", "not 💡 lit lit");
    ASSERT_TRUE(answered.ok()) << answered.error().message;
    const json answer = answered.value().json;
    ASSERT_EQ(answer["words"].size(), 3u);
    ASSERT_EQ(answer["otherWords"].size(), 4u);
    EXPECT_EQ(answer["otherWords"][2]["start"], 7);
    for (const char* side : {"words", "otherWords"}) {
      for (const json& word : answer[side]) {
        ASSERT_EQ(word["features"].size(), count);
        for (const json& feature : word["features"]) {
          const bool own = feature["reads"] != "other";
          const bool first = std::string_view(side) == "words";
          EXPECT_EQ(feature["parts"].size(), own == first ? 3u : 4u);
          EXPECT_EQ(feature.contains("layer"),
                    options.kind == PairKind::kCsran);
          double sum = feature["alone"];
          for (const double part : feature["parts"]) sum += part;
          EXPECT_NEAR(sum, feature["value"], 1e-5);
        }
      }
    }
  }
  const json features =
      ask(csran, "a", "lit").value().json["words"][0]["features"];
  EXPECT_EQ(features[0]["layer"], 1);
  EXPECT_EQ(features[11]["layer"], 2);
  EXPECT_EQ(features[11]["reads"], "other");
  EXPECT_EQ(features[11]["operator"], "product");
  const std::string without =
      "expected a model whose words have features, such as one of the kind "
      "\"cafe\", found one whose words have none";
  EXPECT_EQ(Refused("features", "a", "a", ErrorCode::kInvalidArgument),
            without);
  EXPECT_EQ(ask({.labels = labels, .kind = PairKind::kEsim}, "a", "a")
                .error()
                .message,
            without);
  EXPECT_EQ(ask({.labels = labels, .kind = PairKind::kCsran, .stack = {lstm}},
                "a", "a")
                .error()
                .message,
            without);
  std::string many;
  for (int i = 0; i < 500; ++i) many += "a ";
  EXPECT_EQ(ask({.labels = labels, .kind = PairKind::kCafe}, many, "a")
                .error()
                .message,
            "expected at most 500 words in both texts together, found 501");
}

TEST_F(PairsSystemTest, AVerdictOfSelectedWordsHasThemAsItsReasons) {
  const PairModel selecting = MakePairs({.labels = {"no", "yes"},
                                         .kind = PairKind::kDecomposable,
                                         .selector = {.hidden = 3}});
  const auto model = Loaded(selecting);
  const std::string text = "a lit lamp, not a lamp";
  const std::string other = "not lit a";
  const std::array<std::string_view, 2> texts = {text, other};
  const auto ask = [&](const char* question) -> json {
    return whylight::Ask(PairsSystem(), *model,
                         {question, texts, json::object()})
        .value()
        .json;
  };
  const json verdict = ask("compare");
  const std::array<std::vector<Token>, 2> words = {Tokenize(text),
                                                   Tokenize(other)};
  const PairIds ids = {selecting.Ids(words[0]), selecting.Ids(words[1])};
  const PairIds* const pair = &ids;
  Graph graph(Graph::Mode::kInference);
  const PairSelection selection = selecting.Select(graph, {&pair, 1}).front();
  const PairIds kept = KeepWords(ids, selection);
  ASSERT_LT(kept.size(), ids.size());
  const PairIds* const read = &kept;
  const Matrix found = selecting.Probabilities(graph, {&read, 1});
  EXPECT_NEAR(verdict["probabilities"]["yes"].get<double>(),
              static_cast<double>(found(0, 1)), 1e-6);
  const json alignment = ask("alignment");
  const std::array<std::vector<std::uint8_t>, 2> selected = {selection.first,
                                                             selection.second};
  for (const auto& [side, key, words_key] :
       {std::tuple(0, "text", "words"), {1, "other", "otherWords"}}) {
    const auto own = static_cast<std::size_t>(side);
    json spans = json::array();
    for (std::size_t i = 0; i < words[own].size(); ++i) {
      const json& word = alignment[words_key][i];
      const auto weights = word["weights"].get<std::vector<double>>();
      const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
      EXPECT_NEAR(sum, selected[own][i], 1e-5);
      if (selected[own][i] == 0) continue;
      spans.push_back({{"start", word["start"]}, {"end", word["end"]}});
      for (std::size_t j = 0; j < weights.size(); ++j) {
        if (selected[1 - own][j] == 0) {
          EXPECT_EQ(weights[j], 0);
        }
      }
    }
    EXPECT_EQ(verdict["rationale"][key], spans);
  }
  EXPECT_FALSE(Ask("compare", text, other).value().json.contains("rationale"));
}

TEST_F(PairsSystemTest, FeaturesAreThoseOfSelectedWords) {
  const auto model = Loaded(MakePairs({.labels = {"no", "yes"},
                                       .kind = PairKind::kMcan,
                                       .selector = {.hidden = 3}}));
  const std::array<std::string_view, 2> texts = {"a lit lamp, not a lamp",
                                                 "not lit a"};
  const auto ask = [&](const char* question) -> json {
    return whylight::Ask(PairsSystem(), *model,
                         {question, texts, json::object()})
        .value()
        .json;
  };
  const json features = ask("features");
  const json rationale = ask("compare")["rationale"];
  ASSERT_EQ(features["words"].size(), rationale["text"].size());
  ASSERT_EQ(features["otherWords"].size(), rationale["other"].size());
  ASSERT_LT(rationale["other"].size(), 3u);
  for (std::size_t i = 0; i < rationale["text"].size(); ++i) {
    const json& word = features["words"][i];
    EXPECT_EQ(word["start"], rationale["text"][i]["start"]);
    EXPECT_EQ(word["features"][5]["parts"].size(), rationale["other"].size());
  }
}

TEST_F(PairsSystemTest, ErrorsNameTheOption) {
  EXPECT_EQ(Refused("word-effects", "a", "a", ErrorCode::kInvalidArgument,
                    R"({"label": "perhaps"})"),
            "word-effects: \"label\": expected one of \"no\", \"maybe\", "
            "\"yes\", found \"perhaps\"");
  const auto model = Loaded(grades_);
  const std::array<std::string_view, 2> texts = {"a lamp", "a lit lamp"};
  EXPECT_EQ(
      whylight::Ask(PairsSystem(), *model,
                    {"word-effects", texts, json::parse(R"({"label": "no"})")})
          .error()
          .message,
      "word-effects: \"label\": expected none of a model that gives "
      "grades, found \"no\"");
}

}  // namespace
}  // namespace whylight
