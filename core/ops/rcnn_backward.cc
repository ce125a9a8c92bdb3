#include <vector>

#include "core/ops/rcnn_recurrence.h"

namespace whylight {
namespace {

// g's derivative from its value.
template <typename Value>
RowArray Slope(Activation activation, const Value& a) {
  switch (activation) {
    case Activation::kTanh:
      return Real{1} - a.square();
    case Activation::kRelu:
      return (a > Real{0}).template cast<Real>();
    case Activation::kIdentity:
      break;
  }
  return RowArray::Ones(a.size());
}

// One run's way back. Gradients of the levels and of the state go from word to
// word against the reading; those of the tables and matrices are added up.
class Backward {
 public:
  Backward(Graph& graph, const RcnnInputs& inputs, const SequenceBatch& words,
           Direction direction, const RcnnTrace& trace)
      : graph_(graph),
        inputs_(inputs),
        form_(inputs.form),
        words_(words),
        trace_(trace),
        recurrence_(graph, inputs, words, direction),
        batch_(recurrence_.batch()),
        hidden_(recurrence_.hidden()),
        order_(recurrence_.order()),
        states_(graph.value(trace.states)),
        c_(graph.value(trace.c)) {
    const Index positions = recurrence_.length() * batch_;
    const Index counts = recurrence_.counts() ? (order_ - 1) * hidden_ : 0;
    d_c_ = Matrix::Zero(batch_, order_ * hidden_);
    d_counts_ = Matrix::Zero(batch_, counts);
    d_state_ = Matrix::Zero(batch_, hidden_);
    d_exposed_ = Matrix::Zero(batch_, hidden_);
    d_sums_ = Matrix::Zero(positions, hidden_);
    if (inputs.output_matrix) exposed_ = Matrix::Zero(positions, hidden_);
    if (inputs.decay_state) {
      d_decay_sums_ =
          Matrix::Zero(positions, graph.value(*inputs.decay_state).cols());
    }
    if (inputs.output_gate) {
      d_output_sums_ = Matrix::Zero(positions, hidden_);
    }
    if (inputs.decay_state || inputs.output_gate) {
      states_before_ = Matrix::Zero(positions, hidden_);
    }
    if (recurrence_.max()) {
      d_max_c_ = d_max_z_ = Matrix::Zero(positions, order_ * hidden_);
    }
    for (RowArray* row : {&z_, &d_z_, &d_c_before_}) {
      row->resize(order_ * hidden_);
    }
    d_counts_before_.resize(counts);
    for (RowArray* row : {&s_, &y_, &d_y_, &decay_, &keep_, &take_, &d_keep_,
                          &d_take_, &d_level_}) {
      row->resize(hidden_);
    }
  }

  void Run() {
    for (Index i = recurrence_.length(); i-- > 0;) {
      const Index t = recurrence_.time(i);
      const Index previous = i > 0 ? recurrence_.time(i - 1) : -1;
      for (Index b = 0; b < batch_; ++b) {
        d_state_.row(b) += graph_.Gradient(trace_.states).row(t * batch_ + b);
        if (words_.row(t, b) != SequenceBatch::kPadding) Output(t, previous, b);
      }
      const auto d_sums = d_sums_.middleRows(t * batch_, batch_);
      if (inputs_.output_matrix) {
        d_exposed_.noalias() =
            d_sums * graph_.value(*inputs_.output_matrix).transpose();
      } else {
        d_exposed_ = d_sums;
      }
      for (Index b = 0; b < batch_; ++b) {
        if (words_.row(t, b) == SequenceBatch::kPadding) continue;
        if (recurrence_.max()) {
          MaxLevels(t, b);
        } else {
          Levels(t, previous, b);
        }
      }
      if (previous >= 0) GatesToState(t);
    }
    Finish();
  }

 private:
  const Real* Before(const ConstMatrixView& values, const Matrix& start,
                     Index previous, Index b) const {
    return previous < 0 ? &start.coeffRef(b, 0)
                        : &values.coeffRef(previous * batch_ + b, 0);
  }

