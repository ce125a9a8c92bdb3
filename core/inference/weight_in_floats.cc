#include "core/inference/weight.h"

namespace whylight {
namespace {

class FloatWeight : public Weight {
 public:
  explicit FloatWeight(const ConstRef<Real>& matrix) : matrix_(matrix) {}

  void Multiply(const ConstRef<Real>& a, MutableRef<Real> c,
                Into into) override {
    Gemm<Real>(a, matrix_, c, into);
  }

 private:
  PackedMatrix<Real> matrix_;
};

}  // namespace

std::unique_ptr<Weight> MakeFloatWeight(const ConstRef<Real>& matrix) {
  return std::make_unique<FloatWeight>(matrix);
}

}  // namespace whylight
