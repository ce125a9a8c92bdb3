// The gradients of a layer of words, in double precision.
#pragma once

#include <optional>
#include <vector>

#include "core/layers/sequence_layer.h"
#include "core/ops/ops.h"
#include "tests/core/gradient_check.h"
#include "tests/core/random_matrix.h"
#include "tests/core/scalar.h"

namespace whylight {

/// CheckGradients of the layer's parameters, of five words and, if `masked`, of
/// a mask with a zero. Word 1 occurs twice in one text, where its gradients
/// must meet; another text is empty. `weight` is that of the loss: where
/// gradients are zero, differences of large numbers would not be.
inline void CheckLayerGradients(SequenceLayer& layer, bool masked,
                                Real weight = 1) {
  const SequenceBatch batch = MakeSequences({{0, 1, 2, 1}, {4}, {}, {3, 0}});
  std::vector<Parameter*> parameters = layer.Parameters();
  Parameter words{"words", RandomMatrix(5, layer.inputs(), "words")};
  Parameter mask{"mask", RandomMatrix(16, 1, "mask").cwiseAbs()};
  mask.value(4, 0) = 0;
  parameters.push_back(&words);
  if (masked) parameters.push_back(&mask);
  CheckGradients(parameters, [&](Graph& graph) {
    Sequences input{graph.Use(words), batch, std::nullopt};
    if (masked) input.mask = graph.Use(mask);
    const Sequences output = layer.Apply(graph, input);
    const Var loss =
        Scalar(graph, Gather(graph, output.words, output.batch.rows));
    return WeightedSum(graph, {loss}, {weight});
  });
}

}  // namespace whylight
