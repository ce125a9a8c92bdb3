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

// One run. The batch advances a word at a time: first the levels of every
// sequence, then, after one product with O for all, their states. Where no
// level needs a state, first come the levels of all words, then that product.
class Forward {
 public:
  Forward(Graph& graph, const RcnnInputs& inputs, const SequenceBatch& words,
          Direction direction, Keep keep)
      : graph_(graph),
        inputs_(inputs),
        words_(words),
        recurrence_(graph, inputs, words, direction),
        form_(recurrence_.form()),
        batch_(recurrence_.batch()),
        hidden_(recurrence_.hidden()),
        width_(recurrence_.order() * hidden_),
        everything_(keep == Keep::kEverything),
        keeps_levels_(graph.recording() || everything_),
        apart_(recurrence_.output_stands_apart()),
        exposed_(graph.Scratch(apart_ ? recurrence_.length() * batch_ : batch_,
                               hidden_)),
        decay_(hidden_) {
    exposed_.setZero();
    const Index positions = recurrence_.length() * batch_;
    // Two steps of the levels are enough to go forward.
    const Index levels = keeps_levels_ ? positions : 2 * batch_;
    tape_.states = graph.NewValue(positions, hidden_);
    tape_.c = graph.NewValue(levels, width_);
    if (everything_ || recurrence_.max()) {
      tape_.z = graph.NewValue(levels, width_);
    }
    if (recurrence_.counts()) {
      tape_.counts = graph.NewValue(levels, width_ - hidden_);
    }
    if (everything_ || (graph.recording() && inputs.decay_state)) {
      tape_.decays = graph.NewValue(positions, hidden_);
    }
    if (inputs.decay_state) {
      decay_state_ = graph.Packed(*inputs.decay_state);
      decay_sums_.resize(batch_, decay_state_->cols());
    }
    if (inputs.output_matrix) {
      output_matrix_ = graph.Packed(*inputs.output_matrix);
    }
    if (inputs.output_gate) {
      output_gate_state_ = graph.Packed(inputs.output_gate->state);
      tape_.output_gates =
          graph.NewValue(keeps_levels_ ? positions : batch_, hidden_);
    }
    if (graph.recording() && (inputs.mask || inputs.output_matrix ||
                              inputs.output_gate || inputs.highway)) {
      tape_.activated = graph.NewValue(positions, hidden_);
    }
    if (recurrence_.max()) {
      max_runs_ = std::make_shared<std::vector<MaxRun>>(
          RunMax(graph, inputs, words, recurrence_));
      tape_.max_runs = max_runs_;
      words_read_.resize(static_cast<std::size_t>(batch_));
    }
  }

  /// The state after the last step.
  RcnnState Last() const {
    if (recurrence_.max()) return {};
    if (recurrence_.length() == 0) return recurrence_.start();
    const Index i = recurrence_.length() - 1;
    const auto rows = [&](Var values, Index row) {
      return Matrix(graph_.value(values).middleRows(row, batch_));
    };
    return {
        rows(tape_.states, At(i, 0)), rows(tape_.c, LevelRow(i, 0)),
        tape_.counts ? rows(*tape_.counts, LevelRow(i, 0)) : Matrix(batch_, 0)};
  }

  RcnnTape Run() {
    const bool at_once = !inputs_.output_matrix && !recurrence_.max();
    const MatrixView sums = inputs_.output_matrix
                                ? graph_.Scratch(exposed_.rows(), hidden_)
                                : exposed_;
    for (Index i = 0; i < recurrence_.length(); ++i) {
      GateProducts(i);
      for (Index b = 0; b < batch_; ++b) {
        if (Carries(i, b)) {
          CarryLevels(i, b);
          if (at_once) CarryState(i, b);
        } else if (at_once) {
          RunWord(form_, LevelRowsOf(i, b), OutputRowsOf(i, b));
        } else if (recurrence_.max()) {
          MaxLevels(i, b);
        } else {
          RunLevels(form_, LevelRowsOf(i, b), ExposedRow(exposed_, i, b));
        }
      }
      if (!at_once && !apart_) Outputs(i, sums);
    }
    if (apart_) {
      for (Index i = 0; i < recurrence_.length(); ++i) Outputs(i, sums);
    }
    return tape_;
  }

