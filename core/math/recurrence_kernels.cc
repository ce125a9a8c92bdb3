#include "core/math/recurrence_kernels.h"

#include "core/math/targets-inl.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/math/recurrence_kernels.cc"
#include <hwy/foreach_target.h>

#include "core/math/vector_functions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace whylight::HWY_NAMESPACE {
namespace {

using Eigen::Index;

template <typename D>
using V = hn::Vec<D>;

template <typename D>
HWY_INLINE V<D> OneMinus(D d, V<D> x) {
  return hn::Sub(hn::Set(d, 1), x);
}

template <typename D, typename T>
HWY_INLINE void AddTo(D d, V<D> x, T* sum) {
  hn::StoreU(hn::Add(hn::LoadU(d, sum), x), d, sum);
}

template <typename D, typename T>
HWY_INLINE void Put(D d, V<D> x, Into into, T* out) {
  if (into == Into::kAdd) x = hn::Add(hn::LoadU(d, out), x);
  hn::StoreU(x, d, out);
}

// Form and rows of most words that are read: as LevelForm and
// LevelRows, but what they have in common is known when this is compiled.
// kOrder 0 is any order. What is known is named as what is not is.
// NOLINTBEGIN(readability-identifier-naming)
template <Index kOrder>
struct Order {
  static constexpr Index order = kOrder;
};
template <>
struct Order<0> {
  Index order;
};

template <typename T, Index kOrder>
struct PlainForm : Order<kOrder> {
  static constexpr bool multiplicative = false;
  static constexpr bool normalized = true;
  static constexpr bool same_step = false;
  static constexpr bool counts = false;
  static constexpr Activation activation = Activation::kTanh;
  static constexpr bool exposes_z = false;
  // NOLINTEND(readability-identifier-naming)
  struct LastLevel {
    Index order;
    T operator[](Index j) const { return j + 1 == order ? T{1} : T{0}; }
  };
  LastLevel exposure;
  Index hidden;
};

template <typename T>
struct PlainLevels {
  static constexpr T mask = 1;
  static constexpr const T* decay_state = nullptr;
  static constexpr const T* counts_before = nullptr;
  static constexpr T* counts = nullptr;
  static constexpr T* z = nullptr;
  static constexpr T* decays = nullptr;
  const T* u;
  const T* decay;
  const T* c_before;
  T* c;
};

template <typename T>
bool IsPlain(const LevelForm<T>& form, const LevelRows<T>& levels,
             const OutputRows<T>& output) {
  return form.order == 2 && !form.multiplicative && form.normalized &&
         !form.same_step && !form.counts &&
         form.activation == Activation::kTanh && !form.exposes_z &&
         form.exposure[0] == T{0} && form.exposure[1] == T{1} &&
         levels.mask == T{1} && levels.z == nullptr &&
         levels.decays == nullptr && output.mask == T{1} &&
         output.highway == nullptr && output.activated == nullptr;
}

// λ, and the keep and take of c_j = keep ⊙ c_j before + take ⊙ z_j.
template <typename D>
struct Weights {
  template <typename Form, typename T>
  HWY_INLINE Weights(D d, const Form& form, T mask, V<D> lambda)
      : decay(lambda) {
    const V<D> entering = hn::Mul(hn::Set(d, mask), OneMinus(d, decay));
    keep = mask == T{1} ? decay : OneMinus(d, entering);
    take = form.normalized ? entering : hn::Set(d, mask);
  }
  V<D> decay;
  V<D> keep;
  V<D> take;
};

// z_j (j from 0) from u_j and the level below.
template <typename D, typename Form, typename T>
HWY_INLINE V<D> Level(D d, const Form& form, Index j, V<D> u, V<D> below,
                      const T* counts_before, Index i) {
  if (j == 0) return u;
  if (form.multiplicative) return hn::Mul(below, u);
  if (!form.counts) return hn::Add(below, u);
  const auto count = hn::LoadU(d, counts_before + (j - 1) * form.hidden + i);
  return hn::MulAdd(count, u, below);
}

// The levels of the units from i on; returns their s.
template <typename D, typename Form, typename Rows>
HWY_INLINE V<D> Levels(D d, const Form& form, const Rows& rows, Index i) {
  using T = hn::TFromD<D>;
  V<D> decay = hn::LoadU(d, rows.decay + i);
  if (rows.decay_state != nullptr) {
    decay =
        VectorSigmoid(d, hn::Add(decay, hn::LoadU(d, rows.decay_state + i)));
  }
  if (rows.decays != nullptr) hn::StoreU(decay, d, rows.decays + i);
  const Weights<D> weights(d, form, rows.mask, decay);
  V<D> s = hn::Zero(d);
  V<D> below = hn::Zero(d);
  for (Index j = 0; j < form.order; ++j) {
    const Index at = j * form.hidden + i;
    const V<D> before = hn::LoadU(d, rows.c_before + at);
    const V<D> z = Level(d, form, j, hn::LoadU(d, rows.u + at), below,
                         rows.counts_before, i);
    const V<D> c = hn::MulAdd(weights.keep, before, hn::Mul(weights.take, z));
    hn::StoreU(c, d, rows.c + at);
    if (rows.z != nullptr) hn::StoreU(z, d, rows.z + at);
    if (form.exposure[j] != T{0}) {
      s = hn::MulAdd(hn::Set(d, form.exposure[j]), form.exposes_z ? z : c, s);
    }
    below = form.same_step ? c : before;
  }
  if (form.counts) {
    // C_j = keep ⊙ C_j before + take ⊙ C_{j-1} before, C_0 = 1
    V<D> shorter = hn::Set(d, 1);
    for (Index j = 0; j + 1 < form.order; ++j) {
      const Index at = j * form.hidden + i;
      const V<D> before = hn::LoadU(d, rows.counts_before + at);
      hn::StoreU(
          hn::MulAdd(weights.keep, before, hn::Mul(weights.take, shorter)), d,
          rows.counts + at);
      shorter = before;
    }
  }
  return s;
}

template <typename D>
HWY_INLINE V<D> Activated(D d, Activation activation, V<D> x) {
  switch (activation) {
    case Activation::kTanh:
      return VectorTanh(d, x);
    case Activation::kRelu:
      // A NaN stays one.
      return hn::IfThenZeroElse(hn::Lt(x, hn::Zero(d)), x);
    case Activation::kIdentity:
      break;
  }
  return x;
}

// h = m y + (1 - m) h_before, y = f (o a) + (1 - f) x, a = g(Oᵀs + b)
template <typename D, typename T>
HWY_INLINE void Output(D d, const LevelForm<T>& form, const OutputRows<T>& rows,
                       Index i, V<D> y) {
  if (rows.bias != nullptr) y = hn::Add(y, hn::LoadU(d, rows.bias + i));
  y = Activated(d, form.activation, y);
  if (rows.activated != nullptr) hn::StoreU(y, d, rows.activated + i);
  if (rows.gate_words != nullptr) {
    const V<D> o = VectorSigmoid(d, hn::Add(hn::LoadU(d, rows.gate + i),
                                            hn::LoadU(d, rows.gate_words + i)));
    hn::StoreU(o, d, rows.gate + i);
    y = hn::Mul(y, o);
  }
  if (rows.highway != nullptr) {
    const V<D> f = hn::LoadU(d, rows.highway + i);
    const V<D> x = hn::LoadU(d, rows.words + i);
    y = hn::MulAdd(f, y, hn::Mul(OneMinus(d, f), x));
  }
  if (rows.mask != T{1}) {
    const V<D> before = hn::LoadU(d, rows.state_before + i);
    const V<D> mask = hn::Set(d, rows.mask);
    y = hn::MulAdd(mask, y, hn::Mul(OneMinus(d, mask), before));
  }
  hn::StoreU(y, d, rows.state + i);
}

// g's derivative from its value.
template <typename D>
HWY_INLINE V<D> Slope(D d, Activation activation, V<D> a) {
  const V<D> one = hn::Set(d, 1);
  switch (activation) {
    case Activation::kTanh:
      return hn::NegMulAdd(a, a, one);
    case Activation::kRelu:
      return hn::IfThenElseZero(hn::Gt(a, hn::Zero(d)), one);
    case Activation::kIdentity:
      break;
  }
  return one;
}

// Returns the gradient of Oᵀs + b.
template <typename D, typename T>
HWY_INLINE V<D> OutputBack(D d, const LevelForm<T>& form,
                           const OutputGradients<T>& rows, Index i) {
  const V<D> mask = hn::Set(d, rows.mask);
  const V<D> a = hn::LoadU(d, rows.activated + i);
  const V<D> d_h = hn::Add(hn::LoadU(d, rows.d_state + i),
                           hn::LoadU(d, rows.d_state_here + i));
  V<D> d_y = hn::Mul(mask, d_h);
  V<D> o = a;
  V<D> y = a;
  if (rows.gate != nullptr) {
    o = hn::LoadU(d, rows.gate + i);
    y = hn::Mul(y, o);
  }
  if (rows.highway != nullptr) {
    const V<D> f = hn::LoadU(d, rows.highway + i);
    const V<D> x = hn::LoadU(d, rows.words + i);
    AddTo(d, hn::Mul(d_y, hn::Sub(y, x)), rows.d_highway + i);
    AddTo(d, hn::Mul(d_y, OneMinus(d, f)), rows.d_words + i);
    y = hn::MulAdd(f, y, hn::Mul(OneMinus(d, f), x));
    d_y = hn::Mul(d_y, f);
  }
  if (rows.d_mask != nullptr) {
    const V<D> before = hn::LoadU(d, rows.state_before + i);
    hn::StoreU(hn::Mul(d_h, hn::Sub(y, before)), d, rows.d_mask + i);
  }
  if (rows.gate != nullptr) {
    const V<D> d_gate = hn::Mul(hn::Mul(d_y, a), hn::Mul(o, OneMinus(d, o)));
    hn::StoreU(d_gate, d, rows.d_gate + i);
    AddTo(d, d_gate, rows.d_gate_words + i);
    d_y = hn::Mul(d_y, o);
  }
  hn::StoreU(hn::Mul(OneMinus(d, mask), d_h), d, rows.d_state + i);
  const V<D> d_sums = hn::Mul(d_y, Slope(d, form.activation, a));
  if (rows.d_bias != nullptr) AddTo(d, d_sums, rows.d_bias + i);
  return d_sums;
}

// `d_s` is the gradient of s.
template <typename D, typename T>
HWY_INLINE void LevelsBack(D d, const LevelForm<T>& form,
                           const LevelGradients<T>& rows, Index i, V<D> d_s) {
  const Weights<D> weights(d, form, rows.mask, hn::LoadU(d, rows.decays + i));
  V<D> d_keep = hn::Zero(d);
  V<D> d_take = hn::Zero(d);
  V<D> s = hn::Zero(d);
  // The gradient that the level above sends down, to this word's level in the
  // same-step form, else to the one before it; and what C above sends to C
  // before.
  V<D> d_below = hn::Zero(d);
  V<D> d_shorter = hn::Zero(d);
  for (Index j = form.order; j-- > 0;) {
    const Index at = j * form.hidden + i;
    const V<D> u = hn::LoadU(d, rows.u + at);
    const V<D> before = hn::LoadU(d, rows.c_before + at);
    V<D> below = before;  // Not read at the lowest level.
    if (j > 0) {
      below = hn::LoadU(
          d, (form.same_step ? rows.c : rows.c_before) + at - form.hidden);
    }
    const V<D> z = Level(d, form, j, u, below, rows.counts_before, i);
    V<D> d_c = hn::LoadU(d, rows.d_c + at);
    V<D> d_z = hn::Zero(d);
    if (form.exposure[j] != T{0}) {
      const V<D> share = hn::Set(d, form.exposure[j]);
      V<D> shown = z;
      if (form.exposes_z) {
        d_z = hn::Mul(share, d_s);
      } else {
        d_c = hn::MulAdd(share, d_s, d_c);
        if (rows.exposed != nullptr) shown = hn::LoadU(d, rows.c + at);
      }
      s = hn::MulAdd(share, shown, s);
    }
    if (form.same_step) d_c = hn::Add(d_c, d_below);
    d_keep = hn::MulAdd(d_c, before, d_keep);
    d_take = hn::MulAdd(d_c, z, d_take);
    V<D> d_before = hn::Mul(weights.keep, d_c);
    if (!form.same_step) d_before = hn::Add(d_before, d_below);
    hn::StoreU(d_before, d, rows.d_c + at);

    const V<D> d_level = hn::MulAdd(weights.take, d_c, d_z);
    V<D> d_u = d_level;
    d_below = d_level;
    if (j > 0 && form.multiplicative) {
      d_u = hn::Mul(d_level, below);
      d_below = hn::Mul(d_level, u);
    } else if (j > 0 && form.counts) {
      const Index shorter = at - form.hidden;
      const V<D> count = hn::LoadU(d, rows.counts_before + shorter);
      const V<D> d_count = hn::LoadU(d, rows.d_counts + shorter);
      const V<D> count_below =
          j > 1 ? hn::LoadU(d, rows.counts_before + shorter - form.hidden)
                : hn::Set(d, 1);
      d_u = hn::Mul(d_level, count);
      d_keep = hn::MulAdd(d_count, count, d_keep);
      d_take = hn::MulAdd(d_count, count_below, d_take);
      const V<D> kept = hn::MulAdd(weights.keep, d_count, d_shorter);
      hn::StoreU(hn::MulAdd(d_level, u, kept), d, rows.d_counts + shorter);
      d_shorter = hn::Mul(weights.take, d_count);
    }
    Put(d, d_u, rows.into_u, rows.d_u + at);
  }
  if (rows.exposed != nullptr) hn::StoreU(s, d, rows.exposed + i);

  // keep = 1 - m (1 - λ); take = m (1 - λ) if normalised, else m
  if (form.normalized) d_keep = hn::Sub(d_keep, d_take);
  if (rows.d_mask != nullptr) {
    V<D> d_mask = hn::NegMulAdd(OneMinus(d, weights.decay), d_keep,
                                hn::LoadU(d, rows.d_mask + i));
    if (!form.normalized) d_mask = hn::Add(d_mask, d_take);
    hn::StoreU(d_mask, d, rows.d_mask + i);
  }
  V<D> d_decay = hn::Mul(hn::Set(d, rows.mask), d_keep);
  if (rows.decay_is_sigmoid) {
    d_decay =
        hn::Mul(d_decay, hn::Mul(weights.decay, OneMinus(d, weights.decay)));
  }
  if (rows.d_decay != nullptr) {
    Put(d, d_decay, rows.into_decay, rows.d_decay + i);
  }
  if (rows.d_decay_sums != nullptr) {
    hn::StoreU(d_decay, d, rows.d_decay_sums + i);
  }
}

template <typename T>
void LevelsOf(const LevelForm<T>& form, const LevelRows<T>& rows, T* exposed) {
  ForEachVector<T>(form.hidden, [&](auto d, Index i) HWY_ATTR {
    hn::StoreU(Levels(d, form, rows, i), d, exposed + i);
  });
}

template <typename T>
void OutputOf(const LevelForm<T>& form, const OutputRows<T>& rows,
              const T* sums) {
  ForEachVector<T>(form.hidden, [&](auto d, Index i) HWY_ATTR {
    Output(d, form, rows, i, hn::LoadU(d, sums + i));
  });
}

// out = σ(x + y) of `count` numbers; `out` may be `x`.
template <typename T>
void SigmoidOfSum(const T* x, const T* y, T* out, Index count) {
  ForEachVector<T>(count, [&](auto d, Index i) HWY_ATTR {
    const auto sum = hn::Add(hn::LoadU(d, x + i), hn::LoadU(d, y + i));
    hn::StoreU(VectorSigmoid(d, sum), d, out + i);
  });
}

// One function after another: of a unit they have to wait for each other, and
// processors do not look far enough ahead to work on other units meanwhile.
// First λ, then s waits in h.
template <typename T, Index kOrder>
void PlainWordOf(const PlainForm<T, kOrder>& form, const PlainWord<T>& word,
                 T* gate, const T* gate_words) {
  const Index hidden = form.hidden;
  T* const state = word.state;
  PlainLevels<T> rows = {
      .u = word.u, .decay = word.decay, .c_before = word.c_before, .c = word.c};
  if (word.decay_state != nullptr) {
    SigmoidOfSum(word.decay, word.decay_state, state, hidden);
    rows.decay = state;
  }
  const T* const bias = word.bias;
  ForEachVector<T>(hidden, [&](auto d, Index i) HWY_ATTR {
    auto s = Levels(d, form, rows, i);
    if (bias != nullptr) s = hn::Add(s, hn::LoadU(d, bias + i));
    hn::StoreU(s, d, state + i);
  });
  if (gate != nullptr) SigmoidOfSum(gate, gate_words, gate, hidden);
  ForEachVector<T>(hidden, [&](auto d, Index i) HWY_ATTR {
    auto y = VectorTanh(d, hn::LoadU(d, state + i));
    if (gate != nullptr) y = hn::Mul(y, hn::LoadU(d, gate + i));
    hn::StoreU(y, d, state + i);
  });
}

template <typename T>
void PlainWordOf(const PlainWord<T>& word) {
  T* const no_gate = nullptr;
  if (word.order == 2) {
    const PlainForm<T, 2> form = {{}, {2}, word.hidden};
    PlainWordOf(form, word, no_gate, no_gate);
  } else {
    const PlainForm<T, 0> form = {{word.order}, {word.order}, word.hidden};
    PlainWordOf(form, word, no_gate, no_gate);
  }
}

template <typename T>
void WordOf(const LevelForm<T>& form, const LevelRows<T>& levels,
            const OutputRows<T>& output) {
  if (IsPlain(form, levels, output)) {
    const PlainForm<T, 2> plain = {{}, {2}, form.hidden};
    PlainWordOf(plain,
                {.order = 2,
                 .hidden = form.hidden,
                 .u = levels.u,
                 .decay = levels.decay,
                 .decay_state = levels.decay_state,
                 .bias = output.bias,
                 .c_before = levels.c_before,
                 .c = levels.c,
                 .state = output.state},
                output.gate_words != nullptr ? output.gate : nullptr,
                output.gate_words);
    return;
  }
  ForEachVector<T>(form.hidden, [&](auto d, Index i) HWY_ATTR {
    Output(d, form, output, i, Levels(d, form, levels, i));
  });
}

template <typename T>
void OutputBackOf(const LevelForm<T>& form, const OutputGradients<T>& rows,
                  T* d_sums) {
  ForEachVector<T>(form.hidden, [&](auto d, Index i) HWY_ATTR {
    hn::StoreU(OutputBack(d, form, rows, i), d, d_sums + i);
  });
}

template <typename T>
void LevelsBackOf(const LevelForm<T>& form, const LevelGradients<T>& rows,
                  const T* d_exposed) {
  ForEachVector<T>(form.hidden, [&](auto d, Index i) HWY_ATTR {
    LevelsBack(d, form, rows, i, hn::LoadU(d, d_exposed + i));
  });
}

template <typename T>
void WordBackOf(const LevelForm<T>& form, const OutputGradients<T>& output,
                const LevelGradients<T>& levels) {
  ForEachVector<T>(form.hidden, [&](auto d, Index i) HWY_ATTR {
    LevelsBack(d, form, levels, i, OutputBack(d, form, output, i));
  });
}

// A table of instruction sets holds functions of one type each.
void LevelsFloat(const LevelForm<float>& form, const LevelRows<float>& rows,
                 float* exposed) {
  LevelsOf(form, rows, exposed);
}
void OutputFloat(const LevelForm<float>& form, const OutputRows<float>& rows,
                 const float* sums) {
  OutputOf(form, rows, sums);
}
void WordFloat(const LevelForm<float>& form, const LevelRows<float>& levels,
               const OutputRows<float>& output) {
  WordOf(form, levels, output);
}
void PlainWordFloat(const PlainWord<float>& word) { PlainWordOf(word); }
void OutputBackFloat(const LevelForm<float>& form,
                     const OutputGradients<float>& rows, float* d_sums) {
  OutputBackOf(form, rows, d_sums);
}
void LevelsBackFloat(const LevelForm<float>& form,
                     const LevelGradients<float>& rows,
                     const float* d_exposed) {
  LevelsBackOf(form, rows, d_exposed);
}
void WordBackFloat(const LevelForm<float>& form,
                   const OutputGradients<float>& output,
                   const LevelGradients<float>& levels) {
  WordBackOf(form, output, levels);
}

#if HWY_HAVE_FLOAT64
void LevelsDouble(const LevelForm<double>& form, const LevelRows<double>& rows,
                  double* exposed) {
  LevelsOf(form, rows, exposed);
}
void OutputDouble(const LevelForm<double>& form, const OutputRows<double>& rows,
                  const double* sums) {
  OutputOf(form, rows, sums);
}
void WordDouble(const LevelForm<double>& form, const LevelRows<double>& levels,
                const OutputRows<double>& output) {
  WordOf(form, levels, output);
}
void PlainWordDouble(const PlainWord<double>& word) { PlainWordOf(word); }
void OutputBackDouble(const LevelForm<double>& form,
                      const OutputGradients<double>& rows, double* d_sums) {
  OutputBackOf(form, rows, d_sums);
}
void LevelsBackDouble(const LevelForm<double>& form,
                      const LevelGradients<double>& rows,
                      const double* d_exposed) {
  LevelsBackOf(form, rows, d_exposed);
}
void WordBackDouble(const LevelForm<double>& form,
                    const OutputGradients<double>& output,
                    const LevelGradients<double>& levels) {
  WordBackOf(form, output, levels);
}
#endif

}  // namespace
}  // namespace whylight::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace whylight {
namespace {

HWY_EXPORT(LevelsFloat);
HWY_EXPORT(OutputFloat);
HWY_EXPORT(WordFloat);
HWY_EXPORT(PlainWordFloat);
HWY_EXPORT(OutputBackFloat);
HWY_EXPORT(LevelsBackFloat);
HWY_EXPORT(WordBackFloat);

}  // namespace

