#include "core/training/engine/stage.h"

#include <cstdio>

namespace whylight {

std::string TrainingTask::DescribeEvaluation(
    const nlohmann::ordered_json& dev) const {
  std::string text;
  for (const auto& [key, value] : dev.items()) {
    if (!value.is_number_float()) continue;
    char number[32];
    std::snprintf(number, sizeof(number), "%.4f", value.get<double>());
    text.append(text.empty() ? "" : ", ")
        .append(key)
        .append(" ")
        .append(number);
  }
  return text;
}

}  // namespace whylight