 private:
  // Rows of what is kept whole, and of what is kept for two steps or one.
  Index At(Index i, Index b) const { return recurrence_.time(i) * batch_ + b; }
  Index LevelRow(Index i, Index b) const {
    return keeps_levels_ ? At(i, b) : i % 2 * batch_ + b;
  }
  Index GateRow(Index i, Index b) const { return keeps_levels_ ? At(i, b) : b; }
  Real* ExposedRow(MatrixView exposed, Index i, Index b) const {
    return &exposed.coeffRef(apart_ ? At(i, b) : b, 0);
  }

  const Real* Before(Var levels, const Matrix& start, Index i, Index b) const {
    return i == 0 ? &start.coeffRef(b, 0)
                  : &graph_.value(levels).coeffRef(LevelRow(i - 1, b), 0);
  }
  const Real* LevelsBefore(Index i, Index b) const {
    return Before(tape_.c, recurrence_.start().c, i, b);
  }
  const Real* CountsBefore(Index i, Index b) const {
    return Before(*tape_.counts, recurrence_.start().counts, i, b);
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
    const auto product = [&](const PackedWeight& weight,
                             MutableRef<Real> result) {
      if (i > 0) {
        Gemm<Real>(graph_.value(tape_.states).middleRows(At(i - 1, 0), batch_),
                   *weight, result, Into::kReplace);
      } else if (inputs_.start) {
        Gemm<Real>(inputs_.start->h, *weight, result, Into::kReplace);
      } else {
        result.setZero();
      }
    };
    if (inputs_.decay_state) product(decay_state_, decay_sums_);
    if (inputs_.output_gate) {
      product(output_gate_state_, graph_.MutableValue(*tape_.output_gates)
                                      .middleRows(GateRow(i, 0), batch_));
    }
  }

  const Real* StateBefore(Index i, Index b) const {
    return i == 0 ? &recurrence_.start().h.coeffRef(b, 0)
                  : &graph_.value(tape_.states).coeffRef(At(i - 1, b), 0);
  }
  Real* RowOf(const std::optional<Var>& values, Index row) {
    return values ? &graph_.MutableValue(*values).coeffRef(row, 0) : nullptr;
  }

  LevelRows<Real> LevelRowsOf(Index i, Index b) {
    const Index t = recurrence_.time(i);
    const std::int32_t row = words_.row(t, b);
    const Real* decay = recurrence_.DecayRow(row);
    const Real* decay_state =
        inputs_.decay_state ? decay_sums_.row(b).data() : nullptr;
    if (recurrence_.scalar_decay()) {
      Real lambda = *decay;
      if (decay_state != nullptr) {
        lambda += *decay_state;
        Sigmoid(&lambda, &lambda, 1);
      }
      decay_.setConstant(lambda);
      decay = decay_.data();
      decay_state = nullptr;
    }
    return {.mask = recurrence_.Mask(t, b),
            .u = &graph_.value(inputs_.candidates).coeffRef(row, 0),
            .decay = decay,
            .decay_state = decay_state,
            .c_before = LevelsBefore(i, b),
            .counts_before = tape_.counts ? CountsBefore(i, b) : nullptr,
            .c = Now(tape_.c, i, b),
            .counts = tape_.counts ? Now(*tape_.counts, i, b) : nullptr,
            .z = tape_.z ? Now(*tape_.z, i, b) : nullptr,
            .decays = RowOf(tape_.decays, At(i, b))};
  }

  OutputRows<Real> OutputRowsOf(Index i, Index b) {
    const Index t = recurrence_.time(i);
    const std::int32_t row = words_.row(t, b);
    const auto of_word = [&](Var table) {
      return &graph_.value(table).coeffRef(row, 0);
    };
    OutputRows<Real> rows{};
    rows.mask = recurrence_.Mask(t, b);
    if (inputs_.bias) rows.bias = graph_.value(*inputs_.bias).data();
    if (inputs_.output_gate) {
      rows.gate_words = of_word(inputs_.output_gate->words);
      rows.gate = RowOf(tape_.output_gates, GateRow(i, b));
    }
    if (inputs_.highway) {
      rows.highway = of_word(inputs_.highway->gate);
      rows.words = of_word(inputs_.highway->words);
    }
    rows.state_before = StateBefore(i, b);
    rows.activated = RowOf(tape_.activated, At(i, b));
    rows.state = RowOf(tape_.states, At(i, b));
    return rows;
  }

