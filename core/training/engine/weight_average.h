// The average of parameters over the updates of a training.
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph/parameter.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {

/// An exponential moving average of parameters, which leaves the noise of the
/// last updates out (Polyak and Juditsky 1992):
///
///   a ← a + (1 - d) (θ - a),  d = min(decay, (1 + t) / (10 + t))
///
/// after update t, from 1, so that the start is soon forgotten.
class WeightAverage {
 public:
  /// Starts at the parameters as they are, which must outlive it.
  WeightAverage(const std::vector<Parameter*>& parameters, double decay);

  /// Takes in what update number `updates` has made of the parameters.
  void Update(std::uint64_t updates, ThreadPool& pool);

  /// Parameters and averages change places; once more, and they are back.
  void Swap();

  /// The averages, to be kept in checkpoints: "NAME.average".
  std::vector<Parameter*> State();

 private:
  std::vector<Parameter*> parameters_;
  std::vector<Parameter> averages_;
  double decay_;
};

}  // namespace whylight
