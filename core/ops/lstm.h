// The long short-term memory as one operation (Goldberg15 section 11.2, Tay19
// section 2.5).
#pragma once

#include <optional>

#include "core/graph/graph.h"
#include "core/ops/sequence.h"

namespace whylight {

/// The memory of a run from word to word, one row per sequence; all zero before
/// the first word.
struct LstmState {
  Matrix h;  ///< [batch x h]
  Matrix c;  ///< [batch x h]
};

/// The input of the recurrence, for a table of D distinct words.
struct LstmInputs {
  Var words;    ///< W x + b of i, f, o and g side by side, [D x 4h].
  Var weights;  ///< Their U, transposed, side by side, [h x 4h].
  /// m, [max_length·batch x 1], in [0, 1]; all ones if absent.
  std::optional<Var> mask;
  /// Where to go on from, as an earlier run left it. No gradient reaches it.
  std::optional<LstmState> start;
};

struct LstmRun {
  Var states;      ///< h, [max_length·batch x h], time-major.
  Var cells;       ///< c, of the same shape.
  LstmState last;  ///< After the last words.
};

/// From `start`:
///   i, f, o = σ(W x_t + U h[t-1] + b),  g = tanh(W x_t + U h[t-1] + b)
///   c' = f ⊙ c[t-1] + i ⊙ g,            h' = o ⊙ tanh(c')
///   c[t] = m_t c' + (1 - m_t) c[t-1],   h[t] = m_t h' + (1 - m_t) h[t-1]
/// Where m_t = 0, and at padding, state is carried unchanged.
LstmRun RunLstm(Graph& graph, const LstmInputs& inputs,
                const SequenceBatch& words);

}  // namespace whylight
