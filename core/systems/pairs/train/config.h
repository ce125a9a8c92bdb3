// The configuration of a training of the system "pairs".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/format/fields_fwd.h"
#include "core/systems/pairs/options.h"
#include "core/training/data/data_options.h"
#include "core/training/engine/stage_options.h"
#include "core/training/engine/store_options.h"
#include "core/training/selection/word_selection.h"
#include "core/training/vectors/known_words.h"

namespace whylight {

struct PairTraining {
  StageOptions stage = {.epochs = 20, .keep_best = true};
  double dropout = 0;  ///< See TextDropout.
  /// Whether each pair is learned the other way round, too.
  bool both_orders = false;
};

/// Pairs made from templates (core/training/data/pair_templates.h), to train on
/// beside the others.
struct PairTemplateOptions {
  std::vector<std::string> files;
  std::size_t pairs = 0;  ///< In each epoch; others in every one.
};

struct PairsConfig {
  std::string train;  ///< Pairs with labels or grades.
  std::string dev;    ///< The same, to choose by and to report on.
  DataOptions data;   ///< How both are read.
  WordSource source;
  PairOptions model;
  std::uint64_t seed = 1;
  PairTemplateOptions templates;
  PairTraining training;
  WordSelectionTraining selection;  ///< Of a model that selects.
  StoreOptions store;
};

/// The keys of a config.
const Fields<PairsConfig>& PairsFields();

}  // namespace whylight
