#include "core/systems/rationale/train/task.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <functional>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/format/json.h"
#include "core/layers/initialise.h"
#include "core/systems/rationale/train/distil_stage.h"
#include "core/systems/rationale/train/encoder_stage.h"
#include "core/systems/rationale/train/evaluation.h"
#include "core/training/engine/trainer.h"

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
          review.text += vocabulary.word(4 + random.Below(position++, 6));
          review.text += ' ';
        }
      };
      for (std::size_t aspect = 0; aspect < 2; ++aspect) {
        const bool good = random.Below(position++, 2) == 0;
        filler();
        review.text += vocabulary.word(2 * aspect + (good ? 0 : 1));
        review.text += ' ';
        review.ratings.push_back(good ? Real(0.9) : Real(0.1));
      }
      filler();
    }
    texts = ToRatedTexts(reviews, {"look", "smell"}, vocabulary);
  }

  static RationaleOptions Options() {
    RationaleOptions options;
    options.aspects = {{"look", true, {}}, {"smell", true, {}}};
    options.generator = {.inputs = 8, .hidden = 8, .decay = Decay::kInput};
    options.encoder = {.inputs = 8,
                       .hidden = 8,
                       .decay = Decay::kInputAndState,
                       .decay_value = 0.8};
    return options;
  }

  static Matrix Vectors() { return UniformMatrix(10, 8, 1.5, 3, "vectors"); }

  RationaleModel Model(Choice choice = Choice::kCompeting, Index dependent = 0,
                       bool shared = false, std::uint64_t seed = 7) const {
    RationaleOptions options = Options();
    options.choice = choice;
    options.dependent = dependent;
    options.shared = shared;
    if (shared) options.generator = options.encoder;
    return {options, vocabulary, Vectors(), seed};
  }
};

RationaleConfig Config() {
  RationaleConfig config;
  RationaleTraining& training = config.training;
  training.targets = {{.rate = 0.15, .coherence = 0.1, .shown_rate = 0.06},
                      {.rate = 0.15, .coherence = 0.1, .shown_rate = 0.06}};
  training.selection.reviews = 0;
  training.selection.stage.epochs = 40;
  training.selection.stage.batch = 32;
  training.selection.stage.optimiser.learning_rate = 1e-2;
  training.selection.residual_share = 0;
  training.selection.residual_stretch = 1;
  training.selection.decoding_cost = 0.1;
  training.refit.stage.epochs = 2;
  training.refit.stage.optimiser.learning_rate = 5e-3;
  return config;
}

RationaleTask Task(const RationaleConfig& config, const World& train,
                   const World& dev) {
  return {config, train.Model(), train.texts, dev.texts, dev.reviews};
}

Status TrainOn(int threads, RationaleTask& task, const TrainerHooks& hooks) {
  SoloCommunicator alone;
  return Train(task, {.threads = threads}, hooks, alone);
}

std::string Bytes(const RationaleModel& model) {
  return model.Save(Dtype::kF32, Dtype::kF32, "{}").value().tensors;
}

TEST(RationaleTaskTest, FindsTheWordsThatDecideFromRatingsAlone) {
  const World train(600, 1);
  const World dev(200, 2);
  // One of the six seeds in eight that find both aspects, with room for other
  // rounding.
  RationaleConfig config = Config();
  config.training.seed = 4;
  RationaleTask task = Task(config, train, dev);
  ASSERT_TRUE(TrainOn(2, task, {}).ok());
  const AspectKeywords keywords = {{"look", {"bright", "murky"}},
                                   {"smell", {"roses", "socks"}}};
  ThreadPool pool(2);
  const auto evaluation = EvaluateRationale(task.model(), dev.reviews,
                                            {.keywords = keywords}, pool);
  ASSERT_TRUE(evaluation.ok());
  for (const AspectEvaluation& aspect : evaluation.value().aspects) {
    EXPECT_LT(aspect.mse_rationale, 0.3 * aspect.mse_mean) << aspect.aspect;
    EXPECT_GT(aspect.keyword_spans, 0.8) << aspect.aspect;
    EXPECT_GT(aspect.keyword_spans, aspect.keyword_random_spans + 0.3);
    EXPECT_LT(aspect.mse_rationale, aspect.mse_random_spans);
    // About one word of each review decides.
    EXPECT_NEAR(aspect.selected, 0.06, 0.02);
  }
}

