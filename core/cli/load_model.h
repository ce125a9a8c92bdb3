// A model from its folder.
#pragma once

#include <string>

#include "core/format/native/model_store.h"
#include "core/tasks/rationale.h"

namespace whylight {

/// Messages start with the path of the file they are about.
inline Result<RationaleModel> LoadRationaleModel(const std::string& folder) {
  const Result<ModelFiles> files = ReadModelFolder(folder);
  if (!files.ok()) return files.error();
  Result<RationaleModel> model = RationaleModel::Load(files.value());
  if (model.ok()) return model;
  return Error{model.error().code, folder + "/" + model.error().message};
}

}  // namespace whylight
