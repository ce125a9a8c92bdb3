#include "core/layers/elman.h"

#include <functional>

#include "core/layers/check_size.h"
#include "core/layers/layer_names.h"
#include "core/layers/unroll.h"
#include "core/ops/ops.h"

namespace whylight {

const Fields<ElmanOptions>& ElmanFields() {
  static const auto fields =
      Fields<ElmanOptions>("The simple recurrent network (Elman 1990).")
          .Fixed("type", "elman", "The simple recurrent network.")
          .Choice("activation", &ElmanOptions::activation, ActivationNames(),
                  "The activation.")
          .Include(std::identity(), WidthFields<ElmanOptions>());
  return fields;
}

const Fields<ElmanOptions>& IrnnFields() {
  static const auto fields =
      Fields<ElmanOptions>(
          "An Elman layer with ReLU that starts as a sum (Le et al. 2015).")
          .Fixed("type", "irnn", "An Elman layer with ReLU.")
          .Include(std::identity(), WidthFields<ElmanOptions>())
          .From({.activation = Activation::kRelu, .identity = true});
  return fields;
}

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