RationaleConfig DistilConfig() {
  RationaleConfig config = Config();
  config.training.stages = {RationaleStage::kDistil};
  config.training.distil.stage.epochs = 30;
  config.training.distil.stage.batch = 32;
  config.training.distil.stage.optimiser.learning_rate = 2e-2;
  config.training.distil.dropout = 0;
  return config;
}

class DistilTest : public testing::TestWithParam<Choice> {};

TEST_P(DistilTest, SaysWhatItsTeachersSayInTheMean) {
  const World train(150, 1);
  const World dev(50, 2);
  const RationaleConfig config = DistilConfig();
  std::vector<RationaleModel> teachers;
  teachers.push_back(train.Model(GetParam(), 0, false, 11));
  teachers.push_back(train.Model(GetParam(), 0, false, 12));
  const auto probabilities = [&](const RationaleModel& model) {
    return model.Explain(dev.reviews.front().text).value().probability;
  };
  const Matrix mean =
      (probabilities(teachers[0]) + probabilities(teachers[1])) / 2;
  RationaleTask task(config, train.Model(GetParam()), train.texts, dev.texts,
                     dev.reviews, std::move(teachers));
  const Matrix before = probabilities(task.model());
  ASSERT_TRUE(TrainOn(2, task, {}).ok());
  const Matrix after = probabilities(task.model());
  EXPECT_LT((after - mean).norm(), 0.3 * (before - mean).norm());
}

TEST_P(DistilTest, LearnsWhichWordsAreOfWhichClause) {
  World train(150, 1);
  const World dev(50, 2);
  // As if half of them were made from templates: what each says at first is
  // about the second aspect, the rest about none.
  train.texts.reviews = 75;
  std::vector<std::vector<std::int16_t>>& about = train.texts.about;
  for (std::size_t i = 75; i < 150; ++i) {
    about.emplace_back(train.texts.texts[i].size(), RatedTexts::kNoAspect);
    std::fill_n(about.back().begin(), about.back().size() / 2, 1);
  }
  RationaleConfig config = DistilConfig();
  config.training.teach_clauses = true;
  std::vector<RationaleModel> teachers;
  teachers.push_back(train.Model(GetParam(), 0, false, 11));
  const auto probabilities = [&](const RationaleModel& model) {
    return model.Explain(train.reviews.back().text).value().probability;
  };
  const Matrix said = probabilities(teachers[0]);
  RationaleTask task(config, train.Model(GetParam()), train.texts, dev.texts,
                     dev.reviews, std::move(teachers));
  ASSERT_TRUE(TrainOn(2, task, {}).ok());
  const Matrix learned = probabilities(task.model());
  const Index half = learned.rows() / 2;
  ASSERT_GT(half, 1);
  EXPECT_GT(learned.col(1).head(half).mean(), said.col(1).head(half).mean());
  EXPECT_LT(learned.col(0).mean(), said.col(0).mean());
  EXPECT_LT(learned.col(1).tail(half).mean(), said.col(1).tail(half).mean());
}

INSTANTIATE_TEST_SUITE_P(Choices, DistilTest,
                         testing::Values(Choice::kCompeting,
                                         Choice::kIndependent),
                         [](const auto& test) {
                           return test.param == Choice::kCompeting
                                      ? "Competing"
                                      : "Independent";
                         });

// What texts are to the training, and how much of what a refit learns of them
// teachers say where their share is half.
struct TaughtTexts {
  std::string name;
  std::size_t reviews;
  std::size_t sentences;  // The rest is made from templates.
  double taught;
};