template <>
void RunLevels(const LevelForm<float>& form, const LevelRows<float>& rows,
               float* exposed) {
  HWY_DYNAMIC_DISPATCH(LevelsFloat)(form, rows, exposed);
}
template <>
void RunOutput(const LevelForm<float>& form, const OutputRows<float>& rows,
               const float* sums) {
  HWY_DYNAMIC_DISPATCH(OutputFloat)(form, rows, sums);
}
template <>
void RunWord(const LevelForm<float>& form, const LevelRows<float>& levels,
             const OutputRows<float>& output) {
  HWY_DYNAMIC_DISPATCH(WordFloat)(form, levels, output);
}
template <>
void RunPlainWord(const PlainWord<float>& word) {
  HWY_DYNAMIC_DISPATCH(PlainWordFloat)(word);
}
template <>
void RunOutputBack(const LevelForm<float>& form,
                   const OutputGradients<float>& rows, float* d_sums) {
  HWY_DYNAMIC_DISPATCH(OutputBackFloat)(form, rows, d_sums);
}
template <>
void RunLevelsBack(const LevelForm<float>& form,
                   const LevelGradients<float>& rows, const float* d_exposed) {
  HWY_DYNAMIC_DISPATCH(LevelsBackFloat)(form, rows, d_exposed);
}
template <>
void RunWordBack(const LevelForm<float>& form,
                 const OutputGradients<float>& output,
                 const LevelGradients<float>& levels) {
  HWY_DYNAMIC_DISPATCH(WordBackFloat)(form, output, levels);
}

