#include "core/layers/sequence_layer.h"

#include <algorithm>

namespace whylight {

Sequences AtEveryPosition(Var states, const Sequences& like) {
  Sequences sequences{states, like.batch, like.mask};
  std::int32_t position = 0;
  for (std::int32_t& row : sequences.batch.rows) {
    if (row != SequenceBatch::kPadding) row = position;
    ++position;
  }
  return sequences;
}

Matrix TensorValue(const LayerTensor& tensor) {
  const Matrix& value = tensor.parameter->value;
  if (!tensor.transposed) return value;
  const auto columns = value.middleCols(tensor.column, tensor.rows);
  if (tensor.dims.size() == 1) return columns;
  return columns.transpose();
}

void SetTensor(const LayerTensor& tensor, const Matrix& value) {
  Matrix& parameter = tensor.parameter->value;
  if (!tensor.transposed) {
    parameter = value;
    return;
  }
  auto columns = parameter.middleCols(tensor.column, tensor.rows);
  if (tensor.dims.size() == 1) {
    columns = value;
  } else {
    columns = value.transpose();
  }
}

std::vector<Parameter*> SequenceLayer::Parameters() {
  std::vector<Parameter*> parameters;
  for (const LayerTensor& tensor : Tensors()) {
    if (std::find(parameters.begin(), parameters.end(), tensor.parameter) ==
        parameters.end()) {
      parameters.push_back(tensor.parameter);
    }
  }
  return parameters;
}

}  // namespace whylight
