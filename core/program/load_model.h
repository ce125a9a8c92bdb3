// A model from its folder.
#pragma once

#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/model/system.h"

namespace whylight {

struct LoadedModel {
  const System* system;
  std::unique_ptr<Model> model;
};

/// The model in `folder`, of any system. Messages start with the path of the
/// file they are about.
Result<LoadedModel> LoadModel(const std::string& folder);

}  // namespace whylight
