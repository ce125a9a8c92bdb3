// The recurrent convolution as one operation: additive, normalised, any order,
// with an adaptive decay (catalogue L-2.2c, L-λ and L-R6; Lei17 section 3.3.2).
#pragma once

#include <optional>

#include "core/graph/graph.h"
#include "core/ops/sequence.h"

namespace whylight {

enum class Direction { kForward, kBackward };

/// What the recurrence reads. For a table of D distinct words, hidden size h
/// and order n:
struct RcnnInputs {
  Var candidates;  ///< [D x n·h]: W_1 x, ..., W_n x side by side.
  Var decay;       ///< [D x h]: the decay λ of each word where it depends on
                   ///< the word alone, else W^λ x + b^λ, before the sigmoid.
  std::optional<Var> decay_state;  ///< U^λ transposed, [h x h], if the decay
                                   ///< depends on h[t-1] as well.
  Var bias;                        ///< b, [1 x h].
  std::optional<Var> mask;  ///< z, [max_length·batch x 1]; all ones if absent.
};

/// Runs
///   λ_t    = σ(W^λ x_t + U^λ h[t-1] + b^λ),   q_t = z_t (1 - λ_t)
///   c_j[t] = c_j[t-1] + q_t ⊙ (c_{j-1}[t-1] + W_j x_t - c_j[t-1])
///   h[t]   = z_t tanh(c_n[t] + b) + (1 - z_t) h[t-1]
/// with c_j[0] = 0, h[0] = 0 and no c_0 term for j = 1. Where z_t = 1 this is
/// L-R6; where z_t = 0, and at padding, state is carried unchanged, so a masked
/// run equals a run on the selected words alone; in between it is smooth, so a
/// gradient reaches the mask of unselected words too.
///
/// Returns h for every position, [max_length·batch x h], time-major. Backward
/// runs read each sequence from its last word to its first.
Var Rcnn(Graph& graph, const RcnnInputs& inputs, const SequenceBatch& words,
         Direction direction);

/// The state after the whole sequence: [batch x h] of a result of `Rcnn`.
Var FinalState(Graph& graph, Var states, const SequenceBatch& words,
               Direction direction);

}  // namespace whylight
