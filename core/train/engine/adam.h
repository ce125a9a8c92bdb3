// Adam (Kingma and Ba 2015), with clipping of the gradient by its global norm.
#pragma once

#include <vector>

#include "core/base/result.h"
#include "core/graph/parameter.h"

namespace whylight {

struct AdamOptions {
  double learning_rate = 2e-3;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double clip_norm = 5;  ///< Of all gradients together (G-6.3); 0: no clipping.
};

class Adam {
 public:
  /// `parameters` must outlive the optimiser.
  Adam(std::vector<Parameter*> parameters, const AdamOptions& options);

  /// One step against `gradients`, one a parameter; they are clipped in place.
  /// Changes nothing and names the tensor if a gradient is not finite.
  Status Step(std::vector<Matrix>& gradients);

  /// For schedules.
  void SetLearningRate(double rate) { options_.learning_rate = rate; }

 private:
  std::vector<Parameter*> parameters_;
  AdamOptions options_;
  std::vector<Matrix> mean_;
  std::vector<Matrix> square_;
  int steps_ = 0;
};

}  // namespace whylight
