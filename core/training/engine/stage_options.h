// The options that every stage of every training has.
#pragma once

#include <cstddef>
#include <string>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/training/engine/optimiser.h"
#include "core/training/engine/schedule.h"

namespace whylight {

/// A penalty on the size of the parameters, added to the loss.
enum class L2Type {
  kSquared,  ///< weight · Σ θ² (Goldberg15 section 6.4, λ/2 = weight)
  kNorm,  ///< weight · Σ over parameters of ‖θ‖, as the released code has it
};

struct L2Options {
  L2Type type = L2Type::kSquared;
  double weight = 0;
};

struct EarlyStopping {
  std::string metric;  ///< A number of the evaluation; empty: the stage's own.
  bool larger_is_better = false;  ///< Of `metric`, where that is given.
  int patience =
      0;         ///< Ends after so many epochs without a better one; 0: never.
  int from = 1;  ///< The first epoch that may be the best: what is small before
                 ///< a training has settled need not be good.
};

struct StageOptions {
  int epochs = 1;
  std::size_t batch = 32;
  OptimiserOptions optimiser = {};
  ScheduleOptions schedule = {};
  /// Of all gradients together (Goldberg15 section 6.3); 0: no clipping.
  double clip_norm = 5;
  L2Options l2 = {};
  int accumulate = 1;      ///< Batches whose mean gradient makes one update.
  double average = 0;      ///< Decay of WeightAverage; 0: no average is taken.
  double start_share = 0;  ///< Of StartMixture; 0: the start is not kept.
  EarlyStopping early_stopping = {};
  bool keep_best = false;  ///< The stage ends with its best epoch's parameters.
};

/// The options of every stage, to be included among those of one.
const Fields<StageOptions>& StageFields();

}  // namespace whylight
