// A system that can be trained: what it has besides its questions.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields.h"
#include "core/format/model_folder.h"
#include "core/model/system.h"
#include "core/training/data/data_options.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/task_inputs.h"
#include "core/training/engine/thread_pool.h"
#include "core/training/probes/text_rater.h"

namespace whylight {

/// A model folder as it was read.
struct ModelFolder {
  std::string path;
  ModelFiles files;
};

/// The model in a folder. Messages start with the path of the file they are
/// about.
template <typename Value>
Result<Value> LoadFrom(const ModelFolder& folder) {
  Result<Value> model = Value::Load(folder.files);
  if (model.ok()) return model;
  return Error{model.error().code, folder.path + "/" + model.error().message};
}

/// The models to measure, and the data and options.
struct EvaluationInputs {
  /// One, or any number where the system averages.
  std::vector<ModelFolder> models;
  std::string data;
  DataOptions reading;
  nlohmann::json options;  ///< As the system's `evaluation_options` read them.
  ThreadPool& pool;
  Progress progress = nullptr;
};

struct TrainableSystem {
  const System* system;
  /// Reads everything that the config names.
  Result<std::unique_ptr<TrainingTask>> (*make)(const TaskInputs& inputs);
  /// The key of the epochs of the main stage: what --epochs sets.
  std::string epochs_key;
  /// The keys of its configs.
  const FieldTable& (*config)();
  std::string short_name = {};  ///< Of its task, in configs; "lm", say.
  /// The figures, an object. Null: its models are not measured.
  Result<nlohmann::ordered_json> (*evaluate)(const EvaluationInputs& inputs) =
      nullptr;
  const FieldTable* evaluation_options = nullptr;  ///< Null if it has none.
  /// Whether of several models the mean prediction is measured.
  bool averages = false;
  /// The model in a folder as probes see it. Null: its models neither give
  /// texts numbers nor compare two.
  Result<TextRater> (*rater)(const ModelFolder& folder) = nullptr;
};

}  // namespace whylight
