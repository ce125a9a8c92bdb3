#include "core/train/engine/optimiser.h"

#include <cmath>
#include <utility>

namespace whylight {
namespace {

using Row = Eigen::Map<Eigen::Array<Real, Eigen::Dynamic, 1>>;

std::vector<std::string> SlotNames(const OptimiserOptions& options) {
  switch (options.type) {
    case OptimiserType::kSgd:
      if (options.momentum == 0) return {};
      return {"velocity"};
    case OptimiserType::kAdaGrad:
      return {"squares"};
    case OptimiserType::kAdaDelta:
      return {"square", "change"};
    case OptimiserType::kAdam:
    case OptimiserType::kAdamW:
      return {"mean", "square"};
  }
  return {};
}

}  // namespace

Optimiser::Optimiser(std::vector<Parameter*> parameters,
                     const OptimiserOptions& options)
    : parameters_(std::move(parameters)), options_(options) {
  const std::vector<std::string> names = SlotNames(options);
  for (const Parameter* parameter : parameters_) {
    Slots slots;
    for (const std::string& name : names) {
      slots.values.push_back(
          {parameter->name + "." + name,
           Matrix::Zero(parameter->value.rows(), parameter->value.cols())});
    }
    slots_.push_back(std::move(slots));
  }
}

void Optimiser::BeginUpdate(double learning_rate) {
  ++updates_;
  rate_ = learning_rate;
  const auto updates = static_cast<double>(updates_);
  correction1_ = 1 - std::pow(options_.beta1, updates);
  correction2_ = std::sqrt(1 - std::pow(options_.beta2, updates));
}

void Optimiser::Apply(std::size_t index, const Gradient& gradient, Index begin,
                      Index end, Real scale) {
  Matrix& value = parameters_[index]->value;
  const Index cols = value.cols();
  // Runs of rows that follow each other in the parameter are updated as one.
  for (Index first = begin; first < end;) {
    const Index row = gradient.rows
                          ? (*gradient.rows)[static_cast<std::size_t>(first)]
                          : first;
    Index last = gradient.rows ? first + 1 : end;
    while (gradient.rows && last < end &&
           (*gradient.rows)[static_cast<std::size_t>(last)] ==
               row + (last - first)) {
      ++last;
    }
    const Index count = (last - first) * cols;
    const auto slot = [&](std::size_t i) {
      return Row(slots_[index].values[i].value.data() + row * cols, count);
    };
    Row x(value.data() + row * cols, count);
    const auto g =
        scale * Eigen::Map<const Eigen::Array<Real, Eigen::Dynamic, 1>>(
                    gradient.values.data() + first * cols, count);
    const auto rate = static_cast<Real>(rate_);
    const auto epsilon = static_cast<Real>(options_.epsilon);
    switch (options_.type) {
      case OptimiserType::kSgd: {
        if (options_.momentum == 0) {
          x -= rate * g;
          break;
        }
        const auto momentum = static_cast<Real>(options_.momentum);
        Row velocity = slot(0);
        velocity = momentum * velocity + g;
        if (options_.nesterov) {
          x -= rate * (g + momentum * velocity);
        } else {
          x -= rate * velocity;
        }
        break;
      }
      case OptimiserType::kAdaGrad: {
        Row squares = slot(0);
        squares += g.square();
        x -= rate * g / (squares.sqrt() + epsilon);
        break;
      }
      case OptimiserType::kAdaDelta: {
        const auto rho = static_cast<Real>(options_.rho);
        Row square = slot(0);
        Row change = slot(1);
        square = rho * square + (1 - rho) * g.square();
        const Eigen::Array<Real, Eigen::Dynamic, 1> step =
            ((change + epsilon) / (square + epsilon)).sqrt() * g;
        change = rho * change + (1 - rho) * step.square();
        x -= rate * step;
        break;
      }
      case OptimiserType::kAdam:
      case OptimiserType::kAdamW: {
        Row mean = slot(0);
        Row square = slot(1);
        mean += static_cast<Real>(1 - options_.beta1) * (g - mean);
        square += static_cast<Real>(1 - options_.beta2) * (g.square() - square);
        if (options_.type == OptimiserType::kAdamW) {
          x -= static_cast<Real>(rate_ * options_.weight_decay) * x;
        }
        x -= static_cast<Real>(rate_ * correction2_ / correction1_) * mean /
             (square.sqrt() + epsilon);
        break;
      }
    }
    first = last;
  }
}

std::vector<Parameter*> Optimiser::State() {
  std::vector<Parameter*> state;
  for (Slots& slots : slots_) {
    for (Parameter& slot : slots.values) state.push_back(&slot);
  }
  return state;
}

}  // namespace whylight
