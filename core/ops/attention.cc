#include "core/ops/attention.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/math/kernels.h"
#include "core/ops/mask_ratio.h"

namespace whylight {
namespace {

using MaskRow = Eigen::Array<Real, 1, Eigen::Dynamic>;
using Strided = Eigen::Map<Matrix, 0, Eigen::OuterStride<>>;

// Queries whose scores are in memory at a time.
constexpr Index kQueriesAtOnce = 64;

// The columns of a head.
struct HeadPart {
  Index start;
  Index count;
};

HeadPart HeadPartOf(Index width, Index heads, Index head) {
  return {head * (width / heads), width / heads};
}

// The columns `part` of a table at the words of a text.
Matrix AtText(const ConstMatrixView& table, const SequenceBatch& words,
              Index text, HeadPart part) {
  Matrix rows(words.lengths[static_cast<std::size_t>(text)], part.count);
  for (Index t = 0; t < rows.rows(); ++t) {
    rows.row(t) = table.row(words.row(t, text)).segment(part.start, part.count);
  }
  return rows;
}

void AddAtText(const Matrix& rows, const SequenceBatch& words, Index text,
               HeadPart part, MatrixView table) {
  for (Index t = 0; t < rows.rows(); ++t) {
    table.row(words.row(t, text)).segment(part.start, part.count) +=
        rows.row(t);
  }
}

// The same of what there is by position, time-major.
Strided AtPositions(MatrixView values, const SequenceBatch& words, Index text,
                    HeadPart part) {
  return {values.data() + text * values.cols() + part.start,
          words.lengths[static_cast<std::size_t>(text)], part.count,
          Eigen::OuterStride<>(words.batch() * values.cols())};
}

// The keys of a text and a head, ready for any queries.
class TextKeys {
 public:
  TextKeys(Matrix keys, Real scale, const RowVector& vector)
      : keys_(std::move(keys)), scale_(scale), vector_(vector) {
    if (vector_.size() == 0) packed_.PackTransposed(keys_);
  }

  void Score(const ConstRef<Real>& queries, MutableRef<Real> scores) const {
    if (scores.size() == 0) return;
    if (vector_.size() == 0) {
      Gemm<Real>(queries, packed_, scores, Into::kReplace);
      if (scale_ != Real{1}) scores *= scale_;
      return;
    }
    for (Index i = 0; i < queries.rows(); ++i) {
      scores.row(i).noalias() = vector_ * Together(queries.row(i)).transpose();
    }
  }

  // Sends the gradient of the scores back. `d_vector` is left alone where
  // there is no vector.
  void ScoreBackward(const Matrix& queries, const ConstMatrixView& d_scores,
                     Matrix* d_queries, Matrix* d_keys,
                     RowVector* d_vector) const {
    d_queries->setZero(queries.rows(), queries.cols());
    d_keys->setZero(keys_.rows(), keys_.cols());
    if (d_scores.size() == 0) return;
    if (vector_.size() == 0) {
      Gemm<Real>(d_scores, keys_, *d_queries, Into::kReplace);
      TransposedProduct<Real>(d_scores, queries, *d_keys, Into::kReplace);
      *d_queries *= scale_;
      *d_keys *= scale_;
      return;
    }
    for (Index i = 0; i < queries.rows(); ++i) {
      const Matrix together = Together(queries.row(i));
      *d_vector += d_scores.row(i) * together;
      const Matrix d_together =
          (d_scores.row(i).transpose() * vector_)
              .cwiseProduct((Real{1} - together.array().square()).matrix());
      *d_keys += d_together;
      d_queries->row(i) = d_together.colwise().sum();
    }
  }

 private:
  // tanh(q + k) of all keys.
  Matrix Together(const Eigen::Ref<const RowVector>& query) const {
    Matrix together = keys_.rowwise() + query;
    Tanh(together.data(), together.data(), together.size());
    return together;
  }

