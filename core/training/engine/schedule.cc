#include "core/training/engine/schedule.h"

#include <algorithm>
#include <cmath>

namespace whylight {
namespace {

double Shape(const ScheduleOptions& options, double steps, int epoch,
             double progress, int reversions) {
  switch (options.type) {
    case ScheduleType::kConstant:
      return 1;
    case ScheduleType::kExponential:
      return std::pow(options.factor,
                      std::max(0, epoch + 1 - options.after_epochs));
    case ScheduleType::kStep:
      return std::pow(options.factor, epoch / options.every_epochs);
    case ScheduleType::kInverseSqrt: {
      const auto start = static_cast<double>(
          std::max<std::uint64_t>(options.warm_up_steps, 1));
      return std::sqrt(start / std::max(steps, start));
    }
    case ScheduleType::kLinear:
      return 1 - (1 - options.final_share) * progress;
    case ScheduleType::kRevertAndHalve:
      return std::pow(options.factor, reversions);
  }
  return 1;
}

}  // namespace

double ScheduleFactor(const ScheduleOptions& options, std::uint64_t step,
                      int epoch, double progress, int reversions) {
  const double steps = static_cast<double>(step) + 1;
  const double warm_up =
      options.warm_up_steps == 0
          ? 1
          : std::min(1.0, steps / static_cast<double>(options.warm_up_steps));
  return warm_up * Shape(options, steps, epoch, progress, reversions);
}

}  // namespace whylight
