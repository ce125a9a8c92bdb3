#include <gtest/gtest.h>

#include <functional>
#include <string_view>

#include "core/ops/ops.h"
#include "core/systems/questions/model.h"
#include "core/systems/questions/system.h"
#include "tests/core/systems/questions/made_up_retriever.h"

namespace whylight {
namespace {

using nlohmann::json;

const json kNarrowRcnn = {{"type", "rcnn"}, {"hidden", 5}};
constexpr char kChosenFrom[] = "Late train? How can I change my train";

// Models that differ in how texts are read.
std::vector<RetrieverOptions> Readers() {
  std::vector<RetrieverOptions> all;
  for (const TextPooling pooling :
       {TextPooling::kMean, TextPooling::kMax, TextPooling::kLast}) {
    for (const bool title_and_body : {false, true}) {
      all.push_back({.layers = {kNarrowRcnn, kNarrowRcnn},
                     .pooling = pooling,
                     .output = StackOutput::kAll,
                     .with_words = true,
                     .title_and_body = title_and_body,
                     .subwords = {.buckets = 16},
                     .rationale = {.share = 0.3}});
      if (pooling == TextPooling::kLast) continue;
      all.push_back({.pooling = pooling,
                     .title_and_body = title_and_body,
                     .rationale = {.share = 0.3}});
    }
  }
  return all;
}

class WordChoiceTest : public testing::Test {
 protected:
  // The vector of kChosenFrom where words have these z, against that of `part`.
  static void ExpectSame(const Retriever& model, QuestionPart part,
                         const std::function<Real(std::size_t word)>& z) {
    UnknownWords unknown = model.NoUnknownWords();
    const QuestionWords text = model.Read(Tokenize(kChosenFrom), unknown);
    const QuestionWords* const pointer = &text;
    const QuestionBatch batch = MakeQuestionBatch({&pointer, 1});
    const SequenceBatch& sequences = batch.words.sequences;
    Matrix mask = Matrix::Zero(sequences.max_length * sequences.batch(), 1);
    std::size_t word = 0;
    for (Index b = 0; b < sequences.batch(); ++b) {
      for (Index t = 0; t < sequences.lengths[static_cast<std::size_t>(b)];
           ++t) {
        mask(t * sequences.batch() + b, 0) = z(word++);
      }
    }
    Graph graph(Graph::Mode::kInference);
    const Matrix found = graph.value(model.Points(
        graph, model.Vectors(graph, batch,
                             model.Lookup(graph, batch.words.words, unknown),
                             graph.Constant(mask))));
    const std::string_view texts[] = {kChosenFrom};
    EXPECT_TRUE(found.isApprox(model.Encode(texts, part), 1e-5F));
  }
};

TEST_F(WordChoiceTest, AMaskOfAllWordsIsTheWholeText) {
  for (const RetrieverOptions& options : Readers()) {
    ExpectSame(MadeUpRetriever(options), QuestionPart::kAll,
               [](std::size_t) { return Real{1}; });
  }
}

TEST_F(WordChoiceTest, AMaskOfTheTitleIsTheTitleAlone) {
  for (const RetrieverOptions& options : Readers()) {
    ExpectSame(MadeUpRetriever(options), QuestionPart::kTitle,
               [](std::size_t word) { return word < 3 ? Real{1} : Real{0}; });
  }
}

TEST_F(WordChoiceTest, AMaskOfTheChosenWordsIsTheRationale) {
  for (const RetrieverOptions& options : Readers()) {
    Retriever model = MadeUpRetriever(options);
    UnknownWords unknown = model.NoUnknownWords();
    const QuestionWords text = model.Read(Tokenize(kChosenFrom), unknown);
    const QuestionWords* const pointer = &text;
    const std::vector<Real> probabilities =
        model.WordProbabilities({&pointer, 1}, unknown).front();
    model.set_threshold(static_cast<double>(probabilities[4]));
    const auto chosen = model.ChooseWords(probabilities);
    EXPECT_EQ(chosen[4], 1);
    ExpectSame(model, QuestionPart::kRationale,
               [&](std::size_t word) { return Real(chosen[word]); });
  }
}

TEST_F(WordChoiceTest, EachWordHasAProbabilityWhichStartsHigh) {
  const Retriever model =
      MadeUpRetriever({.title_and_body = true,
                       .rationale = {.layers = {kNarrowRcnn}, .share = 0.2}});
  UnknownWords unknown = model.NoUnknownWords();
  const QuestionWords first = model.Read(Tokenize(kChosenFrom), unknown);
  const QuestionWords second = model.Read(Tokenize("zzz"), unknown);
  const QuestionWords none = model.Read({}, unknown);
  const QuestionWords* const texts[] = {&first, &none, &second};
  const auto found = model.WordProbabilities(texts, unknown);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].size(), first.ids.size());
  EXPECT_TRUE(found[1].empty());
  EXPECT_TRUE(model.ChooseWords(found[1]).empty());
  ASSERT_EQ(found[2].size(), 1u);
  // A word without a vector says nothing, so that only the start counts.
  const Retriever plain = MadeUpRetriever({.rationale = {.share = 0.2}});
  EXPECT_NEAR(
      static_cast<double>(plain.WordProbabilities(texts, unknown)[2][0]),
      kStartShare, 1e-5);
}

