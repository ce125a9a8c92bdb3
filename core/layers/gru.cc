#include "core/layers/gru.h"

#include <functional>

#include "core/layers/check_size.h"
#include "core/layers/layer_names.h"
#include "core/layers/unroll.h"
#include "core/ops/ops.h"

namespace whylight {

const Fields<GruOptions>& GruFields() {
  static const Names<UpdateGate> gates = {{"new_state", UpdateGate::kNewState},
                                          {"old_state", UpdateGate::kOldState}};
  static const auto fields =
      Fields<GruOptions>("The gated recurrent unit (Goldberg15 section 11.3).")
          .Fixed("type", "gru", "The gated recurrent unit.")
          .Choice("update_gate", &GruOptions::update_gate, gates,
                  "The state that the update gate z multiplies.")
          .Include(std::identity(), WidthFields<GruOptions>());
  return fields;
}

Status CheckGruOptions(const GruOptions& options) {
  const Status inputs = CheckSize("gru", "inputs", options.inputs);
  return inputs.ok() ? CheckSize("gru", "hidden", options.hidden) : inputs;
}

GruLayer::GruLayer(const std::string& name, const GruOptions& options,
                   std::uint64_t seed)
    : options_(options),
      gates_(name + ".gates", {"z.", "r."}, options.inputs, options.hidden,
             options.initialisation, seed),
      candidate_(name + ".candidate", {"h."}, options.inputs, options.hidden,
                 options.initialisation, seed) {}

Sequences GruLayer::Apply(Graph& graph, const Sequences& input) const {
  const Index h = options_.hidden;
  const Var gate_words = gates_.Project(graph, input.words);
  const Var candidate_words = candidate_.Project(graph, input.words);
  return Unroll(
      graph, input, {h},
      [&](std::span<const std::int32_t> rows, const States& before) -> States {
        const Var old = before.front();
        const Var open =
            Sigmoid(graph, gates_.Apply(graph, gate_words, rows, old));
        const Var z = Columns(graph, open, 0, h);
        const Var r = Columns(graph, open, h, h);
        const Var fresh =
            Tanh(graph, candidate_.Apply(graph, candidate_words, rows,
                                         Multiply(graph, r, old)));
        if (options_.update_gate == UpdateGate::kOldState) {
          return {Blend(graph, z, old, fresh)};
        }
        return {Blend(graph, z, fresh, old)};
      });
}

std::vector<LayerTensor> GruLayer::Tensors() {
  std::vector<LayerTensor> tensors = gates_.Tensors();
  for (const LayerTensor& tensor : candidate_.Tensors()) {
    tensors.push_back(tensor);
  }
  return tensors;
}

}  // namespace whylight