#if HWY_HAVE_FLOAT64
namespace {

HWY_EXPORT(LevelsDouble);
HWY_EXPORT(OutputDouble);
HWY_EXPORT(WordDouble);
HWY_EXPORT(PlainWordDouble);
HWY_EXPORT(OutputBackDouble);
HWY_EXPORT(LevelsBackDouble);
HWY_EXPORT(WordBackDouble);

}  // namespace

template <>
void RunLevels(const LevelForm<double>& form, const LevelRows<double>& rows,
               double* exposed) {
  HWY_DYNAMIC_DISPATCH(LevelsDouble)(form, rows, exposed);
}
template <>
void RunOutput(const LevelForm<double>& form, const OutputRows<double>& rows,
               const double* sums) {
  HWY_DYNAMIC_DISPATCH(OutputDouble)(form, rows, sums);
}
template <>
void RunWord(const LevelForm<double>& form, const LevelRows<double>& levels,
             const OutputRows<double>& output) {
  HWY_DYNAMIC_DISPATCH(WordDouble)(form, levels, output);
}
template <>
void RunPlainWord(const PlainWord<double>& word) {
  HWY_DYNAMIC_DISPATCH(PlainWordDouble)(word);
}
template <>
void RunOutputBack(const LevelForm<double>& form,
                   const OutputGradients<double>& rows, double* d_sums) {
  HWY_DYNAMIC_DISPATCH(OutputBackDouble)(form, rows, d_sums);
}
template <>
void RunLevelsBack(const LevelForm<double>& form,
                   const LevelGradients<double>& rows,
                   const double* d_exposed) {
  HWY_DYNAMIC_DISPATCH(LevelsBackDouble)(form, rows, d_exposed);
}
template <>
void RunWordBack(const LevelForm<double>& form,
                 const OutputGradients<double>& output,
                 const LevelGradients<double>& levels) {
  HWY_DYNAMIC_DISPATCH(WordBackDouble)(form, output, levels);
}
#endif

}  // namespace whylight
#endif