  Matrix keys_;
  Real scale_;
  RowVector vector_;
  PackedMatrix<Real> packed_;
};

// What a head of `scoring` uses of its vector.
RowVector VectorOf(const Graph& graph, const PairScoring& scoring,
                   HeadPart part) {
  if (!scoring.vector) return {};
  return graph.value(*scoring.vector).row(0).segment(part.start, part.count);
}

void PairScoresBackward(Graph& graph, Var queries, const SequenceBatch& left,
                        Var keys, const SequenceBatch& right,
                        const PairScoring& scoring, const WordPairs& pairs,
                        Var scores) {
  const ConstMatrixView d_scores(graph.Gradient(scores).data(), pairs.size(),
                                 1);
  Matrix d_q;
  Matrix d_k;
  for (Index head = 0; head < scoring.heads; ++head) {
    const HeadPart part =
        HeadPartOf(graph.value(queries).cols(), scoring.heads, head);
    const RowVector vector = VectorOf(graph, scoring, part);
    RowVector d_vector = RowVector::Zero(vector.size());
    for (Index b = 0; b < pairs.texts(); ++b) {
      const TextKeys text(AtText(graph.value(keys), right, b, part),
                          scoring.scale, vector);
      text.ScoreBackward(AtText(graph.value(queries), left, b, part),
                         pairs.Of(d_scores, b, head), &d_q, &d_k, &d_vector);
      if (graph.NeedsGradient(queries)) {
        AddAtText(d_q, left, b, part, graph.Gradient(queries));
      }
      if (graph.NeedsGradient(keys)) {
        AddAtText(d_k, right, b, part, graph.Gradient(keys));
      }
    }
    if (scoring.vector && graph.NeedsGradient(*scoring.vector)) {
      graph.Gradient(*scoring.vector).row(0).segment(part.start, part.count) +=
          d_vector;
    }
  }
}

// z of the words of a text; empty where all are read.
MaskRow MaskOf(const Graph& graph, const AttentionValues& values, Index text) {
  if (!values.mask) return {};
  MaskRow mask(values.words.lengths[static_cast<std::size_t>(text)]);
  for (Index t = 0; t < mask.size(); ++t) {
    mask(t) = graph.value(*values.mask)(t * values.words.batch() + text, 0);
  }
  return mask;
}

// Turns the scores of the queries from `first` on into weights, in place. With
// a mask, `ratios` gets what a weight is per z, unless it is null.
void Weigh(MutableRef<Real> scores, const MaskRow& mask, bool itself,
           Index first, Real* ratios) {
  if (mask.size() == 0) {
    SoftmaxRows<Real>(scores);
    return;
  }
  MaskRow z = mask;
  for (Index i = 0; i < scores.rows(); ++i) {
    if (itself) z(first + i) = 1;
    auto row = scores.row(i).array();
    const Real highest =
        (z != 0).select(row, -std::numeric_limits<Real>::infinity()).maxCoeff();
    if (highest == -std::numeric_limits<Real>::infinity()) {
      row.setZero();
    } else {
      row -= highest;
      Exp(row.data(), row.data(), row.size());
      // What is left out may be infinite.
      row /= (z != 0).select(row * z, Real{0}).sum();
    }
    if (ratios != nullptr) {
      Eigen::Map<MaskRow>(ratios + i * row.size(), row.size()) =
          row.min(kMostMaskRatio);
    }
    row = (z != 0).select(row * z, Real{0});
    if (itself) z(first + i) = mask(first + i);
  }
}

// What the backward of AttendByScores needs.
struct AttentionTrace {
  Attention attended;
  std::optional<Var> ratios;  // Where a gradient is to reach the mask.
};

// The gradient of the scores of a text and a head, from that of the vectors.
Matrix AttendBackward(Graph& graph, const AttentionTrace& trace,
                      const WordPairs& pairs, const SequenceBatch& asking,
                      const AttentionValues& values, Index text, Index head) {
  const HeadPart part =
      HeadPartOf(graph.value(values.table).cols(), pairs.heads(), head);
  const ConstMatrixView weights =
      pairs.Of(graph.value(trace.attended.weights), text, head);
  const Matrix read =
      AtText(graph.value(values.table), values.words, text, part);
  const Strided d_vectors =
      AtPositions(graph.Gradient(trace.attended.vectors), asking, text, part);
  Matrix above(weights.rows(), weights.cols());
  Gemm<Real>(d_vectors, PackedMatrix<Real>::Transposed(read), above,
             Into::kReplace);
  const Eigen::Matrix<Real, Eigen::Dynamic, 1> means =
      above.cwiseProduct(weights).rowwise().sum();
  above.colwise() -= means;
  if (graph.NeedsGradient(values.table)) {
    Matrix d_read(read.rows(), read.cols());
    TransposedProduct<Real>(weights, d_vectors, d_read, Into::kReplace);
    AddAtText(d_read, values.words, text, part, graph.Gradient(values.table));
  }
  if (trace.ratios) {
    Matrix d_mask =
        pairs.Of(graph.value(*trace.ratios), text, head).cwiseProduct(above);
    // Its own z does not count.
    if (values.itself) d_mask.diagonal().setZero();
    const RowVector sums = d_mask.colwise().sum();
    MatrixView to = graph.Gradient(*values.mask);
    for (Index t = 0; t < sums.size(); ++t) {
      to(t * values.words.batch() + text, 0) += sums(t);
    }
  }
  return above.cwiseProduct(weights);
}

// The lengths of the texts on the side that asks, and no words.
SequenceBatch LengthsOf(const WordPairs& pairs, Asks asks) {
  SequenceBatch batch;
  for (Index b = 0; b < pairs.texts(); ++b) {
    batch.lengths.push_back(asks == Asks::kLeft ? pairs.left(b)
                                                : pairs.right(b));
    batch.max_length = std::max(batch.max_length, batch.lengths.back());
  }
  return batch;
}

Var ZeroVectors(Graph& graph, const SequenceBatch& asking, Index width) {
  const Var y = graph.NewValue(asking.max_length * asking.batch(), width);
  graph.MutableValue(y).setZero();
  return y;
}

}  // namespace

Var PairScores(Graph& graph, Var queries, const SequenceBatch& left, Var keys,
               const SequenceBatch& right, const PairScoring& scoring) {
  const WordPairs pairs(left, right, scoring.heads);
  const Var y = graph.NewValue(pairs.size(), 1);
  MatrixView scores = graph.MutableValue(y);
  for (Index head = 0; head < scoring.heads; ++head) {
    const HeadPart part =
        HeadPartOf(graph.value(queries).cols(), scoring.heads, head);
    const RowVector vector = VectorOf(graph, scoring, part);
    for (Index b = 0; b < pairs.texts(); ++b) {
      TextKeys(AtText(graph.value(keys), right, b, part), scoring.scale, vector)
          .Score(AtText(graph.value(queries), left, b, part),
                 pairs.Of(scores, b, head));
    }
  }
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, queries, left, keys, right, scoring, pairs,
                         y] {
      PairScoresBackward(graph, queries, left, keys, right, scoring, pairs, y);
    });
  }
  return y;
}

