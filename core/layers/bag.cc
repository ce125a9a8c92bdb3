#include "core/layers/bag.h"

#include <functional>
#include <utility>

#include "core/layers/check_size.h"
#include "core/layers/layer_names.h"
#include "core/ops/ops.h"

namespace whylight {

const Fields<BagOptions>& BagFields() {
  static const Names<BagMode> modes = {{"mean", BagMode::kMean},
                                       {"sum", BagMode::kSum}};
  static const auto fields =
      Fields<BagOptions>("The mean or the sum of the words.")
          .Fixed("type", "bag", "A bag of words.")
          .Choice("mode", &BagOptions::mode, modes,
                  "How the words are combined.");
  return fields;
}

const Fields<DanOptions>& DanFields() {
  static const auto fields =
      Fields<DanOptions>(
          "A deep averaging network: dense layers on the mean of the words.")
          .Fixed("type", "dan", "A deep averaging network.")
          .Count("layers", &DanOptions::layers, {1, kMaxStack},
                 "Number of dense layers.")
          .Choice("activation", &DanOptions::activation, ActivationNames(),
                  "The activation.")
          .Include(std::identity(), WidthFields<DanOptions>());
  return fields;
}

Status CheckBagOptions(const BagOptions& options) {
  return CheckSize("bag", "inputs", options.inputs);
}

Sequences BagLayer::Apply(Graph& graph, const Sequences& input) const {
  const SequenceBatch& words = input.batch;
  const Var weights =
      input.mask
          ? *input.mask
          : graph.Constant(Matrix::Ones(words.max_length * words.batch(), 1));
  return OneVectorEach(
      graph,
      WeightedSumOverWords(graph, input.words, words,
                           options_.mode == BagMode::kMean
                               ? ShareOverWords(graph, weights, words.lengths)
                               : weights));
}

Status CheckDanOptions(const DanOptions& options) {
  for (const auto& [name, size] : {std::pair("inputs", options.inputs),
                                   std::pair("hidden", options.hidden),
                                   std::pair("layers", options.layers)}) {
    if (Status checked = CheckSize("dan", name, size); !checked.ok()) {
      return checked;
    }
  }
  return {};
}

DanLayer::DanLayer(const std::string& name, const DanOptions& options,
                   std::uint64_t seed)
    : mean_({.inputs = options.inputs}),
      hidden_(options.hidden),
      activation_(options.activation) {
  Index width = options.inputs;
  for (Index k = 1; k <= options.layers; ++k) {
    layers_.emplace_back(name + "." + std::to_string(k), width, hidden_, seed,
                         options.initialisation);
    width = hidden_;
  }
}

Sequences DanLayer::Apply(Graph& graph, const Sequences& input) const {
  Sequences texts = mean_.Apply(graph, input);
  for (const Dense& layer : layers_) {
    texts.words = Activate(graph, layer.Apply(graph, texts.words), activation_);
  }
  return texts;
}

std::vector<LayerTensor> DanLayer::Tensors() {
  std::vector<LayerTensor> tensors;
  for (std::size_t k = 0; k < layers_.size(); ++k) {
    const std::string number = std::to_string(k + 1);
    tensors.push_back({number + ".W",
                       {"h", k == 0 ? "d" : "h"},
                       &layers_[k].weight(),
                       0,
                       hidden_});
    tensors.push_back({number + ".b", {"h"}, &layers_[k].bias(), 0, hidden_});
  }
  return tensors;
}

}  // namespace whylight
