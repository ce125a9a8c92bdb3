#include "core/layers/quaternion.h"

#include <functional>

#include "core/layers/layer_names.h"
#include "core/ops/ops.h"

namespace whylight {

const Fields<QuaternionOptions>& QuaternionFields() {
  static const auto fields =
      Fields<QuaternionOptions>(
          "A dense layer of quaternions, with a quarter of the weights (Tay19 "
          "chapter 11).")
          .Fixed("type", "quaternion", "A quaternion feed-forward layer.")
          .Choice("activation", &QuaternionOptions::activation,
                  ActivationNames(), "The activation of each part.")
          .Flag("bias", &QuaternionOptions::bias, "Whether there is a bias.")
          .Include(std::identity(), QuaternionWidthFields<QuaternionOptions>());
  return fields;
}

Status CheckQuaternionOptions(const QuaternionOptions& options) {
  const Status inputs =
      CheckQuaternionWidth("quaternion", "inputs", options.inputs);
  return inputs.ok()
             ? CheckQuaternionWidth("quaternion", "hidden", options.hidden)
             : inputs;
}

QuaternionLayer::QuaternionLayer(const std::string& name,
                                 const QuaternionOptions& options,
                                 std::uint64_t seed)
    : options_(options),
      map_(name, options.inputs, options.hidden, options.bias, seed,
           options.initialisation) {}

Sequences QuaternionLayer::Apply(Graph& graph, const Sequences& input) const {
  return {Activate(graph, map_.Apply(graph, input.words), options_.activation),
          input.batch, input.mask};
}

std::vector<LayerTensor> QuaternionLayer::Tensors() {
  std::vector<LayerTensor> tensors;
  map_.AddTensors("", "h", "d", &tensors);
  return tensors;
}

}  // namespace whylight
