// The configuration of a training of the system "tree-classifier".
#pragma once

#include <cstdint>
#include <string>

#include "core/format/fields_fwd.h"
#include "core/systems/tree_classifier/options.h"
#include "core/training/data/data_options.h"
#include "core/training/engine/stage_options.h"
#include "core/training/engine/store_options.h"
#include "core/training/vectors/known_words.h"

namespace whylight {

struct TreeTraining {
  StageOptions stage = {.epochs = 10, .keep_best = true};
  double dropout = 0;  ///< See TextDropout.
};

struct TreeConfig {
  std::string train;  ///< Trees with labels.
  std::string dev;    ///< The same, to choose by and to report on.
  DataOptions data;   ///< How both are read.
  WordSource source;
  TreeClassifierOptions model;
  std::uint64_t seed = 1;
  TreeTraining training;
  StoreOptions store;
};

/// The keys of a config.
const Fields<TreeConfig>& TreeConfigFields();

}  // namespace whylight
