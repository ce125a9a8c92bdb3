#include "core/systems/rationale/fast/engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/systems/rationale/model.h"
#include "tests/core/random_matrix.h"
#include "tests/core/systems/rationale/tiny_model.h"

namespace whylight {
namespace {

void ExpectSame(const RationaleExplanation& found,
                const RationaleExplanation& expected) {
  EXPECT_EQ(found.words, expected.words);
  EXPECT_EQ(found.ratings, expected.ratings);
  EXPECT_EQ(found.spreads, expected.spreads);
  EXPECT_EQ(found.priors, expected.priors);
  EXPECT_EQ(found.domain, expected.domain);
  EXPECT_EQ(found.known, expected.known);
  EXPECT_EQ(found.in_domain, expected.in_domain);
  EXPECT_EQ(found.probability, expected.probability);
  EXPECT_EQ(found.selected, expected.selected);
  EXPECT_EQ(found.rationales, expected.rationales);
}

std::string Joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += word;
    text += ' ';
  }
  return text;
}

// Each call gives another number.
class Draws {
 public:
  explicit Draws(std::uint64_t seed)
      : random_(seed, RandomPurpose::kInitialise, 0, 0) {}
  std::size_t Below(std::size_t bound) {
    return static_cast<std::size_t>(random_.Below(draw_++, bound));
  }

 private:
  CounterRandom random_;
  std::uint64_t draw_ = 0;
};

constexpr std::size_t kVocabulary = 40;

// Some of them punctuation; after the vocabulary unknown words, and one of
// them, the last, is unknown punctuation.
std::string Word(std::size_t i) {
  if (i == kVocabulary + 3) return "!!!";
  return i % 9 == 5 ? std::string(i / 9 + 1, '.') : "w" + std::to_string(i);
}

// Words of the vocabulary, frequent ones more often, and a few unknown.
std::vector<std::string> RandomWords(std::size_t count, Draws* draws) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < count; ++i) {
    words.push_back(Word(draws->Below(1 + draws->Below(kVocabulary + 4))));
  }
  return words;
}

struct Shape {
  std::string name;
  Index dimensions;
  Index generator_hidden;
  Index encoder_hidden;
  Index order;
  Decay decay;
  Dtype vectors;
  Choice choice = Choice::kCompeting;
  bool shared = false;
  bool says_when_not = false;  // Of nothing to say, and where runs end.
  bool whole_sentences = false;
};

// A model of random weights whose rationales are neither empty nor everything.
ModelFiles RandomModel(const Shape& shape,
                       const std::vector<std::string>& words) {
  const auto layer = [&](Index hidden) {
    RcnnOptions options;
    options.inputs = shape.dimensions;
    options.hidden = hidden;
    options.order = shape.order;
    options.decay = shape.decay;
    return options;
  };
  RationaleOptions options;
  // Of HardKuma a word is rather present than not.
  const Real shift = shape.choice == Choice::kHardKuma ? 4
                     : shape.whole_sentences           ? 1
                                                       : 0;
  options.aspects = {{"one", true, {shift - Real(1.2), Real(0.1)}},
                     {"two", true, {shift - Real(0.9), Real(0.3)}},
                     {"other", false, {}}};
  options.choice = shape.choice;
  options.generator = layer(shape.generator_hidden);
  options.encoder = layer(shape.encoder_hidden);
  options.shared = shape.shared;
  options.points = {
      {0.1, {shift, shift}, {0.04, 0.05}},
      {0.5, {shift - Real(1.6), shift - Real(1.4)}, {0.02, 0.03}}};
  if (shape.says_when_not) {
    options.aspects[0].mention = shift - Real(1.3);
    options.aspects[0].spread = {0.01, 0.1, 0.2};
    options.aspects[1].mention = shift - Real(0.2);
    options.aspects[1].labels = {"bad", "good"};
    options.boundaries = {.cut_cost = Real(1.5),
                          .sentence_ends = {"w6"},
                          .breaks = {"w1", "w6"},
                          .open = {"w0", "w2"},
                          .negations = {"w3", "w7"},
                          .glue = {"w0", "w4"}};
  }
  if (shape.whole_sentences) {
    options.boundaries = {.sentence_ends = {"."}, .whole_sentences = true};
  }
  RationaleModel model(
      options, Vocabulary::FromWords(words).value(),
      RandomMatrix(static_cast<Index>(words.size()), shape.dimensions, "v"), 3);
  for (Parameter* parameter : model.GeneratorParameters()) {
    parameter->value += RandomMatrix(parameter->value.rows(),
                                     parameter->value.cols(), parameter->name) /
                        2;
  }
  for (Parameter* parameter : model.EncoderParameters()) {
    parameter->value += RandomMatrix(parameter->value.rows(),
                                     parameter->value.cols(), parameter->name) /
                        2;
  }
  if (shape.says_when_not) {
    // One of them scores words by themselves, too.
    model.SetDomain(
        Real(0.4), RandomMatrix(2 * shape.generator_hidden, 1, "domain"),
        Real(0.2),
        shape.shared ? RandomMatrix(shape.dimensions, 1, "domain words")
                     : Matrix());
  }
  return model.Save(shape.vectors, Dtype::kF16, "{}").value();
}

