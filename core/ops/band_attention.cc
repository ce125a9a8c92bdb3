#include "core/ops/band_attention.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/math/kernels.h"

namespace whylight {
namespace {

// The rows of a table at the words of a text.
Matrix RowsAt(const ConstMatrixView& table, const SequenceBatch& words,
              Index text) {
  Matrix rows(words.lengths[static_cast<std::size_t>(text)], table.cols());
  for (Index t = 0; t < rows.rows(); ++t) {
    rows.row(t) = table.row(words.row(t, text));
  }
  return rows;
}

void AddRowsAt(const Matrix& rows, const SequenceBatch& words, Index text,
               MatrixView table) {
  for (Index t = 0; t < rows.rows(); ++t) {
    table.row(words.row(t, text)) += rows.row(t);
  }
}

// The words that a word reads.
struct Band {
  Index first;
  Index count;
};

Band BandOf(Index word, Index length, Index band) {
  const Index first = std::max<Index>(0, word - band);
  return {first, std::min(length, word + band + 1) - first};
}

}  // namespace

Var AttendInBand(Graph& graph, Var queries, Var keys, Var values,
                 const SequenceBatch& words, Index band, Real scale) {
  const Index batch = words.batch();
  const Var y =
      graph.NewValue(words.max_length * batch, graph.value(values).cols());
  graph.MutableValue(y).setZero();
  // What each word reads, one after the other, to go back by.
  std::vector<std::vector<RowVector>> weights(
      graph.recording() ? static_cast<std::size_t>(batch) : 0);
  for (Index b = 0; b < batch; ++b) {
    const Matrix q = RowsAt(graph.value(queries), words, b);
    const Matrix k = RowsAt(graph.value(keys), words, b);
    const Matrix v = RowsAt(graph.value(values), words, b);
    for (Index i = 0; i < q.rows(); ++i) {
      const auto [first, count] = BandOf(i, q.rows(), band);
      Matrix read = scale * q.row(i) * k.middleRows(first, count).transpose();
      SoftmaxRows<Real>(read);
      graph.MutableValue(y).row(i * batch + b).noalias() =
          read * v.middleRows(first, count);
      if (graph.recording()) {
        weights[static_cast<std::size_t>(b)].emplace_back(read);
      }
    }
  }
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, queries, keys, values, words, band, scale,
                         batch, weights = std::move(weights), y] {
      for (Index b = 0; b < batch; ++b) {
        const Matrix q = RowsAt(graph.value(queries), words, b);
        const Matrix k = RowsAt(graph.value(keys), words, b);
        const Matrix v = RowsAt(graph.value(values), words, b);
        Matrix d_q = Matrix::Zero(q.rows(), q.cols());
        Matrix d_k = Matrix::Zero(k.rows(), k.cols());
        Matrix d_v = Matrix::Zero(v.rows(), v.cols());
        for (Index i = 0; i < q.rows(); ++i) {
          const auto [first, count] = BandOf(i, q.rows(), band);
          const RowVector& read =
              weights[static_cast<std::size_t>(b)][static_cast<std::size_t>(i)];
          const RowVector dy = graph.Gradient(y).row(i * batch + b);
          RowVector above = dy * v.middleRows(first, count).transpose();
          above.array() -= above.dot(read);
          const RowVector d_scores = scale * above.cwiseProduct(read);
          d_q.row(i) = d_scores * k.middleRows(first, count);
          d_k.middleRows(first, count) += d_scores.transpose() * q.row(i);
          d_v.middleRows(first, count) += read.transpose() * dy;
        }
        if (graph.NeedsGradient(queries)) {
          AddRowsAt(d_q, words, b, graph.Gradient(queries));
        }
        if (graph.NeedsGradient(keys)) {
          AddRowsAt(d_k, words, b, graph.Gradient(keys));
        }
        if (graph.NeedsGradient(values)) {
          AddRowsAt(d_v, words, b, graph.Gradient(values));
        }
      }
    });
  }
  return y;
}

}  // namespace whylight
