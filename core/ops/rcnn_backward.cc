#include <optional>
#include <vector>

#include "core/ops/rcnn_recurrence.h"

namespace whylight {
namespace {

// Where the gradient of a table of words goes. If no row is read twice, the
// first gradient to reach the table is written instead of added to zeros.
class TableGradient {
 public:
  TableGradient(Graph& graph, Var table, const SequenceBatch& words)
      : gradient_(graph.GradientToWrite(table)) {
    if (gradient_.into == Into::kAdd) return;
    MatrixView values = gradient_.values;
    std::vector<bool> read(static_cast<std::size_t>(values.rows()));
    for (const std::int32_t row : words.rows) {
      if (row == SequenceBatch::kPadding) continue;
      const auto index = static_cast<std::size_t>(row);
      if (index >= read.size() || read[index]) {
        gradient_.into = Into::kAdd;
        values.setZero();
        return;
      }
      read[index] = true;
    }
    for (std::size_t row = 0; row < read.size(); ++row) {
      if (!read[row]) values.row(static_cast<Index>(row)).setZero();
    }
  }

  Into into() const { return gradient_.into; }
  MatrixView values() const { return gradient_.values; }
  /// The row of a word; a table of one row serves all.
  Real* Row(std::int32_t row) {
    return &gradient_.values.coeffRef(values().rows() == 1 ? 0 : row, 0);
  }

 private:
  Graph::WholeGradient gradient_;
};

// One run's way back. Gradients of the levels and of the state go from word to
// word against the reading; those of the tables and matrices are added up. What
// the forward run kept is overwritten, row by row, by the gradients that one
// product over all words takes in the end.
class Backward {
 public:
  Backward(Graph& graph, const RcnnInputs& inputs, const SequenceBatch& words,
           Direction direction, const RcnnTape& tape)
      : graph_(graph),
        inputs_(inputs),
        words_(words),
        tape_(tape),
        recurrence_(graph, inputs, words, direction),
        form_(recurrence_.form()),
        batch_(recurrence_.batch()),
        hidden_(recurrence_.hidden()),
        width_(recurrence_.order() * hidden_),
        states_(graph.value(tape.states)),
        c_(graph.value(tape.c)),
        d_states_(graph.Gradient(tape.states)),
        d_c_(Matrix::Zero(batch_, width_)),
        d_counts_(Matrix::Zero(batch_, width_ - hidden_)),
        d_state_(Matrix::Zero(batch_, hidden_)),
        d_sums_(batch_, hidden_),
        apart_(recurrence_.output_stands_apart()),
        d_exposed_(graph.Scratch(
            apart_ ? recurrence_.length() * batch_ : batch_, hidden_)),
        d_mask_(hidden_),
        decay_(hidden_),
        d_decay_(hidden_) {
    const Index positions = recurrence_.length() * batch_;
    if (!recurrence_.max()) {
      d_candidates_.emplace(graph, inputs.candidates, words);
      if (graph.NeedsGradient(inputs.decay)) {
        d_decays_.emplace(graph, inputs.decay, words);
      }
    }
    if (inputs.decay_state) {
      decay_state_ = graph.Packed(*inputs.decay_state, true);
      if (recurrence_.scalar_decay()) {
        d_scalar_decays_.emplace(graph.Scratch(positions, 1)).setZero();
      }
    }
    if (inputs.output_matrix) {
      output_matrix_ = graph.Packed(*inputs.output_matrix, true);
      exposed_.emplace(graph.Scratch(positions, hidden_)).setZero();
    }
    if (inputs.output_gate) {
      output_gate_state_ = graph.Packed(inputs.output_gate->state, true);
      d_gate_words_ = graph.Gradient(inputs.output_gate->words).data();
    }
    if (inputs.bias) d_bias_ = graph.Gradient(*inputs.bias).data();
    if (inputs.highway) {
      d_highway_ = graph.Gradient(inputs.highway->gate).data();
      d_highway_words_ = graph.Gradient(inputs.highway->words).data();
    }
    if (recurrence_.max()) {
      d_max_c_ = d_max_z_ = Matrix::Zero(positions, width_);
    }
  }

