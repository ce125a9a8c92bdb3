// How the learning rate changes over a stage (Goldberg15 section 6.3; Lei17
// section 2.5.1, appendix B.1).
#pragma once

#include <cstdint>

namespace whylight {

enum class ScheduleType {
  kConstant,
  kExponential,     ///< times `factor` each epoch, after the first
                    ///< `after_epochs`
  kStep,            ///< times `factor` every `every_epochs` epochs
  kInverseSqrt,     ///< 1/sqrt(step), from 1 at step max(warm_up_steps, 1)
  kLinear,          ///< falls to the share `final_share`, which it would have
                    ///< at a step after the last
  kRevertAndHalve,  ///< after an epoch that is no better on dev, parameters
                    ///< and optimiser go back to the best epoch's and the
                    ///< rate is multiplied by `factor`
};

struct ScheduleOptions {
  ScheduleType type = ScheduleType::kConstant;
  double factor = 0.5;
  int after_epochs = 1;
  int every_epochs = 1;
  double final_share = 0.1;
  /// Over so many steps the rate also grows linearly from 0 (exclusive); of
  /// use with every type.
  std::uint64_t warm_up_steps = 0;
};

/// The factor of the learning rate at step `step` (from 0) in epoch
/// `epoch` (from 0) when the share `progress` of the stage is done, after
/// `reversions` epochs were taken back.
double ScheduleFactor(const ScheduleOptions& options, std::uint64_t step,
                      int epoch, double progress, int reversions);

}  // namespace whylight
