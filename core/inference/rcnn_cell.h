// A recurrent convolution, word by word, without a graph: the member of the
// family that rationale models hold (ops/rcnn_form.h: additive, normalised,
// h = tanh(c_n + b)), with the kernels and so with the bits of ops/rcnn.cc.
#pragma once

#include <memory>
#include <optional>

#include "core/inference/weight.h"
#include "core/math/matrix.h"

namespace whylight {

/// The input of a layer for a word: u_1..u_n, then λ, or the word's part of λ
/// if it is also of h[t-1]. What it remembers: h, then c_1..c_n.
class RcnnCell {
 public:
  /// `state_decay` is U^λ transposed, [h x h], if the decay depends on h[t-1];
  /// `bias` is b, [h].
  RcnnCell(Index hidden, Index order, std::unique_ptr<Weight> state_decay,
           RowVector bias);

  Index hidden() const { return hidden_; }
  Index order() const { return order_; }
  /// Numbers in what is read of a word.
  Index word_width() const { return (order_ + 1) * hidden_; }
  /// Numbers in c_1..c_n.
  Index levels_width() const { return order_ * hidden_; }

  /// The state of each text: rows of h and of c_1..c_n, one per text.
  template <typename T>
  struct Memory {
    T* h;
    Index h_stride;
    T* levels;
    Index levels_stride;
  };

  /// Goes on by a word, for `count` texts at once: words[i] is what is read of
  /// the word of text i. Without `before` all texts are at their start.
  void Step(Index count, const Real* const* words,
            const std::optional<Memory<const Real>>& before,
            const Memory<Real>& after);

 private:
  Index hidden_;
  Index order_;
  std::unique_ptr<Weight> state_decay_;
  RowVector bias_;
  RowVector no_levels_;  // c before the first word.
  Matrix decay_sums_;    // U^λ h[t-1]
};

}  // namespace whylight
