// Shared by rcnn.cc and rcnn_backward.cc: which equations hold, and the tape
// of a run. For them alone.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/math/recurrence_kernels.h"
#include "core/ops/rcnn.h"
#include "core/ops/rcnn_max.h"

namespace whylight {

using RowArray = Eigen::Array<Real, 1, Eigen::Dynamic>;
using RowMap = Eigen::Map<RowArray>;
using ConstRowMap = Eigen::Map<const RowArray>;

/// The best n-grams of one sequence of the batch, and its words that were read.
struct MaxRun {
  std::vector<Index> positions;  // Of the batch, in reading order.
  Matrix candidates;
  MaxNgrams found;
};

/// The values that forward leaves for backward, one row per position.
struct RcnnTape {
  Var states;                       ///< h, [T·B x h]
  Var c;                            ///< [T·B x n·h]
  std::optional<Var> z;             ///< [T·B x n·h], of max-pooling
  std::optional<Var> counts;        ///< C_1..C_{n-1}, [T·B x (n-1)·h]
  std::optional<Var> decays;        ///< λ where it depends on h, [T·B x h]
  std::optional<Var> activated;     ///< a where it is not h, [T·B x h]
  std::optional<Var> output_gates;  ///< o, [T·B x h]
  std::shared_ptr<const std::vector<MaxRun>> max_runs;
};

/// Sends the gradient of a run's states back to its inputs. Writes gradients
/// over what it no longer needs of the tape, so it runs once.
void RunRcnnBackward(Graph& graph, const RcnnInputs& inputs,
                     const SequenceBatch& words, Direction direction,
                     const RcnnTape& tape);

/// Known to forward and backward of a run: its sizes, the order of its steps,
/// and which equations hold. The equations themselves are in
/// math/recurrence_kernels.
class Recurrence {
 public:
  Recurrence(const Graph& graph, const RcnnInputs& inputs,
             const SequenceBatch& words, Direction direction)
      : graph_(graph),
        inputs_(inputs),
        words_(words),
        forward_(direction == Direction::kForward),
        order_(inputs.order),
        hidden_(graph.value(inputs.candidates).cols() / inputs.order),
        start_(inputs.start ? *inputs.start : Zero()),
        exposure_(Exposure()) {
    eigen_assert(!(max() && inputs.start));
  }

  Index length() const { return words_.max_length; }
  Index batch() const { return words_.batch(); }
  Index order() const { return order_; }
  Index hidden() const { return hidden_; }
  /// The time of the i-th step.
  Index time(Index i) const { return forward_ ? i : length() - 1 - i; }

  bool max() const { return inputs_.form.pooling == NgramPooling::kMax; }
  bool counts() const { return CountsNgrams(inputs_.form, order_); }
  /// True if no state is asked for by what comes before the states, so that O
  /// can multiply all words at once.
  bool output_stands_apart() const {
    return inputs_.output_matrix && !inputs_.decay_state &&
           !inputs_.output_gate;
  }
  /// The memory before the first step.
  const RcnnState& start() const { return start_; }

  Real Mask(Index t, Index b) const {
    if (words_.row(t, b) == SequenceBatch::kPadding) return Real{0};
    if (!inputs_.mask) return Real{1};
    return graph_.value(*inputs_.mask)(t * batch() + b, 0);
  }

  /// The row of `decay` that word `row` reads.
  const Real* DecayRow(std::int32_t row) const {
    const ConstMatrixView table = graph_.value(inputs_.decay);
    return &table.coeffRef(table.rows() == 1 ? 0 : row, 0);
  }
  /// True if there is one decay for all units.
  bool scalar_decay() const { return graph_.value(inputs_.decay).cols() == 1; }

  /// The form as the kernels need it; it points into this.
  LevelForm<Real> form() const {
    return {.order = order_,
            .hidden = hidden_,
            .multiplicative = inputs_.form.mapping == Mapping::kMultiplicative,
            .normalized = inputs_.form.normalized,
            .same_step = inputs_.form.same_step,
            .counts = counts(),
            .activation = inputs_.form.activation,
            .exposes_z = inputs_.form.state == ExposedState::kZ ||
                         inputs_.form.state == ExposedState::kSumZ,
            .exposure = exposure_.data()};
  }

  /// s of levels that are already there.
  template <typename Out>
  void Expose(const Real* c, const Real* z, Out&& s) const {
    s = (exposure_.matrix() * Levels(form().exposes_z ? z : c).matrix())
            .array()
            .row(0);
  }

  /// The n levels of a word as rows, [n x h].
  Eigen::Map<
      const Eigen::Array<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>
  Levels(const Real* levels) const {
    return {levels, order_, hidden_};
  }

  /// s = Σ_j exposure_j · (c_j or z_j)
  const RowArray& exposure() const { return exposure_; }

 private:
  RcnnState Zero() const {
    return {Matrix::Zero(batch(), hidden_),
            Matrix::Zero(batch(), order_ * hidden_),
            Matrix::Zero(batch(), counts() ? (order_ - 1) * hidden_ : 0)};
  }

  RowArray Exposure() const {
    switch (inputs_.form.state) {
      case ExposedState::kC:
      case ExposedState::kZ:
        return RowVector::Unit(order_, order_ - 1).array();
      case ExposedState::kSumC:
      case ExposedState::kSumZ:
        break;
      case ExposedState::kMix:
        return graph_.value(*inputs_.mix).row(0).array();
    }
    return RowArray::Ones(order_);
  }

  const Graph& graph_;
  const RcnnInputs& inputs_;
  const SequenceBatch& words_;
  bool forward_;
  Index order_;
  Index hidden_;
  RcnnState start_;
  RowArray exposure_;
};

}  // namespace whylight
