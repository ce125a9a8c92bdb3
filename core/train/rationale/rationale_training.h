// How a rationale model learns from ratings alone: first which words to select
// (selection_stage.h), then how to rate from them (refit_stage.h).
#pragma once

#include <cstdint>
#include <vector>

#include "core/train/engine/stage_options.h"

namespace whylight {

/// How one aspect's selection is steered.
struct SelectionTarget {
  double rate = 0.15;       ///< Share of the words to select while learning.
  double coherence = 1;     ///< Weight of the changes a word.
  double shown_rate = 0.1;  ///< Share of the words selected by decoding on dev.
};

/// Stage 1: generator and encoder together, straight-through gradients.
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
};

/// Stage 2: the encoder alone, on the decoded selections of all reviews and the
/// true ratings.
struct RefitOptions {
  StageOptions stage = {
      .epochs = 4, .batch = 256, .schedule = {.type = ScheduleType::kLinear}};
  double dropout = 0.1;
};

struct RationaleTraining {
  std::uint64_t seed = 1;
  std::vector<SelectionTarget>
      targets;  ///< One for each of the model's aspects.
  SelectionOptions selection;
  RefitOptions refit;
};

}  // namespace whylight