class TaughtRefitTest : public testing::TestWithParam<TaughtTexts> {};

TEST_P(TaughtRefitTest, LearnsWhatTeachersSayOfReviewsAndSentences) {
  World train(200, 1);
  const World dev(50, 2);
  train.texts.reviews = GetParam().reviews;
  train.texts.sentences = GetParam().sentences;
  RationaleConfig config = Config();
  config.training.stages = {RationaleStage::kRefit};
  config.training.teacher_share = 0.5;
  config.training.refit.stage.epochs = 30;
  config.training.refit.stage.batch = 32;
  config.training.refit.stage.optimiser.learning_rate = 2e-2;
  const auto mean_rating = [&](const RationaleModel& model) {
    double sum = 0;
    for (const Review& review : dev.reviews) {
      const RationaleExplanation found = model.Explain(review.text).value();
      for (std::size_t a = 0; a < 2; ++a) {
        sum += static_cast<double>(found.RatingOrPrior(a));
      }
    }
    return sum / static_cast<double>(2 * dev.reviews.size());
  };
  // A teacher that rates all texts high, where half of the labels are low.
  std::vector<RationaleModel> teachers;
  teachers.push_back(train.Model(Choice::kCompeting, 0, false, 11));
  teachers[0].OutputBias().value.setConstant(3);
  const double said = mean_rating(teachers[0]);
  ASSERT_GT(said, 0.85);
  RationaleTask task(config, train.Model(), train.texts, dev.texts, dev.reviews,
                     std::move(teachers));
  ASSERT_TRUE(TrainOn(2, task, {}).ok());
  const double labels = static_cast<double>(train.texts.ratings.mean());
  EXPECT_NEAR(mean_rating(task.model()),
              labels + GetParam().taught * (said - labels), 0.05);
}

INSTANTIATE_TEST_SUITE_P(
    Texts, TaughtRefitTest,
    testing::Values(TaughtTexts{"Reviews", 200, 0, 0.5},
                    TaughtTexts{"Sentences", 10, 190, 0.94},
                    TaughtTexts{"Templates", 10, 0, 0.025}),
    [](const auto& test) { return test.param.name; });

TEST(DistilStageTest, TeachersMustBeOfTheSameKind) {
  const World world(1, 1);
  const RationaleModel model = world.Model();
  EXPECT_EQ(
      FindTeacherProblem(model, world.Model(Choice::kCompeting, 0, false, 11)),
      "");
  EXPECT_EQ(FindTeacherProblem(model, world.Model(Choice::kIndependent)),
            "expected a model that chooses in the same way, found another "
            "\"choice\"");
  World other(1, 1);
  other.vocabulary = Vocabulary::FromWords({"bright", "b", "c", "d", "e", "f",
                                            "g", "h", "i", "j"})
                         .value();
  EXPECT_EQ(FindTeacherProblem(model, other.Model()),
            "expected the 10 words of the model, found others");
}

TEST(RationaleTaskTest, PointsSelectTheirShareAndKnowTheirErrors) {
  const World train(600, 1);
  const World dev(200, 2);
  RationaleConfig config = Config();
  config.training.seed = 4;
  config.training.points = {0.03, 0.1, 0.4};
  RationaleTask task = Task(config, train, dev);
  ASSERT_TRUE(TrainOn(2, task, {}).ok());
  ThreadPool pool(2);
  RationaleModel model =
      RationaleModel::Load(
          task.model().Save(Dtype::kF32, Dtype::kF32, "{}").value())
          .value();
  const std::vector<OperatingPoint> points = model.options().points;
  ASSERT_EQ(points.size(), 3u);
  for (std::size_t point = 0; point < points.size(); ++point) {
    for (std::size_t a = 0; a < 2; ++a) {
      model.SetDecoding(a, DecodingAt(model.options(), a, point));
    }
    const auto evaluation = EvaluateRationale(model, dev.reviews, {}, pool);
    ASSERT_TRUE(evaluation.ok());
    for (std::size_t a = 0; a < 2; ++a) {
      const AspectEvaluation& found = evaluation.value().aspects[a];
      EXPECT_NEAR(found.selected, points[point].rate, 0.02);
      EXPECT_NEAR(found.mse_rationale, points[point].errors[a], 1e-6);
    }
  }
  // One word in sixteen decides: less is too little.
  EXPECT_GT(points[0].errors[0], 1.5 * points[1].errors[0]);
}

