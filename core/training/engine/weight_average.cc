#include "core/training/engine/weight_average.h"

#include <algorithm>
#include <cstddef>

namespace whylight {

WeightAverage::WeightAverage(const std::vector<Parameter*>& parameters,
                             double decay)
    : parameters_(parameters), decay_(decay) {
  for (const Parameter* parameter : parameters_) {
    averages_.push_back({parameter->name + ".average", parameter->value});
  }
}

void WeightAverage::Update(std::uint64_t updates, ThreadPool& pool) {
  const auto t = static_cast<double>(updates);
  const auto fresh =
      static_cast<Real>(1 - std::min(decay_, (1 + t) / (10 + t)));
  pool.ParallelFor(parameters_.size(), [&](std::size_t p) {
    const Matrix& values = parameters_[p]->value;
    const Real* x = values.data();
    Real* average = averages_[p].value.data();
    // A plain loop, as in the optimisers.
    for (Index i = 0; i < values.size(); ++i) {
      average[i] += fresh * (x[i] - average[i]);
    }
  });
}

void WeightAverage::Swap() {
  for (std::size_t p = 0; p < parameters_.size(); ++p) {
    parameters_[p]->value.swap(averages_[p].value);
  }
}

std::vector<Parameter*> WeightAverage::State() {
  std::vector<Parameter*> state;
  for (Parameter& average : averages_) state.push_back(&average);
  return state;
}

}  // namespace whylight
