#include "core/systems/rationale/train/evaluation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/systems/rationale/train/random_runs.h"
#include "core/systems/rationale/train/sentence_evaluation.h"

namespace whylight {
namespace {

Result<RationaleEvaluation> Evaluate(const RationaleModel& model,
                                     const std::vector<Review>& reviews,
                                     const AspectKeywords& keywords,
                                     std::uint64_t seed, int threads) {
  ThreadPool pool(threads);
  return EvaluateRationale(model, reviews, {.keywords = keywords, .seed = seed},
                           pool);
}

// A model simple enough to work out by hand. "bright" and "murky" are selected
// for the look, "roses" and "socks" for the smell, whatever stands around them.
// A rating is that of the last word read: 0.8 for "bright" or "roses", 0.2 for
// "murky" or "socks", 0.5 for any other word, another aspect's, or none.
RationaleModel PlainModel(const std::vector<std::string>& labels = {}) {
  const std::vector<std::string> words = {"bright", "murky", "roses",
                                          "socks",  "the",   "beer"};
  const auto count = static_cast<Index>(words.size());
  // A unigram with a state a word.
  const RcnnOptions layer{
      .inputs = count, .hidden = count, .order = 1, .decay = Decay::kInput};
  RationaleOptions options;
  options.aspects = {{"look", true, {}}, {"smell", true, {}}};
  options.aspects[0].labels = labels;
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
  // "bright" stands there twice, both times among the four words selected of
  // nine. So both mark 2 and neither marks 5; the chance of agreeing is
  // 4/9 · 2/9 + 5/9 · 7/9.
  ASSERT_TRUE(look.keywords);
  EXPECT_NEAR(look.keywords->precision, 2.0 / 4, kTolerance);
  EXPECT_NEAR(look.keywords->recall, 1, kTolerance);
  EXPECT_NEAR(look.keywords->kappa, (7.0 / 9 - 43.0 / 81) / (1 - 43.0 / 81),
              kTolerance);
  // Three random words of the first review's five hold 3/5 of its keywords.
  ASSERT_TRUE(look.keywords_random_words);
  EXPECT_NEAR(look.keywords_random_words->precision, 2 * 0.6 / 4, kTolerance);
  EXPECT_NEAR(look.keywords_random_words->recall, 0.6, kTolerance);
  // All start and end at words that say something.
  EXPECT_NEAR(look.clean_edges, 1, kTolerance);
  EXPECT_NEAR(evaluated.value().clean_edges, 1, kTolerance);

  const AspectEvaluation& smell = evaluated.value().aspects[1];
  EXPECT_EQ(smell.aspect, "smell");
  EXPECT_NEAR(smell.selected, 1.0 / 9, kTolerance);
  EXPECT_NEAR(smell.selected_macro, 0.5 / 3, kTolerance);
  EXPECT_NEAR(smell.reviews_with_spans, 1.0 / 4, kTolerance);
  EXPECT_NEAR(smell.mse_rationale, (0.0 + 0.04 + 0.0 + 0.01) / 4, kTolerance);
  EXPECT_FALSE(smell.has_keywords);
  EXPECT_EQ(smell.keyword_spans, 0);
}

TEST(EvaluateRationaleTest, CountsErrorsWhereARatingIsGiven) {
  // As above, but nobody rates the look of the second review, nor the smell of
  // the others.
  const std::vector<Review> reviews = {
      {"The bright murky beer bright", {Real(0.9), kUnrated}},
      {"the roses", {kUnrated, Real(0.6)}},
      {"", {Real(0.2), kUnrated}},
      {"murky the", {Real(0.1), kUnrated}}};
  const auto evaluated = Evaluate(PlainModel(), reviews, {}, 1, 1);
  ASSERT_TRUE(evaluated.ok()) << evaluated.error().message;
  const AspectEvaluation& look = evaluated.value().aspects[0];
  EXPECT_EQ(look.n, 3u);
  EXPECT_NEAR(look.selected, 4.0 / 9, kTolerance);
  EXPECT_NEAR(look.reviews_with_spans, 2.0 / 4, kTolerance);
  EXPECT_NEAR(look.mse_rationale, (0.01 + 0.09 + 0.01) / 3, kTolerance);
  EXPECT_NEAR(look.mse_all_words, (0.01 + 0.09 + 0.16) / 3, kTolerance);
  EXPECT_NEAR(look.mse_mean, (0.25 + 0.04 + 0.09) / 3, kTolerance);
  const AspectEvaluation& smell = evaluated.value().aspects[1];
  EXPECT_EQ(smell.n, 1u);
  EXPECT_NEAR(smell.mse_rationale, 0.04, kTolerance);
  EXPECT_EQ(smell.mse_mean, 0);
  const std::vector<double>& errors = evaluated.value().errors;
  EXPECT_NEAR(errors[0], 0.01, kTolerance);
  EXPECT_NEAR(errors[1], 0.04, kTolerance);
  const auto told = EvaluationToJson(evaluated.value());
  EXPECT_EQ(told["n"], 4);
  EXPECT_EQ(told["aspects"]["look"]["n"], 3);
}

TEST(EvaluateRationaleTest, HasNoErrorBesideTheMeanWhereAllRatingsAreTheSame) {
  // The sum of as many sevenths of one rating need not be that rating.
  for (const Real rating : {Real(0.5), Real(0.1), Real(1) / 3}) {
    std::vector<Review> reviews(7, {"the roses", {kUnrated, rating}});
    reviews.push_back({"bright", {Real(0.9), kUnrated}});
    reviews.push_back({"murky", {Real(0.1), kUnrated}});
    const auto evaluated = Evaluate(PlainModel(), reviews, {}, 1, 1);
    ASSERT_TRUE(evaluated.ok()) << evaluated.error().message;
    EXPECT_EQ(evaluated.value().aspects[1].mse_mean, 0);
    // So the aspect does not count: the look is missed by 0.1, of 0.4.
    const auto told = EvaluationToJson(evaluated.value());
    EXPECT_NEAR(told["relative_error"].get<double>(), 0.01 / 0.16, kTolerance);
    // Where none does, there is no such figure.
    reviews.resize(7);
    reviews.push_back({"bright", {Real(0.9), kUnrated}});
    const auto same = Evaluate(PlainModel(), reviews, {}, 1, 1);
    ASSERT_TRUE(same.ok()) << same.error().message;
    EXPECT_TRUE(EvaluationToJson(same.value())["relative_error"].is_null());
  }
}

TEST(EvaluateRationaleTest, SaysWhatTheOtherWordsPredict) {
  const std::vector<Review> reviews = {
      {"bright the murky", {Real(0.9), Real(0.5)}},
      {"the beer", {Real(0.5), Real(0.5)}}};
  const RationaleModel model = PlainModel();
  ThreadPool pool(1);
  const auto evaluated =
      EvaluateRationale(model, reviews, {.full_text = &model}, pool);
  ASSERT_TRUE(evaluated.ok()) << evaluated.error().message;
  const AspectEvaluation& look = evaluated.value().aspects[0];
  // 0.2 from "bright murky", which ends so, and from all the words; 0.5 from
  // "the"; the mean is 0.7.
  EXPECT_NEAR(look.mse_rationale, 0.49 / 2, kTolerance);
  EXPECT_NEAR(look.mse_complement, 0.16 / 2, kTolerance);
  ASSERT_TRUE(look.mse_full_text);
  EXPECT_NEAR(*look.mse_full_text, 0.49 / 2, kTolerance);
  ASSERT_TRUE(look.kept);
  EXPECT_NEAR(*look.kept, 0, kTolerance);  // Worse than the mean: nothing.
  EXPECT_NEAR(look.sufficiency, 0, kTolerance);
  // 0.2 lies 0.3 further below the mean than 0.5.
  EXPECT_NEAR(look.comprehensiveness, 0.3 / 2, kTolerance);
  EXPECT_FALSE(look.accuracy);
  EXPECT_FALSE(look.own);  // Of two reviews nothing can be told.
  EXPECT_EQ(look.alarms, (std::vector<std::string>{
                             "the rationale predicts no better than the mean "
                             "rating",
                             "random spans predict as well as the rationale"}));
}

TEST(EvaluateRationaleTest, CountsWhichWordsAreSelectedAndWhere) {
  const std::vector<Review> reviews = {
      {"bright ! the the the the the the the murky", {Real(1), Real(0)}},
      {"bright the", {Real(0), Real(0)}}};
  const auto evaluated = Evaluate(PlainModel(), reviews, {}, 1, 1);
  ASSERT_TRUE(evaluated.ok()) << evaluated.error().message;
  const AspectEvaluation& look = evaluated.value().aspects[0];
  ASSERT_EQ(look.frequent.size(), 2u);
  EXPECT_EQ(look.frequent[0].word, "bright");
  EXPECT_EQ(look.frequent[0].times, 2u);
  EXPECT_EQ(look.frequent[1].word, "murky");
  EXPECT_EQ(look.punctuation, 0);
  EXPECT_NEAR(look.positions[0], 2.0 / 3, kTolerance);
  EXPECT_NEAR(look.positions[9], 1.0 / 3, kTolerance);
  ASSERT_EQ(look.overlap.size(), 1u);
  EXPECT_EQ(look.overlap[0].first, "smell");
  EXPECT_EQ(look.overlap[0].second, 0);
  // Ratings are 0 or 1: 0.2 and 0.8 are both on the wrong side.
  ASSERT_TRUE(look.accuracy);
  EXPECT_EQ(*look.accuracy, 0);
}

TEST(EvaluateRationaleTest, SaysHowOftenARatingIsWithinItsSpread) {
  RationaleModel model = PlainModel();
  // A deviation of 0.2, whatever the rating and however many words.
  model.SetSpread(0, {{0.04, 0, 0}});
  const std::vector<Review> reviews = {{"bright", {Real(0.9), Real(0.5)}},
                                       {"murky", {Real(0.5), Real(0.5)}},
                                       {"bright", {Real(0.1), Real(0.5)}},
                                       {"bright", {kUnrated, Real(0.5)}},
                                       {"beer", {Real(0.5), Real(0.5)}}};
  const auto evaluated = Evaluate(model, reviews, {}, 1, 1);
  ASSERT_TRUE(evaluated.ok()) << evaluated.error().message;
  const AspectEvaluation& look = evaluated.value().aspects[0];
  ASSERT_TRUE(look.mentioned);
  EXPECT_NEAR(*look.mentioned, 4.0 / 5, kTolerance);
  // They miss by 0.1, 0.3 and 0.7.
  ASSERT_TRUE(look.spread);
  EXPECT_EQ(look.spread->n, 3u);
  EXPECT_NEAR(look.spread->mean, 0.2, kTolerance);
  EXPECT_NEAR(look.spread->within_one, 1.0 / 3, kTolerance);
  EXPECT_NEAR(look.spread->within_two, 2.0 / 3, kTolerance);
  EXPECT_FALSE(look.labels);
  const AspectEvaluation& smell = evaluated.value().aspects[1];
  EXPECT_EQ(*smell.mentioned, 0);
  EXPECT_FALSE(smell.spread);
  EXPECT_FALSE(evaluated.value().in_domain);
}

TEST(EvaluateRationaleTest, SaysHowSureAndHowRightLabelsAre) {
  const RationaleModel model = PlainModel({"dull", "fine"});
  const std::vector<Review> reviews = {{"bright", {1, 0}},
                                       {"bright", {1, 0}},
                                       {"bright", {0, 1}},
                                       {"bright", {1, 1}},
                                       {"beer", {0, 1}}};
  const auto evaluated = Evaluate(model, reviews, {}, 1, 1);
  ASSERT_TRUE(evaluated.ok()) << evaluated.error().message;
  // Three of four are right, each with 0.8; "beer" has no label.
  const AspectEvaluation& look = evaluated.value().aspects[0];
  ASSERT_TRUE(look.labels);
  EXPECT_EQ(look.labels->n, 4u);
  EXPECT_NEAR(look.labels->accuracy, 0.75, kTolerance);
  EXPECT_NEAR(look.labels->calibration.error, 0.05, kTolerance);
  EXPECT_FALSE(evaluated.value().aspects[1].labels);
}

TEST(EvaluateRationaleTest, SaysHowWellTheSecondLabelIsFound) {
  const RationaleModel model = PlainModel({"dull", "fine"});
  const std::vector<Review> reviews = {
      {"bright", {1, 0}}, {"the bright", {1, 0}},
      {"bright", {0, 1}}, {"bright beer", {1, 1}},
      {"beer", {1, 1}},   {"bright", {kUnrated, 1}},
      {"murky", {0, 1}}};
  ThreadPool pool(1);
  const auto evaluated =
      EvaluateRationale(model, reviews, {.full_text = &model}, pool);
  ASSERT_TRUE(evaluated.ok()) << evaluated.error().message;
  const AspectEvaluation& look = evaluated.value().aspects[0];
  // It is said of all that are bright; "beer" is as likely as not.
  ASSERT_TRUE(look.second_label);
  EXPECT_EQ(look.second_label->there, 4u);
  EXPECT_EQ(look.second_label->found, 4u);
  EXPECT_EQ(look.second_label->right, 3u);
  // Of all words the last one counts.
  for (const auto& finds :
       {look.second_label_all_words, look.second_label_full_text}) {
    ASSERT_TRUE(finds);
    EXPECT_EQ(finds->there, 4u);
    EXPECT_EQ(finds->found, 3u);
    EXPECT_EQ(finds->right, 2u);
  }
  EXPECT_FALSE(evaluated.value().aspects[1].second_label);
  const auto written =
      EvaluationToJson(evaluated.value())["aspects"]["look"]["second_label"];
  EXPECT_EQ(written["n"], 4);
  EXPECT_NEAR(written["precision"].get<double>(), 0.75, kTolerance);
  EXPECT_NEAR(written["recall"].get<double>(), 0.75, kTolerance);
  EXPECT_NEAR(written["f1"].get<double>(), 0.75, kTolerance);
  // Not of ratings between the two.
  std::vector<Review> graded = reviews;
  graded[0].ratings[0] = Real(0.7);
  EXPECT_FALSE(
      Evaluate(model, graded, {}, 1, 1).value().aspects[0].second_label);
}

TEST(EvaluateRationaleTest, CountsReviewsOfItsDomain) {
  RationaleModel model = PlainModel();
  // The first state of the generator, forwards, is about 1 at "bright".
  Matrix weight = Matrix::Zero(12, 1);
  weight(0, 0) = 10;
  model.SetDomain(Real(0.5), weight, Real(-5));
  const std::vector<Review> reviews = {{"bright", {1, Real(0.5)}},
                                       {"murky the", {1, Real(0.5)}},
                                       {"bright bright", {1, Real(0.5)}}};
  const auto evaluated = Evaluate(model, reviews, {}, 1, 1);
  ASSERT_TRUE(evaluated.ok()) << evaluated.error().message;
  ASSERT_TRUE(evaluated.value().in_domain);
  EXPECT_NEAR(*evaluated.value().in_domain, 2.0 / 3, kTolerance);
  EXPECT_NEAR(*evaluated.value().aspects[0].mentioned, 2.0 / 3, kTolerance);
}

TEST(EvaluateRationaleTest, CountsSpansThatStartAndEndAtWords) {
  const std::vector<Review> reviews = {{"the roses", {1, Real(0.5)}},
                                       {"not very bright", {1, Real(0.5)}}};
  // For the look "roses" and "bright", for the smell "the roses" and "not".
  const WordChooser chooser = [](const std::vector<Token>& tokens,
                                 const RationaleExplanation&) {
    const auto words = static_cast<Index>(tokens.size());
    ChosenWords chosen{SelectionMatrix::Zero(words, 2), Matrix::Zero(words, 2)};
    chosen.selected(words - 1, 0) = 1;
    if (words == 2) {
      chosen.selected.col(1).setOnes();
    } else {
      chosen.selected(0, 1) = 1;
    }
    return chosen;
  };
  ThreadPool pool(1);
  const auto evaluated =
      EvaluateRationale(PlainModel(), reviews, {.chooser = chooser}, pool);
  ASSERT_TRUE(evaluated.ok()) << evaluated.error().message;
  // "roses" is clean, "bright" lacks its "not".
  EXPECT_NEAR(evaluated.value().aspects[0].clean_edges, 1.0 / 2, kTolerance);
  // Neither "the roses" nor "not".
  EXPECT_EQ(evaluated.value().aspects[1].clean_edges, 0);
  EXPECT_NEAR(evaluated.value().clean_edges, 1.0 / 4, kTolerance);
  EXPECT_EQ(EvaluationToJson(evaluated.value())["clean_edges"], 0.25);
}

TEST(EvaluateRationaleTest, WordsOfAChooserTakeTheModelsPlace) {
  const std::vector<Review> reviews = {{"bright ! roses", {1, Real(0.5)}}};
  const WordChooser chooser = [](const std::vector<Token>& tokens,
                                 const RationaleExplanation&) {
    const auto words = static_cast<Index>(tokens.size());
    ChosenWords chosen{SelectionMatrix::Zero(words, 2), Matrix::Zero(words, 2)};
    chosen.selected.row(1).setOnes();
    return chosen;
  };
  ThreadPool pool(1);
  const auto evaluated =
      EvaluateRationale(PlainModel(), reviews, {.chooser = chooser}, pool);
  ASSERT_TRUE(evaluated.ok()) << evaluated.error().message;
  const AspectEvaluation& look = evaluated.value().aspects[0];
  EXPECT_NEAR(look.selected, 1.0 / 3, kTolerance);
  EXPECT_NEAR(look.mse_rationale, 0.25, kTolerance);  // "!" says 0.5.
  EXPECT_EQ(look.punctuation, 1);
  EXPECT_EQ(look.overlap[0].second, 1);
  EXPECT_EQ(look.alarms.back(), "most selected words are punctuation");
}

// Marked by people: "bright murky" of the first, nothing of the second, "the"
// of the third, which lists its tokens, of which our words are but parts.
TEST(EvaluateRationaleTest, ComparesWithWhatPeopleMarked) {
  std::vector<Review> reviews(4, {"", {Real(0.5), Real(0.5)}});
  reviews[0].text = "the bright murky beer bright";
  reviews[0].rationales = {{{4, 16}}, {}};
  reviews[1].text = "murky";
  reviews[1].rationales = {{}, {}};
  reviews[2].text = "the-beer !murky!";
  reviews[2].tokens = {{0, 8}, {9, 16}};
  reviews[2].rationales = {{{0, 8}}, {}};
  reviews[3].text = "bright";  // Nobody looked at it.
  const auto evaluated = Evaluate(PlainModel(), reviews, {}, 1, 1);
  ASSERT_TRUE(evaluated.ok()) << evaluated.error().message;
  const AspectEvaluation& look = evaluated.value().aspects[0];
  ASSERT_TRUE(look.gold);
  EXPECT_EQ(look.gold->all.texts, 3u);
  EXPECT_EQ(look.gold->marked.texts, 2u);
  // Selected and right: 3 and 2 words, 1 and 0, 1 and 0.
  EXPECT_NEAR(look.gold->all.prec1, (2.0 / 3 + 0 + 0) / 3, kTolerance);
  EXPECT_NEAR(look.gold->all.prec2, 2.0 / 5, kTolerance);
  EXPECT_NEAR(look.gold->marked.prec2, 2.0 / 4, kTolerance);
  EXPECT_NEAR(look.gold->all.recall, 2.0 / 3, kTolerance);
  // In the first text "bright" twice and "murky" come before the rest, at once;
  // in the third the marked token comes last.
  EXPECT_NEAR(look.gold->all.auprc, ((1 + 2.0 / 3) / 2 + (0 + 1.0 / 2) / 2) / 2,
              kTolerance);
  ASSERT_TRUE(look.gold_random_spans);
  EXPECT_EQ(look.gold_random_spans->all.texts, 3u);
  ASSERT_TRUE(evaluated.value().aspects[1].gold);
  EXPECT_EQ(evaluated.value().aspects[1].gold->marked.texts, 0u);
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

TEST(CutSentencesTest, EndsThemAtTheirMarks) {
  EXPECT_EQ(
      CutSentences("The beer was bright! Was it? It cost 9.50, no less... "
                   "Never again"),
      (std::vector<std::string>{"the beer was bright !",
                                "it cost 9.50 , no less ..."}));
  EXPECT_TRUE(CutSentences("").empty());
}

TEST(EvaluateSentencesTest, SaysWhichSentencesAreRated) {
  const std::vector<Review> reviews = {
      {"The beer was bright. We had the roses. Then it rained.", {1, 1}},
      {"The colour was the best. Socks, the lot of it.", {1, 0}}};
  ThreadPool pool(2);
  const auto evaluated = EvaluateSentences(
      PlainModel(), reviews, {{"look", {"bright", "colour"}}}, pool);
  ASSERT_TRUE(evaluated.ok()) << evaluated.error().message;
  EXPECT_EQ(evaluated.value().n, 5u);
  EXPECT_NEAR(evaluated.value().any_rated, 3.0 / 5, kTolerance);
  const SentenceAspect& look = evaluated.value().aspects[0];
  EXPECT_NEAR(look.rated, 1.0 / 5, kTolerance);
  EXPECT_NEAR(*look.rated_with_keyword, 1.0 / 2, kTolerance);
  EXPECT_EQ(*look.rated_without_keyword, 0);
  const SentenceAspect& smell = evaluated.value().aspects[1];
  EXPECT_NEAR(smell.rated, 2.0 / 5, kTolerance);
  EXPECT_FALSE(smell.rated_with_keyword);
  const auto told = SentencesToJson(evaluated.value());
  EXPECT_EQ(told["n"], 5);
  EXPECT_EQ(told["aspects"]["look"]["rated_with_keyword"], 0.5);
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