// Models whose generator and encoder are layers; each must find what decides.
struct Layers {
  std::string name;
  std::string generator;
  std::string encoder;
  TextPooling pooling;
  Choice choice = Choice::kCompeting;
  Estimator estimator = Estimator::kGradient;
};

class LayersTest : public testing::TestWithParam<Layers> {};

TEST_P(LayersTest, FindTheWordsThatDecideFromRatingsAlone) {
  const World train(500, 1);
  const World dev(150, 2);
  const auto specs = [](const std::string& list) {
    return ParseDocument(list, "layers", 16).value().items;
  };
  RationaleOptions options = train.Options();
  options.choice = GetParam().choice;
  options.generator_layers = specs(GetParam().generator);
  options.encoder_layers = specs(GetParam().encoder);
  options.pooling = GetParam().pooling;
  RationaleConfig config = Config();
  config.training.selection.stage.epochs = 25;
  config.training.selection.estimator = GetParam().estimator;
  RationaleTask task = {
      config,
      RationaleModel::Make(options, train.vocabulary, World::Vectors(), 7)
          .value(),
      train.texts, dev.texts, dev.reviews};
  const Status trained = TrainOn(2, task, {});
  ASSERT_TRUE(trained.ok()) << trained.error().message;
  const AspectKeywords keywords = {{"look", {"bright", "murky"}},
                                   {"smell", {"roses", "socks"}}};
  ThreadPool pool(2);
  const auto evaluation = EvaluateRationale(task.model(), dev.reviews,
                                            {.keywords = keywords}, pool);
  ASSERT_TRUE(evaluation.ok());
  for (const AspectEvaluation& aspect : evaluation.value().aspects) {
    EXPECT_LT(aspect.mse_rationale, 0.4 * aspect.mse_mean) << aspect.aspect;
    EXPECT_GT(aspect.keyword_spans, 0.7) << aspect.aspect;
    EXPECT_LT(aspect.mse_rationale, aspect.mse_random_spans);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, LayersTest,
    testing::Values(
        Layers{"WordByWordAndConvolution",
               R"([{"type": "convolution", "order": 1, "hidden": 8}])",
               R"([{"type": "convolution", "order": 2, "hidden": 8}])",
               TextPooling::kMax},
        Layers{"WindowsAndLstm",
               R"([{"type": "bidirectional", "layer":
                   {"type": "convolution", "order": 2, "hidden": 8}}])",
               R"([{"type": "lstm", "hidden": 8}])", TextPooling::kLast},
        Layers{"HardKumaOfConvolutions",
               R"([{"type": "convolution", "order": 1, "hidden": 8}])",
               R"([{"type": "convolution", "order": 2, "hidden": 8}])",
               TextPooling::kMax, Choice::kHardKuma}),
    [](const auto& test) { return test.param.name; });

struct Method {
  std::string name;
  Choice choice;
  Estimator estimator;
  Baseline baseline;
  SelectionControl control;
  Index dependent = 0;
  bool shared = false;
};

class MethodTest : public testing::TestWithParam<Method> {
 protected:
  RationaleConfig Config() const {
    RationaleConfig config = whylight::Config();
    SelectionOptions& selection = config.training.selection;
    selection.estimator = GetParam().estimator;
    selection.baseline = GetParam().baseline;
    selection.control = GetParam().control;
    selection.samples = selection.estimator == Estimator::kReinforce ? 2 : 1;
    selection.sparsity = 0.01;
    return config;
  }
  RationaleTask Task(const RationaleConfig& config, const World& train,
                     const World& dev) const {
    return {
        config,
        train.Model(GetParam().choice, GetParam().dependent, GetParam().shared),
        train.texts, dev.texts, dev.reviews};
  }
};

