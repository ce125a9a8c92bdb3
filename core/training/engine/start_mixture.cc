#include "core/training/engine/start_mixture.h"

#include <cstddef>
#include <utility>

namespace whylight {

StartMixture::StartMixture(const std::vector<Parameter*>& parameters,
                           double share)
    : parameters_(parameters), share_(static_cast<Real>(share)) {
  for (const Parameter* parameter : parameters_) {
    starts_.push_back({parameter->name + ".start", parameter->value});
  }
}

void StartMixture::Swap() {
  for (std::size_t p = 0; p < parameters_.size(); ++p) {
    Matrix& value = parameters_[p]->value;
    if (in_place_) {
      value = std::move(aside_[p]);
    } else {
      Matrix mixture = share_ * starts_[p].value + (1 - share_) * value;
      aside_.push_back(std::exchange(value, std::move(mixture)));
    }
  }
  in_place_ = !in_place_;
  if (!in_place_) aside_.clear();
}

std::vector<Parameter*> StartMixture::State() {
  std::vector<Parameter*> state;
  for (Parameter& start : starts_) state.push_back(&start);
  return state;
}

}  // namespace whylight
