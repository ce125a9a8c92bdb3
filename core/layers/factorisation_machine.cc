#include "core/layers/factorisation_machine.h"

#include "core/layers/check_size.h"
#include "core/layers/layer_names.h"
#include "core/ops/factorisation_machine.h"

namespace whylight {

const Fields<FactorisationMachineOptions>& FactorisationMachineFields() {
  static const auto fields =
      Fields<FactorisationMachineOptions>(
          "One number per word, from its numbers and all products of two of "
          "them (Tay19 equation 3.6).")
          .Fixed("type", "factorisation_machine", "A factorisation machine.")
          .Count("factors", &FactorisationMachineOptions::factors,
                 {1, kMaxWidth},
                 "Number of factors of an input. Given tensors determine it.")
          .When("the layer is to be trained")
          .WrittenIf([](const FactorisationMachineOptions& options) {
            return options.factors > 0;
          })
          .Choice("initialisation",
                  &FactorisationMachineOptions::initialisation,
                  InitialisationNames(), "How matrices are initialised.")
          .When("the layer is to be trained");
  return fields;
}

Status CheckFactorisationMachineOptions(
    const FactorisationMachineOptions& options) {
  Status checked = CheckSize("factorisation_machine", "inputs", options.inputs);
  if (!checked.ok()) return checked;
  return CheckSize("factorisation_machine", "factors", options.factors);
}

FactorisationMachineLayer::FactorisationMachineLayer(
    const std::string& name, const FactorisationMachineOptions& options,
    std::uint64_t seed)
    : options_(options),
      bias_{name + ".w0", Matrix::Zero(1, 1)},
      linear_{name + ".w", InitialMatrix(options.initialisation, options.inputs,
                                         1, seed, name + ".w")
                               .transpose()},
      factors_{name + ".V",
               InitialMatrix(options.initialisation, options.inputs,
                             options.factors, seed, name + ".V")} {}

Var FactorisationMachineLayer::Apply(Graph& graph, Var x) const {
  const Var bias = graph.Use(bias_);
  const Var linear = graph.Use(linear_);
  return FactorisationMachine(graph, x, bias, linear, graph.Use(factors_));
}

Real FactorisationMachineLayer::At(const RowVector& x) const {
  return bias_.value(0, 0) + (linear_.value.row(0) + SlopeAt(x)).dot(x) / 2;
}

RowVector FactorisationMachineLayer::SlopeAt(const RowVector& x) const {
  const Matrix& v = factors_.value;
  return linear_.value.row(0) + x * v * v.transpose() -
         x.cwiseProduct(v.rowwise().squaredNorm().transpose());
}

Sequences FactorisationMachineLayer::Apply(Graph& graph,
                                           const Sequences& input) const {
  return {Apply(graph, input.words), input.batch, input.mask};
}

std::vector<LayerTensor> FactorisationMachineLayer::Tensors() {
  return {{"w0", {"1"}, &bias_, 0, 1},
          {"w", {"d"}, &linear_, 0, options_.inputs},
          {"V", {"k", "d"}, &factors_, 0, options_.factors}};
}

}  // namespace whylight
