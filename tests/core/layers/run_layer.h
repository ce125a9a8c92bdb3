// Runs layers over sequences, and reads their tensors as other programs do.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "core/layers/sequence_layer.h"
#include "core/ops/ops.h"

namespace whylight {

/// The output of `layer` at every position, zeros at padding:
/// [max_length·batch x outputs], time-major.
inline Matrix RunLayer(const SequenceLayer& layer, const Matrix& words,
                       const SequenceBatch& batch,
                       const std::optional<Matrix>& mask = std::nullopt,
                       Graph::Mode mode = Graph::Mode::kInference) {
  Graph graph(mode);
  Sequences input{graph.Constant(words), batch, std::nullopt};
  if (mask) input.mask = graph.Constant(*mask);
  const Sequences output = layer.Apply(graph, input);
  return graph.value(Gather(graph, output.words, output.batch.rows));
}

template <typename Layer>
LayerTensor FindTensor(Layer& layer, const std::string& name) {
  for (const LayerTensor& tensor : layer.Tensors()) {
    if (tensor.name == name) return tensor;
  }
  ADD_FAILURE() << "no tensor " << name;
  return layer.Tensors().front();
}

template <typename Layer>
Matrix TensorOf(Layer& layer, const std::string& name) {
  return TensorValue(FindTensor(layer, name));
}

template <typename Layer>
void SetTensor(Layer& layer, const std::string& name, const Matrix& value) {
  SetTensor(FindTensor(layer, name), value);
}

inline Index ParameterCount(SequenceLayer& layer) {
  Index count = 0;
  for (const Parameter* parameter : layer.Parameters()) {
    count += parameter->value.size();
  }
  return count;
}

}  // namespace whylight
