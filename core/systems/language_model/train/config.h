// The configuration file of a language model's training.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/systems/language_model/model.h"
#include "core/training/data/data_options.h"
#include "core/training/engine/stage_options.h"
#include "core/training/engine/store_options.h"

namespace whylight {

/// How texts are read, and what is learned of them.
enum class LanguageModelDirection {
  kForward,  ///< The next word of one stream: LanguageModel.
  kBoth,     ///< Of each text by itself: BidirectionalLanguageModel.
};

struct LanguageModelTraining {
  /// `batch` is the number of streams, or of pieces of texts. Starts as Lei17
  /// appendix B.1 trains.
  StageOptions stage = {
      .epochs = 50,
      .batch = 20,
      .optimiser = {.type = OptimiserType::kSgd, .learning_rate = 1},
      .schedule = {.type = ScheduleType::kExponential,
                   .factor = 0.9,
                   .after_epochs = 10},
      .keep_best = true};
  std::size_t unroll = 35;  ///< Words that a gradient goes back.
  std::size_t samples = 0;  ///< Words to compare each with, drawn; 0: all.
  double dropout = 0.5;     ///< Of what the layers read and give.
  std::uint64_t seed = 1;
};

struct LanguageModelConfig {
  LanguageModelDirection direction = LanguageModelDirection::kForward;
  std::string train;  ///< A sentence per line, words between white space; in
                      ///< both directions, texts of any format.
  std::vector<std::string> more;  ///< Files to train on, too.
  std::string dev;                ///< The same, to report on.
  DataOptions data;               ///< How the texts are read, and
  std::string vectors;            ///< their words' frozen vectors,
  double vector_length = 1;       ///< scaled to this length in the mean,
  bool unit_vectors = false;      ///< or each by itself.
  std::size_t words = 0;          ///< Keep the most frequent words; 0: all.
  LanguageModelOptions model;
  LanguageModelTraining training;
  StoreOptions store = {.vectors = Dtype::kF16, .network = Dtype::kF16};
};

/// The keys of a config.
const Fields<LanguageModelConfig>& LanguageModelFields();

/// Reads a config; `name` is how errors call the file. `data` tells how texts
/// are read where it does not. Unknown keys are errors.
Result<LanguageModelConfig> ReadLanguageModelConfig(
    const nlohmann::json& config, const std::string& name,
    const DataOptions& data = {});

}  // namespace whylight
