#include "core/training/engine/stage_options.h"

#include <utility>
#include <vector>

namespace whylight {
namespace {

template <typename Value>
using Names = std::vector<std::pair<std::string, Value>>;

const Names<OptimiserType>& OptimiserNames() {
  static const Names<OptimiserType> names = {
      {"sgd", OptimiserType::kSgd},
      {"adagrad", OptimiserType::kAdaGrad},
      {"adadelta", OptimiserType::kAdaDelta},
      {"adam", OptimiserType::kAdam},
      {"adamw", OptimiserType::kAdamW}};
  return names;
}

const Names<ScheduleType>& ScheduleNames() {
  static const Names<ScheduleType> names = {
      {"constant", ScheduleType::kConstant},
      {"exponential", ScheduleType::kExponential},
      {"step", ScheduleType::kStep},
      {"inverse_sqrt", ScheduleType::kInverseSqrt},
      {"linear", ScheduleType::kLinear},
      {"revert_and_halve", ScheduleType::kRevertAndHalve}};
  return names;
}

const Names<L2Type>& L2Names() {
  static const Names<L2Type> names = {{"squared", L2Type::kSquared},
                                      {"norm", L2Type::kNorm}};
  return names;
}

const Names<bool>& GoalNames() {
  static const Names<bool> names = {{"min", false}, {"max", true}};
  return names;
}

template <typename Value>
const std::string& NameOf(const Names<Value>& names, Value value) {
  for (const auto& [name, each] : names) {
    if (each == value) return name;
  }
  return names.front().first;
}

// Calls `read` with a reader of the object at `key`, if it is there.
template <typename Read>
void ReadPart(const std::string& where, const char* key, ConfigReader& reader,
              const Read& read) {
  const nlohmann::json* part = reader.Find(key);
  if (part == nullptr) return;
  ConfigReader part_reader(*part, where + "." + key);
  read(part_reader);
  reader.Merge(part_reader.Finish());
}

}  // namespace

void ReadStageOptions(const std::string& where, ConfigReader& reader,
                      StageOptions* options) {
  reader.Count("epochs", 1, 100000, &options->epochs);
  reader.Count("batch", 1, 1u << 20, &options->batch);
  reader.Number("clip_norm", 0, 1e9, &options->clip_norm);
  reader.Count("accumulate", 1, 10000, &options->accumulate);
  reader.Number("average", 0, 0.9999999, &options->average);
  reader.Flag("keep_best", &options->keep_best);
  ReadPart(where, "optimiser", reader, [&](ConfigReader& part) {
    OptimiserOptions& optimiser = options->optimiser;
    part.Choice("type", OptimiserNames(), &optimiser.type);
    part.Number("learning_rate", 0, 1e3, &optimiser.learning_rate);
    part.Number("momentum", 0, 0.9999, &optimiser.momentum);
    part.Flag("nesterov", &optimiser.nesterov);
    part.Number("beta1", 0, 0.999999, &optimiser.beta1);
    part.Number("beta2", 0, 0.9999999, &optimiser.beta2);
    part.Number("rho", 0, 0.999999, &optimiser.rho);
    part.Number("epsilon", 1e-30, 1, &optimiser.epsilon);
    part.Number("weight_decay", 0, 1, &optimiser.weight_decay);
  });
  ReadPart(where, "schedule", reader, [&](ConfigReader& part) {
    ScheduleOptions& schedule = options->schedule;
    part.Choice("type", ScheduleNames(), &schedule.type);
    part.Number("factor", 0, 1, &schedule.factor);
    part.Count("after_epochs", 1, 100000, &schedule.after_epochs);
    part.Count("every_epochs", 1, 100000, &schedule.every_epochs);
    part.Number("final_share", 0, 1, &schedule.final_share);
    part.Count("warm_up_steps", 0, 1'000'000'000, &schedule.warm_up_steps);
  });
  ReadPart(where, "l2", reader, [&](ConfigReader& part) {
    part.Choice("type", L2Names(), &options->l2.type);
    part.Number("weight", 0, 1e6, &options->l2.weight);
  });
  ReadPart(where, "early_stopping", reader, [&](ConfigReader& part) {
    EarlyStopping& stopping = options->early_stopping;
    part.Text("metric", &stopping.metric);
    part.Choice("goal", GoalNames(), &stopping.larger_is_better);
    part.Count("patience", 0, 100000, &stopping.patience);
    part.Count("from", 1, 100000, &stopping.from);
  });
}

void WriteStageOptions(const StageOptions& options,
                       nlohmann::ordered_json* json) {
  const OptimiserOptions& optimiser = options.optimiser;
  const ScheduleOptions& schedule = options.schedule;
  const EarlyStopping& stopping = options.early_stopping;
  (*json)["epochs"] = options.epochs;
  (*json)["batch"] = options.batch;
  (*json)["optimiser"] = {{"type", NameOf(OptimiserNames(), optimiser.type)},
                          {"learning_rate", optimiser.learning_rate},
                          {"momentum", optimiser.momentum},
                          {"nesterov", optimiser.nesterov},
                          {"beta1", optimiser.beta1},
                          {"beta2", optimiser.beta2},
                          {"rho", optimiser.rho},
                          {"epsilon", optimiser.epsilon},
                          {"weight_decay", optimiser.weight_decay}};
  (*json)["schedule"] = {{"type", NameOf(ScheduleNames(), schedule.type)},
                         {"factor", schedule.factor},
                         {"after_epochs", schedule.after_epochs},
                         {"every_epochs", schedule.every_epochs},
                         {"final_share", schedule.final_share},
                         {"warm_up_steps", schedule.warm_up_steps}};
  (*json)["clip_norm"] = options.clip_norm;
  (*json)["l2"] = {{"type", NameOf(L2Names(), options.l2.type)},
                   {"weight", options.l2.weight}};
  (*json)["accumulate"] = options.accumulate;
  (*json)["average"] = options.average;
  nlohmann::ordered_json early;
  if (!stopping.metric.empty()) early["metric"] = stopping.metric;
  early["goal"] = NameOf(GoalNames(), stopping.larger_is_better);
  early["patience"] = stopping.patience;
  early["from"] = stopping.from;
  (*json)["early_stopping"] = early;
  (*json)["keep_best"] = options.keep_best;
}

}  // namespace whylight
