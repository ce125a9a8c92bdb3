#include "core/ops/gated_average.h"

#include "core/math/kernels.h"

namespace whylight {
namespace {

using StateRow = Eigen::Array<Real, 1, Eigen::Dynamic>;
using StateMap = Eigen::Map<StateRow>;
using ConstStateMap = Eigen::Map<const StateRow>;

// The values that a run keeps for backward, one row per position.
struct AverageTrace {
  Var states;  // h
  Var c;
  std::optional<Var> f;
  Var o;
};

StateMap RowOf(MatrixView values, Index row) {
  return {&values.coeffRef(row, 0), values.cols()};
}

ConstStateMap RowOf(const ConstMatrixView& values, Index row) {
  return {&values.coeffRef(row, 0), values.cols()};
}

// What stands at the words, zeros at padding, after the logistic function if it
// is to be: [max_length·batch x h].
Var GatesAtWords(Graph& graph, Var table, const SequenceBatch& words,
                 GateForm form, Real gain) {
  const ConstMatrixView numbers = graph.value(table);
  const Var gates =
      graph.NewValue(static_cast<Index>(words.rows.size()), numbers.cols());
  MatrixView values = graph.MutableValue(gates);
  const Real factor = form == GateForm::kLogistic ? gain : Real{1};
  for (Index i = 0; i < values.rows(); ++i) {
    const std::int32_t row = words.rows[static_cast<std::size_t>(i)];
    if (row == SequenceBatch::kPadding) {
      values.row(i).setZero();
    } else {
      values.row(i) = factor * numbers.row(row);
    }
  }
  if (form == GateForm::kLogistic) {
    Sigmoid(values.data(), values.data(), values.size());
  }
  return gates;
}

// Common to forward and backward. The words of step t and sequence b are row
// At(t, b) of what is kept.
class AverageRun {
 public:
  AverageRun(Graph& graph, const GatedAverageInputs& inputs,
             const SequenceBatch& words)
      : graph_(graph),
        inputs_(inputs),
        words_(words),
        zeros_(StateRow::Zero(graph.value(inputs.fresh).cols())) {}

  AverageTrace Forward() const;
  void Backward(const AverageTrace& trace) const;

 private:
  Index hidden() const { return zeros_.size(); }
  Index At(Index t, Index b) const { return t * words_.batch() + b; }
  Real Mask(Index at) const {
    return inputs_.mask ? graph_.value(*inputs_.mask)(at, 0) : Real{1};
  }
  // A row of the step before, zeros before the first.
  ConstStateMap Before(const ConstMatrixView& values, Index t, Index b) const {
    return t == 0 ? ConstStateMap(zeros_.data(), hidden())
                  : RowOf(values, At(t - 1, b));
  }
  ConstStateMap Forget(const AverageTrace& trace, Index at) const {
    return trace.f ? RowOf(graph_.value(*trace.f), at)
                   : ConstStateMap(zeros_.data(), hidden());
  }

