#include "core/systems/rationale/model.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/core/random_matrix.h"
#include "tests/core/systems/rationale/tiny_model.h"

namespace whylight {
namespace {

using nlohmann::json;

TEST(RationaleModelTest, EveryTokenHasAProbabilityBelowOneForEachAspect) {
  const auto explained = TinyModel().Explain("a hazy gold with a white head");
  ASSERT_TRUE(explained.ok());
  ASSERT_EQ(explained.value().words.size(), 7u);
  const Matrix& probability = explained.value().probability;
  ASSERT_EQ(probability.rows(), 7);
  ASSERT_EQ(probability.cols(), 2);
  EXPECT_GT(probability.minCoeff(), 0);
  // The unreported aspect and "none" take the rest.
  EXPECT_LT(probability.rowwise().sum().maxCoeff(), 1);
}

bool IsSelected(const RationaleExplanation& explanation, std::size_t word,
                std::size_t aspect) {
  return explanation.selected(static_cast<Index>(word),
                              static_cast<Index>(aspect)) != 0;
}

TEST(RationaleModelTest, RationalesAreTheRunsOfSelectedTokens) {
  const std::string text =
      "Pours a hazy gold with a thick white head. The nose is grapefruit.";
  const auto explained = TinyModel().Explain(text);
  ASSERT_TRUE(explained.ok());
  std::size_t runs = 0;
  for (std::size_t a = 0; a < 2; ++a) {
    std::set<std::uint32_t> in_spans;
    for (const Span& span : explained.value().rationales[a]) {
      EXPECT_LT(span.start, span.end);
      EXPECT_LE(span.end, text.size());
      for (std::uint32_t i = span.start; i < span.end; ++i) in_spans.insert(i);
      ++runs;
    }
    for (std::size_t t = 0; t < explained.value().words.size(); ++t) {
      EXPECT_EQ(IsSelected(explained.value(), t, a),
                in_spans.contains(explained.value().words[t].start));
    }
  }
  EXPECT_GT(runs, 0u);
}

TEST(RationaleModelTest, RatingDependsOnTheSelectedWordsAlone) {
  const RationaleModel model = TinyModel();
  const std::string text = "Pours a hazy gold with a thick white head";
  const std::vector<Token> tokens = Tokenize(text);
  const auto explained = model.Explain(text);
  ASSERT_TRUE(explained.ok());
  const WordIds ids = model.Ids(tokens);
  for (std::size_t a = 0; a < 2; ++a) {
    WordIds selected;
    for (std::size_t t = 0; t < tokens.size(); ++t) {
      if (IsSelected(explained.value(), t, a)) selected.push_back(ids[t]);
    }
    const WordIds* const words = &selected;
    Graph graph(Graph::Mode::kInference);
    const Matrix ratings = model.Rate(graph, MakeWordBatch({&words, 1}));
    EXPECT_EQ(ratings(0, static_cast<Index>(a)),
              explained.value().RatingOrPrior(a));
  }
}

// A batch whose padding matters, with a text without words in it.
std::vector<WordIds> TextsOfAllLengths(const RationaleModel& model) {
  std::vector<WordIds> texts;
  for (const char* text : {"hazy gold", "", "a thick white head of foam",
                           "flat and watery . no head at all"}) {
    texts.push_back(model.Ids(Tokenize(text)));
  }
  return texts;
}

TEST(RationaleModelTest, TextIsRatedTheSameToTheBitAloneAndInABatch) {
  const RationaleModel model = TinyModel();
  const std::vector<WordIds> texts = TextsOfAllLengths(model);
  std::vector<const WordIds*> all;
  for (const WordIds& text : texts) all.push_back(&text);
  Graph graph(Graph::Mode::kInference);
  const Matrix together = model.Rate(graph, MakeWordBatch(all));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Matrix alone = model.Rate(graph, MakeWordBatch({&all[i], 1}));
    EXPECT_EQ(together.row(static_cast<Index>(i)), alone);
  }
}

TEST(RationaleModelTest, WordIsScoredTheSameToTheBitAloneAndInABatch) {
  const RationaleModel model = TinyModel();
  const std::vector<WordIds> texts = TextsOfAllLengths(model);
  std::vector<const WordIds*> all;
  for (const WordIds& text : texts) all.push_back(&text);
  const auto logits = [&](std::span<const WordIds* const> of) -> Matrix {
    Graph graph(Graph::Mode::kInference);
    const WordBatch batch = MakeWordBatch(of);
    const Var states = model.GeneratorStates(graph, model.Lookup(graph, batch),
                                             batch.sequences);
    return graph.value(
        model.GeneratorNumbers(graph, states, batch.sequences, {}));
  };
  const Matrix together = logits(all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Matrix alone = logits({&all[i], 1});
    ASSERT_EQ(alone.rows(), static_cast<Index>(texts[i].size()));
    for (std::size_t t = 0; t < texts[i].size(); ++t) {
      const auto row = static_cast<Index>(t * all.size() + i);
      EXPECT_EQ(together.row(row), alone.row(static_cast<Index>(t)))
          << "text " << i << ", word " << t;
    }
  }
}

TEST(RationaleModelTest, ReusedGraphChangesNothing) {
  const RationaleModel model = TinyModel();
  Graph graph(Graph::Mode::kInference);
  const std::string text = "The nose is grapefruit, pine and a little honey.";
  const auto first = model.Explain(text, graph);
  ASSERT_TRUE(model.Explain("something else in between", graph).ok());
  const auto second = model.Explain(text, graph);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first.value().ratings, second.value().ratings);
  EXPECT_EQ(first.value().rationales, second.value().rationales);
}

