#include "core/inference/rcnn_cell.h"

#include <utility>

namespace whylight {

RcnnCell::RcnnCell(Index hidden, Index order, std::optional<Weight> state_decay,
                   RowVector bias)
    : hidden_(hidden),
      order_(order),
      state_decay_(std::move(state_decay)),
      bias_(std::move(bias)),
      exposure_(static_cast<std::size_t>(order), Real{0}),
      no_levels_(RowVector::Zero(order * hidden)) {
  exposure_.back() = 1;
}

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
                             sums, Into::kReplace);
    } else {
      sums.setZero();
    }
  }
  const LevelForm<Real> form = {.order = order_,
                                .hidden = hidden_,
                                .multiplicative = false,
                                .normalized = true,
                                .same_step = false,
                                .counts = false,
                                .activation = Activation::kTanh,
                                .exposes_z = false,
                                .exposure = exposure_.data()};
  for (Index i = 0; i < count; ++i) {
    LevelRows<Real> levels{};
    levels.mask = 1;
    levels.u = words[i];
    levels.decay = words[i] + levels_width();
    if (state_decay_) levels.decay_state = decay_sums_.row(i).data();
    levels.c_before =
        before ? before->levels + i * before->levels_stride : no_levels_.data();
    levels.c = after.levels + i * after.levels_stride;
    OutputRows<Real> output{};
    output.mask = 1;
    output.bias = bias_.data();
    output.state = after.h + i * after.h_stride;
    RunWord(form, levels, output);
  }
}

}  // namespace whylight
