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
  static const Names<ResetGate> resets = {{"before", ResetGate::kBefore},
                                          {"after", ResetGate::kAfter}};
  static const auto fields =
      Fields<GruOptions>("The gated recurrent unit (Goldberg15 section 11.3).")
          .Fixed("type", "gru", "The gated recurrent unit.")
          .Choice("update_gate", &GruOptions::update_gate, gates,
                  "The state that the update gate z multiplies.")
          .Choice("reset", &GruOptions::reset, resets,
                  "What the reset gate r multiplies: the state before its "
                  "product with U, or the product.")
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
                 options.initialisation, seed) {
  if (options.reset == ResetGate::kAfter) {
    product_bias_ = {name + ".candidate.c", Matrix::Zero(1, options.hidden)};
  }
}

Var GruLayer::Fresh(Graph& graph, Var words, std::span<const std::int32_t> rows,
                    Var reset, Var old) const {
  if (!product_bias_) {
    return Tanh(graph, candidate_.Apply(graph, words, rows,
                                        Multiply(graph, reset, old)));
  }
  const Var product = Affine(graph, old, candidate_.UseStateWeight(graph),
                             graph.Use(*product_bias_));
  return Tanh(graph, Add(graph, Gather(graph, words, rows),
                         Multiply(graph, reset, product)));
}

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
        const Var fresh = Fresh(graph, candidate_words, rows, r, old);
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
  if (product_bias_) {
    tensors.push_back({"h.c", {"h"}, &*product_bias_, 0, options_.hidden});
  }
  return tensors;
}

}  // namespace whylight