TEST(RationaleModelTest, AnswersEmptyAndStrangeTexts) {
  const RationaleModel model = TinyModel();
  const auto empty = model.Explain("");
  ASSERT_TRUE(empty.ok());
  EXPECT_TRUE(empty.value().words.empty());
  EXPECT_EQ(empty.value().ratings.size(), 2u);

  const auto strange =
      model.Explain(std::string_view("\xff\x00\xed\xa0\x80 x", 7));
  ASSERT_TRUE(strange.ok());
}

TEST(RationaleModelTest, SaysTheSameFiniteThingsOfAHugeTextTwice) {
  const RationaleModel model = TinyModel();
  const std::vector<std::string> words = {"head", "hazy",  "gold", "honey",
                                          "of",   "silky", "xyz"};
  std::string huge;
  for (std::size_t i = 0; i < 20000; ++i) {
    huge += words[i * i % 11 % words.size()] + " ";
  }
  const auto first = model.Explain(huge);
  const auto second = model.Explain(huge);
  ASSERT_TRUE(first.ok() && second.ok());
  ASSERT_EQ(first.value().words.size(), 20000u);
  ASSERT_EQ(second.value().words.size(), 20000u);
  for (const std::optional<Real>& rating : first.value().ratings) {
    EXPECT_TRUE(rating && std::isfinite(*rating));
  }
  EXPECT_EQ(first.value().ratings, second.value().ratings);
  EXPECT_EQ(first.value().rationales, second.value().rationales);
  EXPECT_TRUE(first.value().probability.allFinite());
  EXPECT_EQ(first.value().probability, second.value().probability);
  EXPECT_EQ(first.value().selected, second.value().selected);
  const Index selected = first.value().selected.col(0).cast<Index>().sum();
  EXPECT_GT(selected, 0);
  EXPECT_LT(selected, 20000);
}

TEST(RationaleModelTest, SaysHowManyWordsAreTooMany) {
  std::string text;
  for (std::size_t i = 0; i <= kMaxWords; ++i) text += "a ";
  const auto explained = TinyModel().Explain(text);
  ASSERT_FALSE(explained.ok());
  EXPECT_EQ(explained.error().code, ErrorCode::kTextTooLong);
  EXPECT_NE(explained.error().message.find("100001"), std::string::npos);
}

TEST(RationaleModelTest, PointReplacesTheThresholdsAndNothingElse) {
  const std::string text = "Soft and creamy on the tongue, almost silky head.";
  const RationaleModel model = TinyModelWithPoints(
      {{0.1, {Real(-0.2), Real(-0.4)}, {1, 1}}, {0.5, {-3, -2}, {1, 1}}});
  ASSERT_EQ(model.options().points.size(), 2u);
  const RationaleExplanation shipped = model.Explain(text).value();
  EXPECT_EQ(shipped.selected, TinyModel().Explain(text).value().selected);
  for (std::size_t p = 0; p < 2; ++p) {
    RationaleModel moved = TinyModel();
    for (std::size_t a = 0; a < 2; ++a) {
      moved.SetDecoding(a,
                        {model.options().points[p].thresholds[a],
                         model.options().aspects[a].decoding.transition_cost});
    }
    const RationaleExplanation found = model.Explain(text, p).value();
    const RationaleExplanation expected = moved.Explain(text).value();
    EXPECT_EQ(found.selected, expected.selected);
    EXPECT_EQ(found.ratings, expected.ratings);
    EXPECT_EQ(found.rationales, expected.rationales);
    EXPECT_EQ(found.probability, shipped.probability);
  }
  EXPECT_NE(model.Explain(text, 0).value().selected,
            model.Explain(text, 1).value().selected);
}