Attention AttendByScores(Graph& graph, Var scores, const WordPairs& pairs,
                         Asks asks, const AttentionValues& values) {
  const SequenceBatch asking = LengthsOf(pairs, asks);
  // Of the texts in the order in which they ask.
  const WordPairs turned(asking, values.words, pairs.heads());
  AttentionTrace trace{
      {ZeroVectors(graph, asking, graph.value(values.table).cols()),
       graph.NewValue(pairs.size(), 1)},
      std::nullopt};
  if (graph.recording() && values.mask && graph.NeedsGradient(*values.mask)) {
    trace.ratios = graph.NewValue(pairs.size(), 1);
  }
  MatrixView vectors = graph.MutableValue(trace.attended.vectors);
  for (Index b = 0; b < pairs.texts(); ++b) {
    const MaskRow mask = MaskOf(graph, values, b);
    for (Index head = 0; head < pairs.heads(); ++head) {
      const HeadPart part = HeadPartOf(vectors.cols(), pairs.heads(), head);
      MatrixView weights =
          turned.Of(graph.MutableValue(trace.attended.weights), b, head);
      if (weights.size() == 0) continue;
      const ConstMatrixView given = pairs.Of(graph.value(scores), b, head);
      if (asks == Asks::kLeft) {
        weights = given;
      } else {
        weights = given.transpose();
      }
      Weigh(weights, mask, values.itself, 0,
            trace.ratios
                ? turned.Of(graph.MutableValue(*trace.ratios), b, head).data()
                : nullptr);
      Gemm<Real>(weights,
                 AtText(graph.value(values.table), values.words, b, part),
                 AtPositions(vectors, asking, b, part), Into::kReplace);
    }
  }
  if (graph.recording()) {
    graph.OnBackward(trace.attended.vectors, [&graph, scores, pairs, turned,
                                              asks, asking, values, trace] {
      for (Index b = 0; b < pairs.texts(); ++b) {
        for (Index head = 0; head < pairs.heads(); ++head) {
          if (pairs.left(b) * pairs.right(b) == 0) continue;
          const Matrix d_scores =
              AttendBackward(graph, trace, turned, asking, values, b, head);
          MatrixView to = pairs.Of(graph.Gradient(scores), b, head);
          if (asks == Asks::kLeft) {
            to += d_scores;
          } else {
            to += d_scores.transpose();
          }
        }
      }
    });
  }
  return trace.attended;
}

Var Attend(Graph& graph, Var queries, const SequenceBatch& left, Var keys,
           const AttentionValues& values, const PairScoring& scoring) {
  if (graph.recording()) {
    const WordPairs pairs(left, values.words, scoring.heads);
    return AttendByScores(
               graph,
               PairScores(graph, queries, left, keys, values.words, scoring),
               pairs, Asks::kLeft, values)
        .vectors;
  }
  const Var y = ZeroVectors(graph, left, graph.value(values.table).cols());
  for (Index head = 0; head < scoring.heads; ++head) {
    const HeadPart asked =
        HeadPartOf(graph.value(queries).cols(), scoring.heads, head);
    const HeadPart given =
        HeadPartOf(graph.value(values.table).cols(), scoring.heads, head);
    const RowVector vector = VectorOf(graph, scoring, asked);
    for (Index b = 0; b < left.batch(); ++b) {
      const MaskRow mask = MaskOf(graph, values, b);
      const Matrix read =
          AtText(graph.value(values.table), values.words, b, given);
      if (read.rows() == 0) continue;
      const TextKeys text(AtText(graph.value(keys), values.words, b, asked),
                          scoring.scale, vector);
      const Matrix asks = AtText(graph.value(queries), left, b, asked);
      Strided vectors = AtPositions(graph.MutableValue(y), left, b, given);
      Matrix weights;
      for (Index first = 0; first < asks.rows(); first += kQueriesAtOnce) {
        const Index count = std::min(kQueriesAtOnce, asks.rows() - first);
        weights.resize(count, read.rows());
        text.Score(asks.middleRows(first, count), weights);
        Weigh(weights, mask, values.itself, first, nullptr);
        Gemm<Real>(weights, read, vectors.middleRows(first, count),
                   Into::kReplace);
      }
    }
  }
  return y;
}

}  // namespace whylight