  void Run() {
    const bool at_once = !inputs_.output_matrix && !recurrence_.max() &&
                         inputs_.form.state != ExposedState::kMix;
    for (Index i = recurrence_.length(); i-- > 0;) {
      for (Index b = 0; b < batch_; ++b) {
        if (Padding(i, b)) {
          Carry(i, b);
        } else if (at_once) {
          RunWordBack(form_, OutputRows(i, b), LevelRows(i, b));
          EndLevels(i, b);
        } else {
          RunOutputBack(form_, OutputRows(i, b), OutputGradient(i, b));
          AddToMask(i, b);
        }
      }
      if (!at_once && !apart_) LevelsAfterOutput(i);
      if (i > 0) GatesToState(i);
    }
    if (apart_) {
      Gemm<Real>(graph_.value(*tape_.activated), *output_matrix_, d_exposed_,
                 Into::kReplace);
      for (Index i = recurrence_.length(); i-- > 0;) LevelsAfterOutput(i);
    }
    Finish();
  }

 private:
  // Rows of the batch at step i and before it.
  Index At(Index i, Index b) const { return recurrence_.time(i) * batch_ + b; }
  bool Padding(Index i, Index b) const {
    return words_.row(recurrence_.time(i), b) == SequenceBatch::kPadding;
  }
  const Real* Before(const ConstMatrixView& values, const Matrix& start,
                     Index i, Index b) const {
    return i == 0 ? &start.coeffRef(b, 0) : &values.coeffRef(At(i - 1, b), 0);
  }
  Real* TapeRow(const std::optional<Var>& values, Index row) {
    return values ? &graph_.MutableValue(*values).coeffRef(row, 0) : nullptr;
  }

  // Nothing entered, and the state's gradient goes on as it is.
  void Carry(Index i, Index b) {
    d_state_.row(b) += d_states_.row(At(i, b));
    for (const auto& values : {tape_.decays, tape_.output_gates}) {
      if (values) graph_.MutableValue(*values).row(At(i, b)).setZero();
    }
    if (inputs_.output_matrix) {
      graph_.MutableValue(*tape_.activated).row(At(i, b)).setZero();
    }
  }

  OutputGradients<Real> OutputRows(Index i, Index b) {
    const Index t = recurrence_.time(i);
    const Index at = At(i, b);
    const std::int32_t row = words_.row(t, b);
    OutputGradients<Real> rows{};
    rows.mask = recurrence_.Mask(t, b);
    rows.activated = tape_.activated ? TapeRow(tape_.activated, at)
                                     : &states_.coeffRef(at, 0);
    if (inputs_.output_gate) {
      rows.gate = rows.d_gate = TapeRow(tape_.output_gates, at);
      rows.d_gate_words = d_gate_words_ + row * hidden_;
    }
    if (inputs_.highway) {
      rows.highway = &graph_.value(inputs_.highway->gate).coeffRef(row, 0);
      rows.words = &graph_.value(inputs_.highway->words).coeffRef(row, 0);
      rows.d_highway = d_highway_ + row * hidden_;
      rows.d_words = d_highway_words_ + row * hidden_;
    }
    rows.state_before = Before(states_, recurrence_.start().h, i, b);
    rows.d_state_here = &d_states_.coeffRef(at, 0);
    rows.d_state = d_state_.row(b).data();
    rows.d_bias = d_bias_;
    if (mask_learns()) rows.d_mask = d_mask_.data();
    return rows;
  }

  LevelGradients<Real> LevelRows(Index i, Index b) {
    const Index t = recurrence_.time(i);
    const Index at = At(i, b);
    const std::int32_t row = words_.row(t, b);
    LevelGradients<Real> rows{};
    rows.mask = recurrence_.Mask(t, b);
    rows.u = &graph_.value(inputs_.candidates).coeffRef(row, 0);
    rows.decays =
        tape_.decays ? TapeRow(tape_.decays, at) : recurrence_.DecayRow(row);
    if (!tape_.decays && recurrence_.scalar_decay()) {
      decay_.setConstant(*rows.decays);
      rows.decays = decay_.data();
    }
    rows.c_before = Before(c_, recurrence_.start().c, i, b);
    rows.c = &c_.coeffRef(at, 0);
    if (tape_.counts) {
      rows.counts_before =
          Before(graph_.value(*tape_.counts), recurrence_.start().counts, i, b);
      rows.d_counts = d_counts_.row(b).data();
    }
    rows.decay_is_sigmoid = inputs_.decay_state.has_value();
    rows.d_c = d_c_.row(b).data();
    rows.d_u = d_candidates_->Row(row);
    rows.into_u = d_candidates_->into();
    if (recurrence_.scalar_decay()) {
      rows.d_decay_sums = d_decay_.data();
    } else {
      if (d_decays_) {
        rows.d_decay = d_decays_->Row(row);
        rows.into_decay = d_decays_->into();
      }
      if (inputs_.decay_state) {
        rows.d_decay_sums = TapeRow(tape_.decays, at);
      }
    }
    if (mask_learns()) rows.d_mask = d_mask_.data();
    if (inputs_.output_matrix) rows.exposed = exposed_->row(at).data();
    return rows;
  }