TEST(RationaleModelTest, RefusesAPointThatIsNotThere) {
  const auto found =
      TinyModelWithPoints({{0.1, {0, 0}, {1, 1}}}).Explain("a head", 1);
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(found.error().message, "point: expected one from 0 to 0, found 1");
}

TEST(RationaleModelTest, SavedModelLoadsAndSaysTheSame) {
  const RationaleModel model = TinyModel();
  const auto files = model.Save(Dtype::kF32, Dtype::kF32, "{}");
  ASSERT_TRUE(files.ok());
  const auto again = RationaleModel::Load(files.value());
  ASSERT_TRUE(again.ok()) << again.error().message;
  const std::string text = "Soft and creamy on the tongue, almost silky.";
  const auto before = model.Explain(text);
  const auto after = again.value().Explain(text);
  EXPECT_EQ(before.value().ratings, after.value().ratings);
  EXPECT_EQ(before.value().rationales, after.value().rationales);
}

constexpr char kGoldenHead[] =
    "Pours a hazy gold with a thick white head. The nose is grapefruit.";

TEST(RationaleModelTest, RatesNothingItDoesNotFindAndSaysWhatItWouldRate) {
  RationaleModel model = TinyModel();
  const auto found = model.Explain(kGoldenHead).value();
  const WordIds none;
  const WordIds* const no_words = &none;
  Graph graph(Graph::Mode::kInference);
  const Matrix priors = model.Rate(graph, MakeWordBatch({&no_words, 1}));
  EXPECT_TRUE(found.in_domain);
  EXPECT_FALSE(found.domain.has_value());
  for (std::size_t a = 0; a < 2; ++a) {
    ASSERT_TRUE(found.ratings[a].has_value());
    EXPECT_FALSE(found.spreads[a].has_value());
    EXPECT_EQ(found.priors[a], priors(0, static_cast<Index>(a)));
    EXPECT_EQ(found.RatingOrPrior(a), *found.ratings[a]);
  }
  model.SetMention(0, Real(1e5));
  model.SetSpread(1, std::array<double, 3>{0.04, 0, 0});
  const auto less = model.Explain(kGoldenHead).value();
  EXPECT_FALSE(less.ratings[0].has_value());
  EXPECT_TRUE(less.rationales[0].empty());
  EXPECT_EQ(less.selected.col(0).cast<Index>().sum(), 0);
  EXPECT_EQ(less.RatingOrPrior(0), found.priors[0]);
  EXPECT_EQ(less.ratings[1], found.ratings[1]);
  EXPECT_FALSE(less.spreads[0].has_value());
  EXPECT_NEAR(less.spreads[1].value(), 0.2, 1e-6);
  const auto empty = TinyModel().Explain("").value();
  EXPECT_EQ(empty.ratings, (std::vector<std::optional<Real>>(2)));
  EXPECT_EQ(empty.priors, found.priors);
}

TEST(RationaleModelTest, MentionDoesNotDependOnThePoint) {
  RationaleModel model = TinyModelWithPoints(
      {{0.1, {Real(1e5), Real(1e5)}, {1, 1}}, {0.5, {-9, -9}, {1, 1}}});
  EXPECT_FALSE(model.Explain(kGoldenHead, 0).value().ratings[0].has_value());
  model.SetMention(0, Real(-1));
  model.SetMention(1, Real(1e5));
  for (const PointIndex point : {PointIndex(), PointIndex(0), PointIndex(1)}) {
    const auto found = model.Explain(kGoldenHead, point).value();
    EXPECT_TRUE(found.ratings[0].has_value());
    EXPECT_FALSE(found.ratings[1].has_value());
    for (std::size_t a = 0; a < 2; ++a) {
      EXPECT_EQ(found.rationales[a].empty(), !found.ratings[a].has_value());
    }
  }
}

