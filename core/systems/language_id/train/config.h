// The configuration of a training of the system "language-id".
#pragma once

#include <cstdint>
#include <string>

#include "core/format/fields_fwd.h"
#include "core/format/quantise.h"
#include "core/systems/language_id/options.h"
#include "core/training/data/data_options.h"
#include "core/training/engine/stage_options.h"

namespace whylight {

struct LanguageIdConfig {
  std::string train;  ///< Texts labelled with their languages.
  std::string dev;    ///< The same, to choose the best epoch by.
  DataOptions data;   ///< How both are read.
  LanguageIdOptions model;
  std::uint64_t seed = 1;
  StageOptions training = {
      .epochs = 5, .optimiser = {.learning_rate = 0.1}, .keep_best = true};
  Dtype store = Dtype::kF16;  ///< The numbers of the saved weights.
};

/// The keys of a config.
const Fields<LanguageIdConfig>& LanguageIdFields();

}  // namespace whylight
