// The configuration of a training of the system "reader".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/format/fields_fwd.h"
#include "core/systems/reader/options.h"
#include "core/training/data/data_options.h"
#include "core/training/engine/stage_options.h"
#include "core/training/engine/store_options.h"
#include "core/training/selection/word_selection.h"
#include "core/training/vectors/known_words.h"

namespace whylight {

struct ReaderTraining {
  StageOptions stage = {.epochs = 20, .keep_best = true};
  double dropout = 0;  ///< See TextDropout.
  /// Whether those who found no answer count beside those who found one.
  bool votes = true;
};

struct ReaderConfig {
  std::vector<std::string> train;  ///< Files of questions with answers.
  std::vector<std::string> dev;    ///< The same, to choose by and report on.
  DataOptions data;                ///< How all are read.
  WordSource source;
  std::string start;  ///< Folder of a language model, or empty.
  ReaderOptions model;
  std::uint64_t seed = 1;
  ReaderTraining training;
  WordSelectionTraining selection;  ///< Of a model that selects.
  StoreOptions store;
};

/// The keys of a config.
const Fields<ReaderConfig>& ReaderFields();

}  // namespace whylight