TEST(RationaleModelTest, RatesNothingOutOfItsDomain) {
  RationaleModel model = TinyModel();
  const Index width = model.GeneratorParameters()[0]->value.cols();
  ASSERT_GT(width, 0);
  const Index states = 2 * model.options().generator.hidden;
  model.SetDomain(Real(0.9), Matrix::Zero(states, 1), 1);
  const auto out = model.Explain(kGoldenHead).value();
  EXPECT_FALSE(out.in_domain);
  EXPECT_NEAR(out.domain.value(), 0.73105858, 1e-6);
  EXPECT_EQ(out.ratings, (std::vector<std::optional<Real>>(2)));
  EXPECT_EQ(out.selected.cast<Index>().sum(), 0);
  EXPECT_GT(out.probability.maxCoeff(), 0);

  model.SetDomain(Real(0.7), Matrix::Zero(states, 1), 1);
  const auto in = model.Explain(kGoldenHead).value();
  EXPECT_TRUE(in.in_domain);
  EXPECT_EQ(in.ratings, TinyModel().Explain(kGoldenHead).value().ratings);
}

TEST(RationaleModelTest, RatesNothingOfWhichItKnowsNoWord) {
  for (const bool has_domain : {false, true}) {
    SCOPED_TRACE(has_domain);
    RationaleModel model = TinyModel();
    const Index states = 2 * model.options().generator.hidden;
    if (has_domain) {
      model.SetDomain(Real(0.7), Matrix::Zero(states, 1), 1);
    }
    for (const char* text : {"qwertz", "Asdf qwertz!", "!!!", "\U0001F600"}) {
      SCOPED_TRACE(text);
      const auto found = model.Explain(text).value();
      EXPECT_EQ(found.known, 0);
      if (has_domain) EXPECT_EQ(found.domain, Real(0));
      EXPECT_FALSE(found.in_domain);
      EXPECT_EQ(found.ratings, (std::vector<std::optional<Real>>(2)));
    }
    const auto half = model.Explain("hazy qwertz").value();
    EXPECT_EQ(half.known, Real(0.5));
    EXPECT_TRUE(half.in_domain);
    EXPECT_TRUE(model.Explain("").value().in_domain);
  }
}

TEST(RationaleModelTest, DomainIsALinearScoreOfMeans) {
  RationaleModel model = TinyModel();
  const Index states = 2 * model.options().generator.hidden;
  const Matrix weight = RandomMatrix(states, 1, "weight");
  const Matrix of_words = RandomMatrix(model.vectors().cols(), 1, "words");
  model.SetDomain(Real(0.5), weight, Real(0.3));
  const WordIds ids = model.Ids(Tokenize(kGoldenHead));
  const WordIds* const text = &ids;
  Graph graph(Graph::Mode::kInference);
  const WordBatch batch = MakeWordBatch({&text, 1});
  const Matrix read = graph.value(model.GeneratorStates(
      graph, model.Lookup(graph, batch), batch.sequences));
  const Real score = (read.colwise().mean() * weight)(0, 0) + Real(0.3);
  EXPECT_NEAR(model.Explain(kGoldenHead).value().domain.value(),
              1 / (1 + std::exp(-score)), 1e-5);

  model.SetDomain(Real(0.5), weight, Real(0.3), of_words);
  const Matrix vectors = model.vectors();
  RowVector sum = RowVector::Zero(vectors.cols());
  for (const std::int32_t id : ids) {
    if (id != kUnknownWord) sum += vectors.row(id);
  }
  const Real more =
      sum.dot(of_words.col(0).transpose()) / static_cast<Real>(ids.size());
  EXPECT_NEAR(model.Explain(kGoldenHead).value().domain.value(),
              1 / (1 + std::exp(-score - more)), 1e-5);
}

TEST(RationaleModelTest, SelectsByIdsWhatItSelectsOfTheText) {
  RationaleModel plain = TinyModel();
  RationaleOptions options = plain.options();
  ModelFiles files = TinyFiles();
  json config = json::parse(files.config, nullptr, false);
  config["boundaries"] = {{"cut_cost", 2}, {"open", {"a", "thick", "hazy"}}};
  files.config = config.dump();
  const RationaleModel model = RationaleModel::Load(files).value();
  const WordIds ids = model.Ids(Tokenize(kGoldenHead));
  const std::vector<WordIds> all = {{}, ids};
  const std::vector<const WordIds*> texts = {&all[0], &all[1]};
  Graph graph(Graph::Mode::kInference);
  const WordBatch batch = MakeWordBatch(texts);
  const Var states =
      model.GeneratorStates(graph, model.Lookup(graph, batch), batch.sequences);
  const auto found = model.Select(graph.value(states), batch);
  const auto explained = model.Explain(kGoldenHead).value();
  for (Index t = 0; t < static_cast<Index>(ids.size()); ++t) {
    for (Index a = 0; a < 2; ++a) {
      EXPECT_EQ(found.selected(2 * t + 1, a), explained.selected(t, a));
    }
  }
  EXPECT_NE(explained.selected, plain.Explain(kGoldenHead).value().selected);
  const std::vector<Token> tokens = Tokenize(kGoldenHead);
  for (const std::vector<Span>& rationale : explained.rationales) {
    for (const Span& span : rationale) {
      for (const Token& token : tokens) {
        if (token.span.start != span.start && token.span.end != span.end) {
          continue;
        }
        EXPECT_NE(token.text, "a");
        EXPECT_NE(token.text, "thick");
        EXPECT_NE(token.text, "hazy");
      }
    }
  }
}

