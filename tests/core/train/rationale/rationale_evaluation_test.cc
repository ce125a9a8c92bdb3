#include "core/train/rationale/rationale_evaluation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace whylight {
namespace {

Result<RationaleEvaluation> Evaluate(const RationaleModel& model,
                                     const std::vector<Review>& reviews,
                                     const AspectKeywords& keywords,
                                     std::uint64_t seed, int threads) {
  ThreadPool pool(threads);
  return EvaluateRationale(model, reviews, keywords, seed, pool);
}

// A model simple enough to work out by hand. "bright" and "murky" are selected
// for the look, "roses" and "socks" for the smell, whatever stands around them.
// A rating is that of the last word read: 0.8 for "bright" or "roses", 0.2 for
// "murky" or "socks", 0.5 for any other word, another aspect's, or none.
RationaleModel PlainModel() {
  const std::vector<std::string> words = {"bright", "murky", "roses",
                                          "socks",  "the",   "beer"};
  const auto count = static_cast<Index>(words.size());
  // A unigram with a state a word.
  const RcnnOptions layer{
      .inputs = count, .hidden = count, .order = 1, .decay = Decay::kInput};
  RationaleOptions options;
  options.aspects = {{"look", true, {}}, {"smell", true, {}}};
  options.generator = layer;
  options.encoder = layer;
  RationaleModel model(options, Vocabulary::FromWords(words).value(),
                       Matrix::Identity(count, count), 1);

  std::map<std::string, Matrix*> values;
  for (const auto& parameters :
       {model.GeneratorParameters(), model.EncoderParameters()}) {
    for (Parameter* parameter : parameters) {
      parameter->value.setZero();
      values[parameter->name] = &parameter->value;
    }
  }
  for (const std::string name : {"generator.forward", "encoder.forward"}) {
    // tanh(20 x) is the word itself, and no state outlives its word.
    *values.at(name + ".W") = 20 * Matrix::Identity(count, count);
    values.at(name + ".gate.b")->setConstant(-50);
  }
  Matrix& choice = *values.at("generator.choice.W");
  Matrix& output = *values.at("encoder.output.W");
  const Real good = std::log(Real(4));  // The logit of 0.8.
  for (Index aspect = 0; aspect < 2; ++aspect) {
    choice(2 * aspect, aspect) = 10;
    choice(2 * aspect + 1, aspect) = 10;
    output(2 * aspect, aspect) = good;
    output(2 * aspect + 1, aspect) = -good;
  }
  return model;
}

constexpr double kTolerance = 1e-6;

TEST(EvaluateRationaleTest, EqualsWhatIsWorkedOutByHand) {
  const std::vector<Review> reviews = {
      {"The bright murky beer bright", {Real(0.9), Real(0.5)}},
      {"the roses", {Real(0.4), Real(0.6)}},
      {"", {Real(0.2), Real(0.5)}},
      {"murky the", {Real(0.1), Real(0.4)}}};
  const AspectKeywords keywords = {{"look", {"bright", "clear"}}};
  const auto evaluated = Evaluate(PlainModel(), reviews, keywords, 1, 1);
  ASSERT_TRUE(evaluated.ok()) << evaluated.error().message;
  EXPECT_EQ(evaluated.value().n, 4u);
  ASSERT_EQ(evaluated.value().aspects.size(), 2u);

  // Runs of the look: "bright murky" and "bright" in the first review, "murky"
  // in the last.
  const AspectEvaluation& look = evaluated.value().aspects[0];
  EXPECT_EQ(look.aspect, "look");
  EXPECT_NEAR(look.selected, 4.0 / 9, kTolerance);
  // The review without words has no share to average.
  EXPECT_NEAR(look.selected_macro, (3.0 / 5 + 0.0 / 2 + 1.0 / 2) / 3,
              kTolerance);
  EXPECT_NEAR(look.mean_run, 4.0 / 3, kTolerance);
  EXPECT_NEAR(look.mean_run_macro, (1.5 + 1.0) / 2, kTolerance);
  EXPECT_NEAR(look.spans_per_review, 3.0 / 4, kTolerance);
  EXPECT_NEAR(look.reviews_with_spans, 2.0 / 4, kTolerance);
  // Predicted 0.8, 0.5, 0.5, 0.2 from the rationale, and 0.5 at last from all
  // the words, where "the" comes last; the mean rating is 0.4.
  EXPECT_NEAR(look.mse_rationale, (0.01 + 0.01 + 0.09 + 0.01) / 4, kTolerance);
  EXPECT_NEAR(look.mse_all_words, (0.01 + 0.01 + 0.09 + 0.16) / 4, kTolerance);
  EXPECT_NEAR(look.mse_mean, (0.25 + 0.0 + 0.04 + 0.09) / 4, kTolerance);
  EXPECT_TRUE(look.has_keywords);
  EXPECT_NEAR(look.keyword_spans, 2.0 / 3, kTolerance);

  const AspectEvaluation& smell = evaluated.value().aspects[1];
  EXPECT_EQ(smell.aspect, "smell");
  EXPECT_NEAR(smell.selected, 1.0 / 9, kTolerance);
  EXPECT_NEAR(smell.selected_macro, 0.5 / 3, kTolerance);
  EXPECT_NEAR(smell.reviews_with_spans, 1.0 / 4, kTolerance);
  EXPECT_NEAR(smell.mse_rationale, (0.0 + 0.04 + 0.0 + 0.01) / 4, kTolerance);
  EXPECT_FALSE(smell.has_keywords);
  EXPECT_EQ(smell.keyword_spans, 0);
}

// Where everything is selected there is one place for a random run.
TEST(EvaluateRationaleTest, RandomSpansOfAWholeTextAreTheRationale) {
  const std::vector<Review> reviews = {
      {"bright murky", {Real(0.6), Real(0.5)}},
      {"murky murky bright", {Real(0.5), Real(0.5)}},
      {"murky", {Real(0.5), Real(0.5)}}};
  const auto evaluated =
      Evaluate(PlainModel(), reviews, {{"look", {"bright"}}}, 1, 1);
  ASSERT_TRUE(evaluated.ok()) << evaluated.error().message;
  const AspectEvaluation& look = evaluated.value().aspects[0];
  EXPECT_NEAR(look.selected, 1, kTolerance);
  EXPECT_NEAR(look.mse_rationale, (0.16 + 0.09 + 0.09) / 3, kTolerance);
  EXPECT_NEAR(look.mse_random_spans, look.mse_rationale, kTolerance);
  EXPECT_NEAR(look.keyword_spans, 2.0 / 3, kTolerance);
  EXPECT_NEAR(look.keyword_random_spans, 2.0 / 3, kTolerance);
}

TEST(EvaluateRationaleTest, ModelThatSelectsNothingHasNoRuns) {
  RationaleModel model = PlainModel();
  model.SetDecoding(0, {.threshold = 1000, .transition_cost = 0});
  const std::vector<Review> reviews = {{"bright", {Real(0.9), Real(0.5)}},
                                       {"murky", {Real(0.3), Real(0.5)}}};
  const auto evaluated = Evaluate(model, reviews, {{"look", {"bright"}}}, 1, 1);
  ASSERT_TRUE(evaluated.ok()) << evaluated.error().message;
  const AspectEvaluation& look = evaluated.value().aspects[0];
  for (const double none :
       {look.selected, look.selected_macro, look.mean_run, look.mean_run_macro,
        look.spans_per_review, look.reviews_with_spans, look.keyword_spans,
        look.keyword_random_spans}) {
    EXPECT_EQ(none, 0);
  }
  // Nothing read: 0.5, by rationale and by random spans alike.
  EXPECT_NEAR(look.mse_rationale, (0.16 + 0.04) / 2, kTolerance);
  EXPECT_NEAR(look.mse_random_spans, look.mse_rationale, kTolerance);
  EXPECT_NEAR(look.mse_all_words, (0.01 + 0.01) / 2, kTolerance);
  EXPECT_NEAR(look.mse_mean, 0.09, kTolerance);
}

TEST(EvaluateRationaleTest, NoReviewsGiveZeros) {
  const auto evaluated = Evaluate(PlainModel(), {}, {}, 1, 2);
  ASSERT_TRUE(evaluated.ok());
  EXPECT_EQ(evaluated.value().n, 0u);
  ASSERT_EQ(evaluated.value().aspects.size(), 2u);
  EXPECT_EQ(evaluated.value().aspects[0].selected, 0);
  EXPECT_EQ(evaluated.value().aspects[0].mse_mean, 0);
}

TEST(EvaluateRationaleTest, GivesTheSameFiguresOnAnyNumberOfThreads) {
  std::vector<Review> reviews;
  for (int i = 0; i < 20; ++i) {
    std::string text = "the beer the bright beer the";
    for (int j = 0; j < i; ++j) text += j % 3 == 0 ? " murky" : " beer";
    reviews.push_back({text, {Real(0.7), Real(0.3)}});
  }
  const auto evaluate = [&](std::uint64_t seed, int threads) {
    const auto evaluated =
        Evaluate(PlainModel(), reviews, {}, seed, threads).value();
    return std::vector<double>{evaluated.aspects[0].selected,
                               evaluated.aspects[0].mse_rationale,
                               evaluated.aspects[0].mse_random_spans};
  };
  EXPECT_EQ(evaluate(1, 3), evaluate(1, 1));
  EXPECT_NE(evaluate(2, 1), evaluate(1, 1));
}

TEST(EvaluateRationaleTest, FailsOnATextThatIsTooLong) {
  std::string text;
  for (std::size_t i = 0; i <= kMaxWords; ++i) text += "a ";
  const std::vector<Review> reviews = {{"bright", {Real(0.5), Real(0.5)}},
                                       {text, {Real(0.5), Real(0.5)}}};
  const auto evaluated = Evaluate(PlainModel(), reviews, {}, 1, 1);
  ASSERT_FALSE(evaluated.ok());
  EXPECT_EQ(evaluated.error().code, ErrorCode::kTextTooLong);
}

TEST(RandomRunsTest, KeepsTheLengthsAndTheRunsApart) {
  for (std::uint64_t key = 0; key < 200; ++key) {
    const auto selected = RandomRuns({3, 1, 2}, 10, 1, key);
    std::vector<std::size_t> lengths;
    for (const auto& run : SelectedRuns(selected)) {
      lengths.push_back(run.last - run.first + 1);
    }
    std::sort(lengths.begin(), lengths.end());
    EXPECT_EQ(lengths, (std::vector<std::size_t>{1, 2, 3}));
  }
  EXPECT_EQ(RandomRuns({4}, 4, 1, 0), std::vector<std::uint8_t>(4, 1));
  EXPECT_EQ(RandomRuns({}, 3, 1, 0), std::vector<std::uint8_t>(3, 0));
}

TEST(RandomRunsTest, StartsEverywhereEquallyOften) {
  std::vector<int> starts(7);
  for (std::uint64_t key = 0; key < 7000; ++key) {
    const auto selected = RandomRuns({4}, 10, 1, key);
    for (std::size_t t = 0; t < 7; ++t) {
      if (selected[t] && (t == 0 || !selected[t - 1])) ++starts[t];
    }
  }
  for (const int count : starts) EXPECT_NEAR(count, 1000, 150);
}

}  // namespace
}  // namespace whylight