  // h = m y + (1 - m) h_before, y = f (o a) + (1 - f) x, a = g(Oᵀs + b)
  void Output(Index t, Index previous, Index b) {
    const Index at = t * batch_ + b;
    const std::int32_t row = words_.row(t, b);
    const Real mask = recurrence_.Mask(t, b);
    const ConstRowMap state_before(
        Before(states_, recurrence_.start().h, previous, b), hidden_);
    const auto a = graph_.value(*trace_.activated).row(at).array();
    auto d_h = d_state_.row(b).array();

    d_y_ = mask * d_h;
    y_ = a;
    if (inputs_.output_gate) {
      y_ *= graph_.value(*trace_.output_gates).row(at).array();
    }
    if (inputs_.highway) {
      const auto f = graph_.value(inputs_.highway->gate).row(row).array();
      const auto x = graph_.value(inputs_.highway->words).row(row).array();
      graph_.Gradient(inputs_.highway->gate).row(row).array() +=
          d_y_ * (y_ - x);
      graph_.Gradient(inputs_.highway->words).row(row).array() +=
          d_y_ * (Real{1} - f);
      y_ = f * y_ + (Real{1} - f) * x;
      d_y_ *= f;
    }
    if (mask_learns()) {
      graph_.Gradient (*inputs_.mask)(at, 0) +=
          (d_h * (y_ - state_before)).sum();
    }
    if (inputs_.output_gate) {
      const auto o = graph_.value(*trace_.output_gates).row(at).array();
      auto d_gate = d_output_sums_.row(at).array();
      d_gate = d_y_ * a * o * (Real{1} - o);
      graph_.Gradient(inputs_.output_gate->words).row(row).array() += d_gate;
      d_y_ *= o;
    }
    d_h *= Real{1} - mask;
    d_sums_.row(at).array() = d_y_ * Slope(form_.activation, a);
    if (states_before_.size() > 0) {
      states_before_.row(at) = state_before.matrix();
    }
  }

  // From s to the levels it shows: adds to `d_c` and sets `d_z_`.
  template <typename Row>
  void Expose(Index b, const Real* c, Row&& d_c) {
    const auto d_s = d_exposed_.row(b).array();
    const Index last = (order_ - 1) * hidden_;
    d_z_.setZero();
    switch (form_.state) {
      case ExposedState::kC:
        d_c.segment(last, hidden_) += d_s;
        return;
      case ExposedState::kZ:
        d_z_.segment(last, hidden_) = d_s;
        return;
      case ExposedState::kSumC:
        for (Index j = 0; j < order_; ++j) {
          d_c.segment(j * hidden_, hidden_) += d_s;
        }
        return;
      case ExposedState::kSumZ:
        for (Index j = 0; j < order_; ++j) {
          d_z_.segment(j * hidden_, hidden_) = d_s;
        }
        return;
      case ExposedState::kMix:
        for (Index j = 0; j < order_; ++j) {
          d_c.segment(j * hidden_, hidden_) +=
              graph_.value(*inputs_.mix)(0, j) * d_s;
          graph_.Gradient (*inputs_.mix)(0, j) +=
              (d_s * ConstRowMap(c + j * hidden_, hidden_)).sum();
        }
        return;
    }
  }