ModelFiles RandomModel(const Shape& shape) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < kVocabulary; ++i) words.push_back(Word(i));
  return RandomModel(shape, words);
}

class RationaleEngineTest : public testing::TestWithParam<Shape> {
 protected:
  RationaleEngine Engine(std::size_t projection_bytes = std::size_t{1} << 20) {
    return RationaleEngine::Load(files_, {.projection_bytes = projection_bytes})
        .value();
  }

  ModelFiles files_ = RandomModel(GetParam());
  RationaleModel model_ = RationaleModel::Load(files_).value();
};

TEST_P(RationaleEngineTest, SaysToTheBitWhatTheModelSays) {
  RationaleEngine engine = Engine();
  Draws draws(1);
  std::size_t selected = 0;
  std::size_t words = 0;
  for (const std::size_t length : {0u, 1u, 2u, 7u, 30u, 150u, 3u}) {
    const std::string text = Joined(RandomWords(length, &draws));
    SCOPED_TRACE(text);
    const auto found = engine.Explain(text);
    ASSERT_TRUE(found.ok()) << found.error().message;
    ExpectSame(found.value(), model_.Explain(text).value());
    selected += static_cast<std::size_t>(
        found.value().selected.col(0).cast<Index>().sum());
    words += length;
  }
  EXPECT_GT(selected, 0u);
  EXPECT_LT(selected, words);
}

TEST_P(RationaleEngineTest, SaysTheSameOfAnEditedTextAsOfANewOne) {
  RationaleEngine engine = Engine();
  Draws draws(2);
  std::vector<std::string> words = RandomWords(60, &draws);
  for (int edit = 0; edit < 120; ++edit) {
    const std::size_t place = draws.Below(words.size() + 1);
    const auto at = words.begin() + static_cast<std::ptrdiff_t>(place);
    const std::vector<std::string> inserted =
        RandomWords(draws.Below(4) == 0 ? draws.Below(9) : 1, &draws);
    const std::size_t removed =
        std::min(draws.Below(3) == 0 ? draws.Below(9) : draws.Below(2),
                 words.size() - place);
    words.insert(words.erase(at, at + static_cast<std::ptrdiff_t>(removed)),
                 inserted.begin(), inserted.end());
    // Now and then another text, or the start of one.
    if (edit % 40 == 39) words = RandomWords(50, &draws);
    if (edit % 25 == 24) words.resize(words.size() / 2);
    const std::string text = Joined(words);
    const auto found = engine.Explain(text);
    ASSERT_TRUE(found.ok()) << found.error().message;
    ExpectSame(found.value(), model_.Explain(text).value());
    if (HasFailure()) FAIL() << "edit " << edit;
  }
}

