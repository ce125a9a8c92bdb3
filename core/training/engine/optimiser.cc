#include "core/training/engine/optimiser.h"

#include <cmath>
#include <utility>

namespace whylight {
namespace {

// The rules, for `count` numbers that follow each other. Plain loops: what
// Eigen makes of a square root depends on where an array starts in memory, and
// an update must not.

void UpdateSgd(Index count, Real rate, Real scale, const Real* g, Real* x) {
  for (Index i = 0; i < count; ++i) x[i] -= rate * (scale * g[i]);
}

void UpdateMomentum(Index count, Real rate, Real momentum, bool nesterov,
                    Real scale, const Real* g, Real* velocity, Real* x) {
  for (Index i = 0; i < count; ++i) {
    const Real gradient = scale * g[i];
    velocity[i] = momentum * velocity[i] + gradient;
    x[i] -= rate * (nesterov ? gradient + momentum * velocity[i] : velocity[i]);
  }
}

void UpdateAdaGrad(Index count, Real rate, Real epsilon, Real scale,
                   const Real* g, Real* squares, Real* x) {
  for (Index i = 0; i < count; ++i) {
    const Real gradient = scale * g[i];
    squares[i] += gradient * gradient;
    x[i] -= rate * gradient / (std::sqrt(squares[i]) + epsilon);
  }
}

void UpdateAdaDelta(Index count, Real rate, Real rho, Real epsilon, Real scale,
                    const Real* g, Real* square, Real* change, Real* x) {
  for (Index i = 0; i < count; ++i) {
    const Real gradient = scale * g[i];
    square[i] = rho * square[i] + (1 - rho) * gradient * gradient;
    const Real step =
        std::sqrt((change[i] + epsilon) / (square[i] + epsilon)) * gradient;
    change[i] = rho * change[i] + (1 - rho) * step * step;
    x[i] -= rate * step;
  }
}

struct AdamRates {
  Real step;   // With both corrections.
  Real decay;  // Of the weights.
  Real fresh1;
  Real fresh2;
  Real epsilon;
};

void UpdateAdam(Index count, const AdamRates& rates, Real scale, const Real* g,
                Real* mean, Real* square, Real* x) {
  for (Index i = 0; i < count; ++i) {
    const Real gradient = scale * g[i];
    mean[i] += rates.fresh1 * (gradient - mean[i]);
    square[i] += rates.fresh2 * (gradient * gradient - square[i]);
    x[i] -= rates.decay * x[i];
    x[i] -= rates.step * mean[i] / (std::sqrt(square[i]) + rates.epsilon);
  }
}

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

void Optimiser::BeginUpdate(double learning_rate, std::vector<double> factors) {
  ++updates_;
  rate_ = learning_rate;
  factors_ = std::move(factors);
  const auto updates = static_cast<double>(updates_);
  correction1_ = 1 - std::pow(options_.beta1, updates);
  correction2_ = std::sqrt(1 - std::pow(options_.beta2, updates));
}

void Optimiser::Apply(std::size_t index, const Gradient& gradient, Index begin,
                      Index end, Real scale) {
  Matrix& value = parameters_[index]->value;
  const double own_rate = factors_.empty() ? rate_ : rate_ * factors_[index];
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
      return slots_[index].values[i].value.data() + row * cols;
    };
    Real* x = value.data() + row * cols;
    const Real* g = gradient.values.data() + first * cols;
    const auto rate = static_cast<Real>(own_rate);
    const auto epsilon = static_cast<Real>(options_.epsilon);
    switch (options_.type) {
      case OptimiserType::kSgd:
        if (options_.momentum == 0) {
          UpdateSgd(count, rate, scale, g, x);
        } else {
          UpdateMomentum(count, rate, static_cast<Real>(options_.momentum),
                         options_.nesterov, scale, g, slot(0), x);
        }
        break;
      case OptimiserType::kAdaGrad:
        UpdateAdaGrad(count, rate, epsilon, scale, g, slot(0), x);
        break;
      case OptimiserType::kAdaDelta:
        UpdateAdaDelta(count, rate, static_cast<Real>(options_.rho), epsilon,
                       scale, g, slot(0), slot(1), x);
        break;
      case OptimiserType::kAdam:
      case OptimiserType::kAdamW: {
        const bool decays = options_.type == OptimiserType::kAdamW;
        UpdateAdam(
            count,
            {.step = static_cast<Real>(own_rate * correction2_ / correction1_),
             .decay = decays
                          ? static_cast<Real>(own_rate * options_.weight_decay)
                          : Real{0},
             .fresh1 = static_cast<Real>(1 - options_.beta1),
             .fresh2 = static_cast<Real>(1 - options_.beta2),
             .epsilon = epsilon},
            scale, g, slot(0), slot(1), x);
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
