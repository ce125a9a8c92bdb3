#include "core/layers/layer_names.h"

namespace whylight {

const Names<Mapping>& MappingNames() {
  static const Names<Mapping> names = {
      {"additive", Mapping::kAdditive},
      {"multiplicative", Mapping::kMultiplicative}};
  return names;
}

const Names<Activation>& ActivationNames() {
  static const Names<Activation> names = {{"tanh", Activation::kTanh},
                                          {"relu", Activation::kRelu},
                                          {"identity", Activation::kIdentity}};
  return names;
}

const Names<Initialisation>& InitialisationNames() {
  static const Names<Initialisation> names = {
      {"xavier", Initialisation::kXavier},
      {"unit_rows", Initialisation::kUnitRows},
      {"small", Initialisation::kSmall},
      {"he", Initialisation::kHe}};
  return names;
}

const Names<AttentionScore>& AttentionScoreNames() {
  static const Names<AttentionScore> names = {
      {"scaled", AttentionScore::kScaled},
      {"dot", AttentionScore::kDot},
      {"additive", AttentionScore::kAdditive},
      {"bilinear", AttentionScore::kBilinear}};
  return names;
}

const Names<QuaternionInitialisation>& QuaternionInitialisationNames() {
  static const Names<QuaternionInitialisation> names = {
      {"xavier", QuaternionInitialisation::kXavier},
      {"polar", QuaternionInitialisation::kPolar}};
  return names;
}

const Names<StackOutput>& StackOutputNames() {
  static const Names<StackOutput> names = {{"last", StackOutput::kLast},
                                           {"all", StackOutput::kAll}};
  return names;
}

}  // namespace whylight
