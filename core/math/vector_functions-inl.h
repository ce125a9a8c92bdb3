// exp, tanh and the sigmoid of vectors. Included once an instruction set.
#if defined(WHYLIGHT_VECTOR_FUNCTIONS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WHYLIGHT_VECTOR_FUNCTIONS_INL_H_
#undef WHYLIGHT_VECTOR_FUNCTIONS_INL_H_
#else
#define WHYLIGHT_VECTOR_FUNCTIONS_INL_H_
#endif

#include <hwy/highway.h>

#include <Eigen/Core>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace whylight::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// A vector of `kLanes` numbers or, if the instruction set has none so wide, of
/// as many as it has.
template <typename T, Eigen::Index kLanes>
using Vectors = hn::CappedTag<T, static_cast<std::size_t>(kLanes)>;

/// The lanes of the widest vectors that kernels work on, a cache line at most.
template <typename T>
inline constexpr Eigen::Index kWidestLanes = static_cast<Eigen::Index>(
    hn::MaxLanes(Vectors<T, 64 / static_cast<int>(sizeof(T))>()));

/// Calls work(d, i) for consecutive vectors of tag d from element i on, until
/// `count` elements are done: the widest ones first, single elements last.
template <typename T, Eigen::Index kLanes = kWidestLanes<T>, typename Work>
HWY_INLINE void ForEachVector(Eigen::Index count, const Work& work,
                              Eigen::Index start = 0) {
  for (; start + kLanes <= count; start += kLanes) {
    work(Vectors<T, kLanes>(), start);
  }
  if constexpr (kLanes > 1) {
    ForEachVector<T, (kLanes > 4 ? 4 : 1)>(count, work, start);
  }
}

/// The polynomial c0 + c1 x + c2 x² + ...
template <typename D, typename V>
HWY_INLINE V Polynomial(D d, V, hn::TFromD<D> c0) {
  return hn::Set(d, c0);
}
template <typename D, typename V, typename... Rest>
HWY_INLINE V Polynomial(D d, V x, hn::TFromD<D> c0, Rest... rest) {
  return hn::MulAdd(Polynomial(d, x, rest...), x, hn::Set(d, c0));
}

/// For what has no vector form here: a number at a time.
template <typename D, typename V, typename Function>
HWY_INLINE V EachLane(D d, V x, Function function) {
  HWY_ALIGN hn::TFromD<D> lanes[hn::MaxLanes(d)];
  hn::Store(x, d, lanes);
  for (auto& lane : lanes) lane = function(lane);
  return hn::Load(d, lanes);
}

/// `x`, but no less than `low` and no more than `high`. What is not a number
/// stays so.
template <typename D, typename V>
HWY_INLINE V Bounded(D d, V x, hn::TFromD<D> low, hn::TFromD<D> high) {
  if constexpr (HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128) {
    const V bounded =
        hn::IfThenElse(hn::Lt(x, hn::Set(d, low)), hn::Set(d, low), x);
    return hn::IfThenElse(hn::Gt(bounded, hn::Set(d, high)), hn::Set(d, high),
                          bounded);
  } else {
    // Of two operands one of which is no number, vectors choose the second, or
    // the one that is none.
    return hn::Min(hn::Set(d, high), hn::Max(hn::Set(d, low), x));
  }
}

template <typename D, typename V>
HWY_INLINE V VectorExp(D d, V x) {
  using T = hn::TFromD<D>;
  if constexpr (sizeof(T) == sizeof(double)) {
    return EachLane(d, x, [](T lane) HWY_ATTR { return std::exp(lane); });
  } else {
    // exp(x) = 2^n exp(r) with |r| <= ln(2) / 2. 2^n is applied in two halves,
    // neither of which overflows before the product does.
    const hn::RebindToSigned<D> di;
    const V bounded =
        hn::Min(hn::Set(d, T(89)), hn::Max(hn::Set(d, T(-104)), x));
    const V n = hn::Round(hn::Mul(bounded, hn::Set(d, T(1.44269504))));
    V r = hn::NegMulAdd(n, hn::Set(d, T(0.693359375)), bounded);
    r = hn::NegMulAdd(n, hn::Set(d, T(-2.12194440e-4)), r);
    const V tail =
        Polynomial(d, r, T(0.5), T(0.166665769897), T(0.0416665546172),
                   T(0.00836317905272), T(0.00139261835877));
    const V e = hn::Add(hn::MulAdd(hn::Mul(r, r), tail, r), hn::Set(d, T(1)));
    const auto power = hn::ConvertTo(di, n);
    const auto half = hn::ShiftRight<1>(power);
    const auto exponent = [&](auto p) HWY_ATTR {
      return hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(p, hn::Set(di, 127))));
    };
    const V result =
        hn::Mul(hn::Mul(e, exponent(half)), exponent(hn::Sub(power, half)));
    return hn::IfThenElse(hn::IsNaN(x), x, result);
  }
}

template <typename D, typename V>
HWY_INLINE V VectorSigmoid(D d, V x) {
  using T = hn::TFromD<D>;
  const V one = hn::Set(d, T(1));
  if constexpr (sizeof(T) == sizeof(double)) {
    return hn::Div(one, hn::Add(one, VectorExp(d, hn::Neg(x))));
  } else {
    // exp(-x) = 2^n 2^f with |f| <= 1/2. At the bounds 2^n is 0 and infinite.
    const hn::RebindToUnsigned<D> du;
    const V t =
        Bounded(d, hn::Mul(x, hn::Set(d, T(-1.44269504))), T(-127), T(128));
    // So large that no bit is left for a fraction: the last ones hold n + 127,
    // which shifted is 2^n.
    const V magic = hn::Set(d, T(12582912 + 127));
    const V biased = hn::Add(t, magic);
    const V power = hn::BitCast(d, hn::ShiftLeft<23>(hn::BitCast(du, biased)));
    const V f = hn::Sub(t, hn::Sub(biased, magic));
    // The polynomial of this degree, exact at 0, whose largest relative error
    // is smallest, 1e-7.
    const V e = Polynomial(d, f, T(1), T(0.693147004), T(0.240222424),
                           T(0.0555073358), T(0.00967151299), T(0.00132647273));
    return hn::Div(one, hn::MulAdd(e, power, one));
  }
}

template <typename D, typename V>
HWY_INLINE V VectorTanh(D d, V x) {
  using T = hn::TFromD<D>;
  if constexpr (sizeof(T) == sizeof(double)) {
    return EachLane(d, x, [](T lane) HWY_ATTR { return std::tanh(lane); });
  } else {
    // x P(x²) / Q(x²), the quotient of these degrees whose largest relative
    // error on [-9.02, 9.02] is smallest, 2e-8; beyond, tanh rounds to 1.
    const V bounded = Bounded(d, x, T(-9.02), T(9.02));
    const V y = hn::Mul(bounded, bounded);
    const V p = Polynomial(d, y, T(1), T(0.1337972924), T(3.494046068e-3),
                           T(2.058360948e-5), T(1.331915297e-8));
    const V q = Polynomial(d, y, T(1), T(0.4671304465), T(2.587112166e-2),
                           T(3.283108872e-4), T(7.762072241e-7));
    return Bounded(d, hn::Div(hn::Mul(bounded, p), q), T(-1), T(1));
  }
}

}  // namespace whylight::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
