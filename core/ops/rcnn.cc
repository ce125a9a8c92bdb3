#include "core/ops/rcnn.h"

#include <memory>
#include <utility>
#include <vector>

#include "core/ops/ops.h"
#include "core/ops/rcnn_recurrence.h"

namespace whylight {
namespace {

std::vector<MaxRun> RunMax(const Graph& graph, const RcnnInputs& inputs,
                           const SequenceBatch& words,
                           const Recurrence& recurrence) {
  const ConstMatrixView table = graph.value(inputs.candidates);
  std::vector<MaxRun> runs;
  for (Index b = 0; b < recurrence.batch(); ++b) {
    MaxRun run;
    for (Index i = 0; i < recurrence.length(); ++i) {
      const Index t = recurrence.time(i);
      if (recurrence.Mask(t, b) != Real{0}) {
        run.positions.push_back(t * recurrence.batch() + b);
      }
    }
    run.candidates.resize(static_cast<Index>(run.positions.size()),
                          table.cols());
    for (std::size_t k = 0; k < run.positions.size(); ++k) {
      run.candidates.row(static_cast<Index>(k)) =
          table.row(words.rows[static_cast<std::size_t>(run.positions[k])]);
    }
    run.found = FindMaxNgrams(run.candidates, inputs.order, inputs.form.mapping,
                              graph.value(inputs.decay)(0, 0));
    runs.push_back(std::move(run));
  }
  return runs;
}

template <typename Row>
void Activate(Activation activation, Row&& a) {
  if (activation == Activation::kTanh) a = a.tanh();
  if (activation == Activation::kRelu) a = a.max(Real{0});
}

// One run. The batch advances a word at a time: first the levels of every
// sequence, then, after one product with O for all, their states.
class Forward {
 public:
  Forward(Graph& graph, const RcnnInputs& inputs, const SequenceBatch& words,
          Direction direction, Keep keep)
      : graph_(graph),
        inputs_(inputs),
        words_(words),
        recurrence_(graph, inputs, words, direction),
        batch_(recurrence_.batch()),
        hidden_(recurrence_.hidden()),
        width_(recurrence_.order() * hidden_),
        everything_(keep == Keep::kEverything),
        keeps_levels_(graph.recording() || everything_),
        exposed_(Matrix::Zero(batch_, hidden_)),
        sums_(batch_, hidden_),
        z_(width_),
        decay_(hidden_),
        keep_(hidden_),
        take_(hidden_) {
    const Index positions = recurrence_.length() * batch_;
    // Two steps of the levels are enough to go forward.
    const Index levels = keeps_levels_ ? positions : 2 * batch_;
    trace_.states = graph.NewValue(positions, hidden_);
    trace_.c = graph.NewValue(levels, width_);
    if (everything_ || recurrence_.max()) {
      trace_.z = graph.NewValue(levels, width_);
    }
    if (recurrence_.counts()) {
      trace_.counts = graph.NewValue(levels, width_ - hidden_);
    }
    if (everything_ || (graph.recording() && inputs.decay_state)) {
      trace_.decays = graph.NewValue(positions, hidden_);
    }
    if (inputs.decay_state) {
      decay_sums_.resize(batch_, graph.value(*inputs.decay_state).cols());
    }
    if (inputs.output_gate) {
      trace_.output_gates =
          graph.NewValue(keeps_levels_ ? positions : batch_, hidden_);
    }
    if (graph.recording()) {
      trace_.activated = graph.NewValue(positions, hidden_);
    }
    if (recurrence_.max()) {
      max_runs_ = std::make_shared<std::vector<MaxRun>>(
          RunMax(graph, inputs, words, recurrence_));
      trace_.max_runs = max_runs_;
      words_read_.resize(static_cast<std::size_t>(batch_));
    }
  }

  /// What is remembered after the last step.
  RcnnState Last() const {
    if (recurrence_.max()) return {};
    if (recurrence_.length() == 0) return recurrence_.start();
    const Index i = recurrence_.length() - 1;
    const auto rows = [&](Var values, Index row) {
      return Matrix(graph_.value(values).middleRows(row, batch_));
    };
    return {rows(trace_.states, At(i, 0)), rows(trace_.c, LevelRow(i, 0)),
            trace_.counts ? rows(*trace_.counts, LevelRow(i, 0))
                          : Matrix(batch_, 0)};
  }

