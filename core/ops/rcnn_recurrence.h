// What rcnn.cc and rcnn_backward.cc share: the equations of a word, and the
// trace of a run. For them alone.
#pragma once

#include <memory>
#include <optional>
#include <vector>

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

/// What the forward run leaves for the backward run, a row a position.
struct RcnnTrace {
  Var states;                       ///< h, [T·B x h]
  Var c;                            ///< [T·B x n·h]
  std::optional<Var> z;             ///< [T·B x n·h], of max-pooling
  std::optional<Var> counts;        ///< C_1..C_{n-1}, [T·B x (n-1)·h]
  std::optional<Var> decays;        ///< λ where it depends on h, [T·B x h]
  std::optional<Var> activated;     ///< a, [T·B x h]
  std::optional<Var> output_gates;  ///< o, [T·B x h]
  std::shared_ptr<const std::vector<MaxRun>> max_runs;
};

/// Sends the gradient of a run's states back to its inputs.
void RunRcnnBackward(Graph& graph, const RcnnInputs& inputs,
                     const SequenceBatch& words, Direction direction,
                     const RcnnTrace& trace);

/// What forward and backward know of a run: its sizes, the order of its steps,
/// and the equations of a level.
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
        start_(inputs.start ? *inputs.start : Zero()) {
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
  /// What is remembered before the first step.
  const RcnnState& start() const { return start_; }

  Real Mask(Index t, Index b) const {
    if (words_.row(t, b) == SequenceBatch::kPadding) return Real{0};
    if (!inputs_.mask) return Real{1};
    return graph_.value(*inputs_.mask)(t * batch() + b, 0);
  }

  /// The row of `decay` that word `row` reads, spread over all units.
  void ReadDecay(std::int32_t row, RowArray& decay) const {
    const ConstMatrixView table = graph_.value(inputs_.decay);
    const auto values = table.row(table.rows() == 1 ? 0 : row).array();
    if (table.cols() == 1) {
      decay.setConstant(values(0));
    } else {
      decay = values;
    }
  }

  ConstRowMap Candidate(std::int32_t row, Index j) const {
    const ConstMatrixView table = graph_.value(inputs_.candidates);
    return {&table.coeffRef(row, j * hidden_), hidden_};
  }

  /// keep and take, so that c_j = keep ⊙ c_j before + take ⊙ z_j.
  void Weights(Real mask, const RowArray& decay, RowArray& keep,
               RowArray& take) const {
    if (mask == Real{1}) {
      keep = decay;
    } else {
      keep = Real{1} - mask * (Real{1} - decay);
    }
    if (inputs_.form.normalized) {
      take = mask * (Real{1} - decay);
    } else {
      take.setConstant(mask);
    }
  }

  /// z_j (j from 0) of a word, from the levels `now` and `before` it.
  template <typename Out>
  void Level(Index j, std::int32_t row, const Real* now, const Real* before,
             const Real* counts_before, Out&& z) const {
    const ConstRowMap u = Candidate(row, j);
    if (j == 0) {
      z = u;
      return;
    }
    const Real* levels = inputs_.form.same_step ? now : before;
    const ConstRowMap below(levels + (j - 1) * hidden_, hidden_);
    if (inputs_.form.mapping == Mapping::kMultiplicative) {
      z = below * u;
    } else if (inputs_.form.normalized) {
      z = below + u;
    } else {
      z = below + ConstRowMap(counts_before + (j - 1) * hidden_, hidden_) * u;
    }
  }

  /// s of a word.
  template <typename Out>
  void Expose(const Real* c, const Real* z, Out&& s) const {
    const auto last = (order_ - 1) * hidden_;
    switch (inputs_.form.state) {
      case ExposedState::kC:
        s = ConstRowMap(c + last, hidden_);
        return;
      case ExposedState::kZ:
        s = ConstRowMap(z + last, hidden_);
        return;
      case ExposedState::kSumC:
        s = Levels(c).colwise().sum();
        return;
      case ExposedState::kSumZ:
        s = Levels(z).colwise().sum();
        return;
      case ExposedState::kMix:
        s = (graph_.value(*inputs_.mix) * Levels(c).matrix()).array().row(0);
        return;
    }
  }

  /// The n levels of a word as rows, [n x h].
  Eigen::Map<
      const Eigen::Array<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>
  Levels(const Real* levels) const {
    return {levels, order_, hidden_};
  }

 private:
  RcnnState Zero() const {
    return {Matrix::Zero(batch(), hidden_),
            Matrix::Zero(batch(), order_ * hidden_),
            Matrix::Zero(batch(), counts() ? (order_ - 1) * hidden_ : 0)};
  }

  const Graph& graph_;
  const RcnnInputs& inputs_;
  const SequenceBatch& words_;
  bool forward_;
  Index order_;
  Index hidden_;
  RcnnState start_;
};

}  // namespace whylight