// Of every method there is: what it selects predicts, better than the mean and
// than what lies anywhere else.
TEST_P(MethodTest, SelectsWhatPredicts) {
  const World train(400, 1);
  const World dev(150, 2);
  RationaleConfig config = Config();
  config.training.selection.stage.epochs = 15;
  RationaleTask task = Task(config, train, dev);
  const Status trained = TrainOn(2, task, {});
  ASSERT_TRUE(trained.ok()) << trained.error().message;
  ThreadPool pool(2);
  const auto evaluation =
      EvaluateRationale(task.model(), dev.reviews, {}, pool);
  ASSERT_TRUE(evaluation.ok());
  double rationale = 0;
  double random = 0;
  double mean = 0;
  for (const AspectEvaluation& aspect : evaluation.value().aspects) {
    rationale += aspect.mse_rationale;
    random += aspect.mse_random_spans;
    mean += aspect.mse_mean;
  }
  EXPECT_LT(rationale, 0.9 * mean);
  EXPECT_LT(rationale, random);
}

// The state that a stage carries by itself, mean costs and multipliers, is in
// the checkpoints and the same whatever computes it.
TEST_P(MethodTest, GivesTheSameBitsOnAnyNumberOfThreads) {
  const World train(90, 1);
  RationaleConfig config = Config();
  config.training.selection.stage.epochs = 2;
  config.training.refit.stage.epochs = 1;
  std::string first;
  for (const int threads : {1, 3}) {
    RationaleTask task = Task(config, train, train);
    ASSERT_TRUE(TrainOn(threads, task, {}).ok());
    if (first.empty()) first = Bytes(task.model());
    EXPECT_EQ(Bytes(task.model()), first) << threads << " threads";
  }
}

INSTANTIATE_TEST_SUITE_P(
    Methods, MethodTest,
    testing::Values(
        Method{"StraightThroughIndependent", Choice::kIndependent,
               Estimator::kGradient, Baseline::kNone,
               SelectionControl::kTargetRate},
        Method{"StraightThroughLagrangian", Choice::kCompeting,
               Estimator::kGradient, Baseline::kNone,
               SelectionControl::kLagrangian},
        Method{"HardKuma", Choice::kHardKuma, Estimator::kGradient,
               Baseline::kNone, SelectionControl::kTargetRate},
        Method{"Attention", Choice::kIndependent, Estimator::kAttention,
               Baseline::kNone, SelectionControl::kTargetRate},
        Method{"ReinforceAsPublished", Choice::kIndependent,
               Estimator::kReinforce, Baseline::kNone,
               SelectionControl::kFixed},
        Method{"ReinforceMovingAverage", Choice::kIndependent,
               Estimator::kReinforce, Baseline::kMovingAverage,
               SelectionControl::kTargetRate},
        Method{"ReinforceSelfCritical", Choice::kCompeting,
               Estimator::kReinforce, Baseline::kSelfCritical,
               SelectionControl::kTargetRate},
        Method{"ReinforceLeaveOneOut", Choice::kCompeting,
               Estimator::kReinforce, Baseline::kLeaveOneOut,
               SelectionControl::kTargetRate},
        Method{"DependentStraightThrough", Choice::kCompeting,
               Estimator::kGradient, Baseline::kNone,
               SelectionControl::kTargetRate, 5},
        Method{"Shared", Choice::kCompeting, Estimator::kGradient,
               Baseline::kNone, SelectionControl::kTargetRate, 0, true},
        Method{"DependentReinforce", Choice::kIndependent,
               Estimator::kReinforce, Baseline::kLeaveOneOut,
               SelectionControl::kTargetRate, 5},
        Method{"DependentHardKuma", Choice::kHardKuma, Estimator::kGradient,
               Baseline::kNone, SelectionControl::kLagrangian, 5}),
    [](const auto& test) { return test.param.name; });

