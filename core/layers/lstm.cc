#include "core/layers/lstm.h"

#include "core/layers/check_size.h"
#include "core/layers/unroll.h"
#include "core/ops/ops.h"

namespace whylight {

Status CheckLstmOptions(const LstmOptions& options) {
  const Status inputs = CheckSize("lstm", "inputs", options.inputs);
  return inputs.ok() ? CheckSize("lstm", "hidden", options.hidden) : inputs;
}

LstmLayer::LstmLayer(const std::string& name, const LstmOptions& options,
                     std::uint64_t seed)
    : options_(options),
      gates_(name, {"i.", "f.", "o.", "g."}, options.inputs, options.hidden,
             options.initialisation, seed) {
  gates_.bias().value.middleCols(options.hidden, options.hidden).setOnes();
}

Sequences LstmLayer::Apply(Graph& graph, const Sequences& input) const {
  const Index h = options_.hidden;
  const Var projected = gates_.Project(graph, input.words);
  return Unroll(
      graph, input, {h, h},
      [&](std::span<const std::int32_t> rows, const States& before) -> States {
        const Var linear = gates_.Apply(graph, projected, rows, before[0]);
        const Var open = Sigmoid(graph, Columns(graph, linear, 0, 3 * h));
        const Var i = Columns(graph, open, 0, h);
        const Var f = Columns(graph, open, h, h);
        const Var o = Columns(graph, open, 2 * h, h);
        const Var g = Tanh(graph, Columns(graph, linear, 3 * h, h));
        const Var c =
            Add(graph, Multiply(graph, f, before[1]), Multiply(graph, i, g));
        return {Multiply(graph, o, Tanh(graph, c)), c};
      });
}

}  // namespace whylight
