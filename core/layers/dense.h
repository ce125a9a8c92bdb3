// A linear layer: x · W + b.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "core/layers/initialise.h"

namespace whylight {

class Dense {
 public:
  /// Parameters are named `name`.W [inputs x outputs] and `name`.b
  /// [1 x outputs]; b starts at zero.
  Dense(const std::string& name, Index inputs, Index outputs,
        std::uint64_t seed,
        Initialisation initialisation = Initialisation::kXavier);

  /// [n x inputs] -> [n x outputs].
  Var Apply(Graph& graph, Var x) const;

  std::vector<Parameter*> Parameters() { return {&weight_, &bias_}; }
  const Parameter& weight() const { return weight_; }
  const Parameter& bias() const { return bias_; }
  Parameter& weight() { return weight_; }
  /// For callers that know where outputs should start.
  Parameter& bias() { return bias_; }

 private:
  Parameter weight_;
  Parameter bias_;
};

}  // namespace whylight