// Trains what must collapse, and gives its message. Its epochs have 10 steps;
// in which it collapses may depend on rounding.
std::string Collapse(const std::function<void(SelectionOptions&)>& change,
                     Choice choice = Choice::kCompeting) {
  const World train(300, 1);
  RationaleConfig config = Config();
  change(config.training.selection);
  RationaleTask task = {config, train.Model(choice), train.texts, train.texts,
                        train.reviews};
  const Status trained = TrainOn(2, task, {});
  EXPECT_FALSE(trained.ok());
  if (trained.ok()) return "";
  EXPECT_EQ(trained.error().code, ErrorCode::kInvalidArgument);
  return std::regex_replace(trained.error().message,
                            std::regex(" [1-9]+0 steps"), " N0 steps");
}

TEST(RationaleTaskTest, SaysWhatToChangeWhenTheSelectionCollapses) {
  EXPECT_EQ(Collapse([](SelectionOptions& selection) {
              selection.control = SelectionControl::kFixed;
              selection.sparsity = 100;
            }),
            "the selection has collapsed after N0 steps: of \"look\" nothing "
            "is selected; "
            "expected a smaller \"sparsity\" or \"coherence\", a first "
            "stage \"full_text\", more \"epochs\" or a smaller "
            "\"batch\", or word vectors that tell more, such as those of a "
            "shipped model (--vectors models/hotels)");
}

// A multiplier that moves too fast swings from bound to bound.
TEST(RationaleTaskTest, SaysWhatToChangeWhenTheSelectionSwingsAndCollapses) {
  EXPECT_EQ(Collapse(
                [](SelectionOptions& selection) {
                  selection.control = SelectionControl::kLagrangian;
                  selection.multiplier_rate = 10;
                },
                Choice::kHardKuma),
            "the selection has collapsed after N0 steps: of \"look\" nothing "
            "is selected; "
            "expected a smaller \"multiplier_rate\" or \"coherence\", a "
            "first stage \"full_text\", more \"epochs\" or a smaller "
            "\"batch\", or word vectors that tell more, such as those of a "
            "shipped model (--vectors models/hotels)");
}

TEST(RationaleTaskTest, SaysWhatIsWrongWithWhatCameOut) {
  const World world(10, 1);
  RationaleConfig config = Config();
  config.training.targets[1].shown_rate = 0.05;
  const RationaleTask task = Task(config, world, world);
  const auto advice = [&task](double error, double with_spans, int rated) {
    return task.Advise(
        {{"n", 100},
         {"relative_error", error},
         {"aspects",
          {{"look", {{"reviews_with_spans", 0.95}}},
           {"smell", {{"n", rated}, {"reviews_with_spans", with_spans}}}}}});
  };
  const std::vector<std::string> both = advice(1, 0.58, 100);
  ASSERT_EQ(both.size(), 2u);
  EXPECT_TRUE(both[0].starts_with("no better than the mean rating: "));
  EXPECT_EQ(both[1],
            "42 % of dev's reviews get no \"smell\": a larger \"shown_rate\" "
            "(now 0.05) selects more words");
  EXPECT_TRUE(advice(0.9, 0.75, 100).empty());
  // Aspects that are not reported have no figures.
  EXPECT_TRUE(
      task.Advise({{"n", 100},
                   {"aspects", {{"look", {{"reviews_with_spans", 1}}}}}})
          .empty());
  // Most reviews have no rating of it themselves.
  EXPECT_TRUE(advice(0.9, 0.25, 50).empty());
  // So the log tells an error that is not finite.
  EXPECT_EQ(task.Advise({{"n", 100}, {"relative_error", nullptr}}),
            std::vector<std::string>{both[0]});
}

