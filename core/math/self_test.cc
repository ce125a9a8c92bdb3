#include "core/math/self_test.h"

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <cstddef>

#include "core/math/kernels.h"
#include "core/math/recurrence_kernels.h"

namespace whylight {
namespace {

// No multiple of any vector's width, so that what is left over is run as well.
constexpr std::size_t kCount = 5;
using Numbers = std::array<float, kCount>;

bool AreNear(const Numbers& found, const Numbers& known) {
  for (std::size_t i = 0; i < kCount; ++i) {
    // Not the other way around, which NaN would pass.
    if (!(std::abs(found[i] - known[i]) <= 1e-6F)) return false;
  }
  return true;
}

bool ProductsAreRight() {
  // Eighths, whose products and sums no rounding touches.
  MatrixOf<float> a(5, 7);
  for (int i = 0; i < a.size(); ++i) {
    a.data()[i] = static_cast<float>((7 * i) % 11 - 5) / 8;
  }
  MatrixOf<float> b(7, 20);
  for (int i = 0; i < b.size(); ++i) {
    b.data()[i] = static_cast<float>((5 * i) % 13 - 6) / 8;
  }
  MatrixOf<float> c(5, 20);
  Gemm<float>(a, PackedMatrix<float>(b), c, Into::kReplace);
  float sum = 0;
  for (int i = 0; i < c.size(); ++i) {
    sum += c.data()[i] * static_cast<float>((3 * i) % 7 - 3);
  }
  return sum == -10.765625F;
}

bool FunctionsAreRight() {
  const Numbers x = {-30, -3, -0.5F, 0.25F, 2};
  Numbers y;
  Tanh(x.data(), y.data(), kCount);
  if (!AreNear(y, {-1, -0.99505475F, -0.46211716F, 0.24491866F, 0.96402758F})) {
    return false;
  }
  Sigmoid(x.data(), y.data(), kCount);
  return AreNear(y, {0, 0.04742587F, 0.37754067F, 0.56217650F, 0.88079708F});
}

bool RecurrenceIsRight() {
  std::array<float, 45> numbers;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<float>((5 * static_cast<int>(i)) % 9 - 4) / 4;
  }
  std::array<float, 2 * kCount> c;
  Numbers state;
  RunPlainWord<float>({.order = 2,
                       .hidden = kCount,
                       .u = numbers.data(),
                       .decay = numbers.data() + 10,
                       .decay_state = numbers.data() + 20,
                       .bias = numbers.data() + 40,
                       .c_before = numbers.data() + 30,
                       .c = c.data(),
                       .state = state.data()});
  return AreNear(state, {0.27112174F, -0.10902084F, 0.63514895F, 0.43731961F,
                         0.30155536F});
}

}  // namespace

std::string_view FindKernelProblem() {
  if (!ProductsAreRight()) return "products";
  if (!FunctionsAreRight()) return "functions";
  if (!RecurrenceIsRight()) return "recurrence";
  return {};
}

}  // namespace whylight