  RcnnTrace Run() {
    for (Index i = 0; i < recurrence_.length(); ++i) {
      GateProducts(i);
      for (Index b = 0; b < batch_; ++b) Levels(i, b);
      if (inputs_.output_matrix) {
        sums_.noalias() = exposed_ * graph_.value(*inputs_.output_matrix);
      } else {
        sums_ = exposed_;
      }
      for (Index b = 0; b < batch_; ++b) Output(i, b);
    }
    return trace_;
  }

 private:
  // Rows of what is kept whole, and of what is kept for two steps or one.
  Index At(Index i, Index b) const { return recurrence_.time(i) * batch_ + b; }
  Index LevelRow(Index i, Index b) const {
    return keeps_levels_ ? At(i, b) : i % 2 * batch_ + b;
  }
  Index GateRow(Index i, Index b) const { return keeps_levels_ ? At(i, b) : b; }

  const Real* Before(Var levels, const Matrix& start, Index i, Index b) const {
    return i == 0 ? &start.coeffRef(b, 0)
                  : &graph_.value(levels).coeffRef(LevelRow(i - 1, b), 0);
  }
  const Real* LevelsBefore(Index i, Index b) const {
    return Before(trace_.c, recurrence_.start().c, i, b);
  }
  const Real* CountsBefore(Index i, Index b) const {
    return Before(*trace_.counts, recurrence_.start().counts, i, b);
  }
  Real* Now(Var levels, Index i, Index b) {
    return &graph_.MutableValue(levels).coeffRef(LevelRow(i, b), 0);
  }

  // A word that only carries the state. While recording, words under a mask of
  // 0 are computed all the same: a gradient may reach their mask.
  bool Carries(Index i, Index b) const {
    const Index t = recurrence_.time(i);
    return words_.row(t, b) == SequenceBatch::kPadding ||
           (recurrence_.Mask(t, b) == Real{0} &&
            !(graph_.recording() && !recurrence_.max()));
  }

  // U^λ h[t-1] and U^o h[t-1].
  void GateProducts(Index i) {
    const auto product = [&](Var weight, auto&& result) {
      if (i > 0) {
        result.noalias() =
            graph_.value(trace_.states).middleRows(At(i - 1, 0), batch_) *
            graph_.value(weight);
      } else if (inputs_.start) {
        result.noalias() = inputs_.start->h * graph_.value(weight);
      } else {
        result.setZero();
      }
    };
    if (inputs_.decay_state) product(*inputs_.decay_state, decay_sums_);
    if (inputs_.output_gate) {
      product(inputs_.output_gate->state,
              graph_.MutableValue(*trace_.output_gates)
                  .middleRows(GateRow(i, 0), batch_));
    }
  }

  void ReadDecay(Index i, Index b, std::int32_t row) {
    if (!inputs_.decay_state) {
      recurrence_.ReadDecay(row, decay_);
    } else {
      const auto sums = decay_sums_.row(b).array() +
                        graph_.value(inputs_.decay).row(row).array();
      if (sums.size() == hidden_) {
        decay_ = sums.logistic();
      } else {
        decay_.setConstant(sums.logistic().value());
      }
    }
    if (trace_.decays) {
      graph_.MutableValue(*trace_.decays).row(At(i, b)) = decay_.matrix();
    }
  }

  void Levels(Index i, Index b) {
    const std::int32_t row = words_.row(recurrence_.time(i), b);
    const Real* before = LevelsBefore(i, b);
    RowMap c(Now(trace_.c, i, b), width_);
    if (Carries(i, b)) {
      c = ConstRowMap(before, width_);
      Carry(i, b);
      return;
    }
    RowMap z(trace_.z ? Now(*trace_.z, i, b) : z_.data(), width_);
    ReadDecay(i, b, row);
    if (recurrence_.max()) {
      const auto sequence = static_cast<std::size_t>(b);
      const MaxRun& run = (*max_runs_)[sequence];
      const Index word = words_read_[sequence]++;
      c = run.found.c.row(word).array();
      z = run.found.z.row(word).array();
    } else {
      const Real* counts = trace_.counts ? CountsBefore(i, b) : nullptr;
      recurrence_.Weights(recurrence_.Mask(recurrence_.time(i), b), decay_,
                          keep_, take_);
      for (Index j = 0; j < recurrence_.order(); ++j) {
        const Index level = j * hidden_;
        auto z_j = z.segment(level, hidden_);
        recurrence_.Level(j, row, c.data(), before, counts, z_j);
        c.segment(level, hidden_) =
            keep_ * ConstRowMap(before + level, hidden_) + take_ * z_j;
      }
      if (trace_.counts) Counts(counts, Now(*trace_.counts, i, b));
    }
    recurrence_.Expose(c.data(), z.data(), exposed_.row(b).array());
  }

