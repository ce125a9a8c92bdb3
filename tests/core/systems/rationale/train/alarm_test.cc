// The alarm of an evaluation tells a selection that means nothing from ratings
// that go together.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/layers/initialise.h"
#include "core/systems/rationale/train/evaluation.h"
#include "core/systems/rationale/train/task.h"
#include "core/training/engine/trainer.h"

namespace whylight {
namespace {

constexpr const char* kMissed =
    "the words that are not selected tell what sets this rating apart from the "
    "others, and those that are tell no more of it than random spans";

bool Raises(const AspectEvaluation& aspect, const std::string& alarm) {
  return std::find(aspect.alarms.begin(), aspect.alarms.end(), alarm) !=
         aspect.alarms.end();
}

// Reviews of look and smell, whose ratings are the same in `together` of them.
// "zorp", which means nothing, is planted in those of a good look and nowhere
// else; all else of the look is silence. "roses" and "socks" tell the smell.
struct PlantedReviews {
  Vocabulary vocabulary =
      Vocabulary::FromWords(
          {"zorp", "roses", "socks", "the", "of", "and", "it", "was", "we"})
          .value();
  std::vector<Review> reviews;
  RatedTexts texts;

  PlantedReviews(std::size_t count, double together, std::uint64_t seed) {
    const CounterRandom random(seed, RandomPurpose::kInitialise);
    std::uint64_t position = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const bool look = random.Below(position++, 2) == 0;
      const bool smell = (random.Uniform(position++) < together) == look;
      std::vector<std::string> words;
      for (int t = 0; t < 14; ++t) {
        words.emplace_back(vocabulary.word(3 + random.Below(position++, 6)));
      }
      // Behind the first two words.
      if (look) words[2 + random.Below(position++, 6)] = "zorp";
      words[8 + random.Below(position++, 6)] = smell ? "roses" : "socks";
      Review& review = reviews.emplace_back();
      for (const std::string& word : words) review.text += word + " ";
      review.ratings = {look ? Real(0.9) : Real(0.1),
                        smell ? Real(0.9) : Real(0.1)};
    }
    texts = ToRatedTexts(reviews, {"look", "smell"}, vocabulary);
  }
};

const AspectKeywords& Planted() {
  static const AspectKeywords keywords = {{"look", {"zorp"}},
                                          {"smell", {"roses", "socks"}}};
  return keywords;
}

RationaleTask PlantedTask(const PlantedReviews& train,
                          const PlantedReviews& dev) {
  RationaleConfig config;
  RationaleTraining& training = config.training;
  training.seed = 1;
  training.targets = {{.rate = 0.1, .coherence = 0.1, .shown_rate = 0.04},
                      {.rate = 0.1, .coherence = 0.1, .shown_rate = 0.07}};
  training.selection.reviews = 0;
  training.selection.stage.epochs = 40;
  training.selection.stage.batch = 32;
  training.selection.stage.optimiser.learning_rate = 1e-2;
  training.selection.decoding_cost = 0.1;
  training.refit.stage.epochs = 2;
  training.refit.stage.optimiser.learning_rate = 5e-3;
  RationaleOptions options;
  options.aspects = {{"look", true, {}}, {"smell", true, {}}};
  options.generator = {.inputs = 8, .hidden = 8, .decay = Decay::kInput};
  options.encoder = {.inputs = 8,
                     .hidden = 8,
                     .decay = Decay::kInputAndState,
                     .decay_value = 0.8};
  return {config,
          RationaleModel(options, train.vocabulary,
                         UniformMatrix(9, 8, 1.5, 3, "vectors"), 7),
          train.texts, dev.texts, dev.reviews};
}

TEST(AlarmTest, ASoundSelectionOfCorrelatedAspectsFindsThePlantedWord) {
  const PlantedReviews train(600, 0.8, 1);
  const PlantedReviews dev(400, 0.8, 2);
  RationaleTask task = PlantedTask(train, dev);
  SoloCommunicator alone;
  ASSERT_TRUE(Train(task, {.threads = 2}, {}, alone).ok());
  ThreadPool pool(2);
  const auto evaluated = EvaluateRationale(task.model(), dev.reviews,
                                           {.keywords = Planted()}, pool);
  ASSERT_TRUE(evaluated.ok()) << evaluated.error().message;
  for (const AspectEvaluation& aspect : evaluated.value().aspects) {
    EXPECT_FALSE(Raises(aspect, kMissed)) << aspect.aspect;
  }
  const AspectEvaluation& look = evaluated.value().aspects[0];
  ASSERT_TRUE(look.keywords);
  EXPECT_GT(look.keywords->recall, 0.9);
  EXPECT_LT(look.keywords_random_words->recall, 0.2);
  EXPECT_GT(look.keywords->kappa, 0.8);
}

// An encoder that counts: of one word it says 0.9, of two 0.1, of whatever
// words.
RationaleModel CountingModel(const PlantedReviews& data) {
  const auto words = static_cast<Index>(data.vocabulary.size());
  const RcnnOptions layer{
      .inputs = words, .hidden = 1, .order = 1, .decay = Decay::kInput};
  RationaleOptions options;
  options.aspects = {{"look", true, {}}, {"smell", true, {}}};
  options.generator = layer;
  options.encoder = layer;
  RationaleModel model(options, data.vocabulary, Matrix::Identity(words, words),
                       1);
  std::map<std::string, Matrix*> values;
  for (Parameter* parameter : model.EncoderParameters()) {
    parameter->value.setZero();
    values[parameter->name] = &parameter->value;
  }
  // Its gate lets half of a word in: the state is 20 after one, 30 after two.
  values.at("encoder.forward.W")->setConstant(40);
  values.at("encoder.forward.b")->setConstant(-25);
  Matrix& output = *values.at("encoder.output.W");
  for (Index aspect = 0; aspect < 2; ++aspect) {
    output(0, aspect) = -std::log(Real(9));  // Minus the logit of 0.9.
  }
  return model;
}

// The first word of a text whose look is good, the first two of another.
ChosenWords ChooseByCode(const std::vector<Token>& tokens,
                         const RationaleExplanation&) {
  const bool good =
      std::any_of(tokens.begin(), tokens.end(),
                  [](const Token& token) { return token.text == "zorp"; });
  const auto words = static_cast<Index>(tokens.size());
  ChosenWords chosen{SelectionMatrix::Zero(words, 2), Matrix::Zero(words, 2)};
  chosen.selected.topRows(good ? 1 : 2).setOnes();
  return chosen;
}

TEST(AlarmTest, ACodeOfPlacesPredictsTheRatingAndMissesThePlantedWord) {
  const PlantedReviews dev(400, 0.8, 2);
  ThreadPool pool(2);
  const auto evaluated =
      EvaluateRationale(CountingModel(dev), dev.reviews,
                        {.keywords = Planted(), .chooser = ChooseByCode}, pool);
  ASSERT_TRUE(evaluated.ok()) << evaluated.error().message;
  const AspectEvaluation& look = evaluated.value().aspects[0];
  // To its own encoder the selection is perfect.
  EXPECT_LT(look.mse_rationale, 1e-6);
  EXPECT_GT(look.mse_complement, 0.1);
  EXPECT_EQ(look.keywords->recall, 0);
  EXPECT_TRUE(Raises(look, kMissed));
  const AspectEvaluation& smell = evaluated.value().aspects[1];
  EXPECT_EQ(smell.keywords->recall, 0);
  EXPECT_TRUE(Raises(smell, kMissed));
}

}  // namespace
}  // namespace whylight
