#include "core/train/rationale/rationale_trainer.h"

#include <gtest/gtest.h>

#include <atomic>

#include "core/base/random.h"
#include "core/layers/initialise.h"
#include "core/train/rationale/rationale_evaluation.h"

namespace whylight {
namespace {

// Reviews of made-up words: filler, and for each of two aspects a good and a
// bad word that decide its rating.
struct World {
  Vocabulary vocabulary =
      Vocabulary::FromWords({"bright", "murky", "roses", "socks", "the", "of",
                             "and", "it", "was", "we"})
          .value();
  std::vector<Review> reviews;
  RatedTexts texts;

  World(std::size_t count, std::uint64_t seed) {
    const CounterRandom random(seed, RandomPurpose::kInitialise);
    std::uint64_t position = 0;
    for (std::size_t i = 0; i < count; ++i) {
      Review& review = reviews.emplace_back();
      const auto filler = [&] {
        const std::uint64_t words = 2 + random.Below(position++, 3);
        for (std::uint64_t w = 0; w < words; ++w) {
          review.text += vocabulary.word(4 + random.Below(position++, 6)) + " ";
        }
      };
      for (std::size_t aspect = 0; aspect < 2; ++aspect) {
        const bool good = random.Below(position++, 2) == 0;
        filler();
        review.text += vocabulary.word(2 * aspect + (good ? 0 : 1)) + " ";
        review.ratings.push_back(good ? Real(0.9) : Real(0.1));
      }
      filler();
    }
    texts = ToRatedTexts(reviews, {"look", "smell"}, vocabulary);
  }

  RationaleModel Model() const {
    RationaleOptions options;
    options.aspects = {{"look", true, {}}, {"smell", true, {}}};
    options.generator = {.inputs = 8, .hidden = 8, .decay = Decay::kInput};
    options.encoder = {.inputs = 8,
                       .hidden = 8,
                       .decay = Decay::kInputAndState,
                       .decay_value = 0.8};
    return {options, vocabulary, UniformMatrix(10, 8, 1.5, 3, "vectors"), 7};
  }
};

RationaleTraining Training() {
  RationaleTraining training;
  training.targets = {{.rate = 0.15, .coherence = 0.1, .shown_rate = 0.1},
                      {.rate = 0.15, .coherence = 0.1, .shown_rate = 0.1}};
  training.selection.reviews = 0;
  training.selection.epochs = 40;
  training.selection.batch = 32;
  training.selection.learning_rate = 1e-2;
  training.selection.residual_share = 0;
  training.selection.residual_stretch = 1;
  training.selection.decoding_cost = 0.1;
  training.refit.epochs = 2;
  training.refit.learning_rate = 5e-3;
  return training;
}

std::string Bytes(const RationaleModel& model) {
  return model.Save(Dtype::kF32, Dtype::kF32, "{}").value().tensors;
}

TEST(RationaleTrainerTest, FindsTheWordsThatDecideFromRatingsAlone) {
  const World train(600, 1);
  const World dev(200, 2);
  RationaleModel model = train.Model();
  RationaleHooks hooks;
  hooks.threads = 2;
  ASSERT_TRUE(
      TrainRationale(model, train.texts, dev.texts, Training(), hooks).ok());
  const AspectKeywords keywords = {{"look", {"bright", "murky"}},
                                   {"smell", {"roses", "socks"}}};
  const auto evaluation = EvaluateRationale(model, dev.reviews, keywords, 1, 2);
  ASSERT_TRUE(evaluation.ok());
  for (const AspectEvaluation& aspect : evaluation.value().aspects) {
    EXPECT_LT(aspect.mse_rationale, 0.3 * aspect.mse_mean) << aspect.aspect;
    EXPECT_GT(aspect.keyword_spans, 0.8) << aspect.aspect;
    EXPECT_GT(aspect.keyword_spans, aspect.keyword_random_spans + 0.3);
    EXPECT_LT(aspect.mse_rationale, aspect.mse_random_spans);
    EXPECT_NEAR(aspect.selected, 0.1, 0.03);
  }
}

TEST(RationaleTrainerTest, GivesTheSameBitsOnAnyNumberOfThreads) {
  const World train(90, 1);  // The last batch leaves shards uneven.
  RationaleTraining training = Training();
  training.selection.epochs = 1;
  training.refit.epochs = 1;
  std::string first;
  for (const int threads : {1, 2, 4}) {
    RationaleModel model = train.Model();
    RationaleHooks hooks;
    hooks.threads = threads;
    ASSERT_TRUE(
        TrainRationale(model, train.texts, train.texts, training, hooks).ok());
    if (first.empty()) first = Bytes(model);
    EXPECT_EQ(Bytes(model), first) << threads << " threads";
  }
  RationaleModel other = train.Model();
  training.seed = 2;
  ASSERT_TRUE(
      TrainRationale(other, train.texts, train.texts, training, {}).ok());
  EXPECT_NE(Bytes(other), first);
}

TEST(RationaleTrainerTest, StopsAfterTheStepAndLeavesAUsableModel) {
  const World train(100, 1);
  RationaleModel model = train.Model();
  std::atomic<bool> stop = false;
  int steps = 0;
  RationaleHooks hooks;
  hooks.stop = &stop;
  hooks.on_step = [&](const RationaleProgress&) { stop = ++steps == 2; };
  const Status status =
      TrainRationale(model, train.texts, train.texts, Training(), hooks);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kInterrupted);
  EXPECT_EQ(steps, 2);
  const auto files = model.Save(Dtype::kI8, Dtype::kF16, "{}");
  ASSERT_TRUE(files.ok());
  const auto loaded = RationaleModel::Load(files.value());
  ASSERT_TRUE(loaded.ok());
  EXPECT_TRUE(loaded.value().Explain(train.reviews[0].text).ok());
}

TEST(RationaleTrainerTest, SurvivesTextsWithoutWords) {
  World train(40, 1);
  for (std::size_t i = 0; i < train.texts.size(); i += 2) {
    train.texts.texts[i].clear();
  }
  RationaleTraining training = Training();
  training.selection.epochs = 1;
  RationaleModel model = train.Model();
  EXPECT_TRUE(
      TrainRationale(model, train.texts, train.texts, training, {}).ok());
}

TEST(RationaleTrainerTest, NamesTheStepWhereTheLossIsNotFinite) {
  World train(40, 1);
  train.texts.ratings(3, 0) = std::numeric_limits<Real>::quiet_NaN();
  RationaleModel model = train.Model();
  const Status status =
      TrainRationale(model, train.texts, train.texts, Training(), {});
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kNotFinite);
}

}  // namespace
}  // namespace whylight
