#include "core/training/engine/run_advice.h"

#include <array>
#include <cstdio>
#include <string>
#include <string_view>

namespace whylight {
namespace {

using nlohmann::ordered_json;

// The lines of two epochs of a stage; null if there are none.
struct LoggedEpochs {
  const ordered_json* best = nullptr;
  const ordered_json* last = nullptr;
};

LoggedEpochs FindEpochs(std::string_view stage,
                        const std::vector<ordered_json>& log) {
  LoggedEpochs epochs;
  for (const ordered_json& line : log) {
    if (line.value("stage", "") != stage) continue;
    epochs.last = &line;
    if (line.value("best", false)) epochs.best = &line;
  }
  return epochs;
}

bool EndsWithBest(const Stage& stage) {
  return stage.options().keep_best ||
         stage.options().schedule.type == ScheduleType::kRevertAndHalve;
}

// The figure that an epoch is judged by, to three places. In a log, one that
// was not finite is null.
std::string FigureOf(const ordered_json& line) {
  const std::string metric = line.at("criterion").at("metric");
  const ordered_json& dev = line.at("dev");
  const auto value = dev.find(metric);
  if (value == dev.end() || !value->is_number()) return "not finite";
  std::array<char, 32> figure{};
  std::snprintf(figure.data(), figure.size(), "%.3f", value->get<double>());
  return figure.data();
}

}  // namespace

std::vector<std::string> AdviceOn(TrainingTask& task,
                                  const std::vector<ordered_json>& log) {
  const std::vector<Stage*> stages = task.Stages();
  std::vector<std::string> of_model;
  std::vector<std::string> of_stages;
  for (const Stage* stage : stages) {
    const auto [best, last] = FindEpochs(stage->name(), log);
    if (last == nullptr) continue;
    const bool goes_back = best != nullptr && EndsWithBest(*stage);
    if (stage == stages.back()) {
      of_model = task.Advise((goes_back ? best : last)->at("dev"));
    }
    if (goes_back || best == nullptr) continue;
    const std::string better = FigureOf(*best);
    const std::string left = FigureOf(*last);
    if (better == left) continue;
    std::string line;
    if (stages.size() > 1) line.append(stage->name()).append(": ");
    of_stages.push_back(
        line + "epoch " + std::to_string(best->at("epoch").get<int>()) +
        " was better (" +
        best->at("criterion").at("metric").get<std::string>() + " " + better +
        ", the last " + left + "): \"keep_best\" keeps the best");
  }
  of_model.insert(of_model.end(), of_stages.begin(), of_stages.end());
  return of_model;
}

}  // namespace whylight
