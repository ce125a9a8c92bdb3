#include "core/model/rcnn_spec.h"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace whylight {
namespace {

template <typename Value>
using Names = std::vector<std::pair<std::string, Value>>;

const Names<Mapping>& MappingNames() {
  static const Names<Mapping> names = {
      {"additive", Mapping::kAdditive},
      {"multiplicative", Mapping::kMultiplicative}};
  return names;
}

const Names<ExposedState>& StateNames() {
  static const Names<ExposedState> names = {{"c", ExposedState::kC},
                                            {"z", ExposedState::kZ},
                                            {"sum_c", ExposedState::kSumC},
                                            {"sum_z", ExposedState::kSumZ},
                                            {"mix", ExposedState::kMix}};
  return names;
}

const Names<Activation>& ActivationNames() {
  static const Names<Activation> names = {{"tanh", Activation::kTanh},
                                          {"relu", Activation::kRelu},
                                          {"identity", Activation::kIdentity}};
  return names;
}

const Names<NgramPooling>& PoolingNames() {
  static const Names<NgramPooling> names = {{"sum", NgramPooling::kSum},
                                            {"max", NgramPooling::kMax}};
  return names;
}

const Names<Decay>& DecayNames() {
  static const Names<Decay> names = {{"constant", Decay::kConstant},
                                     {"trained", Decay::kTrained},
                                     {"x", Decay::kInput},
                                     {"xh", Decay::kInputAndState}};
  return names;
}

template <typename Value>
const std::string& NameOf(const Names<Value>& names, Value value) {
  for (const auto& [name, each] : names) {
    if (each == value) return name;
  }
  return names.front().first;
}

}  // namespace

void ReadRcnnSpec(ConfigReader& reader, const std::string& where,
                  RcnnOptions* options) {
  RcnnForm& form = options->form;
  reader.Count("order", 1, kMaxOrder, &options->order);
  reader.Choice("mapping", MappingNames(), &form.mapping);
  reader.Flag("normalized", &form.normalized);
  reader.Flag("same_step", &form.same_step);
  reader.Choice("state", StateNames(), &form.state);
  reader.Choice("activation", ActivationNames(), &form.activation);
  reader.Choice("pooling", PoolingNames(), &form.pooling);
  if (const nlohmann::json* decay = reader.Find("decay"); decay != nullptr) {
    ConfigReader part(*decay, where + ": decay");
    part.Choice("type", DecayNames(), &options->decay);
    part.Number("value", 0, 1, &options->decay_value);
    part.Flag("scalar", &options->scalar_decay);
    reader.Merge(part.Finish());
  }
  reader.Flag("output_matrix", &options->output_matrix);
  reader.Flag("output_gate", &options->output_gate);
  reader.Flag("highway", &options->highway);
  reader.Flag("bias", &options->bias);
}

void WriteRcnnSpec(const RcnnOptions& options, nlohmann::ordered_json* json) {
  const RcnnForm& form = options.form;
  json->update(nlohmann::ordered_json{
      {"order", options.order},
      {"mapping", NameOf(MappingNames(), form.mapping)},
      {"normalized", form.normalized},
      {"same_step", form.same_step},
      {"state", NameOf(StateNames(), form.state)},
      {"activation", NameOf(ActivationNames(), form.activation)},
      {"pooling", NameOf(PoolingNames(), form.pooling)},
      {"decay",
       {{"type", NameOf(DecayNames(), options.decay)},
        {"value", options.decay_value},
        {"scalar", options.scalar_decay}}},
      {"output_matrix", options.output_matrix},
      {"output_gate", options.output_gate},
      {"highway", options.highway},
      {"bias", options.bias}});
}

}  // namespace whylight