// The encoder's words are projected when they are selected: also where edits
// and points bring selected words, take them away and bring them again, and
// whether or not they were given up in between.
TEST_P(RationaleEngineTest, SaysTheSameWhereSelectedWordsComeAndGo) {
  for (const std::size_t bytes :
       {std::size_t{0}, std::size_t{4000}, std::size_t{1} << 20}) {
    RationaleEngine engine = Engine(bytes);
    Draws draws(7);
    std::vector<std::string> words = RandomWords(40, &draws);
    std::size_t edited = 0;
    for (int edit = 0; edit < 30; ++edit) {
      const std::string text = Joined(words);
      const PointIndex point =
          edit % 3 == 2 ? PointIndex(draws.Below(2)) : PointIndex();
      SCOPED_TRACE(edit);
      const auto found = engine.Explain(text, point);
      ASSERT_TRUE(found.ok()) << found.error().message;
      ExpectSame(found.value(), model_.Explain(text, point).value());
      if (HasFailure()) FAIL() << bytes << " bytes";

      std::vector<std::size_t> selected;
      for (std::size_t t = 0; t < words.size(); ++t) {
        if (found.value().selected.row(static_cast<Index>(t)).any()) {
          selected.push_back(t);
        }
      }
      if (selected.empty()) {
        words = RandomWords(40, &draws);
        continue;
      }
      ++edited;
      const std::size_t from = selected[draws.Below(selected.size())];
      const std::string word = words[from];
      const auto at = [&](std::size_t t) {
        return words.begin() + static_cast<std::ptrdiff_t>(t);
      };
      const std::size_t kind = draws.Below(4);
      // Moves it, writes it again elsewhere, takes it away or has another in
      // its place.
      if (kind == 0 || kind == 2) words.erase(at(from));
      if (kind == 3) words[from] = RandomWords(1, &draws)[0];
      if (kind < 2 || words.size() < 20) {
        words.insert(at(draws.Below(words.size() + 1)), word);
      }
      // Another text in between, that gives up words.
      if (edit % 5 == 4) {
        const std::string other = Joined(RandomWords(30, &draws));
        const std::string_view view = other;
        ExpectSame(engine.ExplainMany({&view, 1}).value()[0],
                   model_.Explain(other).value());
      }
    }
    EXPECT_GT(edited, 0u);
  }
}

TEST_P(RationaleEngineTest, WhatIsKeptOfWordsChangesNothing) {
  Draws draws(3);
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{4000}}) {
    RationaleEngine engine = Engine(bytes);
    for (const std::size_t length : {20u, 5u, 40u, 20u, 80u}) {
      const std::string text = Joined(RandomWords(length, &draws));
      ExpectSame(engine.Explain(text).value(), model_.Explain(text).value());
    }
  }
}

TEST_P(RationaleEngineTest, SaysTheSameOfManyTextsAsOfEachAlone) {
  RationaleEngine engine = Engine();
  Draws draws(4);
  std::vector<std::string> texts;
  for (const std::size_t length :
       {12u, 0u, 150u, 3u, 12u, 1u, 40u, 41u, 0u, 9u}) {
    texts.push_back(Joined(RandomWords(length, &draws)));
  }
  const std::string before = Joined(RandomWords(20, &draws));
  ASSERT_TRUE(engine.Explain(before).ok());
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const auto found = engine.ExplainMany(views);
  ASSERT_TRUE(found.ok()) << found.error().message;
  ASSERT_EQ(found.value().size(), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    SCOPED_TRACE(i);
    ExpectSame(found.value()[i], model_.Explain(texts[i]).value());
  }
  ExpectSame(engine.Explain(before + " w1").value(),
             model_.Explain(before + " w1").value());
}

TEST_P(RationaleEngineTest, SaysToTheBitWhatTheModelSaysAtEveryPoint) {
  RationaleEngine engine = Engine();
  ASSERT_EQ(engine.options().points.size(), 2u);
  Draws draws(6);
  std::vector<std::string> words = RandomWords(80, &draws);
  std::array<Index, 2> selected = {0, 0};
  for (std::size_t turn = 0; turn < 20; ++turn) {
    // The same text at several points, and an edited one.
    if (turn % 4 == 3) words[draws.Below(words.size())] = Word(turn);
    const std::string text = Joined(words);
    PointIndex point;
    if (turn % 3 > 0) point = turn % 3 - 1;
    SCOPED_TRACE(turn);
    const auto found = engine.Explain(text, point);
    ASSERT_TRUE(found.ok()) << found.error().message;
    ExpectSame(found.value(), model_.Explain(text, point).value());
    const std::string_view view = text;
    ExpectSame(engine.ExplainMany({&view, 1}, point).value()[0], found.value());
    if (point) selected[*point] += found.value().selected.cast<Index>().sum();
  }
  EXPECT_LT(selected[0], selected[1]);
}

