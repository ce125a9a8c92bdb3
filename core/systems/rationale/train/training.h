// How a rationale model learns from ratings alone: first which words to select
// (selection_stage.h), then how to rate from them (encoder_stage.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/training/engine/stage_options.h"

namespace whylight {

/// How one aspect's selection is steered.
struct SelectionTarget {
  double rate = 0.15;       ///< Share of the words to select while learning.
  double coherence = 1;     ///< Weight of the changes a word; with kFixed of a
                            ///< change, in units of `sparsity`.
  double shown_rate = 0.1;  ///< Share of the words selected by decoding on dev.
};

/// How the generator learns from what the encoder makes of its selections.
enum class Estimator {
  /// "gradient": through the selections, as if they were soft. Straight-through
  /// Gumbel-softmax or -sigmoid (Jang et al. 2017), or HardKuma, which is soft
  /// (Bastings et al. 2019), as the choice is.
  kGradient,
  /// "reinforce": from samples, by the cost they have (Lei17 section 3.3.3).
  /// Not with HardKuma.
  kReinforce,
  /// "attention": no selection; the encoder reads all words, each by its share
  /// in a softmax over the words of what the generator says (Lei17 section
  /// 3.4.1). A baseline, whose words are those of most weight.
  kAttention,
};

/// The baseline with which the cost of a sample is compared; it does not change
/// the expected gradient.
enum class Baseline {
  kNone,           ///< "none": as published.
  kMovingAverage,  ///< "moving_average": the mean cost of the batches before.
  kSelfCritical,   ///< "self_critical": the cost of the likeliest selection.
  kLeaveOneOut,    ///< "leave_one_out": the mean cost of the other samples.
};

/// The rule that keeps rationales short.
enum class SelectionControl {
  kTargetRate,  ///< "target_rate": `rate_weight` · |rate - target|.
  kFixed,  ///< "fixed": `sparsity` · (words + coherence · changes) of each
           ///< text (Lei17 section 3.3.2).
  kLagrangian,  ///< "lagrangian": a multiplier of rate - target that rises
                ///< while the rate is above it and falls, below zero too, while
                ///< it is below; and `rate_weight` / 2 · (rate - target)² /
                ///< target (an augmented Lagrangian), without which it swings.
};

/// Generator and encoder together.
struct SelectionOptions {
  StageOptions stage = {
      .epochs = 8, .batch = 64, .optimiser = {.learning_rate = 2e-3}};
  std::size_t reviews = 20000;  ///< The most decorrelated ones; 0: all.
  double dropout = 0.1;         ///< Of word vectors, the same a word type.
  double residual_share = 0.6;  ///< See PartialResiduals.
  double residual_stretch = 1.3;
  double temperature = 0.5;     ///< Of the Gumbel-softmax.
  double noise_from = 1;        ///< Scale of its noise up to 30 % of the steps,
  double noise_to = 0.5;        ///< and from 90 % on; linear in between.
  double rate_weight = 1.5;     ///< Of |rate - target|, over a batch.
  double rate_from = 0.2;       ///< Targets start here and reach theirs half
                                ///< way.
  double coherence_ramp = 0.7;  ///< Share of the steps over which coherence
                                ///< grows from 0 to its weight.
  double decoding_cost = 1;     ///< Transition cost of decoding, in standard
                                ///< deviations of an aspect's scores on dev.
  Estimator estimator = Estimator::kGradient;
  int samples = 1;  ///< Selections that are drawn of a text in a step.
  Baseline baseline = Baseline::kLeaveOneOut;  ///< Of kReinforce.
  SelectionControl control = SelectionControl::kTargetRate;
  double sparsity = 0.01;             ///< Of kFixed.
  double multiplier_rate = 0.005;     ///< Step of a multiplier.
  double multiplier_smoothing = 0.9;  ///< Of the rates a multiplier goes by.
};

/// The words from which the encoder learns to rate.
enum class EncoderReads {
  kRationale,  ///< The words that decoding selects for each aspect.
  kAllWords,
};

/// A part of the model alone, on all reviews: the encoder and their ratings, or
/// the generator and its teachers.
struct PartStageOptions {
  StageOptions stage = {
      .epochs = 4, .batch = 256, .schedule = {.type = ScheduleType::kLinear}};
  double dropout = 0.1;
};

/// Texts made from templates (core/training/data/text_templates.h), to train on
/// beside the reviews.
struct TemplateOptions {
  std::vector<std::string> files;
  std::size_t texts = 0;
};

enum class RationaleStage {
  kFullText,   ///< "full_text": the encoder, from all words.
  kSelection,  ///< "selection": generator and encoder.
  kDistil,     ///< "distil": the generator, from others.
  kRefit,      ///< "refit": the encoder, from rationales.
};

struct RationaleTraining {
  std::uint64_t seed = 1;
  /// The order of the stages, each at most once.
  std::vector<RationaleStage> stages = {RationaleStage::kSelection,
                                        RationaleStage::kRefit};
  std::vector<SelectionTarget>
      targets;  ///< One for each of the model's aspects.
  /// Rates of the model's operating points, rising: shares of dev's words that
  /// each reported aspect selects. Half of what a refit reads is selected at
  /// one of them, drawn at random, the other half at the shown rates.
  std::vector<double> points;
  /// Whether `distil` learns of texts made from templates that words of a
  /// clause speak of the aspect that the clause is about and of no other,
  /// whatever the teachers say, and that other words speak of none.
  bool teach_clauses = false;
  /// How far the accuracy with which a text made from templates is said to
  /// speak of an aspect may stay below the best: where nothing is said to be
  /// mentioned, there is no rating, and what people write is less plain.
  double mention_slack = 0.03;
  /// What it costs to turn a text of the domain away, which gets no rating
  /// then, if to let one of another domain in costs 1.
  double turn_away_cost = 3;
  /// Share of the teachers' ratings in those that a refit learns of reviews.
  /// Where it is above 0, single sentences are learned from the teachers alone:
  /// of a sentence they know more than the rating of the review.
  double teacher_share = 0;
  PartStageOptions full_text;
  SelectionOptions selection;
  PartStageOptions distil;
  PartStageOptions refit;
};

}  // namespace whylight