TEST(RationaleModelTest, SelectsTheBestOfAllUnionsOfSentences) {
  ModelFiles files = TinyFiles();
  json config = json::parse(files.config, nullptr, false);
  config["boundaries"] = {{"sentence_ends", {".", "!"}},
                          {"whole_sentences", true}};
  files.config = config.dump();
  RationaleModel model = RationaleModel::Load(files).value();
  const std::string text =
      "Hazy gold . A thick head ! \"It smells of honey\" , and of nothing "
      "else . Thin ... Thick , thin , gold and hazy";
  const std::vector<Token> tokens = Tokenize(text);
  const WordIds ids = model.Ids(tokens);
  const WordIds* const one = &ids;
  const WordBatch batch = MakeWordBatch({&one, 1});
  const WordFlags flags = model.Flags(tokens, ids);
  const auto sentences = SentencesOf(flags);
  ASSERT_EQ(sentences.size(), 5u);
  Graph graph(Graph::Mode::kInference);
  const Var states =
      model.GeneratorStates(graph, model.Lookup(graph, batch), batch.sequences);
  const Matrix scores =
      model.Select(graph.value(states), batch, {&flags, 1}).scores;
  std::size_t partly = 0;
  for (const double shift : {-0.2, 0.0, 0.1}) {
    for (Index a = 0; a < 2; ++a) {
      const Decoding decoding{scores.col(a).mean() + static_cast<Real>(shift),
                              Real(0.05)};
      model.SetDecoding(static_cast<std::size_t>(a), decoding);
      double best = 0;
      SelectionMatrix expected = SelectionMatrix::Zero(scores.rows(), 1);
      for (unsigned chosen = 1; chosen < 1U << 5; ++chosen) {
        double value = 0;
        SelectionMatrix selected = SelectionMatrix::Zero(scores.rows(), 1);
        for (std::size_t s = 0; s < sentences.size(); ++s) {
          if (((chosen >> s) & 1U) == 0) continue;
          value -= 2 * static_cast<double>(decoding.transition_cost);
          for (std::size_t t = sentences[s].first; t <= sentences[s].last;
               ++t) {
            const auto row = static_cast<Index>(t);
            value += static_cast<double>(scores(row, a) - decoding.threshold);
            selected(row, 0) = 1;
          }
        }
        if (value <= best) continue;
        best = value;
        expected = selected;
      }
      const RationaleExplanation found = model.Explain(text).value();
      EXPECT_EQ(SelectionMatrix(found.selected.col(a)), expected);
      partly += best > 0 && expected.cast<Index>().sum() < scores.rows() / 2;
    }
  }
  EXPECT_GT(partly, 1u);
}