TEST_P(RationaleEngineTest, SaysNearlyTheSameInIntegers) {
  RationaleEngine engine =
      RationaleEngine::Load(files_, {.make_weight = MakeIntegerWeight}).value();
  RationaleEngine again =
      RationaleEngine::Load(files_, {.make_weight = MakeIntegerWeight}).value();
  Draws draws(5);
  std::vector<std::string> words = RandomWords(60, &draws);
  Real largest = 0;
  for (int edit = 0; edit < 20; ++edit) {
    words[draws.Below(words.size())] = RandomWords(1, &draws)[0];
    const std::string text = Joined(words);
    const RationaleExplanation found = engine.Explain(text).value();
    const Matrix expected = model_.Explain(text).value().probability;
    largest =
        std::max(largest, (found.probability - expected).cwiseAbs().maxCoeff());
    // Edits, too, give the bits of a full run.
    const std::string_view view = text;
    ExpectSame(found, again.ExplainMany({&view, 1}).value()[0]);
  }
  EXPECT_LT(largest, 0.01);
  EXPECT_GT(largest, 0) << "the integers are not used";
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, RationaleEngineTest,
    testing::Values(
        Shape{"Beerlike", 12, 24, 16, 2, Decay::kInputAndState, Dtype::kI8},
        Shape{"OddSizes", 7, 13, 5, 3, Decay::kInputAndState, Dtype::kF16},
        Shape{"DecayOfTheWord", 9, 10, 18, 2, Decay::kInput, Dtype::kF32},
        Shape{"OneWord", 4, 8, 8, 1, Decay::kInputAndState, Dtype::kI8},
        Shape{"Independent", 9, 10, 12, 2, Decay::kInputAndState, Dtype::kI8,
              Choice::kIndependent},
        Shape{"HardKuma", 9, 10, 12, 2, Decay::kInput, Dtype::kI8,
              Choice::kHardKuma},
        Shape{"Shared", 9, 12, 12, 2, Decay::kInputAndState, Dtype::kI8,
              Choice::kCompeting, true},
        Shape{"SaysWhenNot", 12, 24, 16, 2, Decay::kInputAndState, Dtype::kI8,
              Choice::kCompeting, false, true},
        Shape{"SharedSaysWhenNot", 9, 13, 13, 2, Decay::kInput, Dtype::kF16,
              Choice::kIndependent, true, true},
        Shape{"WholeSentences", 9, 12, 12, 2, Decay::kInput, Dtype::kF32,
              Choice::kIndependent, false, false, true},
        Shape{"SharedDecayOfTheWord", 9, 12, 12, 2, Decay::kInput, Dtype::kF16,
              Choice::kCompeting, true}),
    [](const auto& shape) { return shape.param.name; });

TEST(RationaleEngineSpellingTest, ReadsMisspelledWordsAsTheModelDoes) {
  ModelFiles files = RandomModel(
      {"Misspelled", 12, 24, 16, 2, Decay::kInputAndState, Dtype::kI8},
      {"never", "the", "quiet", "waiter", "very", "and", "helpful", "friendly",
       "station", "bathroom", "breakfast", "dirty"});
  nlohmann::json config = nlohmann::json::parse(files.config);
  config["spelling"] = true;
  config["boundaries"] = {{"cut_cost", 1.5},
                          {"open", {"the", "and"}},
                          {"negations", {"never"}},
                          {"glue", {"very"}}};
  files.config = config.dump();
  const RationaleModel model = RationaleModel::Load(files).value();
  RationaleEngine engine = RationaleEngine::Load(files).value();
  // Words as typed and as meant.
  const std::vector<std::pair<std::string, std::string>> words = {
      {"never", "never"},
      {"neeeever", "never"},
      {"the", "the"},
      {"veeery", "very"},
      {"and", "and"},
      {"helpfull", "helpful"},
      {"freindly", "friendly"},
      {"sttation", "station"},
      {"bahtroom", "bathroom"},
      {"quieet", "quiet"},
      {"brekfast", "breakfast"},
      {"dirty", "dirty"},
      {"qwerty", "qwerty"},
      {"waiters", "waiter"}};
  Draws draws(7);
  for (int round = 0; round < 20; ++round) {
    std::string typed;
    std::string meant;
    for (std::size_t i = draws.Below(30); i > 0; --i) {
      const auto& [as_typed, as_meant] = words[draws.Below(words.size())];
      typed += as_typed + " ";
      meant += as_meant + " ";
    }
    SCOPED_TRACE(typed);
    EXPECT_EQ(model.Ids(Tokenize(typed)), model.Ids(Tokenize(meant)));
    const RationaleExplanation found = engine.Explain(typed).value();
    ExpectSame(found, model.Explain(typed).value());
    const std::string_view view = typed;
    ExpectSame(engine.ExplainMany({&view, 1}).value()[0], found);
    const RationaleExplanation expected = engine.Explain(meant).value();
    EXPECT_EQ(found.ratings, expected.ratings);
    EXPECT_EQ(found.selected, expected.selected);
  }
}