  void MaxLevels(Index i, Index b) {
    const auto sequence = static_cast<std::size_t>(b);
    const MaxRun& run = (*max_runs_)[sequence];
    const Index word = words_read_[sequence]++;
    RowMap c(Now(tape_.c, i, b), width_);
    RowMap z(Now(*tape_.z, i, b), width_);
    c = run.found.c.row(word).array();
    z = run.found.z.row(word).array();
    if (tape_.decays) {
      graph_.MutableValue(*tape_.decays)
          .row(At(i, b))
          .setConstant(
              *recurrence_.DecayRow(words_.row(recurrence_.time(i), b)));
    }
    recurrence_.Expose(c.data(), z.data(),
                       RowMap(ExposedRow(exposed_, i, b), hidden_));
  }

  // The states at step i, of Oᵀs, which is left in `sums`.
  void Outputs(Index i, MatrixView sums) {
    if (inputs_.output_matrix && (i == 0 || !apart_)) {
      Gemm<Real>(exposed_, *output_matrix_, sums, Into::kReplace);
    }
    for (Index b = 0; b < batch_; ++b) {
      if (Carries(i, b)) {
        CarryState(i, b);
        continue;
      }
      RunOutput(form_, OutputRowsOf(i, b), ExposedRow(sums, i, b));
    }
  }

  // Nothing enters: what is remembered is carried, and gates say so.
  void CarryState(Index i, Index b) {
    RowMap(RowOf(tape_.states, At(i, b)), hidden_) =
        ConstRowMap(StateBefore(i, b), hidden_);
  }
  void CarryLevels(Index i, Index b) {
    RowMap(Now(tape_.c, i, b), width_) =
        ConstRowMap(LevelsBefore(i, b), width_);
    if (tape_.counts) {
      RowMap(Now(*tape_.counts, i, b), width_ - hidden_) =
          ConstRowMap(CountsBefore(i, b), width_ - hidden_);
    }
    if (tape_.z) {
      RowMap z(Now(*tape_.z, i, b), width_);
      if (i == 0) {
        z.setZero();
      } else {
        z = ConstRowMap(Now(*tape_.z, i - 1, b), width_);
      }
    }
    if (tape_.decays) {
      graph_.MutableValue(*tape_.decays).row(At(i, b)).setOnes();
    }
    if (tape_.output_gates) {
      graph_.MutableValue(*tape_.output_gates).row(GateRow(i, b)).setZero();
    }
    if (tape_.activated) {
      graph_.MutableValue(*tape_.activated).row(At(i, b)).setZero();
    }
  }

  Graph& graph_;
  const RcnnInputs& inputs_;
  const SequenceBatch& words_;
  Recurrence recurrence_;
  LevelForm<Real> form_;
  Index batch_;
  Index hidden_;
  Index width_;  // Of the levels side by side.
  bool everything_;
  bool keeps_levels_;
  bool apart_;          // O multiplies all words at once.
  MatrixView exposed_;  // s, a row for each sequence or word.
  RcnnTape tape_{};
  std::shared_ptr<std::vector<MaxRun>> max_runs_;
  std::vector<Index> words_read_;  // Of each sequence so far.

  // The matrices that every step multiplies by.
  PackedWeight decay_state_;
  PackedWeight output_gate_state_;
  PackedWeight output_matrix_;

  Matrix decay_sums_;  // U^λ h[t-1], one row per sequence.
  RowArray decay_;     // λ where it is one number.
};

}  // namespace

RcnnRun RunRcnn(Graph& graph, const RcnnInputs& inputs,
                const SequenceBatch& words, Direction direction, Keep keep) {
  Forward forward(graph, inputs, words, direction, keep);
  const RcnnTape tape = forward.Run();
  if (graph.recording()) {
    graph.OnBackward(tape.states, [&graph, inputs, words, direction, tape] {
      RunRcnnBackward(graph, inputs, words, direction, tape);
    });
  }
  RcnnRun run{tape.states, {}, {}, {}, {}, forward.Last()};
  if (keep == Keep::kEverything) {
    run.c = tape.c;
    run.z = tape.z;
    run.decays = tape.decays;
    run.output_gates = tape.output_gates;
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