TEST(RationaleTaskTest, LearnsToRateFromAllWordsAlone) {
  const World train(400, 1);
  const World dev(150, 2);
  RationaleConfig config = Config();
  config.training.stages = {RationaleStage::kFullText};
  config.training.full_text.stage.epochs = 20;
  config.training.full_text.stage.batch = 32;
  config.training.full_text.stage.optimiser.learning_rate = 1e-2;
  RationaleTask task = Task(config, train, dev);
  ASSERT_TRUE(TrainOn(2, task, {}).ok());
  ThreadPool pool(2);
  const auto evaluation =
      EvaluateRationale(task.model(), dev.reviews, {}, pool);
  ASSERT_TRUE(evaluation.ok());
  for (const AspectEvaluation& aspect : evaluation.value().aspects) {
    EXPECT_LT(aspect.mse_all_words, 0.3 * aspect.mse_mean) << aspect.aspect;
  }
}

TEST(RationaleTaskTest, GivesTheSameBitsOnAnyNumberOfThreads) {
  const World train(90, 1);  // The last batch leaves shards uneven.
  RationaleConfig config = Config();
  config.training.selection.stage.epochs = 1;
  config.training.refit.stage.epochs = 1;
  std::string first;
  for (const int threads : {1, 2, 4}) {
    RationaleTask task = Task(config, train, train);
    ASSERT_TRUE(TrainOn(threads, task, {}).ok());
    if (first.empty()) first = Bytes(task.model());
    EXPECT_EQ(Bytes(task.model()), first) << threads << " threads";
  }
  config.training.seed = 2;
  RationaleTask other = Task(config, train, train);
  ASSERT_TRUE(TrainOn(1, other, {}).ok());
  EXPECT_NE(Bytes(other.model()), first);
}

TEST(RationaleTaskTest, StopsAfterTheStepAndLeavesAUsableModel) {
  const World train(100, 1);
  RationaleTask task = Task(Config(), train, train);
  std::atomic<bool> stop = false;
  int steps = 0;
  TrainerHooks hooks;
  hooks.stop = &stop;
  hooks.on_step = [&](const TrainingProgress&) { stop = ++steps == 2; };
  const Status status = TrainOn(1, task, hooks);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kInterrupted);
  EXPECT_EQ(steps, 2);
  const auto files = task.model().Save(Dtype::kI8, Dtype::kF16, "{}");
  ASSERT_TRUE(files.ok());
  const auto loaded = RationaleModel::Load(files.value());
  ASSERT_TRUE(loaded.ok());
  EXPECT_TRUE(loaded.value().Explain(train.reviews[0].text).ok());
}

TEST(RationaleTaskTest, SurvivesTextsWithoutWords) {
  World train(40, 1);
  for (std::size_t i = 0; i < train.texts.size(); i += 2) {
    train.texts.texts[i].clear();
  }
  RationaleConfig config = Config();
  config.training.selection.stage.epochs = 1;
  RationaleTask task = Task(config, train, train);
  EXPECT_TRUE(TrainOn(1, task, {}).ok());
}

// Of the reviews in turn: one lacks the first rating, one the second, and one
// gives both.
void DropRatings(World& world) {
  for (std::size_t i = 0; i < world.reviews.size(); ++i) {
    if (i % 3 == 2) continue;
    world.reviews[i].ratings[i % 3] = kUnrated;
    world.texts.ratings(static_cast<Index>(i), static_cast<Index>(i % 3)) =
        kUnrated;
  }
}

TEST(RationaleTaskTest, LearnsAroundRatingsThatAreMissing) {
  World train(900, 1);
  World dev(200, 2);
  DropRatings(train);
  DropRatings(dev);
  RationaleConfig config = Config();
  config.training.seed = 4;
  config.training.points = {0.05, 0.2};
  config.training.stages = {RationaleStage::kFullText,
                            RationaleStage::kSelection, RationaleStage::kRefit};
  RationaleTask task = Task(config, train, dev);
  EXPECT_EQ(task.Summary(),
            "900 reviews to train on (without a rating: 300 look, 300 smell), "
            "200 to tune on (without a rating: 67 look, 67 smell), 10 words");
  ASSERT_TRUE(TrainOn(2, task, {}).ok());
  ThreadPool pool(2);
  const auto evaluation =
      EvaluateRationale(task.model(), dev.reviews, {}, pool);
  ASSERT_TRUE(evaluation.ok());
  for (const AspectEvaluation& aspect : evaluation.value().aspects) {
    EXPECT_EQ(aspect.n, 133u);
    EXPECT_LT(aspect.mse_rationale, 0.3 * aspect.mse_mean) << aspect.aspect;
  }
  for (const OperatingPoint& point : task.model().options().points) {
    for (const double error : point.errors) EXPECT_LT(error, 0.2);
  }
}