TEST(ProjectionBytesTest, KeepsAQuarterAsManyWordsForTheEncoder) {
  for (const std::size_t bytes : {0u, 1000u, 123456u, 32u << 20}) {
    const ProjectionBytes divided(bytes, 12, 6);
    EXPECT_EQ(divided.generator + divided.encoder, bytes);
    const std::size_t selected = divided.encoder / (6 * sizeof(Real));
    const std::size_t all = divided.generator / (12 * sizeof(Real));
    EXPECT_GE(all, 4 * selected);
    EXPECT_LT(all, 4 * (selected + 2));
  }
  EXPECT_EQ(ProjectionBytes(1000, 12, 0).generator, 1000u);
}

TEST(RationaleEngineLoadTest, RefusesChoicesThatDependOnEachOther) {
  RationaleOptions options;
  options.aspects = {{"one", true, {}}};
  options.generator = {.inputs = 3, .hidden = 2};
  options.encoder = options.generator;
  options.dependent = 2;
  const RationaleModel model(options, Vocabulary::FromWords({"a"}).value(),
                             Matrix::Zero(1, 3), 1);
  const auto engine =
      RationaleEngine::Load(model.Save(Dtype::kF32, Dtype::kF32, "{}").value());
  ASSERT_FALSE(engine.ok());
  EXPECT_EQ(engine.error().code, ErrorCode::kBadModel);
  EXPECT_NE(engine.error().message.find("\"dependent\""), std::string::npos);
}

TEST(RationaleEngineLoadTest, RefusesAPointThatIsNotThere) {
  RationaleEngine without = RationaleEngine::Load(TinyFiles()).value();
  const auto none = without.Explain("a head", 0);
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(none.error().message,
            "point: expected none, since this model has no points, found 0");

  RationaleEngine with =
      RationaleEngine::Load(
          RandomModel({"Any", 4, 4, 4, 2, Decay::kInput, Dtype::kF32}))
          .value();
  const std::string_view text = "w1 w2";
  const auto beyond = with.ExplainMany({&text, 1}, 2);
  ASSERT_FALSE(beyond.ok());
  EXPECT_EQ(beyond.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(beyond.error().message, "point: expected one from 0 to 1, found 2");
  EXPECT_TRUE(with.Explain(text, 1).ok());
}

TEST(RationaleEngineLoadTest, AnswersTextsTooLongToKeep) {
  RationaleEngine engine = RationaleEngine::Load(TinyFiles()).value();
  const RationaleModel model = TinyModel();
  std::string text;
  for (std::size_t i = 0; i < 20000; ++i) {
    text += i * i % 7 < 3 ? "head " : "a hazy gold ";
  }
  ExpectSame(engine.Explain(text).value(), model.Explain(text).value());
  ExpectSame(engine.Explain("a hazy head").value(),
             model.Explain("a hazy head").value());
}

TEST(RationaleEngineLoadTest, SaysWhichTextIsTooLong) {
  RationaleEngine engine = RationaleEngine::Load(TinyFiles()).value();
  std::string text;
  for (std::size_t i = 0; i <= kMaxWords; ++i) text += "a ";
  const std::vector<std::string_view> texts = {"a head", text};
  const auto found = engine.ExplainMany(texts);
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().code, ErrorCode::kTextTooLong);
  EXPECT_EQ(found.error().message,
            "text 2: expected at most 100000 words, found 100001");
  EXPECT_TRUE(engine.Explain("a head").ok());
}

// Whatever the files, the engine fails as the model does.
TEST(RationaleEngineLoadTest, RefusesWhatTheModelRefuses) {
  const ModelFiles good = TinyFiles();
  std::vector<ModelFiles> bad(6, good);
  bad[0].config = "{";
  bad[1].config.replace(bad[1].config.find("\"rationale\""), 11, "\"other\"");
  bad[2].tensors.resize(bad[2].tensors.size() / 2);
  bad[3].vocabulary += "another\n";
  bad[4].tensors.replace(bad[4].tensors.find("encoder.output.W"), 16,
                         "encoder.output.V");
  bad[5].config.replace(bad[5].config.find("\"order\": 2"), 10, "\"order\": 3");
  for (const ModelFiles& files : bad) {
    const auto model = RationaleModel::Load(files);
    const auto engine = RationaleEngine::Load(files);
    ASSERT_FALSE(model.ok());
    ASSERT_FALSE(engine.ok());
    EXPECT_EQ(engine.error().code, model.error().code);
    EXPECT_EQ(engine.error().message, model.error().message);
  }
}

}  // namespace
}  // namespace whylight
