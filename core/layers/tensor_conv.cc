#include "core/layers/tensor_conv.h"

#include <functional>
#include <memory>
#include <utility>

#include "core/layers/layer_names.h"
#include "core/layers/rcnn.h"

namespace whylight {

const Fields<TensorConvOptions>& TensorConvFields() {
  static const auto fields =
      Fields<TensorConvOptions>(
          "Tensor convolution: ReLU of the sums of all skip n-grams, layer "
          "upon layer (Lei15 section 4).")
          .Fixed("type", "tensor_conv", "Tensor convolution.")
          .Count("order", &TensorConvOptions::order, {1, kMaxOrder},
                 "Number of words in the longest n-gram.")
          .Count("layers", &TensorConvOptions::layers, {1, kMaxStack},
                 "Number of layers.")
          .Number("decay", &TensorConvOptions::decay, {0, 1},
                  "λ, constant, below 1.")
          .Flag("pooled", &TensorConvOptions::pooled,
                "Whether the output is the mean over the words.")
          .Count("hidden", &TensorConvOptions::hidden, {1, kMaxWidth},
                 "Width of each layer. Given tensors determine it.")
          .When("the layer is to be trained")
          .WrittenIf([](const TensorConvOptions& options) {
            return options.hidden > 0;
          });
  return fields;
}

Result<TensorConv> TensorConv::Make(const std::string& name,
                                    const TensorConvOptions& options,
                                    std::uint64_t seed) {
  if (options.layers < 1) {
    return Error{
        ErrorCode::kInvalidArgument,
        "layers: expected at least 1, found " + std::to_string(options.layers)};
  }
  std::vector<std::unique_ptr<SequenceLayer>> layers;
  for (Index i = 0; i < options.layers; ++i) {
    Result<RcnnLayer> layer =
        RcnnLayer::Make(name + "." + std::to_string(i + 1),
                        {.inputs = i == 0 ? options.inputs : options.hidden,
                         .hidden = options.hidden,
                         .order = options.order,
                         .form = {.mapping = Mapping::kMultiplicative,
                                  .normalized = false,
                                  .state = ExposedState::kSumZ,
                                  .activation = Activation::kRelu},
                         .decay = Decay::kConstant,
                         .decay_value = options.decay,
                         .output_matrix = true,
                         .initialisation = Initialisation::kUnitRows},
                        seed);
    if (!layer.ok()) return layer.error();
    for (const LayerTensor& tensor : layer.value().Tensors()) {
      if (tensor.name != "b") continue;
      SetTensor(tensor, Matrix::Constant(1, options.hidden, Real{0.01f}));
    }
    layers.push_back(std::make_unique<RcnnLayer>(std::move(layer).value()));
  }
  Result<Stacked> stacked = Stacked::Make(std::move(layers), StackOutput::kAll);
  if (!stacked.ok()) return stacked.error();
  std::optional<PoolingLayer> mean;
  if (options.pooled) {
    mean.emplace(PoolingOptions{.inputs = stacked.value().outputs(),
                                .kind = PoolingKind::kAverage});
  }
  return TensorConv(std::move(stacked).value(), std::move(mean));
}

Sequences TensorConv::Apply(Graph& graph, const Sequences& input) const {
  Sequences states = layers_.Apply(graph, input);
  return mean_ ? mean_->Apply(graph, states) : states;
}

Sequences TensorConv::ApplyTraced(Graph& graph, const Sequences& input,
                                  std::vector<RcnnTrace>* traces) const {
  return mean_ ? Apply(graph, input)
               : layers_.ApplyTraced(graph, input, traces);
}

}  // namespace whylight