  // The gradient of Oᵀs + b goes where the one product over all words finds it.
  Real* OutputGradient(Index i, Index b) {
    return inputs_.output_matrix ? TapeRow(tape_.activated, At(i, b))
                                 : d_sums_.row(b).data();
  }

  // Adds up what was left a unit.
  void AddToMask(Index i, Index b) {
    if (!mask_learns()) return;
    graph_.Gradient (*inputs_.mask)(At(i, b), 0) += d_mask_.sum();
  }

  void EndLevels(Index i, Index b) {
    AddToMask(i, b);
    if (!recurrence_.scalar_decay()) return;
    const Real d_decay = d_decay_.sum();
    if (d_scalar_decays_) (*d_scalar_decays_)(At(i, b), 0) = d_decay;
    if (!d_decays_) return;
    Real& sum = *d_decays_->Row(words_.row(recurrence_.time(i), b));
    sum = d_decays_->into() == Into::kAdd ? sum + d_decay : d_decay;
  }

  // Where Oᵀ, or what is a sum over the units of s, stands between.
  void LevelsAfterOutput(Index i) {
    if (inputs_.output_matrix && !apart_) {
      Gemm<Real>(graph_.value(*tape_.activated).middleRows(At(i, 0), batch_),
                 *output_matrix_, d_exposed_, Into::kReplace);
    }
    const MatrixView d_exposed =
        inputs_.output_matrix
            ? MatrixView(&d_exposed_.coeffRef(apart_ ? At(i, 0) : 0, 0), batch_,
                         hidden_)
            : MatrixView(d_sums_.data(), batch_, hidden_);
    for (Index b = 0; b < batch_; ++b) {
      if (Padding(i, b)) continue;
      if (recurrence_.max()) {
        MaxLevels(i, b, d_exposed.row(b).array());
        continue;
      }
      d_mask_.setZero();
      RunLevelsBack(form_, LevelRows(i, b), d_exposed.row(b).data());
      EndLevels(i, b);
      if (inputs_.form.state == ExposedState::kMix) {
        graph_.Gradient(*inputs_.mix) +=
            d_exposed.row(b) *
            recurrence_.Levels(&c_.coeffRef(At(i, b), 0)).matrix().transpose();
      }
    }
  }

  // With max-pooling the levels of a word rest on the words of their n-grams.
  template <typename Row>
  void MaxLevels(Index i, Index b, const Row& d_s) {
    const Index at = At(i, b);
    if (recurrence_.Mask(recurrence_.time(i), b) == Real{0}) return;
    if (inputs_.output_matrix) {
      recurrence_.Expose(&c_.coeffRef(at, 0),
                         &graph_.value(*tape_.z).coeffRef(at, 0),
                         exposed_->row(at).array());
    }
    auto d_levels = (form_.exposes_z ? d_max_z_ : d_max_c_).row(at).array();
    for (Index j = 0; j < form_.order; ++j) {
      d_levels.segment(j * hidden_, hidden_) = recurrence_.exposure()(j) * d_s;
      if (inputs_.form.state == ExposedState::kMix) {
        graph_.Gradient (*inputs_.mix)(0, j) +=
            (d_s * ConstRowMap(&c_.coeffRef(at, j * hidden_), hidden_)).sum();
      }
    }
  }

  // λ and o before the sigmoid, of all words.
  ConstMatrixView DecayGradients() const {
    if (!d_scalar_decays_) return graph_.value(*tape_.decays);
    return {d_scalar_decays_->data(), d_scalar_decays_->rows(), 1};
  }

