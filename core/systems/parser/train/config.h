// The configuration of a training of the system "parser".
#pragma once

#include <cstdint>
#include <string>

#include "core/format/fields_fwd.h"
#include "core/systems/parser/options.h"
#include "core/training/data/data_options.h"
#include "core/training/engine/stage_options.h"
#include "core/training/engine/store_options.h"
#include "core/training/vectors/known_words.h"

namespace whylight {

struct ParserTraining {
  StageOptions stage = {.epochs = 20, .keep_best = true};
  double dropout = 0;  ///< See TextDropout.
};

struct ParserConfig {
  std::string train;  ///< Parsed sentences.
  std::string dev;    ///< The same, to choose by and to report on.
  DataOptions data;   ///< How both are read.
  WordSource source;
  ParserOptions model;
  std::uint64_t seed = 1;
  ParserTraining training;
  StoreOptions store;
};

/// The keys of a config.
const Fields<ParserConfig>& ParserFields();

}  // namespace whylight
