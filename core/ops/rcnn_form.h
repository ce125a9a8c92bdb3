// The members of the RCNN family (Lei17 sections 2.3 and 2.5, appendix B.1).
#pragma once

#include "core/math/activation.h"
#include "core/math/matrix.h"

namespace whylight {

/// The longest n-grams a layer may have, in words.
inline constexpr Index kMaxOrder = 16;

/// How the words of an n-gram are put together (Lei17 section 2.3.2).
enum class Mapping { kAdditive, kMultiplicative };

/// How the layer shows its n levels (Lei17 table 2.2 and section 2.5.1, Lei15
/// section 4).
enum class ExposedState {
  kC,     ///< c_n: n-grams that end at t or before.
  kZ,     ///< z_n: n-grams that end exactly at t.
  kSumC,  ///< c_1 + ... + c_n
  kSumZ,  ///< z_1 + ... + z_n
  kMix,   ///< α_1 c_1 + ... + α_n c_n, with α learned.
};

/// How all skip n-grams of one length are put together (Lei17 sections 2.3.3
/// and 2.3.5).
enum class NgramPooling { kSum, kMax };

/// One member of the family, apart from its sizes and gates.
///
/// With u_j[t] = W_j x_t, decay λ_t and every state zero before the first word,
/// level j = 1..n at word t is (u_1[t] alone for j = 1)
///
///   z_j[t] = c_{j-1}[t-1] ⊙ u_j[t]                multiplicative
///   z_j[t] = c_{j-1}[t-1] + u_j[t]                additive, normalised
///   z_j[t] = c_{j-1}[t-1] + C_{j-1}[t-1] ⊙ u_j[t] additive, un-normalised
///   c_j[t] = λ_t ⊙ c_j[t-1] + q_t ⊙ z_j[t],       q = 1 - λ if normalised,
///   else 1
///
/// where C_j[t] = λ_t ⊙ C_j[t-1] + C_{j-1}[t-1], C_0 = 1, counts the n-grams.
struct RcnnForm {
  Mapping mapping = Mapping::kAdditive;
  bool normalized = true;
  /// c_{j-1}[t] in place of c_{j-1}[t-1], as the released code has it;
  /// multiplicative only.
  bool same_step = false;
  ExposedState state = ExposedState::kC;
  Activation activation = Activation::kTanh;
  /// With kMax, level j holds the largest f(i_1..i_j) λ^gap of all its n-grams,
  /// 0 while there is none; λ is one constant and `normalized` has no meaning.
  NgramPooling pooling = NgramPooling::kSum;
};

/// True if the recurrence needs C: where an additive n-gram counts with weight
/// 1, and there is a shorter one for it to go on from.
inline bool CountsNgrams(const RcnnForm& form, Index order) {
  return form.pooling == NgramPooling::kSum && order > 1 && !form.normalized &&
         form.mapping == Mapping::kAdditive;
}

}  // namespace whylight
