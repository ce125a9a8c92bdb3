#include "core/systems/registry.h"

#include <vector>

#include "core/format/json.h"
#include "core/systems/answer_generator/train/system.h"
#include "core/systems/classifier/train/system.h"
#include "core/systems/language_id/train/system.h"
#include "core/systems/language_model/train/system.h"
#include "core/systems/layers/system.h"
#include "core/systems/pairs/train/system.h"
#include "core/systems/parser/train/system.h"
#include "core/systems/questions/train/system.h"
#include "core/systems/rationale/train/system.h"
#include "core/systems/reader/train/system.h"
#include "core/systems/recommender/train/system.h"
#include "core/systems/tagger/train/system.h"
#include "core/systems/tree_classifier/train/system.h"

namespace whylight {

std::span<const TrainableSystem* const> TrainableSystems() {
  static const std::vector<const TrainableSystem*> systems = {
      &TrainableRationale(),     &TrainableClassifier(),
      &TrainableLanguageModel(), &TrainableLanguageId(),
      &TrainableQuestions(),     &TrainablePairs(),
      &TrainableTagger(),        &TrainableTreeClassifier(),
      &TrainableRecommender(),   &TrainableReader(),
      &TrainableParser(),        &TrainableAnswerGenerator(),
  };
  return systems;
}

Systems AllSystems() {
  static const std::vector<const System*> systems = [] {
    std::vector<const System*> all;
    for (const TrainableSystem* one : TrainableSystems()) {
      all.push_back(one->system);
    }
    all.push_back(&LayersSystem());
    return all;
  }();
  return systems;
}

Result<const TrainableSystem*> TrainableSystemOf(const ModelFolder& folder) {
  const Result<const System*> found = FindSystem(AllSystems(), folder.files);
  if (!found.ok()) {
    return Error{found.error().code, folder.path + "/" + found.error().message};
  }
  for (const TrainableSystem* one : TrainableSystems()) {
    if (one->system == found.value()) return one;
  }
  return Error{ErrorCode::kInvalidArgument,
               folder.path + ": expected a model that can be trained, found " +
                   found.value()->model};
}

namespace {

// `where` is how errors call the place that `task` comes from.
Result<const TrainableSystem*> FindByName(const std::string& task,
                                          const std::string& where) {
  std::string names;
  for (const TrainableSystem* one : TrainableSystems()) {
    if (task == one->system->name) return one;
    if (!task.empty() && task == one->short_name) return one;
    names.append(names.empty() ? "" : ", ").append(Quote(one->system->name));
  }
  return Error{ErrorCode::kInvalidArgument,
               where + ": expected one of " + names + ", found " + Quote(task)};
}

}  // namespace

Result<const TrainableSystem*> FindTrainableSystem(const nlohmann::json& config,
                                                   const std::string& name,
                                                   const std::string& flag) {
  if (!config.is_object()) {
    return Error{ErrorCode::kInvalidArgument,
                 name + ": expected an object, found " + DumpJson(config)};
  }
  const auto task = config.find("task");
  if (task == config.end()) {
    if (!flag.empty()) return FindByName(flag, "--task");
    return Error{ErrorCode::kInvalidArgument,
                 name + ": expected \"task\", or --task, found none"};
  }
  if (!task->is_string()) {
    return Error{
        ErrorCode::kInvalidArgument,
        name + ": \"task\": expected a text, found " + DumpJson(*task)};
  }
  Result<const TrainableSystem*> named =
      FindByName(task->get<std::string>(), name + ": \"task\"");
  if (!named.ok() || flag.empty()) return named;
  Result<const TrainableSystem*> given = FindByName(flag, "--task");
  if (!given.ok() || given.value() == named.value()) return given;
  return Error{ErrorCode::kInvalidArgument,
               "--task: expected " + Quote(named.value()->system->name) +
                   ", the task of " + name + ", found " + Quote(flag)};
}

}  // namespace whylight