TEST_F(WordChoiceTest, AtLeastTheMostProbableWordIsChosen) {
  Retriever model = MadeUpRetriever({.rationale = {.share = 0.5}});
  model.set_threshold(0.6);
  EXPECT_EQ(model.ChooseWords({0.7F, 0.1F, 0.6F}),
            (std::vector<std::uint8_t>{1, 0, 1}));
  EXPECT_EQ(model.ChooseWords({0.1F, 0.3F, 0.2F}),
            (std::vector<std::uint8_t>{0, 1, 0}));
}

TEST_F(WordChoiceTest, WhatIsSavedChoosesAsBefore) {
  Retriever model = MadeUpRetriever(
      {.rationale = {.layers = {{{"type", "bidirectional"},
                                 {"layer", {{"type", "rcnn"}, {"hidden", 3}}}}},
                     .share = 0.4}});
  model.set_threshold(0.45);
  const ModelFiles files = model.Save(Dtype::kF32, Dtype::kF32, "{}").value();
  const Result<Retriever> loaded = Retriever::Load(files);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  UnknownWords unknown = model.NoUnknownWords();
  const QuestionWords text = model.Read(Tokenize(kChosenFrom), unknown);
  const QuestionWords* const pointer = &text;
  EXPECT_EQ(loaded.value().WordProbabilities({&pointer, 1}, unknown),
            model.WordProbabilities({&pointer, 1}, unknown));
  EXPECT_EQ(loaded.value().options().rationale.threshold, 0.45);
  ModelFiles without = files;
  const std::string name = "rationale.choice.W";
  without.tensors.replace(without.tensors.find(name), name.size(),
                          "rationale.choice.X");
  EXPECT_FALSE(Retriever::Load(without).ok());
}

TEST_F(WordChoiceTest, OnlyLayersThatTakeMasksCanLearnRationales) {
  const auto problem = [](const RetrieverOptions& options) {
    const Status status = MadeUpRetriever(options).CheckTakesMasks();
    return status.ok() ? "none" : status.error().message;
  };
  EXPECT_EQ(problem({.layers = {kNarrowRcnn}, .pooling = TextPooling::kLast}),
            "none");
  EXPECT_EQ(problem({.layers = {{{"type", "bag"}}}}),
            "layers[0]: expected a layer that can be told how much a word is "
            "chosen, found \"bag\" that cannot");
  EXPECT_EQ(problem({.layers = {{{"type", "convolution"}, {"hidden", 3}}}}),
            "none");
  EXPECT_EQ(problem({.layers = {kNarrowRcnn}}),
            "\"pooling\": expected \"last\" where words are chosen and "
            "layers[0] has states, found \"mean\"");
  EXPECT_EQ(problem({.pooling = TextPooling::kLast}),
            "\"pooling\": expected \"mean\" or \"max\" where words are chosen "
            "and there are no layers, found \"last\"");
}

TEST_F(WordChoiceTest, LayersThatPoolCannotChoose) {
  const auto made = Retriever::Make(
      {.rationale = {.layers = {{{"type", "bag"}}}, .share = 0.3}},
      Vocabulary::FromWords(KnownWords()).value(),
      RandomMatrix(static_cast<Index>(KnownWords().size()), 4, "words"),
      Matrix(0, 4), 1);
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().message,
            "rationale: layers[0]: expected a layer that gives a vector per "
            "word, found \"bag\"");
}

TEST_F(WordChoiceTest, KeywordsAreSpansOfTheText) {
  Retriever model = MadeUpRetriever({.rationale = {.share = 0.3}});
  model.set_threshold(0);
  const System& system = QuestionsSystem();
  const auto ask = [&](const Retriever& asked) {
    auto loaded =
        system.load(asked.Save(Dtype::kF32, Dtype::kF32, "{}").value());
    const std::string_view texts[] = {"late train"};
    return Ask(system, *loaded.value(),
               {.question = "keywords", .texts = texts});
  };
  const json all = ask(model).value().json;
  EXPECT_EQ(all["spans"], json::parse(R"([{"start": 0, "end": 10}])"));
  ASSERT_EQ(all["words"].size(), 2u);
  EXPECT_EQ(all["words"][1]["start"], 5);
  EXPECT_EQ(all["words"][1]["chosen"], true);
  model.set_threshold(1);
  EXPECT_EQ(json(ask(model).value().json)["spans"].size(), 1u);
  const auto refused = ask(MadeUpRetriever({}));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message,
            "keywords: expected a model that learned to choose the words that "
            "say what is asked, found one that did not");
}

}  // namespace
}  // namespace whylight
