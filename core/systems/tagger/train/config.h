// The configuration of a training of the system "tagger".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/format/fields_fwd.h"
#include "core/systems/tagger/options.h"
#include "core/training/data/data_options.h"
#include "core/training/engine/stage_options.h"
#include "core/training/engine/store_options.h"
#include "core/training/vectors/known_words.h"

namespace whylight {

struct TaggerTraining {
  StageOptions stage = {.epochs = 20, .keep_best = true};
  double dropout = 0;  ///< See TextDropout.
};

struct TaggerConfig {
  std::string train;              ///< Sentences with tags.
  std::vector<std::string> more;  ///< Further files of them to train on.
  std::string dev;                ///< The same, to choose by and to report on.
  DataOptions data;               ///< How both are read.
  WordSource source;
  TaggerOptions model;
  std::uint64_t seed = 1;
  TaggerTraining training;
  StoreOptions store;
};

/// The keys of a config.
const Fields<TaggerConfig>& TaggerFields();

}  // namespace whylight