  // C_j = keep ⊙ C_j before + take ⊙ C_{j-1} before, C_0 = 1
  void Counts(const Real* before, Real* now) const {
    for (Index level = 0; level < width_ - hidden_; level += hidden_) {
      const auto kept = keep_ * ConstRowMap(before + level, hidden_);
      RowMap count(now + level, hidden_);
      if (level == 0) {
        count = kept + take_;
      } else {
        count = kept + take_ * ConstRowMap(before + level - hidden_, hidden_);
      }
    }
  }

  // Nothing enters: what is kept beside c and h is carried, and gates say so.
  void Carry(Index i, Index b) {
    if (trace_.counts) {
      RowMap(Now(*trace_.counts, i, b), width_ - hidden_) =
          ConstRowMap(CountsBefore(i, b), width_ - hidden_);
    }
    if (trace_.z) {
      RowMap z(Now(*trace_.z, i, b), width_);
      if (i == 0) {
        z.setZero();
      } else {
        z = ConstRowMap(Now(*trace_.z, i - 1, b), width_);
      }
    }
    if (trace_.decays) {
      graph_.MutableValue(*trace_.decays).row(At(i, b)).setOnes();
    }
    if (trace_.output_gates) {
      graph_.MutableValue(*trace_.output_gates).row(GateRow(i, b)).setZero();
    }
    if (trace_.activated) {
      graph_.MutableValue(*trace_.activated).row(At(i, b)).setZero();
    }
  }

  void Output(Index i, Index b) {
    const Index t = recurrence_.time(i);
    const std::int32_t row = words_.row(t, b);
    const ConstRowMap before(
        i == 0 ? &recurrence_.start().h.coeffRef(b, 0)
               : &graph_.value(trace_.states).coeffRef(At(i - 1, b), 0),
        hidden_);
    auto h = graph_.MutableValue(trace_.states).row(At(i, b)).array();
    if (Carries(i, b)) {
      h = before;
      return;
    }
    auto y = sums_.row(b).array();
    if (inputs_.bias) y += graph_.value(*inputs_.bias).row(0).array();
    Activate(inputs_.form.activation, y);
    if (trace_.activated) {
      graph_.MutableValue(*trace_.activated).row(At(i, b)) = y.matrix();
    }
    if (inputs_.output_gate) {
      auto o =
          graph_.MutableValue(*trace_.output_gates).row(GateRow(i, b)).array();
      o = (o + graph_.value(inputs_.output_gate->words).row(row).array())
              .logistic();
      y *= o;
    }
    if (inputs_.highway) {
      const auto f = graph_.value(inputs_.highway->gate).row(row).array();
      const auto x = graph_.value(inputs_.highway->words).row(row).array();
      y = f * y + (Real{1} - f) * x;
    }
    const Real mask = recurrence_.Mask(t, b);
    if (mask == Real{1}) {
      h = y;
    } else {
      h = mask * y + (Real{1} - mask) * before;
    }
  }

  Graph& graph_;
  const RcnnInputs& inputs_;
  const SequenceBatch& words_;
  Recurrence recurrence_;
  Index batch_;
  Index hidden_;
  Index width_;  // Of the levels side by side.
  bool everything_;
  bool keeps_levels_;
  RcnnTrace trace_{};
  std::shared_ptr<std::vector<MaxRun>> max_runs_;
  std::vector<Index> words_read_;  // Of each sequence so far.

  Matrix decay_sums_;  // U^λ h[t-1], a row a sequence.
  Matrix exposed_;     // s, and Oᵀs, a row a sequence.
  Matrix sums_;
  RowArray z_;
  RowArray decay_;
  RowArray keep_;
  RowArray take_;
};

}  // namespace

RcnnRun RunRcnn(Graph& graph, const RcnnInputs& inputs,
                const SequenceBatch& words, Direction direction, Keep keep) {
  Forward forward(graph, inputs, words, direction, keep);
  const RcnnTrace trace = forward.Run();
  if (graph.recording()) {
    graph.OnBackward(trace.states, [&graph, inputs, words, direction, trace] {
      RunRcnnBackward(graph, inputs, words, direction, trace);
    });
  }
  RcnnRun run{trace.states, {}, {}, {}, {}, forward.Last()};
  if (keep == Keep::kEverything) {
    run.c = trace.c;
    run.z = trace.z;
    run.decays = trace.decays;
    run.output_gates = trace.output_gates;
  }
  return run;
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
