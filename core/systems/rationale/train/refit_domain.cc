#include "core/systems/rationale/train/refit_domain.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "core/format/json.h"
#include "core/systems/rationale/model.h"
#include "core/systems/rationale/train/calibration.h"
#include "core/systems/rationale/train/config.h"
#include "core/systems/rationale/train/training_texts.h"

namespace whylight {
namespace {

std::string NamesOf(const std::vector<RationaleAspect>& aspects) {
  std::string names;
  for (const RationaleAspect& aspect : aspects) {
    names += (names.empty() ? "" : ", ") + aspect.name;
  }
  return names;
}

// The error in fitting a model to a config, or nothing.
std::string FindProblem(const RationaleModel& model,
                        const RationaleConfig& config) {
  if (config.outside.empty()) {
    return "expected texts on other subjects in \"outside\", found none";
  }
  if (!ReadsByRcnns(model.options())) {
    return "expected a model of the type \"rcnn\", found \"layers\"";
  }
  const std::string expected = NamesOf(model.options().aspects);
  const std::string found = NamesOf(config.model.aspects);
  if (found == expected) return {};
  return "expected the model's aspects, " + expected + ", found " + found;
}

}  // namespace

Result<RefittedDomain> RefitDomain(const TaskInputs& inputs,
                                   const ModelFolder& folder,
                                   ThreadPool& pool) {
  Result<RationaleConfig> config =
      ReadRationaleConfig(inputs.config, inputs.name, inputs.data);
  if (!config.ok()) return config.error();
  Result<RationaleModel> loaded = LoadFrom<RationaleModel>(folder);
  if (!loaded.ok()) return loaded.error();
  RationaleModel& model = loaded.value();
  if (const std::string problem = FindProblem(model, config.value());
      !problem.empty()) {
    return Error{ErrorCode::kInvalidArgument, inputs.name + ": " + problem};
  }
  const Result<TrainingFiles> found = FindTrainingFiles(config.value(), inputs);
  if (!found.ok()) return found.error();
  const Result<TrainingTexts> texts =
      ReadTrainingTexts(config.value(), found.value(), model.vocabulary(),
                        TextsFor::kCalibration);
  if (!texts.ok()) return texts.error();

  RefittedDomain refitted;
  refitted.shares = FitDomain(model, texts.value().calibration,
                              config.value().training.turn_away_cost, pool);
  auto training =
      nlohmann::ordered_json::parse(folder.files.config, nullptr, false)
          .value("training", nlohmann::ordered_json::object());
  // What it was trained by, but for what is done anew.
  if (training.contains("config") && training["config"].is_object()) {
    training["config"]["turn_away_cost"] =
        config.value().training.turn_away_cost;
  }
  Result<ModelFiles> saved =
      model.Save(config.value().store.vectors, config.value().store.network,
                 DumpJson(training));
  if (!saved.ok()) return saved.error();
  refitted.files = std::move(saved).value();
  return refitted;
}

}  // namespace whylight
