#include "core/program/load_model.h"

#include <utility>

#include "core/format/native/model_store.h"
#include "core/systems/registry.h"

namespace whylight {

Result<LoadedModel> LoadModel(const std::string& folder) {
  Result<ModelFiles> files = ReadModelFolder(folder);
  if (!files.ok()) return files.error();
  const auto inside = [&](const Error& error) {
    return Error{error.code, folder + "/" + error.message};
  };
  const Result<const System*> system = FindSystem(AllSystems(), files.value());
  if (!system.ok()) return inside(system.error());
  Result<std::unique_ptr<Model>> model =
      system.value()->load(std::move(files).value());
  if (!model.ok()) return inside(model.error());
  return LoadedModel{system.value(), std::move(model).value()};
}

}  // namespace whylight
