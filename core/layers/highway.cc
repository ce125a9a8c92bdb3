#include "core/layers/highway.h"

#include "core/layers/check_size.h"
#include "core/layers/layer_names.h"
#include "core/ops/ops.h"

namespace whylight {

const Fields<HighwayOptions>& HighwayFields() {
  static const auto fields =
      Fields<HighwayOptions>(
          "A gate mixes each word with a dense layer of it (Srivastava et al. "
          "2015).")
          .Fixed("type", "highway", "A highway layer.")
          .Choice("activation", &HighwayOptions::activation, ActivationNames(),
                  "The activation of the dense layer.")
          .Number("carry", &HighwayOptions::carry, {-10, 10},
                  "Initial bias of the gate, negated.")
          .When("the layer is to be trained")
          .Choice("initialisation", &HighwayOptions::initialisation,
                  InitialisationNames(), "How matrices are initialised.")
          .When("the layer is to be trained");
  return fields;
}

Status CheckHighwayOptions(const HighwayOptions& options) {
  return CheckSize("highway", "inputs", options.inputs);
}

HighwayLayer::HighwayLayer(const std::string& name,
                           const HighwayOptions& options, std::uint64_t seed)
    : options_(options),
      transform_(name + ".transform", options.inputs, options.inputs, seed,
                 options.initialisation),
      gate_(name + ".gate", options.inputs, options.inputs, seed,
            options.initialisation) {
  gate_.bias().value.setConstant(static_cast<Real>(-options.carry));
}

Sequences HighwayLayer::Apply(Graph& graph, const Sequences& input) const {
  // A distinct word is computed once, however often it occurs.
  const Var open = Sigmoid(graph, gate_.Apply(graph, input.words));
  const Var fresh = Activate(graph, transform_.Apply(graph, input.words),
                             options_.activation);
  return {Blend(graph, open, fresh, input.words), input.batch, input.mask};
}

std::vector<LayerTensor> HighwayLayer::Tensors() {
  const Index d = options_.inputs;
  return {{"W", {"d", "d"}, &transform_.weight(), 0, d},
          {"b", {"d"}, &transform_.bias(), 0, d},
          {"gate.W", {"d", "d"}, &gate_.weight(), 0, d},
          {"gate.b", {"d"}, &gate_.bias(), 0, d}};
}

}  // namespace whylight
