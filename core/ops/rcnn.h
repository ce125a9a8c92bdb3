// The recurrent convolution as one operation: every member of the family
// (rcnn_form.h), any order, with its gates (Lei17 sections 2.3, 2.5 and 3.3.2,
// appendix B.1).
#pragma once

#include <optional>

#include "core/graph/graph.h"
#include "core/ops/rcnn_form.h"
#include "core/ops/sequence.h"

namespace whylight {

enum class Direction { kForward, kBackward };

/// The memory of a run from word to word, one row per sequence; all zero before
/// the first word.
struct RcnnState {
  Matrix h;       ///< [batch x h]
  Matrix c;       ///< c_1..c_n side by side, [batch x n·h]
  Matrix counts;  ///< C_1..C_{n-1}, [batch x (n-1)·h], if `CountsNgrams`.
};

/// The input of the recurrence. For a table of D distinct words, hidden size h
/// and order n:
struct RcnnInputs {
  RcnnForm form = {};
  Index order = 0;  ///< n
  Var candidates;   ///< [D x n·h]: W_1 x, ..., W_n x side by side.

  /// The decay λ, or W^λ x + b^λ before the sigmoid if there is `decay_state`.
  /// [D x h]; one row serves all words, one column all units.
  Var decay;
  /// U^λ transposed, [h x h] ([h x 1] with a decay of one column), if the decay
  /// depends on h[t-1] as well.
  std::optional<Var> decay_state;

  std::optional<Var> mix;            ///< α, [1 x n], for ExposedState::kMix.
  std::optional<Var> output_matrix;  ///< O, [h x h].
  std::optional<Var> bias;           ///< b, [1 x h].

  struct OutputGate {
    Var words;  ///< W^o x + b^o, [D x h].
    Var state;  ///< U^o transposed, [h x h].
  };
  std::optional<OutputGate> output_gate;

  struct Highway {
    Var gate;   ///< f, [D x h], after the sigmoid.
    Var words;  ///< x itself, [D x h].
  };
  std::optional<Highway> highway;

  /// m, [max_length·batch x 1], in [0, 1]; all ones if absent. With
  /// NgramPooling::kMax 0 or 1, and no gradient reaches it.
  std::optional<Var> mask;

  /// Where to go on from, as an earlier run left it: a text read in two runs
  /// gives the bits of one. No gradient reaches it. Not with
  /// NgramPooling::kMax.
  std::optional<RcnnState> start;
};

/// The results of a run, one row per position, time-major.
struct RcnnRun {
  Var states;  ///< h, [max_length·batch x h]

  /// Only if everything is kept. At a word that the mask leaves out, c and z
  /// are carried, λ is 1 and the other gate 0: nothing enters.
  std::optional<Var> c;             ///< c_1..c_n side by side, [.. x n·h]
  std::optional<Var> z;             ///< z_1..z_n side by side, [.. x n·h]
  std::optional<Var> decays;        ///< λ, [.. x h]
  std::optional<Var> output_gates;  ///< o, [.. x h], if there is one

  RcnnState last;  ///< After the last words; empty with NgramPooling::kMax.
};

enum class Keep { kStates, kEverything };

/// Runs the levels of rcnn_form.h, shows s[t] of them (ExposedState) and gives
///   λ_t  = σ(W^λ x_t + U^λ h[t-1] + b^λ)   or a decay without h[t-1]
///   a[t] = g(Oᵀ s[t] + b)
///   o_t  = σ(W^o x_t + U^o h[t-1] + b^o)
///   y[t] = f_t ⊙ (o_t ⊙ a[t]) + (1 - f_t) ⊙ x_t
/// where O, b, o and f are used if they are given, and h[0] = 0 or `start`.
/// With a mask m, every level and the state are blended with what they were:
///   c_j[t] = m_t (what the level becomes) + (1 - m_t) c_j[t-1]
///   h[t]   = m_t y[t] + (1 - m_t) h[t-1]
/// so where m_t = 0, and at padding, state is carried unchanged and a masked
/// run equals a run on the selected words alone, exactly; in between it is
/// smooth, so a gradient reaches the mask of unselected words too.
///
/// Backward runs read each sequence from its last word to its first. While
/// recording, ask for kStates: a gradient flows through `states` alone.
RcnnRun RunRcnn(Graph& graph, const RcnnInputs& inputs,
                const SequenceBatch& words, Direction direction, Keep keep);

/// The states of `RunRcnn`, [max_length·batch x h].
inline Var Rcnn(Graph& graph, const RcnnInputs& inputs,
                const SequenceBatch& words, Direction direction) {
  return RunRcnn(graph, inputs, words, direction, Keep::kStates).states;
}

/// The state after the whole sequence: [batch x h] of a result of `Rcnn`.
Var FinalState(Graph& graph, Var states, const SequenceBatch& words,
               Direction direction);

}  // namespace whylight