  // The levels of one word: of its c, z and λ, and of c before it.
  void Levels(Index t, Index previous, Index b) {
    const Index at = t * batch_ + b;
    const std::int32_t row = words_.row(t, b);
    const Real mask = recurrence_.Mask(t, b);
    const Real* now = &c_.coeffRef(at, 0);
    const Real* before = Before(c_, recurrence_.start().c, previous, b);
    const Real* counts = recurrence_.counts()
                             ? Before(graph_.value(*trace_.counts),
                                      recurrence_.start().counts, previous, b)
                             : nullptr;
    auto d_c = d_c_.row(b).array();
    for (Index j = 0; j < order_; ++j) {
      recurrence_.Level(j, row, now, before, counts,
                        z_.segment(j * hidden_, hidden_));
    }
    if (inputs_.output_matrix) {
      recurrence_.Expose(now, z_.data(), s_);
      exposed_.row(at) = s_.matrix();
    }
    Expose(b, now, d_c);

    if (inputs_.decay_state) {
      decay_ = graph_.value(*trace_.decays).row(at).array();
    } else {
      recurrence_.ReadDecay(row, decay_);
    }
    recurrence_.Weights(mask, decay_, keep_, take_);
    d_keep_.setZero();
    d_take_.setZero();
    d_c_before_.setZero();
    d_counts_before_.setZero();
    // Downwards: in the same-step form level j sends to level j - 1 of this
    // very word.
    for (Index j = order_; j-- > 0;) {
      const auto d_cj = d_c.segment(j * hidden_, hidden_);
      d_keep_ += d_cj * ConstRowMap(before + j * hidden_, hidden_);
      d_take_ += d_cj * z_.segment(j * hidden_, hidden_);
      d_c_before_.segment(j * hidden_, hidden_) += keep_ * d_cj;
      d_level_ = take_ * d_cj + d_z_.segment(j * hidden_, hidden_);
      Level(j, row, b, now, before, counts);
    }
    Counts(b, counts);
    d_c = d_c_before_;
    d_counts_.row(b) = d_counts_before_.matrix();
    Weights(row, at, mask);
  }

  // z_j from u_j and the level below, whose gradient is `d_level_`.
  void Level(Index j, std::int32_t row, Index b, const Real* now,
             const Real* before, const Real* counts) {
    auto d_u = graph_.Gradient(inputs_.candidates)
                   .row(row)
                   .segment(j * hidden_, hidden_)
                   .array();
    if (j == 0) {
      d_u += d_level_;
      return;
    }
    const Index below = (j - 1) * hidden_;
    RowMap d_below(
        (form_.same_step ? d_c_.row(b).data() : d_c_before_.data()) + below,
        hidden_);
    const ConstRowMap u = recurrence_.Candidate(row, j);
    if (form_.mapping == Mapping::kMultiplicative) {
      d_u += d_level_ *
             ConstRowMap((form_.same_step ? now : before) + below, hidden_);
      d_below += d_level_ * u;
      return;
    }
    d_below += d_level_;
    if (form_.normalized) {
      d_u += d_level_;
      return;
    }
    d_u += d_level_ * ConstRowMap(counts + below, hidden_);
    d_counts_before_.segment(below, hidden_) += d_level_ * u;
  }

  // C_j = keep ⊙ C_j before + take ⊙ C_{j-1} before, C_0 = 1
  void Counts(Index b, const Real* counts) {
    for (Index j = 0; j * hidden_ < d_counts_.cols(); ++j) {
      const auto d_count =
          d_counts_.row(b).segment(j * hidden_, hidden_).array();
      d_keep_ += d_count * ConstRowMap(counts + j * hidden_, hidden_);
      d_counts_before_.segment(j * hidden_, hidden_) += keep_ * d_count;
      if (j == 0) {
        d_take_ += d_count;
        continue;
      }
      const Index below = (j - 1) * hidden_;
      d_take_ += d_count * ConstRowMap(counts + below, hidden_);
      d_counts_before_.segment(below, hidden_) += take_ * d_count;
    }
  }

  // keep = 1 - m (1 - λ); take = m (1 - λ) if normalised, else m
  void Weights(std::int32_t row, Index at, Real mask) {
    if (form_.normalized) d_keep_ -= d_take_;
    if (mask_learns()) {
      Real d_mask = -((Real{1} - decay_) * d_keep_).sum();
      if (!form_.normalized) d_mask += d_take_.sum();
      graph_.Gradient (*inputs_.mask)(at, 0) += d_mask;
    }
    if (!graph_.NeedsGradient(inputs_.decay)) return;
    d_keep_ *= mask;  // Now the gradient of λ.
    if (inputs_.decay_state) d_keep_ *= decay_ * (Real{1} - decay_);
    MatrixView d_table = graph_.Gradient(inputs_.decay);
    auto d_row = d_table.row(d_table.rows() == 1 ? 0 : row);
    if (d_table.cols() == 1) {
      d_row(0) += d_keep_.sum();
      if (inputs_.decay_state) d_decay_sums_(at, 0) = d_keep_.sum();
    } else {
      d_row.array() += d_keep_;
      if (inputs_.decay_state) d_decay_sums_.row(at) = d_keep_.matrix();
    }
  }