class MissingTest : public testing::TestWithParam<Estimator> {};

TEST_P(MissingTest, KeepsLossesAndWeightsFinite) {
  World train(60, 1);
  DropRatings(train);
  RationaleConfig config = Config();
  config.training.selection.residual_share = 0.6;
  config.training.selection.estimator = GetParam();
  config.training.selection.samples = 2;
  config.training.selection.stage.epochs = 2;
  RationaleTask task = Task(config, train, train);
  EXPECT_TRUE(TrainOn(1, task, {}).ok());
}

INSTANTIATE_TEST_SUITE_P(Estimators, MissingTest,
                         testing::Values(Estimator::kGradient,
                                         Estimator::kReinforce,
                                         Estimator::kAttention));

// To calibrate on.
const CalibrationTexts kNoTexts;
const std::vector<RationaleModel> kNobody;  // Teaches.

TEST(EncoderStageTest, AMissingRatingCostsNothingAndChangesNoOther) {
  World train(12, 1);
  RationaleConfig config = Config();
  RationaleModel model = train.Model();
  // The gradient of the bias of each rating, after a step on the first four
  // reviews.
  const auto gradient = [&](const RatedTexts& texts) {
    EncoderStage stage(EncoderReads::kAllWords, model, texts, texts,
                       train.reviews, kNoTexts, config.training, kNobody);
    ThreadPool pool(1);
    EXPECT_TRUE(stage.Begin(pool).ok());
    Graph graph(Graph::Mode::kTraining);
    graph.Backward(stage.Loss(graph, {.index = 0, .examples = {0, 1, 2, 3}},
                              {.number = 1, .batch_size = 4}, {}));
    return Matrix(graph.Gradient(graph.Use(model.OutputBias())));
  };
  const Matrix complete = gradient(train.texts);
  RatedTexts partly = train.texts;
  for (Index i = 0; i < 4; ++i) partly.ratings(i, 1) = kUnrated;
  const Matrix found = gradient(partly);
  EXPECT_NE(complete(0, 1), 0);
  EXPECT_EQ(found(0, 0), complete(0, 0));
  EXPECT_EQ(found(0, 1), 0);
}

TEST(EncoderStageTest, LearnsNothingFromRationalesOfAspectsWithoutARating) {
  World train(30, 1);
  DropRatings(train);
  RationaleConfig config = Config();
  RationaleModel model = train.Model();
  EncoderStage stage(EncoderReads::kRationale, model, train.texts, train.texts,
                     train.reviews, kNoTexts, config.training, kNobody);
  ThreadPool pool(1);
  ASSERT_TRUE(stage.Begin(pool).ok());
  std::size_t examples = 0;
  for (const auto& batch : stage.Batches(0)) examples += batch.size();
  EXPECT_EQ(examples, 40u);  // Of 60, each third review lacks one of two.
}

TEST(RationaleTaskTest, NamesTheStepWhereANumberIsNotFinite) {
  World train(40, 1);
  train.texts.ratings.col(0).setConstant(Real(1e30));  // Its square overflows.
  RationaleTask task = Task(Config(), train, train);
  const Status status = TrainOn(1, task, {});
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kNotFinite);
  EXPECT_NE(status.error().message.find("step 1 (stage selection, epoch 1"),
            std::string::npos)
      << status.error().message;
}

}  // namespace
}  // namespace whylight