  Graph& graph_;
  const GatedAverageInputs& inputs_;
  const SequenceBatch& words_;
  StateRow zeros_;
};

AverageTrace AverageRun::Forward() const {
  const Index positions = words_.max_length * words_.batch();
  AverageTrace trace{graph_.NewValue(positions, hidden()),
                     graph_.NewValue(positions, hidden()), std::nullopt,
                     GatesAtWords(graph_, inputs_.output, words_,
                                  inputs_.output_form, inputs_.gain)};
  if (inputs_.forget) {
    trace.f = GatesAtWords(graph_, *inputs_.forget, words_, GateForm::kLogistic,
                           inputs_.gain);
  }
  MatrixView states = graph_.MutableValue(trace.states);
  MatrixView c = graph_.MutableValue(trace.c);
  const ConstMatrixView fresh = graph_.value(inputs_.fresh);
  const ConstMatrixView o = graph_.value(trace.o);
  for (Index t = 0; t < words_.max_length; ++t) {
    for (Index b = 0; b < words_.batch(); ++b) {
      const Index at = At(t, b);
      const ConstStateMap h_before = Before(graph_.value(trace.states), t, b);
      const ConstStateMap c_before = Before(graph_.value(trace.c), t, b);
      StateMap h_now = RowOf(states, at);
      StateMap c_now = RowOf(c, at);
      if (words_.row(t, b) == SequenceBatch::kPadding) {
        h_now = h_before;
        c_now = c_before;
        continue;
      }
      const ConstStateMap f = Forget(trace, at);
      c_now = f * c_before + (1 - f) * RowOf(fresh, words_.row(t, b));
      h_now = RowOf(o, at) * c_now;
      if (!inputs_.mask) continue;
      const Real mask = Mask(at);
      c_now = mask * c_now + (1 - mask) * c_before;
      h_now = mask * h_now + (1 - mask) * h_before;
    }
  }
  return trace;
}

// The gradients of h and c go from word to word against the reading.
void AverageRun::Backward(const AverageTrace& trace) const {
  const Index batch = words_.batch();
  const ConstMatrixView states = graph_.value(trace.states);
  const ConstMatrixView c = graph_.value(trace.c);
  const ConstMatrixView fresh = graph_.value(inputs_.fresh);
  const ConstMatrixView outputs = graph_.value(trace.o);
  const MatrixView d_states = graph_.Gradient(trace.states);
  MatrixView d_fresh = graph_.Gradient(inputs_.fresh);
  MatrixView d_output = graph_.Gradient(inputs_.output);
  const bool logistic = inputs_.output_form == GateForm::kLogistic;
  const bool masked = inputs_.mask && graph_.NeedsGradient(*inputs_.mask);
  Matrix d_h = Matrix::Zero(batch, hidden());
  Matrix d_c = Matrix::Zero(batch, hidden());
  StateRow c_new(hidden());
  StateRow d_c_new(hidden());
  StateRow d_o(hidden());
  for (Index t = words_.max_length; t-- > 0;) {
    d_h += d_states.middleRows(At(t, 0), batch);
    for (Index b = 0; b < batch; ++b) {
      const std::int32_t row = words_.row(t, b);
      if (row == SequenceBatch::kPadding) continue;
      const Index at = At(t, b);
      const ConstStateMap f = Forget(trace, at);
      const ConstStateMap o = RowOf(outputs, at);
      const ConstStateMap x = RowOf(fresh, row);
      const ConstStateMap c_before = Before(c, t, b);
      auto d_h_row = d_h.row(b).array();
      auto d_c_row = d_c.row(b).array();
      const Real mask = Mask(at);
      c_new = f * c_before + (1 - f) * x;
      if (masked) {
        graph_.Gradient (*inputs_.mask)(at, 0) +=
            (d_h_row * (o * c_new - Before(states, t, b)) +
             d_c_row * (c_new - c_before))
                .sum();
      }
      d_o = mask * d_h_row * c_new;
      d_c_new = mask * (d_c_row + d_h_row * o);
      d_h_row *= 1 - mask;
      d_c_row = (1 - mask) * d_c_row + d_c_new * f;
      RowOf(d_fresh, row) += d_c_new * (1 - f);
      if (logistic) d_o *= inputs_.gain * o * (1 - o);
      RowOf(d_output, row) += d_o;
      if (!inputs_.forget) continue;
      RowOf(graph_.Gradient(*inputs_.forget), row) +=
          inputs_.gain * d_c_new * (c_before - x) * f * (1 - f);
    }
  }
}

}  // namespace

Var GatedAverage(Graph& graph, const GatedAverageInputs& inputs,
                 const SequenceBatch& words) {
  const AverageTrace trace = AverageRun(graph, inputs, words).Forward();
  if (graph.recording()) {
    graph.OnBackward(trace.states, [&graph, inputs, words, trace] {
      AverageRun(graph, inputs, words).Backward(trace);
    });
  }
  return trace.states;
}

}  // namespace whylight
