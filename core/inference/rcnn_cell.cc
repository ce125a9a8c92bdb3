#include "core/inference/rcnn_cell.h"

#include <utility>

#include "core/math/recurrence_kernels.h"

namespace whylight {

RcnnCell::RcnnCell(Index hidden, Index order,
                   std::unique_ptr<Weight> state_decay, RowVector bias)
    : hidden_(hidden),
      order_(order),
      state_decay_(std::move(state_decay)),
      bias_(std::move(bias)),
      no_levels_(RowVector::Zero(order * hidden)) {}

void RcnnCell::Step(Index count, const Real* const* words,
                    const std::optional<Memory<const Real>>& before,
                    const Memory<Real>& after) {
  if (state_decay_) {
    if (decay_sums_.rows() < count) decay_sums_.resize(count, hidden_);
    auto sums = decay_sums_.topRows(count);
    if (before) {
      using Rows = Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>;
      state_decay_->Multiply(Rows(before->h, count, hidden_,
                                  Eigen::OuterStride<>(before->h_stride)),
                             nullptr, sums);
    } else {
      sums.setZero();
    }
  }
  for (Index i = 0; i < count; ++i) {
    RunPlainWord<Real>(
        {.order = order_,
         .hidden = hidden_,
         .u = words[i],
         .decay = words[i] + levels_width(),
         .decay_state = state_decay_ ? &decay_sums_(i, 0) : nullptr,
         .bias = bias_.data(),
         .c_before = before ? before->levels + i * before->levels_stride
                            : no_levels_.data(),
         .c = after.levels + i * after.levels_stride,
         .state = after.h + i * after.h_stride});
  }
}

}  // namespace whylight
