#include "core/layers/convolution.h"

#include <functional>
#include <utility>

#include "core/layers/check_size.h"
#include "core/layers/layer_names.h"
#include "core/ops/ops.h"

namespace whylight {

const Fields<ConvolutionOptions>& ConvolutionFields() {
  static const Names<Border> borders = {{"causal", Border::kCausal},
                                        {"narrow", Border::kNarrow},
                                        {"wide", Border::kWide}};
  static const auto fields =
      Fields<ConvolutionOptions>(
          "A convolution over windows of words (Goldberg15 section 9).")
          .Fixed("type", "convolution", "A convolution.")
          .Count("order", &ConvolutionOptions::order, {1, kMaxOrder},
                 "Number of words in a window.")
          .Choice("mapping", &ConvolutionOptions::mapping, MappingNames(),
                  "How the words of a window are combined.")
          .Choice("border", &ConvolutionOptions::border, borders,
                  "Windows over L words with order n: `causal` L, `narrow` L - "
                  "n + 1, `wide` L + n - 1.")
          .Choice("activation", &ConvolutionOptions::activation,
                  ActivationNames(), "The activation.")
          .Flag("bias", &ConvolutionOptions::bias, "Whether there is a bias.")
          .Include(std::identity(), WidthFields<ConvolutionOptions>());
  return fields;
}

Status CheckConvolutionOptions(const ConvolutionOptions& options) {
  for (const auto& [name, size] : {std::pair("inputs", options.inputs),
                                   std::pair("hidden", options.hidden),
                                   std::pair("order", options.order)}) {
    if (Status checked = CheckSize("convolution", name, size); !checked.ok()) {
      return checked;
    }
  }
  return {};
}

ConvolutionLayer::ConvolutionLayer(const std::string& name,
                                   const ConvolutionOptions& options,
                                   std::uint64_t seed)
    : form_{options.order, options.border, options.mapping},
      activation_(options.activation),
      weight_{name + ".W",
              Matrix(options.inputs, options.order * options.hidden)} {
  for (Index k = 0; k < options.order; ++k) {
    weight_.value.middleCols(k * options.hidden, options.hidden) =
        InitialMatrix(options.initialisation, options.inputs, options.hidden,
                      seed, weight_.name + std::to_string(k + 1));
  }
  if (options.bias) {
    bias_ = Parameter{name + ".b", Matrix::Zero(1, options.hidden)};
  }
}

Sequences ConvolutionLayer::Apply(Graph& graph, const Sequences& input) const {
  const Sequences selected = SelectedWords(graph, input);
  const Var projected = MatMul(graph, selected.words, graph.Use(weight_));
  Var sums = Convolution(graph, projected, selected.batch, form_);
  if (bias_) sums = AddBias(graph, sums, graph.Use(*bias_));
  return {Activate(graph, sums, activation_), WindowsOf(selected.batch, form_),
          std::nullopt};
}

Sequences ConvolutionLayer::ApplyAtEveryWord(Graph& graph,
                                             const Sequences& input) const {
  if (!input.mask) return Apply(graph, input);
  const Index hidden = outputs();
  const Index before = (form_.order - 1) * hidden;
  const Index batch = input.batch.batch();
  const Var projected = MatMul(graph, input.words, graph.Use(weight_));
  Var sums = Gather(graph, Columns(graph, projected, before, hidden),
                    input.batch.rows);
  if (form_.order > 1 && input.batch.max_length > 0) {
    // A recurrence that forgets everything at once is a convolution, and knows
    // how to carry a window over words that are left out.
    RcnnInputs words{};
    words.form.mapping = form_.mapping;
    words.form.activation = Activation::kIdentity;
    words.order = form_.order - 1;
    words.candidates = Columns(graph, projected, 0, before);
    words.decay = graph.Constant(Matrix::Zero(1, 1));
    words.mask = input.mask;
    const Var windows = Rcnn(graph, words, input.batch, Direction::kForward);
    const Var start = graph.Constant(Matrix::Zero(batch, hidden));
    const Index rest = graph.value(windows).rows() - batch;
    const Var read =
        rest > 0 ? ConcatRows(graph, {start, Rows(graph, windows, 0, rest)})
                 : start;
    sums = form_.mapping == Mapping::kAdditive ? Add(graph, read, sums)
                                               : Multiply(graph, read, sums);
  }
  if (bias_) sums = AddBias(graph, sums, graph.Use(*bias_));
  return AtEveryPosition(Activate(graph, sums, activation_), input);
}

std::vector<LayerTensor> ConvolutionLayer::Tensors() {
  std::vector<LayerTensor> tensors;
  for (Index k = 0; k < form_.order; ++k) {
    tensors.push_back({"W." + std::to_string(k + 1),
                       {"h", "d"},
                       &weight_,
                       k * outputs(),
                       outputs()});
  }
  if (bias_) tensors.push_back({"b", {"h"}, &*bias_, 0, outputs()});
  return tensors;
}

}  // namespace whylight
