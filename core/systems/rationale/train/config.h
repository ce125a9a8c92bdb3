// The configuration file of a rationale training run.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/systems/rationale/model.h"
#include "core/systems/rationale/train/training.h"
#include "core/training/data/data_options.h"
#include "core/training/engine/store_options.h"

namespace whylight {

struct RationaleConfig {
  std::string train;              ///< Rated reviews.
  std::vector<std::string> more;  ///< More files of reviews to train on.
  /// Single sentences of the reviews to train on, too, for each review.
  double sentences = 0;
  TemplateOptions templates;
  /// Texts of other subjects and languages, a text per line.
  std::vector<std::string> outside;
  std::string dev;           ///< The same, to set thresholds and to report on.
  DataOptions data;          ///< How both are read.
  std::string vectors;       ///< Folder of word vectors (`whylight vectors`).
  std::size_t words = 0;     ///< Keep the most frequent words; 0: all.
  double vector_length = 3;  ///< Mean length word vectors are scaled to.
  /// Ratings that no aspect of the model has, for the regression only.
  std::vector<std::string> regress_on;
  /// A folder to start from: of a language model or of a rationale model.
  std::string start;
  /// Folders of models whose generators teach, in the mean, that of this one.
  std::vector<std::string> teachers;
  RationaleOptions model;  ///< Widths of inputs are set by the vectors.
  RationaleTraining training;
  StoreOptions store;
};

/// The keys of a config.
const Fields<RationaleConfig>& RationaleFields();

/// Reads a config; `name` is how errors call the file. `data` tells how
/// data files are read where the config does not. Unknown keys are errors.
Result<RationaleConfig> ReadRationaleConfig(const nlohmann::json& config,
                                            const std::string& name,
                                            const DataOptions& data = {});

}  // namespace whylight
