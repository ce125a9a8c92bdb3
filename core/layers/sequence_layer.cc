#include "core/layers/sequence_layer.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/ops/ops.h"

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

Matrix AtWords(const Graph& graph, Var table, const SequenceBatch& words) {
  const ConstMatrixView rows = graph.value(table);
  Matrix states(words.max_length, rows.cols());
  for (Index t = 0; t < states.rows(); ++t) {
    states.row(t) = rows.row(words.row(t, 0));
  }
  return states;
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

Sequences SelectedWords(const Graph& graph, const Sequences& sequences) {
  if (!sequences.mask) return sequences;
  const SequenceBatch& words = sequences.batch;
  const ConstMatrixView mask = graph.value(*sequences.mask);
  SequenceBatch selected;
  selected.lengths.assign(words.lengths.size(), 0);
  selected.rows.assign(words.rows.size(), SequenceBatch::kPadding);
  for (Index t = 0; t < words.max_length; ++t) {
    for (Index b = 0; b < words.batch(); ++b) {
      const std::int32_t row = words.row(t, b);
      if (row == SequenceBatch::kPadding ||
          mask(t * words.batch() + b, 0) == Real{0}) {
        continue;
      }
      Index& length = selected.lengths[static_cast<std::size_t>(b)];
      selected.rows[static_cast<std::size_t>(length * words.batch() + b)] = row;
      ++length;
      selected.max_length = std::max(selected.max_length, length);
    }
  }
  selected.rows.resize(
      static_cast<std::size_t>(selected.max_length * selected.batch()));
  return {sequences.words, std::move(selected), std::nullopt};
}

Sequences OneVectorEach(const Graph& graph, Var vectors) {
  const Index count = graph.value(vectors).rows();
  SequenceBatch batch;
  batch.lengths.assign(static_cast<std::size_t>(count), 1);
  batch.max_length = 1;
  batch.rows.resize(static_cast<std::size_t>(count));
  std::iota(batch.rows.begin(), batch.rows.end(), 0);
  return {vectors, std::move(batch), std::nullopt};
}

Var LastVectors(Graph& graph, const Sequences& sequences) {
  const SequenceBatch& words = sequences.batch;
  std::vector<std::int32_t> rows;
  for (Index b = 0; b < words.batch(); ++b) {
    const Index length = words.lengths[static_cast<std::size_t>(b)];
    rows.push_back(length == 0 ? SequenceBatch::kPadding
                               : words.row(length - 1, b));
  }
  return Gather(graph, sequences.words, rows);
}

Var SequenceLayer::LastState(Graph& graph, const Sequences& given) const {
  return LastVectors(graph, given);
}

Sequences SequenceLayer::ApplyTraced(Graph& graph, const Sequences& input,
                                     std::vector<RcnnTrace>* /*traces*/) const {
  return Apply(graph, input);
}

Result<std::vector<Index>> SequenceLayer::CarriedWidths() const {
  return Error{ErrorCode::kInvalidArgument,
               "layer: expected one that goes on from where it stopped, found "
               "one that reads whole texts"};
}

Sequences SequenceLayer::ApplyFrom(Graph& graph, const Sequences& input,
                                   std::span<Matrix> /*state*/) const {
  return Apply(graph, input);
}

Result<CarriedState> StartState(const SequenceLayer& layer, Index batch) {
  const Result<std::vector<Index>> widths = layer.CarriedWidths();
  if (!widths.ok()) return widths.error();
  CarriedState state;
  for (const Index width : widths.value()) {
    state.push_back(Matrix::Zero(batch, width));
  }
  return state;
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