  // With max-pooling the levels of a word rest on the words of their n-grams.
  void MaxLevels(Index t, Index b) {
    const Index at = t * batch_ + b;
    if (recurrence_.Mask(t, b) == Real{0}) return;
    const Real* c = &c_.coeffRef(at, 0);
    if (inputs_.output_matrix) {
      recurrence_.Expose(c, &graph_.value(*trace_.z).coeffRef(at, 0), s_);
      exposed_.row(at) = s_.matrix();
    }
    Expose(b, c, d_max_c_.row(at).array());
    d_max_z_.row(at) = d_z_.matrix();
  }

  void GatesToState(Index t) {
    if (inputs_.decay_state) {
      d_state_.noalias() += d_decay_sums_.middleRows(t * batch_, batch_) *
                            graph_.value(*inputs_.decay_state).transpose();
    }
    if (inputs_.output_gate) {
      d_state_.noalias() +=
          d_output_sums_.middleRows(t * batch_, batch_) *
          graph_.value(inputs_.output_gate->state).transpose();
    }
  }

  // What is one product over all words.
  void Finish() {
    if (inputs_.bias) graph_.Gradient(*inputs_.bias) += d_sums_.colwise().sum();
    if (inputs_.output_matrix) {
      graph_.Gradient(*inputs_.output_matrix).noalias() +=
          exposed_.transpose() * d_sums_;
    }
    if (inputs_.decay_state) {
      graph_.Gradient(*inputs_.decay_state).noalias() +=
          states_before_.transpose() * d_decay_sums_;
    }
    if (inputs_.output_gate) {
      graph_.Gradient(inputs_.output_gate->state).noalias() +=
          states_before_.transpose() * d_output_sums_;
    }
    if (!recurrence_.max()) return;
    MatrixView d_candidates = graph_.Gradient(inputs_.candidates);
    for (const MaxRun& run : *trace_.max_runs) {
      Matrix d_run = Matrix::Zero(run.candidates.rows(), run.candidates.cols());
      SendBack(run.found, run.candidates, form_.mapping,
               graph_.value(inputs_.decay)(0, 0),
               d_max_z_(run.positions, Eigen::all),
               d_max_c_(run.positions, Eigen::all), d_run);
      for (std::size_t k = 0; k < run.positions.size(); ++k) {
        const auto at = static_cast<std::size_t>(run.positions[k]);
        d_candidates.row(words_.rows[at]) += d_run.row(static_cast<Index>(k));
      }
    }
  }

  bool mask_learns() const { return inputs_.mask && !recurrence_.max(); }

  Graph& graph_;
  const RcnnInputs& inputs_;
  const RcnnForm& form_;
  const SequenceBatch& words_;
  const RcnnTrace& trace_;
  Recurrence recurrence_;
  Index batch_;
  Index hidden_;
  Index order_;
  ConstMatrixView states_;
  ConstMatrixView c_;

  // Of the word at hand, a row a sequence.
  Matrix d_c_;
  Matrix d_counts_;
  Matrix d_state_;
  Matrix d_exposed_;
  // Of all words: Oᵀs + b and s; what λ and o were before the sigmoid, and the
  // state they were computed from; the levels of max-pooling.
  Matrix d_sums_;
  Matrix exposed_;
  Matrix d_decay_sums_;
  Matrix d_output_sums_;
  Matrix states_before_;
  Matrix d_max_c_;
  Matrix d_max_z_;
  // Of one word, made once.
  RowArray z_;
  RowArray d_z_;
  RowArray d_c_before_;
  RowArray d_counts_before_;
  RowArray s_;
  RowArray y_;
  RowArray d_y_;
  RowArray decay_;
  RowArray keep_;
  RowArray take_;
  RowArray d_keep_;
  RowArray d_take_;
  RowArray d_level_;
};

}  // namespace

void RunRcnnBackward(Graph& graph, const RcnnInputs& inputs,
                     const SequenceBatch& words, Direction direction,
                     const RcnnTrace& trace) {
  Backward(graph, inputs, words, direction, trace).Run();
}

}  // namespace whylight