TEST(RationaleModelTest, WhatItSaysOfNothingToSayComesBack) {
  ModelFiles files = TinyFiles();
  json config = json::parse(files.config, nullptr, false);
  config["aspects"][0]["mention"] = -0.5;
  config["aspects"][0]["spread"] = {0.01, 0.5, 0.25};
  config["aspects"][1]["labels"] = {"bad", "good"};
  config["boundaries"] = {{"cut_cost", 1.5},        {"sentence_ends", {"."}},
                          {"breaks", {"but"}},      {"open", {"a"}},
                          {"negations", {"not"}},   {"glue", {"very"}},
                          {"whole_sentences", true}};
  files.config = config.dump();
  RationaleModel model = RationaleModel::Load(files).value();
  const Index states = 2 * model.options().generator.hidden;
  model.SetDomain(Real(0.25), RandomMatrix(states, 1, "weight"), Real(0.5),
                  RandomMatrix(model.vectors().cols(), 1, "words"));
  const ModelFiles saved = model.Save(Dtype::kF32, Dtype::kF32, "{}").value();
  const auto again = RationaleModel::Load(saved);
  ASSERT_TRUE(again.ok()) << again.error().message;
  const RationaleOptions& options = again.value().options();
  EXPECT_EQ(options.aspects[0].mention, Real(-0.5));
  EXPECT_EQ(options.aspects[0].spread,
            (std::array<double, 3>{0.01, 0.5, 0.25}));
  EXPECT_EQ(options.aspects[1].labels,
            (std::vector<std::string>{"bad", "good"}));
  EXPECT_FALSE(options.aspects[1].mention.has_value());
  EXPECT_EQ(options.boundaries->cut_cost, Real(1.5));
  EXPECT_EQ(options.boundaries->sentence_ends, std::vector<std::string>{"."});
  EXPECT_EQ(options.boundaries->breaks, std::vector<std::string>{"but"});
  EXPECT_EQ(options.boundaries->open, std::vector<std::string>{"a"});
  EXPECT_EQ(options.boundaries->negations, std::vector<std::string>{"not"});
  EXPECT_EQ(options.boundaries->glue, std::vector<std::string>{"very"});
  EXPECT_TRUE(options.boundaries->whole_sentences);
  EXPECT_EQ(options.domain->threshold, Real(0.25));
  const auto before = model.Explain(kGoldenHead).value();
  const auto after = again.value().Explain(kGoldenHead).value();
  EXPECT_EQ(before.domain, after.domain);
  EXPECT_EQ(before.ratings, after.ratings);
  EXPECT_EQ(before.spreads, after.spreads);
}

// A small model of random weights that reads misspelled words.
RationaleModel SpellingModel() {
  const std::vector<std::string> words = {
      "the", "never",    "staff",   "was",    "were",  "so",   ".",
      "and", "friendly", "rude",    "room",   "not",   "our",  "service",
      "in",  "very",     "helpful", "rather", "quite", "noisy"};
  RationaleOptions options;
  options.aspects = {{"staff", true, {Real(-0.7), Real(0.1)}},
                     {"room", true, {Real(-0.7), Real(0.1)}}};
  options.generator = {.inputs = 6, .hidden = 5, .decay = Decay::kInput};
  options.encoder = options.generator;
  options.boundaries = Boundaries{
      .open = {"the", "so"}, .negations = {"never", "not"}, .glue = {"very"}};
  options.spelling = true;
  RationaleModel model(
      options, Vocabulary::FromWords(words).value(),
      3 * RandomMatrix(static_cast<Index>(words.size()), 6, "words of staff"),
      5);
  for (Parameter* parameter : model.GeneratorParameters()) {
    parameter->value =
        2 * RandomMatrix(parameter->value.rows(), parameter->value.cols(),
                         parameter->name);
  }
  return model;
}

TEST(RationaleModelTest, ReadsAMisspelledWordAsTheOneThatIsMeant) {
  const RationaleModel model = SpellingModel();
  const std::string meant = "The staff were friendly, never rude";
  const std::string typed = "The staff were freindly, nevver rude";
  EXPECT_EQ(model.Ids(Tokenize(typed)), model.Ids(Tokenize(meant)));
  const RationaleExplanation expected = model.Explain(meant).value();
  const RationaleExplanation found = model.Explain(typed).value();
  EXPECT_EQ(found.ratings, expected.ratings);
  EXPECT_EQ(found.probability, expected.probability);
  EXPECT_EQ(found.selected, expected.selected)
      << "where runs end goes by the words that are meant, too";
  EXPECT_GT(found.selected.cast<Index>().sum(), 0);
  EXPECT_EQ(found.words, [&] {
    std::vector<Span> spans;
    for (const Token& token : Tokenize(typed)) spans.push_back(token.span);
    return spans;
  }()) << "words are marked as they are typed";
}

TEST(RationaleModelTest, ReadsMisspelledWordsAsBeforeUnlessItsFolderSaysSo) {
  const RationaleModel model = SpellingModel();
  ModelFiles files = model.Save(Dtype::kF32, Dtype::kF32, "{}").value();
  const std::vector<Token> typed = Tokenize("freindly");
  EXPECT_EQ(RationaleModel::Load(files).value().Ids(typed), WordIds{8});
  json config = json::parse(files.config);
  EXPECT_EQ(config.at("spelling"), true);
  config.erase("spelling");
  files.config = config.dump();
  EXPECT_EQ(RationaleModel::Load(files).value().Ids(typed),
            WordIds{kUnknownWord});
}

// Each entry breaks config.json in one way, and has the text that the error
// must contain.
struct BadConfigCase {
  std::string name;
  std::string pointer;
  json value;
  std::string error;
};

