#include "core/ops/lstm.h"

#include <utility>

#include "core/math/kernels.h"

namespace whylight {
namespace {

using RowArray = Eigen::Array<Real, 1, Eigen::Dynamic>;
using RowMap = Eigen::Map<RowArray>;
using ConstRowMap = Eigen::Map<const RowArray>;

// The values that a run keeps for backward, one row per position.
struct LstmTrace {
  Var states;
  Var c;          // [.. x h]
  Var gates;      // i, f, o and g, [.. x 4h]
  Var activated;  // tanh(c'), [.. x h]
};

// Common to forward and backward. The words of step t and sequence b are row
// At(t, b) of what is kept.
class Recurrence {
 public:
  Recurrence(const Graph& graph, const LstmInputs& inputs,
             const SequenceBatch& words)
      : graph_(graph),
        inputs_(inputs),
        words_(words),
        hidden_(graph.value(inputs.weights).rows()),
        start_(inputs.start ? *inputs.start
                            : LstmState{Matrix::Zero(batch(), hidden_),
                                        Matrix::Zero(batch(), hidden_)}) {}

  Index batch() const { return words_.batch(); }
  Index length() const { return words_.max_length; }
  Index hidden() const { return hidden_; }
  const LstmState& start() const { return start_; }
  Index At(Index t, Index b) const { return t * batch() + b; }
  bool Padding(Index t, Index b) const {
    return words_.row(t, b) == SequenceBatch::kPadding;
  }
  Real Mask(Index t, Index b) const {
    return inputs_.mask ? graph_.value(*inputs_.mask)(At(t, b), 0) : Real{1};
  }
  ConstRowMap HBefore(const ConstMatrixView& states, Index t, Index b) const {
    return Before(states, start_.h, t, b);
  }
  ConstRowMap CBefore(const ConstMatrixView& c, Index t, Index b) const {
    return Before(c, start_.c, t, b);
  }

 private:
  ConstRowMap Before(const ConstMatrixView& values, const Matrix& start,
                     Index t, Index b) const {
    return {t == 0 ? &start.coeffRef(b, 0) : &values.coeffRef(At(t - 1, b), 0),
            hidden_};
  }

