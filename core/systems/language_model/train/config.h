// The configuration file of a language model's training.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/systems/language_model/model.h"
#include "core/training/engine/stage_options.h"
#include "core/training/engine/store_options.h"

namespace whylight {

struct LanguageModelTraining {
  /// `batch` is the number of streams. Starts as Lei17 appendix B.1 trains.
  StageOptions stage = {
      .epochs = 50,
      .batch = 20,
      .optimiser = {.type = OptimiserType::kSgd, .learning_rate = 1},
      .schedule = {.type = ScheduleType::kExponential,
                   .factor = 0.9,
                   .after_epochs = 10},
      .keep_best = true};
  std::size_t unroll = 35;  ///< Words that a gradient goes back.
  double dropout = 0.5;     ///< Of what the layers read and give.
  std::uint64_t seed = 1;
};

struct LanguageModelConfig {
  std::string train;      ///< A sentence per line, words between white space.
  std::string dev;        ///< The same, to report on.
  std::size_t words = 0;  ///< Keep the most frequent words; 0: all.
  LanguageModelOptions model;
  LanguageModelTraining training;
  StoreOptions store = {.vectors = Dtype::kF16, .network = Dtype::kF16};
};

/// The keys of a config.
const Fields<LanguageModelConfig>& LanguageModelFields();

/// Reads a config; `name` is how errors call the file. Unknown keys are
/// errors.
Result<LanguageModelConfig> ReadLanguageModelConfig(
    const nlohmann::json& config, const std::string& name);

}  // namespace whylight
