// Reports in which one sentence decides each of several categories, as those of
// a pathologist do: generator and encoder, both of convolutions, find it.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/format/json.h"
#include "core/layers/initialise.h"
#include "core/systems/rationale/train/evaluation.h"
#include "core/systems/rationale/train/task.h"
#include "core/text/utf8.h"
#include "core/training/engine/trainer.h"

namespace whylight {
namespace {

const std::vector<std::string>& Categories() {
  static const std::vector<std::string> names = {"invasion", "spread"};
  return names;
}

// Sentences of seven words, one of which says of each category "CATEGORY is
// present" or "CATEGORY is absent". Others say so of the margins, and name the
// categories without a verdict: no word decides by itself.
struct Reports {
  Vocabulary vocabulary =
      Vocabulary::FromWords(
          {"invasion", "spread", "margin",  "is",    "present", "absent",
           "of",       "was",    "looked",  "for",   "the",     "slide",
           "shows",    "tissue", "section", "block", "grey",    "pale",
           "small",    "piece",  ".",       ","})
          .value();
  std::vector<Review> reviews;
  RatedTexts texts;

  Reports(std::size_t count, std::uint64_t seed) {
    const CounterRandom random(seed, RandomPurpose::kInitialise);
    std::uint64_t position = 0;
    const auto draw = [&](std::uint64_t below) {
      return random.Below(position++, below);
    };
    const auto filler = [&](std::size_t words) {
      std::string text;
      for (std::size_t w = 0; w < words; ++w) {
        text += vocabulary.word(10 + draw(10));
        text += ' ';
      }
      return text;
    };
    const auto verdict = [&](const std::string& of, bool present) {
      const std::size_t before = draw(5);
      return filler(before) + of + " is " + (present ? "present" : "absent") +
             " " + filler(4 - before) + ".";
    };
    for (std::size_t i = 0; i < count; ++i) {
      Review& report = reviews.emplace_back();
      // Where a category is decided, its number; else none.
      std::vector<std::size_t> plan(7 + draw(3), Categories().size());
      for (std::size_t c = 0; c < Categories().size(); ++c) {
        std::size_t place = draw(plan.size());
        while (plan[place] < Categories().size()) place = draw(plan.size());
        plan[place] = c;
      }
      report.ratings.resize(Categories().size());
      report.rationales.emplace(Categories().size());
      for (const std::size_t category : plan) {
        if (!report.text.empty()) report.text += ' ';
        const auto start = Utf16Length(report.text);
        if (category < Categories().size()) {
          const bool present = draw(10) < 4;
          report.text += verdict(Categories()[category], present);
          report.ratings[category] = present ? 1 : 0;
          const auto end = Utf16Length(report.text);
          (*report.rationales)[category] = {{start, end - 2}};  // But " .".
        } else if (draw(3) == 0) {
          report.text += verdict("margin", draw(2) == 0);
        } else if (draw(2) == 0) {
          report.text +=
              Categories()[draw(2)] + " was looked for , " + filler(2) + ".";
        } else {
          report.text += filler(7) + ".";
        }
      }
    }
    texts = ToRatedTexts(reviews, Categories(), vocabulary);
  }

  // Of the words of all reports those of the sentences that decide a category.
  double Share() const {
    double words = 0;
    for (const WordIds& text : texts.texts) {
      words += static_cast<double>(text.size());
    }
    return 7 * static_cast<double>(reviews.size()) / words;
  }
};

RationaleModel ConvolutionalModel(const Reports& reports, Choice choice) {
  const auto layers = [](const char* specification) {
    return LayerSpecs{ToDocument(nlohmann::json::parse(specification))};
  };
  RationaleOptions options;
  for (const std::string& name : Categories()) {
    options.aspects.push_back({name, true, {}});
    options.aspects.back().labels = {"absent", "present"};
  }
  options.choice = choice;
  options.generator.inputs = 16;
  options.encoder.inputs = 16;
  options.generator_layers = layers(
      R"({"type": "bidirectional", "layer": {"type": "convolution",
          "order": 3, "hidden": 16, "activation": "relu"}})");
  options.encoder_layers = layers(
      R"({"type": "convolution", "order": 3, "hidden": 24,
          "activation": "relu"})");
  options.pooling = TextPooling::kMax;
  options.boundaries = {.sentence_ends = {"."}, .whole_sentences = true};
  const auto words = static_cast<Index>(reports.vocabulary.size());
  return RationaleModel::Make(options, reports.vocabulary,
                              UniformMatrix(words, 16, 1, 3, "vectors"), 7)
      .value();
}

struct Learning {
  std::string name;
  Choice choice;
  Estimator estimator;
  int samples;
  int epochs;
};

class PlantedSentenceTest : public testing::TestWithParam<Learning> {};

TEST_P(PlantedSentenceTest, EachCategoryIsToldFromTheSentenceThatDecidesIt) {
  const Reports train(500, 1);
  const Reports dev(200, 2);
  RationaleConfig config;
  RationaleTraining& training = config.training;
  training.targets.assign(
      2, {.rate = train.Share(), .coherence = 0, .shown_rate = dev.Share()});
  training.stages = {RationaleStage::kFullText, RationaleStage::kSelection,
                     RationaleStage::kRefit};
  for (PartStageOptions* part : {&training.full_text, &training.refit}) {
    part->stage.epochs = 12;
    part->stage.batch = 32;
    part->stage.optimiser.learning_rate = 5e-3;
    part->dropout = 0;
  }
  SelectionOptions& selection = training.selection;
  selection.estimator = GetParam().estimator;
  selection.samples = GetParam().samples;
  selection.reviews = 0;
  selection.stage.epochs = GetParam().epochs;
  selection.stage.batch = 32;
  selection.stage.optimiser.learning_rate = 1e-2;
  selection.residual_share = 0;
  selection.residual_stretch = 1;
  selection.decoding_cost = 0;
  selection.dropout = 0;
  training.seed = 2;
  RationaleTask task(config, ConvolutionalModel(train, GetParam().choice),
                     train.texts, dev.texts, dev.reviews);
  SoloCommunicator alone;
  ASSERT_TRUE(Train(task, {.threads = 2}, {}, alone).ok());

  ThreadPool pool(2);
  const auto evaluated = EvaluateRationale(task.model(), dev.reviews, {}, pool);
  ASSERT_TRUE(evaluated.ok()) << evaluated.error().message;
  for (const AspectEvaluation& category : evaluated.value().aspects) {
    SCOPED_TRACE(category.aspect);
    ASSERT_TRUE(category.second_label);
    const Finds& present = *category.second_label;
    EXPECT_GT(ShareOf(2 * present.right, present.there + present.found), 0.97);
    ASSERT_TRUE(category.gold);
    EXPECT_GT(category.gold->all.prec2, 0.97);
    EXPECT_GT(category.gold->all.recall, 0.97);
    EXPECT_LT(category.gold_random_spans->all.prec2, 0.3);
    // Nothing but whole sentences, each of seven words.
    EXPECT_EQ(category.mean_run, 7);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Methods, PlantedSentenceTest,
    testing::Values(Learning{"Gradient", Choice::kIndependent,
                             Estimator::kGradient, 1, 25},
                    Learning{"Reinforce", Choice::kCompeting,
                             Estimator::kReinforce, 2, 10}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace whylight
