// A model from its folder.
#pragma once

#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/format/model_folder.h"
#include "core/model/system.h"

namespace whylight {

struct LoadedModel {
  const System* system;
  std::unique_ptr<Model> model;
};

/// The model in `folder`, of any system. Messages start with the path of the
/// file they are about.
Result<LoadedModel> LoadModel(const std::string& folder);

/// The model of type `Value` in the files of `folder`.
template <typename Value>
Result<Value> LoadModelAs(const std::string& folder, const ModelFiles& files) {
  Result<Value> model = Value::Load(files);
  if (model.ok()) return model;
  return Error{model.error().code, folder + "/" + model.error().message};
}

}  // namespace whylight
