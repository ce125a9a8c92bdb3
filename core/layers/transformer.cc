#include "core/layers/transformer.h"

#include <algorithm>
#include <utility>

#include "core/layers/check_size.h"
#include "core/layers/layer_names.h"
#include "core/ops/layer_norm.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

const Names<NormPlace>& NormPlaceNames() {
  static const Names<NormPlace> names = {{"after", NormPlace::kAfter},
                                         {"before", NormPlace::kBefore}};
  return names;
}

const Names<QuaternionMaps>& QuaternionMapsNames() {
  static const Names<QuaternionMaps> names = {
      {"none", QuaternionMaps::kNone},
      {"partial", QuaternionMaps::kPartial},
      {"full", QuaternionMaps::kFull}};
  return names;
}

MapInitialisation FeedForwardMaps(const TransformerOptions& options) {
  return InitialisationOf(options.quaternion == QuaternionMaps::kFull,
                          options.initialisation);
}

SelfAttentionOptions AttentionOptions(const TransformerOptions& options) {
  return {.inputs = options.inputs,
          .hidden = options.inputs,
          .heads = options.heads,
          .output_matrix = true,
          .quaternion = options.quaternion != QuaternionMaps::kNone,
          .initialisation = options.initialisation};
}

}  // namespace

const Fields<TransformerOptions>& TransformerFields() {
  static const auto fields =
      Fields<TransformerOptions>(
          "A block of a Transformer encoder: attention within the text, then "
          "two dense layers (Vaswani et al. 2017).")
          .Fixed("type", "transformer", "A block of a Transformer encoder.")
          .Count("heads", &TransformerOptions::heads, {1, kMaxWidth},
                 "Number of heads, which divides the width of a word.")
          .Choice("norm", &TransformerOptions::norm, NormPlaceNames(),
                  "Layer normalisation: after each sum, or before what is "
                  "added.")
          .Choice("quaternion", &TransformerOptions::quaternion,
                  QuaternionMapsNames(),
                  "Which maps are of quaternions: none, those of the "
                  "attention, or all.")
          .Choice("activation", &TransformerOptions::activation,
                  ActivationNames(), "The activation between dense layers.")
          .Count("feed_forward", &TransformerOptions::feed_forward,
                 {1, kMaxWidth},
                 "Width between the dense layers. Given tensors determine it.")
          .When("the layer is to be trained")
          .WrittenIf([](const TransformerOptions& options) {
            return options.feed_forward > 0;
          })
          .Choice("initialisation", &TransformerOptions::initialisation,
                  InitialisationNames(), "How matrices are initialised.")
          .When("the layer is to be trained");
  return fields;
}

Status CheckTransformerOptions(const TransformerOptions& options) {
  const std::string layer = "transformer";
  Status checked = CheckSize(layer, "inputs", options.inputs);
  if (checked.ok()) checked = CheckHeads(layer, options.heads, options.inputs);
  if (checked.ok()) {
    checked = CheckSize(layer, "feed_forward", options.feed_forward);
  }
  if (!checked.ok() || options.quaternion == QuaternionMaps::kNone) {
    return checked;
  }
  checked =
      CheckQuaternionHeads(layer, "inputs", options.heads, options.inputs);
  if (checked.ok() && options.quaternion == QuaternionMaps::kFull) {
    checked = CheckQuaternionWidth(layer, "feed_forward", options.feed_forward);
  }
  if (!checked.ok()) return checked;
  return CheckQuaternionInitialisation(layer, options.initialisation);
}

TransformerLayer::Norm::Norm(const std::string& name, Index width)
    : gain{name + ".g", Matrix::Ones(1, width)},
      bias{name + ".b", Matrix::Zero(1, width)} {}

Var TransformerLayer::Norm::Apply(Graph& graph, Var x) const {
  return NormalizeLayer(graph, x, graph.Use(gain), graph.Use(bias));
}

TransformerLayer::TransformerLayer(const std::string& name,
                                   const TransformerOptions& options,
                                   std::uint64_t seed)
    : options_(options),
      attention_(name + ".attention", AttentionOptions(options), seed),
      attention_norm_(name + ".attention_norm", options.inputs),
      inner_(name + ".1", options.inputs, options.feed_forward, /*bias=*/true,
             seed, FeedForwardMaps(options)),
      outer_(name + ".2", options.feed_forward, options.inputs, /*bias=*/true,
             seed, FeedForwardMaps(options)),
      norm_(name + ".norm", options.inputs) {}

Sequences TransformerLayer::Apply(Graph& graph, const Sequences& input) const {
  // x + f(N(x)) or N(x + f(x)).
  const bool before = options_.norm == NormPlace::kBefore;
  const auto first = [&](const Norm& norm, Var x) {
    return before ? norm.Apply(graph, x) : x;
  };
  const auto last = [&](const Norm& norm, Var x) {
    return before ? x : norm.Apply(graph, x);
  };
  Sequences read = input;
  read.words = first(attention_norm_, input.words);
  const Var words = Gather(graph, input.words, input.batch.rows);
  const Var attended = last(
      attention_norm_, Add(graph, words, attention_.Apply(graph, read).words));
  const Var inner = Activate(graph, inner_.Apply(graph, first(norm_, attended)),
                             options_.activation);
  return AtEveryPosition(
      last(norm_, Add(graph, attended, outer_.Apply(graph, inner))), input);
}

std::vector<LayerTensor> TransformerLayer::Tensors() {
  const Index d = options_.inputs;
  std::vector<LayerTensor> tensors;
  for (LayerTensor tensor : attention_.Tensors()) {
    tensor.name = "attention." + tensor.name;
    for (std::string& dim : tensor.dims) {
      std::replace(dim.begin(), dim.end(), 'h', 'd');
    }
    tensors.push_back(std::move(tensor));
  }
  tensors.push_back({"attention_norm.g", {"d"}, &attention_norm_.gain, 0, d});
  tensors.push_back({"attention_norm.b", {"d"}, &attention_norm_.bias, 0, d});
  inner_.AddTensors("1.", "f", "d", &tensors);
  outer_.AddTensors("2.", "d", "f", &tensors);
  tensors.push_back({"norm.g", {"d"}, &norm_.gain, 0, d});
  tensors.push_back({"norm.b", {"d"}, &norm_.bias, 0, d});
  return tensors;
}

}  // namespace whylight
