// Every kind of RCNN layer, for tests that hold for all of them.
#pragma once

#include <string>
#include <vector>

#include "core/layers/rcnn.h"
#include "tests/core/random_matrix.h"
#include "tests/core/rcnn_reference.h"

namespace whylight {

struct RcnnVariant {
  std::string name;
  RcnnOptions options;
};

inline constexpr Index kVariantInputs = 3;
inline constexpr Index kVariantHidden = 3;

/// Every form of the sums, once with each kind of decay.
inline std::vector<RcnnVariant> RcnnForms(Index order) {
  struct Form {
    const char* name;
    RcnnForm form;
  };
  const std::vector<Form> forms = {
      {"Additive", {.normalized = true}},
      {"AdditiveUnnormalized", {.normalized = false}},
      {"Multiplicative",
       {.mapping = Mapping::kMultiplicative, .normalized = true}},
      {"MultiplicativeUnnormalized",
       {.mapping = Mapping::kMultiplicative, .normalized = false}},
      {"SameStep",
       {.mapping = Mapping::kMultiplicative,
        .normalized = true,
        .same_step = true}},
      {"SameStepUnnormalized",
       {.mapping = Mapping::kMultiplicative,
        .normalized = false,
        .same_step = true}}};
  struct Kind {
    const char* name;
    Decay decay;
    bool scalar;
  };
  const std::vector<Kind> kinds = {
      {"Constant", Decay::kConstant, false},
      {"Trained", Decay::kTrained, false},
      {"TrainedScalar", Decay::kTrained, true},
      {"Input", Decay::kInput, false},
      {"InputScalar", Decay::kInput, true},
      {"InputAndState", Decay::kInputAndState, false},
      {"InputAndStateScalar", Decay::kInputAndState, true}};
  std::vector<RcnnVariant> variants;
  for (const Form& form : forms) {
    for (const Kind& kind : kinds) {
      variants.push_back({std::string(form.name) + kind.name,
                          {.inputs = kVariantInputs,
                           .hidden = kVariantHidden,
                           .order = order,
                           .form = form.form,
                           .decay = kind.decay,
                           .decay_value = 0.6,
                           .scalar_decay = kind.scalar}});
    }
  }
  return variants;
}

/// Each state, activation and part of the output, on changing forms, and
/// max-pooling of both mappings.
inline std::vector<RcnnVariant> RcnnOutputs(Index order) {
  std::vector<RcnnVariant> variants;
  const std::vector<RcnnVariant> forms = RcnnForms(order);
  const auto add = [&](const std::string& name, auto&& change) {
    // Coprime to the number of forms, so that all of them have their turn.
    RcnnVariant variant = forms[(variants.size() * 5 + 5) % forms.size()];
    variant.name = name + variant.name;
    change(variant.options);
    variants.push_back(variant);
  };
  const std::vector<std::pair<const char*, ExposedState>> states = {
      {"C", ExposedState::kC},
      {"Z", ExposedState::kZ},
      {"SumC", ExposedState::kSumC},
      {"SumZ", ExposedState::kSumZ},
      {"Mix", ExposedState::kMix}};
  for (const auto& [name, state] : states) {
    add(name, [state = state](RcnnOptions& o) { o.form.state = state; });
    add(std::string(name) + "WithAll", [state = state](RcnnOptions& o) {
      o.form.state = state;
      o.output_matrix = o.output_gate = o.highway = true;
    });
    for (const Mapping mapping :
         {Mapping::kAdditive, Mapping::kMultiplicative}) {
      add(std::string("Max") +
              (mapping == Mapping::kAdditive ? "Sum" : "Product") + name,
          [state = state, mapping](RcnnOptions& o) {
            o.form = {.mapping = mapping,
                      .state = state,
                      .pooling = NgramPooling::kMax};
            o.decay = Decay::kConstant;
            o.output_matrix = o.highway = mapping == Mapping::kAdditive;
          });
    }
  }
  for (const auto& [name, activation] :
       {std::pair{"Relu", Activation::kRelu},
        std::pair{"Identity", Activation::kIdentity}}) {
    add(name, [activation = activation](RcnnOptions& o) {
      o.form.activation = activation;
    });
  }
  add("NoBias", [](RcnnOptions& o) { o.bias = false; });
  add("OutputMatrix", [](RcnnOptions& o) { o.output_matrix = true; });
  add("OutputGate", [](RcnnOptions& o) { o.output_gate = true; });
  add("Highway", [](RcnnOptions& o) { o.highway = true; });
  return variants;
}

/// The layer with no number where mistakes hide: biases and mix at random too.
inline RcnnLayer MakeVariant(const RcnnOptions& options) {
  RcnnLayer layer("layer", options, 17);
  for (Parameter* parameter : layer.Parameters()) {
    if (parameter->value.rows() == 1) {
      parameter->value =
          RandomMatrix(1, parameter->value.cols(), parameter->name);
    }
  }
  return layer;
}

}  // namespace whylight
