#include "core/layers/attention_pooling.h"

#include <functional>

#include "core/layers/check_size.h"
#include "core/layers/layer_names.h"
#include "core/ops/ops.h"

namespace whylight {

const Fields<AttentionPoolingOptions>& AttentionPoolingFields() {
  static const auto fields =
      Fields<AttentionPoolingOptions>(
          "The mean of the words, weighted by attention (Tay19 section 2.5).")
          .Fixed("type", "attention", "Pooling by attention.")
          .Flag("projection", &AttentionPoolingOptions::projection,
                "Whether words are scored by v · tanh(W x), not by v · x.")
          .Include(std::identity(), WidthFields<AttentionPoolingOptions>())
          .Check([](const AttentionPoolingOptions& options) {
            return options.hidden > 0 && !options.projection
                       ? std::string(
                             "\"hidden\": expected none without a "
                             "\"projection\", found one")
                       : std::string();
          });
  return fields;
}

Status CheckAttentionPoolingOptions(const AttentionPoolingOptions& options) {
  if (options.hidden < 0) {
    return Error{ErrorCode::kInvalidArgument,
                 "attention: \"hidden\": expected 0, for no projection, or "
                 "more, found " +
                     std::to_string(options.hidden)};
  }
  return CheckSize("attention", "inputs", options.inputs);
}

AttentionPoolingLayer::AttentionPoolingLayer(
    const std::string& name, const AttentionPoolingOptions& options,
    std::uint64_t seed)
    : inputs_(options.inputs) {
  if (options.hidden > 0) {
    projection_ = Parameter{
        name + ".W", InitialMatrix(options.initialisation, options.inputs,
                                   options.hidden, seed, name + ".W")};
  }
  const Index scored = options.hidden > 0 ? options.hidden : options.inputs;
  query_ = Parameter{name + ".v", InitialMatrix(options.initialisation, scored,
                                                1, seed, name + ".v")
                                      .transpose()};
}

AttentionPoolingLayer::Attended AttentionPoolingLayer::Attend(
    Graph& graph, const Sequences& input) const {
  // A score depends on the word alone, so distinct words are scored once.
  Var scored = input.words;
  if (projection_) {
    scored = Tanh(graph, MatMul(graph, scored, graph.Use(*projection_)));
  }
  const Var query = Reshape(graph, graph.Use(query_), query_.value.cols(), 1);
  const Var scores =
      Gather(graph, MatMul(graph, scored, query), input.batch.rows);
  const Var weights =
      SoftmaxOverWords(graph, scores, input.batch.lengths, input.mask);
  return {WeightedSumOverWords(graph, input.words, input.batch, weights),
          weights};
}

Sequences AttentionPoolingLayer::Apply(Graph& graph,
                                       const Sequences& input) const {
  return OneVectorEach(graph, Attend(graph, input).vectors);
}

std::vector<LayerTensor> AttentionPoolingLayer::Tensors() {
  std::vector<LayerTensor> tensors;
  const Index scored = query_.value.cols();
  if (projection_) {
    tensors.push_back({"W", {"h", "d"}, &*projection_, 0, scored});
  }
  tensors.push_back({"v", {projection_ ? "h" : "d"}, &query_, 0, scored});
  return tensors;
}

}  // namespace whylight