  const Graph& graph_;
  const LstmInputs& inputs_;
  const SequenceBatch& words_;
  Index hidden_;
  LstmState start_;
};

RowMap Row(MatrixView values, Index row) {
  return {&values.coeffRef(row, 0), values.cols()};
}

// h[t-1] of the batch times `weights`, added to what the words say.
void RunGates(const Graph& graph, const LstmInputs& inputs,
              const SequenceBatch& words, const Recurrence& recurrence,
              const PackedMatrix<Real>& weights, const ConstMatrixView& states,
              Index t, MatrixView gates) {
  const Index batch = recurrence.batch();
  const ConstMatrixView table = graph.value(inputs.words);
  auto now = gates.middleRows(recurrence.At(t, 0), batch);
  for (Index b = 0; b < batch; ++b) {
    if (recurrence.Padding(t, b)) {
      now.row(b).setZero();
    } else {
      now.row(b) = table.row(words.row(t, b));
    }
  }
  if (t > 0) {
    Gemm<Real>(states.middleRows(recurrence.At(t - 1, 0), batch), weights, now,
               Into::kAdd);
  } else if (inputs.start) {
    Gemm<Real>(recurrence.start().h, weights, now, Into::kAdd);
  }
}

LstmTrace RunForward(Graph& graph, const LstmInputs& inputs,
                     const SequenceBatch& words, const Recurrence& recurrence) {
  const Index h = recurrence.hidden();
  const Index positions = recurrence.length() * recurrence.batch();
  const LstmTrace trace{
      graph.NewValue(positions, h), graph.NewValue(positions, h),
      graph.NewValue(positions, 4 * h), graph.NewValue(positions, h)};
  MatrixView states = graph.MutableValue(trace.states);
  MatrixView c = graph.MutableValue(trace.c);
  MatrixView gates = graph.MutableValue(trace.gates);
  MatrixView activated = graph.MutableValue(trace.activated);
  const PackedWeight weights = graph.Packed(inputs.weights);
  for (Index t = 0; t < recurrence.length(); ++t) {
    RunGates(graph, inputs, words, recurrence, *weights,
             graph.value(trace.states), t, gates);
    for (Index b = 0; b < recurrence.batch(); ++b) {
      const Index at = recurrence.At(t, b);
      const ConstRowMap h_before =
          recurrence.HBefore(graph.value(trace.states), t, b);
      const ConstRowMap c_before =
          recurrence.CBefore(graph.value(trace.c), t, b);
      RowMap h_now = Row(states, at);
      RowMap c_now = Row(c, at);
      if (recurrence.Padding(t, b)) {
        h_now = h_before;
        c_now = c_before;
        continue;
      }
      RowMap gate = Row(gates, at);
      Sigmoid(gate.data(), gate.data(), 3 * h);
      Tanh(gate.data() + 3 * h, gate.data() + 3 * h, h);
      c_now = gate.segment(h, h) * c_before +
              gate.segment(0, h) * gate.segment(3 * h, h);
      Tanh(c_now.data(), &activated.coeffRef(at, 0), h);
      h_now = gate.segment(2 * h, h) * Row(activated, at);
      if (!inputs.mask) continue;
      const Real mask = recurrence.Mask(t, b);
      c_now = mask * c_now + (1 - mask) * c_before;
      h_now = mask * h_now + (1 - mask) * h_before;
    }
  }
  return trace;
}

// The gradients of h and c go from word to word against the reading, those of
// the gates before their functions take the gates' place, and the products with
// them are one each in the end.
void RunBackward(Graph& graph, const LstmInputs& inputs,
                 const SequenceBatch& words, const LstmTrace& trace) {
  const Recurrence recurrence(graph, inputs, words);
  const Index h = recurrence.hidden();
  const Index batch = recurrence.batch();
  const ConstMatrixView states = graph.value(trace.states);
  const ConstMatrixView c = graph.value(trace.c);
  const MatrixView d_states = graph.Gradient(trace.states);
  const bool from_cells = graph.HasGradient(trace.c);
  MatrixView gates = graph.MutableValue(trace.gates);
  MatrixView activated = graph.MutableValue(trace.activated);
  MatrixView d_words = graph.Gradient(inputs.words);
  const PackedWeight weights = graph.Packed(inputs.weights, true);
  const bool masked = inputs.mask && graph.NeedsGradient(*inputs.mask);
  Matrix d_h = Matrix::Zero(batch, h);
  Matrix d_c = Matrix::Zero(batch, h);
  RowArray d_new_h(h);
  RowArray d_new_c(h);
  RowArray d_gate(4 * h);
  for (Index t = recurrence.length(); t-- > 0;) {
    d_h += d_states.middleRows(recurrence.At(t, 0), batch);
    if (from_cells) {
      d_c += graph.Gradient(trace.c).middleRows(recurrence.At(t, 0), batch);
    }
    for (Index b = 0; b < batch; ++b) {
      const Index at = recurrence.At(t, b);
      RowMap gate = Row(gates, at);
      if (recurrence.Padding(t, b)) {
        gate.setZero();
        continue;
      }
      const auto i = gate.segment(0, h);
      const auto f = gate.segment(h, h);
      const auto o = gate.segment(2 * h, h);
      const auto g = gate.segment(3 * h, h);
      const RowMap tanh_c = Row(activated, at);
      const ConstRowMap c_before = recurrence.CBefore(c, t, b);
      auto d_h_row = d_h.row(b).array();
      auto d_c_row = d_c.row(b).array();
      const Real mask = recurrence.Mask(t, b);
      if (masked) {
        graph.Gradient (*inputs.mask)(at, 0) +=
            (d_h_row * (o * tanh_c - recurrence.HBefore(states, t, b)) +
             d_c_row * (f * c_before + i * g - c_before))
                .sum();
      }
      d_new_h = mask * d_h_row;
      d_new_c = mask * d_c_row + d_new_h * o * (1 - tanh_c.square());
      d_h_row *= 1 - mask;
      d_c_row = (1 - mask) * d_c_row + d_new_c * f;
      d_gate.segment(0, h) = d_new_c * g * i * (1 - i);
      d_gate.segment(h, h) = d_new_c * c_before * f * (1 - f);
      d_gate.segment(2 * h, h) = d_new_h * tanh_c * o * (1 - o);
      d_gate.segment(3 * h, h) = d_new_c * i * (1 - g.square());
      gate = d_gate;
      Row(d_words, words.row(t, b)) += gate;
    }
    if (t > 0) {
      Gemm<Real>(gates.middleRows(recurrence.At(t, 0), batch), *weights, d_h,
                 Into::kAdd);
    }
  }
  if (!graph.NeedsGradient(inputs.weights)) return;
  if (inputs.start && recurrence.length() > 0) {
    graph.AddGradientProduct(inputs.weights, inputs.start->h,
                             gates.topRows(batch));
  }
  const Index later = states.rows() - batch;
  if (later > 0) {
    graph.AddGradientProduct(inputs.weights, states.topRows(later),
                             gates.bottomRows(later));
  }
}

}  // namespace

LstmRun RunLstm(Graph& graph, const LstmInputs& inputs,
                const SequenceBatch& words) {
  const Recurrence recurrence(graph, inputs, words);
  const LstmTrace trace = RunForward(graph, inputs, words, recurrence);
  if (graph.recording()) {
    graph.OnBackward(trace.states, [&graph, inputs, words, trace] {
      RunBackward(graph, inputs, words, trace);
    });
    // The states come before the cells, and thus after them on the way back:
    // they pass on what has reached either.
    graph.OnBackward(trace.c,
                     [&graph, trace] { graph.Gradient(trace.states); });
  }
  if (recurrence.length() == 0) {
    return {trace.states, trace.c, recurrence.start()};
  }
  const Index batch = recurrence.batch();
  return {trace.states,
          trace.c,
          {graph.value(trace.states).bottomRows(batch),
           graph.value(trace.c).bottomRows(batch)}};
}

}  // namespace whylight