TEST(RationaleModelTest, PointsComeBackAndReplaceReportedThresholds) {
  auto model = RationaleModel::Load(TinyFiles());
  ASSERT_TRUE(model.ok()) << model.error().message;
  EXPECT_TRUE(model.value().options().points.empty());
  const std::size_t reported = model.value().aspects().size();
  model.value().SetPoints(
      {{0.1, std::vector<Real>(reported, 2), {0.04, 0.03}},
       {0.3, std::vector<Real>(reported, -1), {0.02, 0.01}}});
  const ModelFiles files =
      model.value().Save(Dtype::kF32, Dtype::kF32, "{}").value();
  const auto again = RationaleModel::Load(files);
  ASSERT_TRUE(again.ok()) << again.error().message;
  const RationaleOptions& options = again.value().options();
  ASSERT_EQ(options.points.size(), 2u);
  EXPECT_EQ(options.points[0].rate, 0.1);
  EXPECT_EQ(options.points[1].errors, (std::vector<double>{0.02, 0.01}));
  for (std::size_t a = 0; a < options.aspects.size(); ++a) {
    const Decoding& own = options.aspects[a].decoding;
    const Decoding at = DecodingAt(options, a, 1);
    EXPECT_EQ(at.transition_cost, own.transition_cost);
    EXPECT_EQ(at.threshold, a < reported ? Real(-1) : own.threshold);
    EXPECT_EQ(DecodingAt(options, a, std::nullopt).threshold, own.threshold);
  }
}

class BadConfigTest : public testing::TestWithParam<BadConfigCase> {};

TEST_P(BadConfigTest, IsRefusedWithAReason) {
  ModelFiles files = TinyFiles();
  json config = json::parse(files.config, nullptr, false);
  config[json::json_pointer(GetParam().pointer)] = GetParam().value;
  files.config = config.dump();
  const auto model = RationaleModel::Load(files);
  ASSERT_FALSE(model.ok());
  EXPECT_NE(model.error().message.find(GetParam().error), std::string::npos)
      << model.error().message;
}

