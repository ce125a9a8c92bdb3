// Learns rationales from ratings alone: first which words to select, then how
// to rate from them.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/tasks/rationale.h"
#include "core/train/rationale/rationale_data.h"

namespace whylight {

/// How one aspect's selection is steered.
struct SelectionTarget {
  double rate = 0.15;       ///< Share of the words to select while learning.
  double coherence = 1;     ///< Weight of the changes a word.
  double shown_rate = 0.1;  ///< Share of the words selected by decoding on dev.
};

/// Stage 1: generator and encoder together, straight-through gradients.
struct SelectionOptions {
  std::size_t reviews = 20000;  ///< The most decorrelated ones; 0: all.
  int epochs = 8;
  std::size_t batch = 64;
  double learning_rate = 2e-3;
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
  int epochs = 4;
  std::size_t batch = 256;
  double learning_rate = 1e-3;
  double dropout = 0.1;
};

struct RationaleTraining {
  std::uint64_t seed = 1;
  std::vector<SelectionTarget>
      targets;  ///< One for each of the model's aspects.
  SelectionOptions selection;
  RefitOptions refit;
};

struct RationaleProgress {
  std::string_view stage;  ///< "select" or "refit".
  int epoch;               ///< From 1.
  int epochs;
  std::uint64_t words_done;   ///< In this stage.
  std::uint64_t words_total;  ///< In this stage.
  double loss;                ///< Mean over the epoch so far.
};

struct RationaleHooks {
  int threads = 1;
  /// Called after every step.
  std::function<void(const RationaleProgress&)> on_step;
  /// Called after every epoch, when the model is decoded and usable. An error
  /// ends the training.
  std::function<Status(const RationaleProgress&)> on_epoch;
  /// When it becomes true, the training ends after the step with
  /// ErrorCode::kInterrupted, leaving the model decoded and usable.
  const std::atomic<bool>* stop = nullptr;
};

/// Trains `model` in place on `train`; `dev` sets the thresholds of the
/// decoding and nothing else. The first columns of both sets' ratings are the
/// model's aspects. Same seed, same bits, on any number of threads.
Status TrainRationale(RationaleModel& model, const RatedTexts& train,
                      const RatedTexts& dev, const RationaleTraining& training,
                      const RationaleHooks& hooks);

}  // namespace whylight
