#include "core/math/kumaraswamy.h"

#include <algorithm>
#include <cmath>

namespace whylight {
namespace {

constexpr Real kLow = Real(-0.1);
constexpr Real kHigh = Real(1.1);
// Where a variate is cut off below: P(z > 0) is the mass beyond it.
constexpr Real kStart = -kLow / (kHigh - kLow);
constexpr Real kLeastShape = Real(1e-3);
constexpr Real kMostShape = 100;
constexpr Real kLeastUniform = Real(1e-6);

Real Softplus(Real x) {
  return std::max(x, Real{0}) + std::log1p(std::exp(-std::abs(x)));
}

}  // namespace

KumaShape::KumaShape(Real number_a, Real number_b)
    : a(std::clamp(Softplus(number_a), kLeastShape, kMostShape)),
      b(std::clamp(Softplus(number_b), kLeastShape, kMostShape)) {}

Real KumaSlope(Real number) {
  const Real shape = Softplus(number);
  if (shape <= kLeastShape || shape >= kMostShape) return 0;
  return 1 / (1 + std::exp(-number));
}

Real LogPresence(const KumaShape& shape) {
  return shape.b * std::log1p(-std::pow(kStart, shape.a));
}

KumaGradient LogPresenceGradient(const KumaShape& shape) {
  const Real power = std::pow(kStart, shape.a);
  return {shape.b * -power * std::log(kStart) / (1 - power),
          std::log1p(-power)};
}

StretchedKuma StretchKuma(const KumaShape& shape, Real uniform) {
  // k = (1 - u^(1/b))^(1/a) = w^(1/a)
  const Real u = std::clamp(uniform, kLeastUniform, 1 - kLeastUniform);
  const Real log_u = std::log(u);
  const Real w = std::max(-std::expm1(log_u / shape.b), kLeastUniform);
  const Real log_w = std::log(w);
  const Real k = std::exp(log_w / shape.a);
  const Real v = std::exp(log_u / shape.b);
  const Real width = kHigh - kLow;
  return {kLow + width * k,
          {width * -k * log_w / (shape.a * shape.a),
           width * k / (shape.a * w) * v * log_u / (shape.b * shape.b)}};
}

}  // namespace whylight
