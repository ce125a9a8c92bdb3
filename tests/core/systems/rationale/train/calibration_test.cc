#include "core/systems/rationale/train/calibration.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/random.h"
#include "core/layers/initialise.h"
#include "core/systems/rationale/selection.h"
#include "core/systems/rationale/train/scores.h"

namespace whylight {
namespace {

constexpr std::size_t kCalibratedWords = 12;

// A model that has learned nothing: what is fitted to it must fit all the same.
RationaleModel UntrainedModel() {
  std::vector<std::string> words;
  for (std::size_t w = 0; w < kCalibratedWords; ++w) {
    words.push_back("word" + std::to_string(w));
  }
  RationaleOptions options;
  for (const char* name : {"look", "smell"}) {
    options.aspects.emplace_back().name = name;
  }
  options.generator = {.inputs = 6, .hidden = 8, .decay = Decay::kInput};
  options.encoder = options.generator;
  RationaleModel model(
      options, Vocabulary::FromWords(words).value(),
      UniformMatrix(static_cast<Index>(kCalibratedWords), 6, 2, 3, "vectors"),
      5);
  model.SetDecoding(0, {Real(-1.2), Real(0.05)});
  model.SetDecoding(1, {Real(-1.2), Real(0.05)});
  return model;
}

// Texts of words [first, last).
std::vector<WordIds> TextsOf(std::int32_t first, std::int32_t last,
                             std::size_t count, std::uint64_t seed) {
  const CounterRandom random(seed, RandomPurpose::kInitialise);
  std::vector<WordIds> texts;
  std::uint64_t next = 0;
  for (std::size_t i = 0; i < count; ++i) {
    WordIds& text = texts.emplace_back();
    const std::uint64_t words = 3 + random.Below(next++, 6);
    for (std::uint64_t w = 0; w < words; ++w) {
      text.push_back(first +
                     static_cast<std::int32_t>(random.Below(
                         next++, static_cast<std::uint64_t>(last - first))));
    }
  }
  return texts;
}

RatedTexts SetOf(std::vector<WordIds> texts) {
  RatedTexts set;
  set.names = {"look", "smell"};
  set.texts = std::move(texts);
  set.ratings =
      Matrix::Constant(static_cast<Index>(set.texts.size()), 2, kUnrated);
  set.reviews = set.texts.size();
  return set;
}

TEST(FitMentionTest, NoLowerThresholdTellsTemplatesApartAsWell) {
  RationaleModel model = UntrainedModel();
  RatedTexts set = SetOf(TextsOf(0, 12, 200, 1));
  // What is mentioned goes with a word, but not always.
  for (std::size_t i = 0; i < set.size(); ++i) {
    const bool has = std::count(set.texts[i].begin(), set.texts[i].end(), 4);
    if (has != (i % 7 == 0)) {
      set.ratings(static_cast<Index>(i), 0) = Real(0.5);
    }
    if (i % 2 == 0) set.ratings(static_cast<Index>(i), 1) = Real(0.5);
  }
  ThreadPool pool(2);
  for (const double slack : {0.01, 0.03}) {
    const auto accuracies = FitMention(model, set, slack, pool);
    for (std::size_t a = 0; a < 2; ++a) {
      std::vector<std::pair<double, bool>> best;
      for (std::size_t i = 0; i < set.size(); ++i) {
        Graph graph(Graph::Mode::kInference);
        const WordIds* const text = &set.texts[i];
        const WordBatch batch = MakeWordBatch({&text, 1});
        const Var states = model.GeneratorStates(
            graph, model.Lookup(graph, batch), batch.sequences);
        const auto found = model.Select(graph.value(states), batch);
        best.emplace_back(
            found.scores.col(static_cast<Index>(a)).maxCoeff(),
            IsRated(set.ratings(static_cast<Index>(i), static_cast<Index>(a))));
      }
      const auto accuracy = [&](double threshold) {
        double right[2] = {0, 0};
        double all[2] = {0, 0};
        for (const auto& [score, mentioned] : best) {
          all[mentioned] += 1;
          right[mentioned] += (score >= threshold) == mentioned ? 1 : 0;
        }
        return (right[0] / all[0] + right[1] / all[1]) / 2;
      };
      double most = 0;
      for (const auto& [score, mentioned] : best) {
        most = std::max(most, accuracy(score));
      }
      const auto mention = model.options().aspects[a].mention;
      ASSERT_TRUE(mention);
      const double set_to = accuracy(static_cast<double>(*mention));
      EXPECT_GE(set_to, most - slack - 1e-9);
      EXPECT_NEAR(accuracies[a == 0 ? "look" : "smell"].get<double>(), set_to,
                  1e-9);
      for (const auto& [score, mentioned] : best) {
        if (score < *mention && accuracy(score) != set_to) {
          EXPECT_LT(accuracy(score), most - slack + 1e-9);
        }
      }
    }
  }
}

TEST(FitMentionTest, WithoutTemplatesNothingIsSet) {
  RationaleModel model = UntrainedModel();
  ThreadPool pool(1);
  EXPECT_TRUE(FitMention(model, {}, 0.03, pool).empty());
  EXPECT_FALSE(model.options().aspects[0].mention);
}

// The ratings of both aspects from what is selected of a text.
std::array<Real, 2> RateAt(RationaleModel& model, const WordIds& text,
                           std::array<std::optional<Real>, 2> thresholds) {
  for (std::size_t a = 0; a < 2; ++a) model.SetShortThreshold(a, thresholds[a]);
  ThreadPool pool(1);
  const SetSelections selections = SelectWords(model, SetOf({text}), pool);
  std::array<Real, 2> ratings{};
  for (std::size_t a = 0; a < 2; ++a) {
    const WordIds words = TakeWords(text, selections[a][0]);
    Graph graph(Graph::Mode::kInference);
    const WordIds* const read = &words;
    ratings[a] =
        model.Rate(graph, MakeWordBatch({&read, 1}))(0, static_cast<Index>(a));
  }
  return ratings;
}

TEST(FitShortTextsTest, FindsTheThresholdThatShortTextsAreRatedBy) {
  RationaleModel model = UntrainedModel();
  RatedTexts set = SetOf(TextsOf(0, 12, 200, 7));
  // The first aspect is rated from all words, the second from those of reviews.
  for (std::size_t i = 0; i < set.size(); ++i) {
    const auto row = static_cast<Index>(i);
    set.ratings(row, 0) = RateAt(model, set.texts[i], {Real(-9.2), {}})[0];
    set.ratings(row, 1) = RateAt(model, set.texts[i], {})[1];
  }
  ThreadPool pool(2);
  FitShortTexts(model, set, std::nullopt, pool);
  const auto& aspects = model.options().aspects;
  ASSERT_TRUE(aspects[0].short_threshold);
  EXPECT_LT(*aspects[0].short_threshold, aspects[0].decoding.threshold);
  EXPECT_FALSE(aspects[1].short_threshold);
  const std::optional<Real> found = aspects[0].short_threshold;
  for (std::size_t i = 0; i < set.size(); ++i) {
    EXPECT_NEAR(RateAt(model, set.texts[i], {found, {}})[0],
                set.ratings(static_cast<Index>(i), 0), 0.02);
  }
}

TEST(FitShortTextsTest, NoLowerThresholdIsNearlyAsGood) {
  RationaleModel model = UntrainedModel();
  RatedTexts set = SetOf(TextsOf(0, 12, 100, 8));
  // No threshold rates these well, so that some are about as good as others.
  for (std::size_t i = 0; i < set.size(); ++i) {
    const auto rated = RateAt(model, set.texts[i], {Real(-2.2), Real(-1.7)});
    for (Index a = 0; a < 2; ++a) {
      set.ratings(static_cast<Index>(i), a) =
          rated[static_cast<std::size_t>(a)] +
          (i % 2 == 0 ? Real(0.3) : Real(-0.3));
    }
  }
  ThreadPool pool(2);
  FitShortTexts(model, set, std::nullopt, pool);
  const std::array<std::optional<Real>, 2> found = {
      model.options().aspects[0].short_threshold,
      model.options().aspects[1].short_threshold};
  std::map<Real, std::array<double, 2>> errors;
  for (const Real lower :
       {Real(0), Real(0.5), Real(1), Real(1.5), Real(2), Real(3), Real(4.5)}) {
    std::array<double, 2>& sums = errors[Real(-1.2) - lower];
    for (std::size_t i = 0; i < set.size(); ++i) {
      const auto threshold = Real(-1.2) - lower;
      const auto rated = RateAt(model, set.texts[i], {threshold, threshold});
      for (std::size_t a = 0; a < 2; ++a) {
        const double error =
            double{rated[a]} -
            double{set.ratings(static_cast<Index>(i), static_cast<Index>(a))};
        sums[a] += error * error;
      }
    }
  }
  for (std::size_t a = 0; a < 2; ++a) {
    double least = errors.begin()->second[a];
    for (const auto& [threshold, sums] : errors) {
      least = std::min(least, sums[a]);
    }
    // The lowest comes first.
    const auto lowest = std::find_if(
        errors.begin(), errors.end(),
        [&](const auto& one) { return one.second[a] <= 1.01 * least; });
    EXPECT_NEAR(found[a].value_or(Real(-1.2)), lowest->first, 1e-5) << a;
  }
}

TEST(FitShortTextsTest, GoesNoFurtherThanWordsKeepToTheirClauses) {
  RationaleModel model = UntrainedModel();
  RatedTexts set = SetOf(TextsOf(0, 12, 200, 7));
  set.reviews = 0;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const auto rated = RateAt(model, set.texts[i], {Real(-9.2), Real(-9.2)});
    for (Index a = 0; a < 2; ++a) {
      set.ratings(static_cast<Index>(i), a) =
          rated[static_cast<std::size_t>(a)];
    }
  }
  ThreadPool pool(2);
  const auto found = [&](std::optional<double> most_astray) {
    FitShortTexts(model, set, most_astray, pool);
    return std::array<bool, 2>{
        model.options().aspects[0].short_threshold.has_value(),
        model.options().aspects[1].short_threshold.has_value()};
  };
  EXPECT_EQ(found({}), (std::array<bool, 2>{true, true}));
  // All words are of clauses about the second aspect.
  for (const WordIds& text : set.texts) set.about.emplace_back(text.size(), 1);
  EXPECT_EQ(found(0.002), (std::array<bool, 2>{false, true}));
  EXPECT_EQ(found(1.0), (std::array<bool, 2>{true, true}));
  // What judges as a whole is about both.
  for (std::vector<std::int16_t>& about : set.about) {
    about.assign(about.size(), RatedTexts::kEveryAspect);
  }
  EXPECT_EQ(found(0.002), (std::array<bool, 2>{true, true}));
}

TEST(FitShortTextsTest, LongTextsAndMissingRatingsSayNothing) {
  RationaleModel model = UntrainedModel();
  RatedTexts set = SetOf({WordIds(kShortWords + 1, 3), WordIds(4, 3)});
  set.ratings.row(0).setConstant(1);
  ThreadPool pool(1);
  FitShortTexts(model, set, std::nullopt, pool);
  EXPECT_FALSE(model.options().aspects[0].short_threshold);
  FitShortTexts(model, SetOf({}), std::nullopt, pool);
  EXPECT_FALSE(model.options().aspects[1].short_threshold);
}

TEST(FitSpreadTest, FindsTheDeviationOfErrorsThatAreAllAlike) {
  RationaleModel model = UntrainedModel();
  RatedTexts dev = SetOf(TextsOf(0, 12, 300, 2));
  ThreadPool pool(2);
  const SetSelections selections = SelectWords(model, dev, pool);
  std::size_t rated = 0;
  for (std::size_t i = 0; i < dev.size(); ++i) {
    for (std::size_t a = 0; a < 2; ++a) {
      const WordIds words = TakeWords(dev.texts[i], selections[a][i]);
      if (words.empty()) continue;
      ++rated;
      Graph graph(Graph::Mode::kInference);
      const WordIds* const read = &words;
      const Real rating = model.Rate(graph, MakeWordBatch({&read, 1}))(
          0, static_cast<Index>(a));
      dev.ratings(static_cast<Index>(i), static_cast<Index>(a)) =
          rating + (i % 2 == 0 ? Real(0.2) : Real(-0.2));
    }
  }
  ASSERT_GT(rated, 100u);
  FitSpread(model, dev, pool);
  for (const RationaleAspect& aspect : model.options().aspects) {
    ASSERT_TRUE(aspect.spread) << aspect.name;
    for (const double coefficient : *aspect.spread) EXPECT_GE(coefficient, 0);
    for (const Real rating : {Real(0.4), Real(0.5), Real(0.6)}) {
      EXPECT_NEAR(*SpreadOf(aspect, rating, 4), 0.2, 0.01) << aspect.name;
    }
  }
}

TEST(FitSpreadTest, LeavesNoneOfAnEarlierFitWhereThereAreTooFewTexts) {
  RationaleModel model = UntrainedModel();
  model.SetSpread(0, std::array<double, 3>{1, 0, 0});
  const RatedTexts few = SetOf(TextsOf(0, 12, 5, 2));
  ThreadPool pool(1);
  FitSpread(model, few, pool);
  EXPECT_FALSE(model.options().aspects[0].spread);
}

TEST(FitDomainTest, TellsTextsOfOtherWordsFromThoseOfItsOwn) {
  RationaleModel model = UntrainedModel();
  CalibrationTexts texts;
  texts.dev = SetOf(TextsOf(0, 8, 200, 3));
  texts.inside = {TextsOf(0, 8, 300, 4), TextsOf(0, 6, 50, 6)};
  texts.outside = {TextsOf(8, 12, 300, 5)};
  ThreadPool pool(2);
  const auto shares = FitDomain(model, texts, 3, pool);
  EXPECT_GE(shares["dev"].get<double>(), 0.95);
  EXPECT_LE(shares["outside"].get<double>(), 0.05);
  EXPECT_TRUE(model.Explain("word1 word5 word2 word7 word0").value().in_domain);
  const auto other = model.Explain("word8 word11 word9 word10 word9").value();
  EXPECT_FALSE(other.in_domain);
  EXPECT_FALSE(other.ratings[0]);
}

TEST(FitDomainTest, LetsInAsMuchAsItMayAndNoMore) {
  RationaleModel model = UntrainedModel();
  CalibrationTexts texts;
  texts.dev = SetOf(TextsOf(0, 8, 200, 3));
  texts.inside = {TextsOf(0, 8, 300, 4)};
  // Some words are of both.
  texts.outside = {TextsOf(7, 12, 300, 5), TextsOf(6, 12, 50, 6)};
  ThreadPool pool(2);
  EXPECT_LE(FitDomain(model, texts, 3, pool)["outside"].get<double>(), 0.05);
  ASSERT_TRUE(model.options().domain);
  EXPECT_LT(model.options().domain->threshold, 0.5);
}

TEST(FitDomainTest, LetsInMoreTheMoreItCostsToTurnAway) {
  RationaleModel model = UntrainedModel();
  CalibrationTexts texts;
  texts.dev = SetOf(TextsOf(0, 8, 200, 3));
  // Of most words one cannot tell.
  texts.inside = {TextsOf(0, 10, 300, 4)};
  texts.outside = {TextsOf(2, 12, 300, 5)};
  ThreadPool pool(2);
  double before = 0;
  for (const double cost : {0.2, 1.0, 5.0, 100.0}) {
    const auto shares = FitDomain(model, texts, cost, pool);
    EXPECT_GE(shares["outside"].get<double>(), before) << cost;
    EXPECT_GE(shares["dev"].get<double>(), 0.95) << cost;
    before = shares["outside"].get<double>();
  }
  EXPECT_GT(before, 0);
}

TEST(FitDomainTest, TextsInWhichNothingIsChosenAreNotMissed) {
  RationaleModel model = UntrainedModel();
  for (const std::size_t aspect : {0, 1}) {
    model.SetDecoding(aspect, {Real(0), Real(0.05)});
  }
  CalibrationTexts texts;
  texts.dev = SetOf(TextsOf(0, 6, 200, 3));
  const std::vector<WordIds> own = TextsOf(0, 6, 300, 4);
  const std::vector<WordIds> others = TextsOf(6, 12, 300, 5);
  texts.inside = {own};
  texts.outside = {others};
  ThreadPool pool(2);
  // In which a model without a domain chooses no words.
  std::vector<WordIds> silent;
  RatedTexts set = SetOf(others);
  const SetSelections selections = SelectWords(model, set, pool);
  for (std::size_t i = 0; i < others.size(); ++i) {
    const bool chosen = std::any_of(
        selections.begin(), selections.end(), [&](const auto& selected) {
          return !TakeWords(others[i], selected[i]).empty();
        });
    if (!chosen) silent.push_back(others[i]);
  }
  ASSERT_FALSE(silent.empty());
  ASSERT_LT(silent.size(), others.size());
  const auto shares = FitDomain(model, texts, 3, pool);
  // What nobody would rate draws nothing in, though it counts as of the domain.
  texts.inside.front().insert(texts.inside.front().end(), silent.begin(),
                              silent.end());
  EXPECT_EQ(FitDomain(model, texts, 3, pool), shares);
}

TEST(FitDomainTest, WithoutOtherTextsEverythingIsOfTheDomain) {
  RationaleModel model = UntrainedModel();
  CalibrationTexts texts;
  texts.dev = SetOf(TextsOf(0, 8, 20, 3));
  texts.inside = {TextsOf(0, 8, 30, 4)};
  ThreadPool pool(1);
  EXPECT_TRUE(FitDomain(model, texts, 3, pool).is_null());
  EXPECT_FALSE(model.options().domain);
}

}  // namespace
}  // namespace whylight
