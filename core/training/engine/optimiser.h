// Optimisers (Goldberg15 section 6.1): one interface, one update rule per kind.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/graph/parameter.h"

namespace whylight {

enum class OptimiserType { kSgd, kAdaGrad, kAdaDelta, kAdam, kAdamW };

struct OptimiserOptions {
  OptimiserType type = OptimiserType::kAdam;
  double learning_rate = 1e-3;
  double momentum = 0;    ///< SGD.
  bool nesterov = false;  ///< SGD with momentum (Sutskever et al. 2013).
  double beta1 = 0.9;     ///< Adam, AdamW (Kingma and Ba 2015).
  double beta2 = 0.999;
  double rho = 0.95;        ///< AdaDelta (Zeiler 2012).
  double epsilon = 1e-8;    ///< All but SGD.
  double weight_decay = 0;  ///< AdamW: taken off directly (Loshchilov and
                            ///< Hutter 2019).
};

/// The sum of what all shards say of one parameter.
struct Gradient {
  MatrixView values;
  /// Absent: `values` has the parameter's shape. Given: row i of `values`
  /// belongs to row rows[i], and all others are zero; ascending.
  std::optional<std::vector<std::int32_t>> rows = std::nullopt;
  /// Where `values` lie, if nobody else keeps them.
  std::shared_ptr<Matrix> storage = nullptr;
};

/// Rows that a sparse gradient leaves out are not touched: neither they nor
/// what the optimiser remembers of them (as in "lazy" Adam), so that a rare
/// word costs nothing while it does not occur.
class Optimiser {
 public:
  /// `parameters` must outlive the optimiser.
  Optimiser(std::vector<Parameter*> parameters,
            const OptimiserOptions& options);

  /// Starts an update with `learning_rate`. `Apply` for every part of every
  /// parameter, in any order and on any thread, carries it out.
  /// With `factors`, one a parameter, each has a rate of its own.
  void BeginUpdate(double learning_rate, std::vector<double> factors = {});

  /// Updates rows [begin, end) of the values of `gradient`, which is that of
  /// parameter `index`, multiplied with `scale`.
  void Apply(std::size_t index, const Gradient& gradient, Index begin,
             Index end, Real scale);

  const std::vector<Parameter*>& parameters() const { return parameters_; }

  /// Its state, to be kept in checkpoints: "NAME.mean", say.
  std::vector<Parameter*> State();
  std::uint64_t updates() const { return updates_; }
  void SetUpdates(std::uint64_t updates) { updates_ = updates; }

 private:
  struct Slots {
    std::vector<Parameter> values;  // Of the parameter's shape, from zero.
  };

  std::vector<Parameter*> parameters_;
  OptimiserOptions options_;
  std::vector<Slots> slots_;
  std::uint64_t updates_ = 0;
  double rate_ = 0;
  std::vector<double> factors_;
  double correction1_ = 1;
  double correction2_ = 1;
};

}  // namespace whylight
