// The configuration of a training of the system "recommender".
#pragma once

#include <cstdint>
#include <string>

#include "core/format/fields_fwd.h"
#include "core/systems/recommender/options.h"
#include "core/training/data/data_options.h"
#include "core/training/engine/stage_options.h"
#include "core/training/engine/store_options.h"
#include "core/training/vectors/known_words.h"

namespace whylight {

struct RecommenderTraining {
  StageOptions stage = {.epochs = 20, .keep_best = true};
  double dropout = 0;  ///< See RecommenderNoise, as the others.
  double temperature = 1;
  bool noise = true;
};

struct RecommenderConfig {
  std::string train;  ///< Ratings with reviews.
  std::string dev;    ///< The same, to choose by and to report on.
  DataOptions data;   ///< How both are read.
  WordSource source;
  RecommenderOptions model;
  std::uint64_t seed = 1;
  RecommenderTraining training;
  StoreOptions store;
};

/// The keys of a config.
const Fields<RecommenderConfig>& RecommenderFields();

}  // namespace whylight
