#include "core/ops/rcnn.h"

#include <vector>

#include "core/ops/ops.h"

namespace whylight {
namespace {

using RowArray = Eigen::Array<Real, 1, Eigen::Dynamic>;

// The order in which a direction visits time steps.
class Steps {
 public:
  Steps(Index count, Direction direction)
      : count_(count), forward_(direction == Direction::kForward) {}
  Index at(Index i) const { return forward_ ? i : count_ - 1 - i; }

 private:
  Index count_;
  bool forward_;
};

// What the forward run leaves for the backward run.
struct Trace {
  Var states;  // h, [T·B x h]
  Var cells;   // c_1..c_n, [T·B x n·h]; without recording two steps of it
  Var decays;  // λ where it depends on the state, [T·B x h]; else unused
  Var fresh;   // tanh(c_n + b), what h would be at z = 1, [T·B x h]
};

Real MaskAt(const Graph& graph, const RcnnInputs& inputs,
            const SequenceBatch& words, Index t, Index b) {
  if (words.row(t, b) == SequenceBatch::kPadding) return Real{0};
  if (!inputs.mask) return Real{1};
  return graph.value(*inputs.mask)(t * words.batch() + b, 0);
}

void RunBackward(Graph& graph, const RcnnInputs& inputs,
                 const SequenceBatch& words, Steps steps, const Trace& trace) {
  const ConstMatrixView candidates = graph.value(inputs.candidates);
  const ConstMatrixView states = graph.value(trace.states);
  const ConstMatrixView cells = graph.value(trace.cells);
  const ConstMatrixView fresh = graph.value(trace.fresh);
  const ConstMatrixView decays =
      graph.value(inputs.decay_state ? trace.decays : inputs.decay);
  const Index batch = words.batch();
  const Index length = words.max_length;
  const Index hidden = states.cols();
  const Index order = cells.cols() / hidden;

  const MatrixView d_states = graph.Gradient(trace.states);
  MatrixView d_candidates = graph.Gradient(inputs.candidates);
  MatrixView d_decay = graph.Gradient(inputs.decay);
  MatrixView d_bias = graph.Gradient(inputs.bias);

  Matrix d_cell = Matrix::Zero(batch, order * hidden);
  Matrix d_state = Matrix::Zero(batch, hidden);
  // Gradient of the decay's pre-activation, and the state it was computed
  // from; one product at the end gives the gradient of U.
  Matrix d_gate;
  Matrix previous_states;
  if (inputs.decay_state) {
    d_gate = Matrix::Zero(length * batch, hidden);
    previous_states = Matrix::Zero(length * batch, hidden);
  }
  const RowArray zero_cell = RowArray::Zero(order * hidden);
  const RowArray zero_state = RowArray::Zero(hidden);
  RowArray d_fresh(hidden);
  RowArray d_step(hidden);
  RowArray step(hidden);

  for (Index i = length; i-- > 0;) {
    const Index t = steps.at(i);
    const Index previous = i > 0 ? steps.at(i - 1) : -1;
    for (Index b = 0; b < batch; ++b) {
      const Index at = t * batch + b;
      const std::int32_t row = words.row(t, b);
      d_state.row(b) += d_states.row(at);
      if (row == SequenceBatch::kPadding) continue;
      const Real z = MaskAt(graph, inputs, words, t, b);

      const auto before_cell = [&](Index j) {
        const Real* data = previous < 0
                               ? zero_cell.data()
                               : &cells.coeffRef(previous * batch + b, 0);
        return Eigen::Map<const RowArray>(data + j * hidden, hidden);
      };
      const Eigen::Map<const RowArray> before_state(
          previous < 0 ? zero_state.data()
                       : &states.coeffRef(previous * batch + b, 0),
          hidden);
      const auto decay =
          decays.row(inputs.decay_state ? at : Index{row}).array();
      auto dh = d_state.row(b).array();
      auto dc = d_cell.row(b).array();
      Real d_mask = 0;

      // h = z · fresh + (1 - z) · h_before
      if (inputs.mask) {
        d_mask += (dh * (fresh.row(at).array() - before_state)).sum();
      }
      if (z != Real{0}) {
        d_fresh = z * dh * (Real{1} - fresh.row(at).array().square());
        d_bias.row(0).array() += d_fresh;
        dc.segment((order - 1) * hidden, hidden) += d_fresh;
      }
      dh *= Real{1} - z;

      // c_j = before_j + step · (before_{j-1} + u_j - before_j). Upwards, so
      // that what level j hands to before_{j-1} is not scaled by level j - 1.
      step = z * (Real{1} - decay);
      d_step.setZero();
      for (Index j = 0; j < order; ++j) {
        auto dcj = dc.segment(j * hidden, hidden);
        const auto u = candidates.row(row).segment(j * hidden, hidden).array();
        if (j == 0) {
          d_step += dcj * (u - before_cell(0));
        } else {
          d_step += dcj * (before_cell(j - 1) + u - before_cell(j));
        }
        if (z == Real{0}) continue;
        d_candidates.row(row).segment(j * hidden, hidden).array() += dcj * step;
        if (j > 0) dc.segment((j - 1) * hidden, hidden) += dcj * step;
        dcj *= Real{1} - step;
      }
      if (inputs.mask) {
        d_mask += (d_step * (Real{1} - decay)).sum();
        graph.Gradient (*inputs.mask)(at, 0) += d_mask;
      }
      if (z == Real{0}) continue;

      // step = z (1 - λ)
      if (!inputs.decay_state) {
        d_decay.row(row).array() -= z * d_step;
        continue;
      }
      auto dg = d_gate.row(at).array();
      dg = -z * d_step * decay * (Real{1} - decay);
      d_decay.row(row).array() += dg;
      previous_states.row(at) = before_state.matrix();
    }
    if (inputs.decay_state && previous >= 0) {
      d_state.noalias() += d_gate.middleRows(t * batch, batch) *
                           graph.value(*inputs.decay_state).transpose();
    }
  }
  if (inputs.decay_state) {
    graph.Gradient(*inputs.decay_state).noalias() +=
        previous_states.transpose() * d_gate;
  }
}

}  // namespace

Var Rcnn(Graph& graph, const RcnnInputs& inputs, const SequenceBatch& words,
         Direction direction) {
  const bool recording = graph.recording();
  const ConstMatrixView candidates = graph.value(inputs.candidates);
  const ConstMatrixView decay_table = graph.value(inputs.decay);
  const auto bias = graph.value(inputs.bias).row(0).array();
  const Index batch = words.batch();
  const Index length = words.max_length;
  const Index hidden = decay_table.cols();
  const Index order = candidates.cols() / hidden;
  const Steps steps(length, direction);

  // Without recording only the last two steps of the cells are kept.
  const Index kept_steps = recording ? length : 2;
  Trace trace{};
  trace.states = graph.NewValue(length * batch, hidden);
  trace.cells = graph.NewValue(kept_steps * batch, order * hidden);
  if (inputs.decay_state) {
    trace.decays = graph.NewValue((recording ? length : 1) * batch, hidden);
  }
  if (recording) trace.fresh = graph.NewValue(length * batch, hidden);
  MatrixView states = graph.MutableValue(trace.states);
  MatrixView cells = graph.MutableValue(trace.cells);

  const auto cell_row = [&](Index i, Index b) {
    return (recording ? steps.at(i) : i % 2) * batch + b;
  };
  const RowArray zero_cell = RowArray::Zero(order * hidden);
  const RowArray zero_state = RowArray::Zero(hidden);
  RowArray step(hidden);
  RowArray decay(hidden);
  RowArray fresh(hidden);

  for (Index i = 0; i < length; ++i) {
    const Index t = steps.at(i);
    const Index gate_row = recording ? t * batch : 0;
    if (inputs.decay_state) {
      auto gates = graph.MutableValue(trace.decays).middleRows(gate_row, batch);
      if (i == 0) {
        gates.setZero();
      } else {
        gates.noalias() = states.middleRows(steps.at(i - 1) * batch, batch) *
                          graph.value(*inputs.decay_state);
      }
    }
    for (Index b = 0; b < batch; ++b) {
      const Index at = t * batch + b;
      const std::int32_t row = words.row(t, b);
      const Real* before_cells =
          i == 0 ? zero_cell.data() : &cells.coeffRef(cell_row(i - 1, b), 0);
      const Eigen::Map<const RowArray> before_state(
          i == 0 ? zero_state.data()
                 : &states.coeffRef(steps.at(i - 1) * batch + b, 0),
          hidden);
      auto now = cells.row(cell_row(i, b)).array();
      const Real z = MaskAt(graph, inputs, words, t, b);
      if (z == Real{0}) {
        now = Eigen::Map<const RowArray>(before_cells, order * hidden);
        states.row(at) = before_state.matrix();
        if (!recording || row == SequenceBatch::kPadding) continue;
      }

      if (inputs.decay_state) {
        auto gate = graph.MutableValue(trace.decays).row(gate_row + b).array();
        gate = (gate + decay_table.row(row).array()).logistic();
        decay = gate;
      } else {
        decay = decay_table.row(row).array();
      }
      if (z != Real{0}) {
        step = z * (Real{1} - decay);
        for (Index j = 0; j < order; ++j) {
          const Eigen::Map<const RowArray> before(before_cells + j * hidden,
                                                  hidden);
          const auto u =
              candidates.row(row).segment(j * hidden, hidden).array();
          auto cell = now.segment(j * hidden, hidden);
          if (j == 0) {
            cell = before + step * (u - before);
          } else {
            const Eigen::Map<const RowArray> below(
                before_cells + (j - 1) * hidden, hidden);
            cell = before + step * (below + u - before);
          }
        }
      }
      fresh = (now.segment((order - 1) * hidden, hidden) + bias).tanh();
      if (recording) {
        graph.MutableValue(trace.fresh).row(at) = fresh.matrix();
      }
      if (z == Real{1}) {
        states.row(at) = fresh.matrix();
      } else if (z != Real{0}) {
        states.row(at) = (z * fresh + (Real{1} - z) * before_state).matrix();
      }
    }
  }
  if (recording) {
    graph.OnBackward(trace.states, [&graph, inputs, words, steps, trace] {
      RunBackward(graph, inputs, words, steps, trace);
    });
  }
  return trace.states;
}

Var FinalState(Graph& graph, Var states, const SequenceBatch& words,
               Direction direction) {
  if (words.max_length == 0) {
    const Var start = graph.NewValue(words.batch(), graph.value(states).cols());
    graph.MutableValue(start).setZero();
    return start;
  }
  const Index last =
      direction == Direction::kForward ? words.max_length - 1 : 0;
  return Rows(graph, states, last * words.batch(), words.batch());
}

}  // namespace whylight
