#include "core/layers/dense.h"

#include "core/ops/ops.h"

namespace whylight {

Dense::Dense(const std::string& name, Index inputs, Index outputs,
             std::uint64_t seed, Initialisation initialisation)
    : weight_{name + ".W", InitialMatrix(initialisation, inputs, outputs, seed,
                                         name + ".W")},
      bias_{name + ".b", Matrix::Zero(1, outputs)} {}

Var Dense::Apply(Graph& graph, Var x) const {
  return Affine(graph, x, graph.Use(weight_), graph.Use(bias_));
}

}  // namespace whylight