INSTANTIATE_TEST_SUITE_P(
    Config, BadConfigTest,
    testing::Values(
        BadConfigCase{"Task", "/task", "poetry", "\"task\""},
        BadConfigCase{"Version", "/version", 2, "version"},
        BadConfigCase{"NoAspects", "/aspects", json::array(), "at least one"},
        BadConfigCase{
            "ManyAspects", "/aspects",
            json(65, {{"name", "a"}, {"threshold", 0}, {"transition_cost", 0}}),
            "at most 64"},
        BadConfigCase{"Type", "/generator/type", "lstm", "\"rcnn\""},
        BadConfigCase{"BeyondAllNumbers", "/encoder/hidden",
                      18446744073709551615u, "found 18446744073709551615"},
        BadConfigCase{"HugeThreshold", "/aspects/0/threshold", 1e300,
                      "\"threshold\""},
        BadConfigCase{"AspectTwice", "/aspects/1/name", "appearance", "twice"},
        BadConfigCase{"AspectOrder", "/aspects/0/reported", false,
                      "reported aspect, and it first"},
        BadConfigCase{"Threshold", "/aspects/0/threshold", "low",
                      "\"threshold\""},
        BadConfigCase{"NegativeCost", "/aspects/0/transition_cost", -1,
                      "\"transition_cost\""},
        BadConfigCase{"Dimensions", "/dimensions", 13, "embedding"},
        BadConfigCase{"HugeHidden", "/generator/hidden", 4000, "parameters"},
        BadConfigCase{"ZeroHidden", "/encoder/hidden", 0, "\"hidden\""},
        BadConfigCase{"Order", "/generator/order", 2.5, "\"order\""},
        BadConfigCase{"Decay", "/generator/decay", "y", "\"decay\""},
        BadConfigCase{"Mention", "/aspects/0/mention", "often",
                      "a number \"mention\""},
        BadConfigCase{"Spread", "/aspects/0/spread", json{0.1, 0.2},
                      "3 numbers \"spread\""},
        BadConfigCase{"SpreadOfWords", "/aspects/0/spread", json{1, "b", 2},
                      "3 numbers \"spread\""},
        BadConfigCase{"OneLabel", "/aspects/0/labels", json::array({"good"}),
                      "\"labels\" to be two names"},
        BadConfigCase{"LabelTwice", "/aspects/0/labels",
                      json::array({"good", "good"}),
                      "\"labels\" to be two names"},
        BadConfigCase{"LabelsNoList", "/aspects/0/labels", "good",
                      "\"labels\" to be a list"},
        BadConfigCase{"EmptyLabel", "/aspects/0/labels",
                      json::array({"", "good"}), "\"labels\" to be a list"},
        BadConfigCase{"BoundariesNoObject", "/boundaries", json::array(),
                      "\"boundaries\" to be an object"},
        BadConfigCase{"CutCost", "/boundaries/cut_cost", -1, "\"cut_cost\""},
        BadConfigCase{"CutCostInWords", "/boundaries/cut_cost", "high",
                      "\"cut_cost\""},
        BadConfigCase{"WholeSentences", "/boundaries/whole_sentences", 1,
                      "\"whole_sentences\" to be true or false"},
        BadConfigCase{"Breaks", "/boundaries/breaks", "but",
                      "\"breaks\" to be a list of words"},
        BadConfigCase{"OpenNumber", "/boundaries/open", json::array({"a", 1}),
                      "\"open\" to be a list"},
        BadConfigCase{"NegationEmpty", "/boundaries/negations",
                      json::array({"no", ""}), "\"negations\""},
        BadConfigCase{"GlueObject", "/boundaries/glue", json::object(),
                      "\"glue\""},
        BadConfigCase{"SpellingNoFlag", "/spelling", "yes",
                      "\"spelling\" to be true or false"},
        BadConfigCase{"SharedNoFlag", "/shared", 1,
                      "\"shared\" to be true or false"},
        BadConfigCase{"DomainNumber", "/domain", 1, "\"domain\""},
        BadConfigCase{"DomainWithoutThreshold", "/domain", json::object(),
                      "\"domain\" to have a \"threshold\" from 0 to 1"},
        BadConfigCase{"DomainThreshold", "/domain/threshold", 1.5,
                      "from 0 to 1"},
        BadConfigCase{"DomainWordsNoFlag",
                      "/domain",
                      {{"threshold", 0.5}, {"words", 1}},
                      "\"words\" to be true or false"},
        BadConfigCase{"DomainWithoutTensors", "/domain/threshold", 0.5,
                      "domain.weight"},
        BadConfigCase{"PointsNoList", "/points", 3, "\"points\" to be a list"},
        BadConfigCase{"PointWithoutRate",
                      "/points",
                      {{{"thresholds", {0, 0}}, {"errors", {0, 0}}}},
                      "\"rate\" between 0 and 1"},
        BadConfigCase{
            "PointsFall",
            "/points",
            {{{"rate", 0.2}, {"thresholds", {0, 0}}, {"errors", {0, 0}}},
             {{"rate", 0.1}, {"thresholds", {0, 0}}, {"errors", {0, 0}}}},
            "above that of the one before"},
        BadConfigCase{
            "PointOfFewerAspects",
            "/points",
            {{{"rate", 0.2}, {"thresholds", {0}}, {"errors", {0, 0}}}},
            "expected 2 numbers \"thresholds\""},
        BadConfigCase{
            "PointErrors",
            "/points",
            {{{"rate", 0.2}, {"thresholds", {0, 0}}, {"errors", {0, "x"}}}},
            "expected 2 numbers \"errors\""}),
    [](const auto& test) { return test.param.name; });

TEST(RationaleModelTest, EveryTruncationOfAFileIsAnError) {
  const ModelFiles whole = TinyFiles();
  for (std::size_t size = 0; size < whole.tensors.size();
       size += size < 1500 ? 37 : 401) {
    ModelFiles files = whole;
    files.tensors.resize(size);
    EXPECT_FALSE(RationaleModel::Load(files).ok()) << size;
  }
  for (std::size_t size = 0; size + 2 < whole.config.size(); size += 11) {
    ModelFiles files = whole;
    files.config.resize(size);
    EXPECT_FALSE(RationaleModel::Load(files).ok()) << size;
  }
  ModelFiles files = whole;
  files.vocabulary.resize(files.vocabulary.size() / 2);
  EXPECT_FALSE(RationaleModel::Load(files).ok());
}

TEST(RationaleModelTest, SaysThatAPageIsNotAModel) {
  ModelFiles files = TinyFiles();
  files.config = "<!DOCTYPE html><title>Not found</title>";
  const auto model = RationaleModel::Load(files);
  ASSERT_FALSE(model.ok());
  EXPECT_EQ(model.error().code, ErrorCode::kBadModel);
  EXPECT_NE(model.error().message.find("HTML"), std::string::npos)
      << model.error().message;
}

}  // namespace
}  // namespace whylight