  void GatesToState(Index i) {
    if (inputs_.decay_state) {
      Gemm<Real>(DecayGradients().middleRows(At(i, 0), batch_), *decay_state_,
                 d_state_, Into::kAdd);
    }
    if (inputs_.output_gate) {
      Gemm<Real>(graph_.value(*tape_.output_gates).middleRows(At(i, 0), batch_),
                 *output_gate_state_, d_state_, Into::kAdd);
    }
  }

  // The gradients that are one product over all words.
  void Finish() {
    if (inputs_.output_matrix) {
      graph_.AddGradientProduct(*inputs_.output_matrix, *exposed_,
                                graph_.value(*tape_.activated));
    }
    if (inputs_.decay_state) {
      AddStateProduct(DecayGradients(), *inputs_.decay_state);
    }
    if (inputs_.output_gate) {
      AddStateProduct(graph_.value(*tape_.output_gates),
                      inputs_.output_gate->state);
    }
    if (!recurrence_.max()) return;
    MatrixView d_candidates = graph_.Gradient(inputs_.candidates);
    for (const MaxRun& run : *tape_.max_runs) {
      Matrix d_run = Matrix::Zero(run.candidates.rows(), run.candidates.cols());
      SendBack(run.found, run.candidates, inputs_.form.mapping,
               graph_.value(inputs_.decay)(0, 0),
               d_max_z_(run.positions, Eigen::all),
               d_max_c_(run.positions, Eigen::all), d_run);
      for (std::size_t k = 0; k < run.positions.size(); ++k) {
        const auto at = static_cast<std::size_t>(run.positions[k]);
        d_candidates.row(words_.rows[at]) += d_run.row(static_cast<Index>(k));
      }
    }
  }

  // The gradient of a matrix that every state but the last was multiplied by.
  void AddStateProduct(const ConstMatrixView& d_gates, Var weight) {
    if (recurrence_.length() == 0) return;
    const Index count = d_gates.rows() - batch_;
    if (recurrence_.time(0) == 0) {
      graph_.AddGradientProduct(weight, states_.topRows(count),
                                d_gates.bottomRows(count));
    } else {
      graph_.AddGradientProduct(weight, states_.bottomRows(count),
                                d_gates.topRows(count));
    }
    if (inputs_.start) {
      graph_.AddGradientProduct(weight, inputs_.start->h,
                                d_gates.middleRows(At(0, 0), batch_));
    }
  }

  bool mask_learns() const { return inputs_.mask && !recurrence_.max(); }

  Graph& graph_;
  const RcnnInputs& inputs_;
  const SequenceBatch& words_;
  const RcnnTape& tape_;
  Recurrence recurrence_;
  LevelForm<Real> form_;
  Index batch_;
  Index hidden_;
  Index width_;  // Of the levels side by side.
  ConstMatrixView states_;
  ConstMatrixView c_;
  MatrixView d_states_;
  // The matrices that every step multiplies by, transposed.
  PackedWeight decay_state_;
  PackedWeight output_matrix_;
  PackedWeight output_gate_state_;
  // Of tables.
  std::optional<TableGradient> d_candidates_;
  std::optional<TableGradient> d_decays_;
  Real* d_bias_ = nullptr;
  Real* d_gate_words_ = nullptr;
  Real* d_highway_ = nullptr;
  Real* d_highway_words_ = nullptr;

  // Of the words at hand, one row per sequence.
  Matrix d_c_;
  Matrix d_counts_;
  Matrix d_state_;
  Matrix d_sums_;
  bool apart_;            // Oᵀ multiplies all words at once.
  MatrixView d_exposed_;  // A row for each sequence or word.
  // Of one word.
  RowArray d_mask_;
  RowArray decay_;
  RowArray d_decay_;
  // Of all words: s; λ before the sigmoid, where it is one number; the levels
  // of max-pooling.
  std::optional<MatrixView> exposed_;
  std::optional<MatrixView> d_scalar_decays_;
  Matrix d_max_c_;
  Matrix d_max_z_;
};

}  // namespace

void RunRcnnBackward(Graph& graph, const RcnnInputs& inputs,
                     const SequenceBatch& words, Direction direction,
                     const RcnnTape& tape) {
  Backward(graph, inputs, words, direction, tape).Run();
}

}  // namespace whylight
