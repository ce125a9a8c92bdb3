#include "core/inference/weight.h"
#include "core/math/gemm_with_bias.h"

namespace whylight {
namespace {

class FloatWeight : public Weight {
 public:
  explicit FloatWeight(const ConstRef<Real>& matrix) : matrix_(matrix) {}

  void Multiply(const ConstRef<Real>& a, const Real* bias,
                MutableRef<Real> c) override {
    GemmWithBias<Real>(a, matrix_, bias, c);
  }

 private:
  PackedMatrix<Real> matrix_;
};

}  // namespace

std::unique_ptr<Weight> MakeFloatWeight(const ConstRef<Real>& matrix) {
  return std::make_unique<FloatWeight>(matrix);
}

}  // namespace whylight
