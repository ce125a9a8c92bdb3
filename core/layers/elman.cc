#include "core/layers/elman.h"

#include "core/layers/check_size.h"
#include "core/layers/unroll.h"
#include "core/ops/ops.h"

namespace whylight {
Status CheckElmanOptions(const ElmanOptions& options) {
  const Status inputs = CheckSize("elman", "inputs", options.inputs);
  return inputs.ok() ? CheckSize("elman", "hidden", options.hidden) : inputs;
}

ElmanLayer::ElmanLayer(const std::string& name, const ElmanOptions& options,
                       std::uint64_t seed)
    : options_(options),
      linear_(name, {""}, options.inputs, options.hidden,
              options.initialisation, seed) {
  if (options.identity) linear_.state_weight().value.setIdentity();
}

Sequences ElmanLayer::Apply(Graph& graph, const Sequences& input) const {
  const Var projected = linear_.Project(graph, input.words);
  return Unroll(
      graph, input, {options_.hidden},
      [&](std::span<const std::int32_t> rows, const States& before) -> States {
        const Var linear =
            linear_.Apply(graph, projected, rows, before.front());
        return {Activate(graph, linear, options_.activation)};
      });
}

}  // namespace whylight
