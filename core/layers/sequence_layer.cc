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
