// A model from its folder.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/format/model_folder.h"
#include "core/format/native/model_store.h"
#include "core/systems/rationale/model.h"

namespace whylight {

/// The model of task `Model` in the files of `folder`. Messages start with the
/// path of the file they are about.
template <typename Model>
Result<Model> LoadModel(const std::string& folder, const ModelFiles& files) {
  Result<Model> model = Model::Load(files);
  if (model.ok()) return model;
  return Error{model.error().code, folder + "/" + model.error().message};
}

/// The task that a model is for, or nothing where config.json does not say.
inline std::string ModelTask(const ModelFiles& files) {
  const Result<nlohmann::json> config = ParseModelConfig(files);
  if (!config.ok()) return {};
  const auto task = config.value().find("task");
  if (task == config.value().end() || !task->is_string()) return {};
  return task->get<std::string>();
}

inline Result<RationaleModel> LoadRationaleModel(const std::string& folder) {
  const Result<ModelFiles> files = ReadModelFolder(folder);
  if (!files.ok()) return files.error();
  return LoadModel<RationaleModel>(folder, files.value());
}

}  // namespace whylight
