#include "core/model/text_pooling.h"

#include "core/layers/pooling.h"
#include "core/ops/ops.h"

namespace whylight {

Var PoolWords(Graph& graph, const Sequences& sequences, TextPooling pooling) {
  PoolingOptions options{.inputs = graph.value(sequences.words).cols(),
                         .kind = PoolingKind::kAverage};
  if (pooling == TextPooling::kMax) options.kind = PoolingKind::kMax;
  if (pooling == TextPooling::kLast) options.kind = PoolingKind::kLast;
  // A text's vector is its row already, in the order of the texts.
  return PoolingLayer(options).Apply(graph, sequences).words;
}

Var PoolSelectedWords(Graph& graph, const Sequences& sequences,
                      TextPooling pooling) {
  const auto& [vectors, batch, mask] = sequences;
  if (!mask) return PoolWords(graph, sequences, pooling);
  if (pooling == TextPooling::kMax) {
    return ExpectedMaxOverWords(graph, vectors, batch, *mask);
  }
  return WeightedSumOverWords(graph, vectors, batch,
                              ShareOverWords(graph, *mask, batch.lengths));
}

}  // namespace whylight
