// An average over the words so far whose gates come from elsewhere, as one
// operation: the listener of the RCRN and the cell of the DCU (Tay19
// chapters 9 and 8).
#pragma once

#include <optional>

#include "core/graph/graph.h"
#include "core/ops/sequence.h"

namespace whylight {

/// What becomes of the numbers given for the output gate.
enum class GateForm { kLogistic, kLinear };

/// The input of the recurrence: tables that the words are rows of, [D x h]
/// each.
struct GatedAverageInputs {
  Var fresh;  ///< x
  /// Before the logistic function; absent, nothing is kept: f = 0.
  std::optional<Var> forget;
  Var output;
  GateForm output_form = GateForm::kLogistic;
  /// What gates are multiplied by before the logistic function. Where they lie
  /// between -1 and 1, as states do, a gate cannot leave [σ(-gain), σ(gain)].
  Real gain = 1;
  /// m, [max_length·batch x 1], in [0, 1]; all ones if absent.
  std::optional<Var> mask;
};

/// From c[0] = h[0] = 0:
///   f = σ(gain · forget_t),  o = σ(gain · output_t) or output_t itself
///   c' = f ⊙ c[t-1] + (1 - f) ⊙ x_t,       h' = o ⊙ c'
///   c[t] = m_t c' + (1 - m_t) c[t-1],      h[t] = m_t h' + (1 - m_t) h[t-1]
/// Where m_t = 0, and at padding, c and h are carried unchanged.
/// -> h, [max_length·batch x h], time-major.
Var GatedAverage(Graph& graph, const GatedAverageInputs& inputs,
                 const SequenceBatch& words);

}  // namespace whylight
