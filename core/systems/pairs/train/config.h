// The configuration of a training of the system "pairs".
#pragma once

#include <cstdint>
#include <string>

#include "core/format/fields_fwd.h"
#include "core/systems/pairs/options.h"
#include "core/training/data/data_options.h"
#include "core/training/engine/stage_options.h"
#include "core/training/engine/store_options.h"
#include "core/training/vectors/known_words.h"

namespace whylight {

struct PairTraining {
  StageOptions stage = {.epochs = 20, .keep_best = true};
  double dropout = 0;  ///< See TextDropout.
  /// Whether each pair is learned the other way round, too.
  bool both_orders = false;
};

struct PairsConfig {
  std::string train;  ///< Pairs with labels or grades.
  std::string dev;    ///< The same, to choose by and to report on.
  DataOptions data;   ///< How both are read.
  WordSource source;
  PairOptions model;
  std::uint64_t seed = 1;
  PairTraining training;
  StoreOptions store;
};

/// The keys of a config.
const Fields<PairsConfig>& PairsFields();

}  // namespace whylight
