// A word of a recurrent convolution and its way back, over all units of the
// state: ops/rcnn_form.h and ops/rcnn.h have the equations, in the same
// letters. For ops/rcnn.cc, ops/rcnn_backward.cc and inference/rcnn_cell.cc.
#pragma once

#include <Eigen/Core>

#include "core/math/activation.h"
#include "core/math/kernels.h"

namespace whylight {

/// The properties that all words of a run share. Rows of n levels hold c_1..c_n
/// side by side, `hidden` units each.
template <typename T>
struct LevelForm {
  Eigen::Index order;  ///< n
  Eigen::Index hidden;
  bool multiplicative;
  bool normalized;
  bool same_step;
  bool counts;  ///< C is kept.
  Activation activation;
  /// s = Σ_j exposure[j] · c_j, or z_j; zeros are left out.
  bool exposes_z;
  const T* exposure;
};

/// Rows of one word. Those that may be null are left out where they are.
template <typename T>
struct LevelRows {
  T mask;
  const T* u;
  const T* decay;        ///< λ or, with `decay_state`, what λ is of x.
  const T* decay_state;  ///< U^λ h[t-1]; may be null.
  const T* c_before;
  const T* counts_before;
  T* c;
  T* counts;
  T* z;       ///< May be null.
  T* decays;  ///< λ; may be null.
};

template <typename T>
struct OutputRows {
  T mask;
  const T* bias;          ///< May be null.
  const T* gate_words;    ///< W^o x + b^o; may be null.
  T* gate;                ///< U^o h[t-1], then o.
  const T* highway;       ///< f; may be null.
  const T* words;         ///< x, with `highway`.
  const T* state_before;  ///< h[t-1]
  T* activated;           ///< a; may be null.
  T* state;  ///< h[t]; may be `decay_state`, but no other row that is read.
};

/// The levels of a word, and s.
template <typename T>
void RunLevels(const LevelForm<T>& form, const LevelRows<T>& rows, T* exposed);
/// From Oᵀs to the state. `sums` may be `exposed`.
template <typename T>
void RunOutput(const LevelForm<T>& form, const OutputRows<T>& rows,
               const T* sums);
/// Both, where there is no O.
template <typename T>
void RunWord(const LevelForm<T>& form, const LevelRows<T>& levels,
             const OutputRows<T>& output);

/// A word of the form that models with rationales hold: additive, normalised,
/// h = tanh(c_n + b), read whole. Letters are those of LevelRows.
template <typename T>
struct PlainWord {
  Eigen::Index order;
  Eigen::Index hidden;
  const T* u;
  const T* decay;
  const T* decay_state;  ///< May be null.
  const T* bias;         ///< May be null.
  const T* c_before;
  T* c;
  T* state;
};

/// RunWord of that form, to the bit, for programs without the others.
template <typename T>
void RunPlainWord(const PlainWord<T>& word);

/// Of a word on the way back: values, and gradients, which have a `d_` before
/// them.
template <typename T>
struct OutputGradients {
  T mask;
  const T* activated;
  const T* gate;
  const T* highway;
  const T* words;
  const T* state_before;
  const T* d_state_here;  ///< Of h[t], from outside.
  T* d_state;             ///< Of h[t], from the next word; then of h[t-1].
  T* d_bias;              ///< Added to; may be null.
  T* d_gate_words;        ///< Added to; with `gate`.
  T* d_gate;              ///< Of o before the sigmoid; may be `gate`.
  T* d_highway;           ///< Added to; with `highway`.
  T* d_words;             ///< Added to; with `highway`.
  T* d_mask;              ///< A term a unit; may be null.
};

template <typename T>
struct LevelGradients {
  T mask;
  const T* u;
  const T* decays;  ///< λ
  const T* c_before;
  const T* c;
  const T* counts_before;
  bool decay_is_sigmoid;  ///< `d_decay` is of what λ is the sigmoid of.
  T* d_c;                 ///< Of c, from the next word; then of c before.
  T* d_counts;            ///< As `d_c`.
  T* d_u;
  Into into_u;
  T* d_decay;  ///< May be null.
  Into into_decay;
  T* d_decay_sums;  ///< The same, of this word alone; may be null, or `decays`.
  T* d_mask;        ///< A term a unit, added to; may be null.
  T* exposed;       ///< s once more; may be null.
};

/// `d_sums` is of Oᵀs + b; it may be `activated`.
template <typename T>
void RunOutputBack(const LevelForm<T>& form, const OutputGradients<T>& rows,
                   T* d_sums);
template <typename T>
void RunLevelsBack(const LevelForm<T>& form, const LevelGradients<T>& rows,
                   const T* d_exposed);
template <typename T>
void RunWordBack(const LevelForm<T>& form, const OutputGradients<T>& output,
                 const LevelGradients<T>& levels);

}  // namespace whylight
