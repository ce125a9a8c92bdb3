#include "core/math/kernels.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

#include "core/base/random.h"
#include "core/math/gemm_with_bias.h"
#include "tests/core/math/every_target.h"

namespace whylight {
namespace {

using Eigen::Index;

// Around the widths of vectors, panels and tiles, and the largest.
constexpr Index kSizes[] = {1, 2, 3, 7, 8, 13, 16, 17, 31, 48, 49, 200, 257};

// `rows` x `cols` numbers in [-1, 1), a row `stride` apart, at an address that
// is aligned to `offset` numbers past nothing.
template <typename T>
class Numbers {
 public:
  Numbers(Index rows, Index cols, Index stride, Index offset,
          std::uint64_t seed)
      : memory_(static_cast<std::size_t>(rows * stride + offset)),
        map_(memory_.data() + offset, rows, cols,
             Eigen::OuterStride<>(stride)) {
    const CounterRandom random(seed, RandomPurpose::kInitialise);
    for (std::size_t i = 0; i < memory_.size(); ++i) {
      memory_[i] = static_cast<T>(2 * random.Uniform(i) - 1);
    }
  }
  using Map = Eigen::Map<MatrixOf<T>, 0, Eigen::OuterStride<>>;
  Map& operator*() { return map_; }
  Map* operator->() { return &map_; }
  const std::vector<T>& memory() const { return memory_; }

 private:
  std::vector<T> memory_;
  Map map_;
};

// A sum of k products in T is off by at most k epsilons of the sum of their
// sizes.
template <typename T>
double Bound(double sum_of_sizes, Index k) {
  return static_cast<double>(k + 2) *
         static_cast<double>(std::numeric_limits<T>::epsilon()) * sum_of_sizes;
}

// c + a · b as a sum in double, against `found`.
template <typename T>
void ExpectProduct(const MatrixOf<T>& a, const MatrixOf<T>& b,
                   const MatrixOf<T>& c, const MatrixOf<T>& found) {
  for (Index r = 0; r < a.rows(); ++r) {
    for (Index column = 0; column < b.cols(); ++column) {
      double sum = static_cast<double>(c(r, column));
      double sizes = std::abs(sum);
      for (Index k = 0; k < a.cols(); ++k) {
        const double term =
            static_cast<double>(a(r, k)) * static_cast<double>(b(k, column));
        sum += term;
        sizes += std::abs(term);
      }
      ASSERT_NEAR(static_cast<double>(found(r, column)), sum,
                  Bound<T>(sizes, a.cols()))
          << a.rows() << " x " << a.cols() << " x " << b.cols() << " at " << r
          << ", " << column;
    }
  }
}

template <typename T>
void CheckGemm(Index rows, Index depth, Index cols) {
  Numbers<T> a(rows, depth, depth + 3, 1, 1);
  Numbers<T> b(depth, cols, cols + 5, 3, 2);
  Numbers<T> c(rows, cols, cols + 1, 5, 3);
  const MatrixOf<T> zeros = MatrixOf<T>::Zero(rows, cols);
  const MatrixOf<T> start = *c;
  const std::vector<T> around = c.memory();
  Gemm<T>(*a, PackedMatrix<T>(*b), *c, Into::kAdd);
  ExpectProduct<T>(*a, *b, start, *c);
  const MatrixOf<T> added = *c;
  *c = start;
  EXPECT_EQ(c.memory(), around) << "written outside of the result";

  MatrixOf<T> packed(rows, cols);
  packed.setConstant(std::numeric_limits<T>::quiet_NaN());
  Gemm<T>(*a, PackedMatrix<T>(*b), packed, Into::kReplace);
  ExpectProduct<T>(*a, *b, zeros, packed);
  MatrixOf<T> in_place(rows, cols);
  Gemm<T>(*a, *b, in_place, Into::kReplace);
  EXPECT_EQ(in_place, packed);
  const MatrixOf<T> transposed = b->transpose();
  Gemm<T>(*a, PackedMatrix<T>::Transposed(transposed), in_place,
          Into::kReplace);
  EXPECT_EQ(in_place, packed);
  PackedMatrix<T> another = PackedMatrix<T>(MatrixOf<T>::Ones(3, 40));
  another.PackTransposed(transposed);
  Gemm<T>(*a, another, in_place, Into::kReplace);
  EXPECT_EQ(in_place, packed) << "packed in place of another";

  Numbers<T> bias(1, cols, cols, 2, 4);
  MatrixOf<T> sums = bias->replicate(rows, 1);
  Gemm<T>(*a, PackedMatrix<T>(*b), sums, Into::kAdd);
  const T* const none = nullptr;
  GemmWithBias<T>(*a, PackedMatrix<T>(*b), bias->data(), *c);
  EXPECT_EQ(*c, sums);
  GemmWithBias<T>(*a, *b, bias->data(), in_place);
  EXPECT_EQ(in_place, sums);
  GemmWithBias<T>(*a, PackedMatrix<T>(*b), none, in_place);
  EXPECT_EQ(in_place, packed);
  GemmWithBias<T>(*a, *b, none, in_place);
  EXPECT_EQ(in_place, packed);
  *c = start;
  EXPECT_EQ(c.memory(), around) << "written outside of the result";

  // aᵀ (a b): the reduction is over the rows.
  MatrixOf<T> gradient = MatrixOf<T>::Constant(depth, cols, T(0.5));
  TransposedProduct<T>(*a, packed, gradient, Into::kAdd);
  ExpectProduct<T>(a->transpose(), packed,
                   MatrixOf<T>::Constant(depth, cols, T(0.5)), gradient);
  gradient.setConstant(std::numeric_limits<T>::quiet_NaN());
  TransposedProduct<T>(*a, packed, gradient, Into::kReplace);
  ExpectProduct<T>(a->transpose(), packed, MatrixOf<T>::Zero(depth, cols),
                   gradient);
  const MatrixOf<T> whole = gradient;
  TransposedProduct<T>(a->rightCols(depth / 2), packed,
                       gradient.bottomRows(depth / 2), Into::kReplace);
  EXPECT_EQ(gradient, whole) << "rows made on their own";
}

TEST(Kernels, ProductsAreSumsOfProducts) {
  ForEachTarget([] {
    for (const Index size : kSizes) {
      CheckGemm<float>(size, 29, 33);
      CheckGemm<float>(5, size, 18);
      CheckGemm<float>(11, 6, size);
      CheckGemm<float>(1, size, size);
#if HWY_HAVE_FLOAT64
      CheckGemm<double>(size, 5, 11);
#endif
    }
    CheckGemm<float>(257, 600, 50);
    CheckGemm<float>(3, 1030, 7);
  });
}

TEST(Kernels, ARowOfAProductHasTheSameBitsInAnyCompany) {
  ForEachTarget([] {
    Numbers<float> a(257, 200, 200, 0, 1);
    Numbers<float> b(200, 200, 200, 0, 2);
    const PackedMatrix<float> packed(*b);
    MatrixOf<float> all(257, 200);
    Gemm<float>(*a, packed, all, Into::kReplace);
    for (const Index rows : kSizes) {
      MatrixOf<float> some(rows, 200);
      const auto chosen = a->bottomRows(rows);
      Gemm<float>(chosen, packed, some, Into::kReplace);
      EXPECT_EQ(some, all.bottomRows(rows)) << rows << " rows, packed";
      Gemm<float>(chosen, *b, some, Into::kReplace);
      EXPECT_EQ(some, all.bottomRows(rows)) << rows << " rows, in place";
    }
  });
}

TEST(Kernels, AnInfinityStaysInItsRow) {
  ForEachTarget([] {
    MatrixOf<float> a = MatrixOf<float>::Ones(9, 4);
    a(4, 2) = std::numeric_limits<float>::infinity();
    MatrixOf<float> c(9, 5);
    Gemm<float>(a, PackedMatrix<float>(MatrixOf<float>::Ones(4, 5)), c,
                Into::kReplace);
    for (Index r = 0; r < 9; ++r) {
      EXPECT_EQ(std::isfinite(c.row(r).sum()), r != 4) << r;
    }
  });
}

using Function = void (*)(const float*, float*, Index);

// The largest error of `function`, absolute or relative, over [-limit, limit].
double LargestError(Function function, double (*exact)(double), double limit,
                    bool relative) {
  constexpr Index kCount = 4001;
  std::vector<float> x(kCount);
  std::vector<float> y(kCount);
  for (Index i = 0; i < kCount; ++i) {
    x[static_cast<std::size_t>(i)] = static_cast<float>(
        limit * (2 * static_cast<double>(i) / (kCount - 1) - 1));
  }
  function(x.data(), y.data(), kCount);
  double largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double wanted = exact(static_cast<double>(x[i]));
    double error = std::abs(static_cast<double>(y[i]) - wanted);
    if (relative && wanted != 0) error /= std::abs(wanted);
    largest = std::max(largest, error);
  }
  return largest;
}

double ExactSigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double ExactExp(double x) { return std::exp(x); }
double ExactTanh(double x) { return std::tanh(x); }

TEST(Kernels, FunctionsAreAsNearAsTheySay) {
  ForEachTarget([] {
    for (const double limit : {1e-3, 1.0, 10.0, 80.0}) {
      EXPECT_LE(LargestError(Exp<float>, ExactExp, limit, true), 3e-7);
      EXPECT_LE(LargestError(Tanh<float>, ExactTanh, limit, true), 5e-7);
      EXPECT_LE(LargestError(Sigmoid<float>, ExactSigmoid, limit, false), 2e-7);
    }
  });
}

TEST(Kernels, FunctionsOfExtremeNumbersAreTheirLimits) {
  ForEachTarget([] {
    const float infinity = std::numeric_limits<float>::infinity();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> x = {-infinity, -1e30F,   -0.0F, 0.0F,
                                  1e30F,     infinity, nan};
    const auto of = [&](Function function) {
      std::vector<float> y(x.size());
      function(x.data(), y.data(), static_cast<Index>(x.size()));
      EXPECT_TRUE(std::isnan(y.back()));
      y.pop_back();
      return y;
    };
    EXPECT_EQ(of(Exp<float>),
              std::vector<float>({0, 0, 1, 1, infinity, infinity}));
    EXPECT_EQ(of(Tanh<float>), std::vector<float>({-1, -1, 0, 0, 1, 1}));
    EXPECT_EQ(of(Sigmoid<float>), std::vector<float>({0, 0, 0.5F, 0.5F, 1, 1}));
  });
}

TEST(Kernels, AnElementHasTheSameBitsWhereverItStands) {
  ForEachTarget([] {
    Numbers<float> x(1, 257, 257, 1, 7);
    for (const Function function : {Exp<float>, Tanh<float>, Sigmoid<float>}) {
      std::vector<float> all(257);
      function(x->data(), all.data(), 257);
      for (Index i = 0; i < 257; ++i) {
        float alone = 0;
        function(x->data() + i, &alone, 1);
        ASSERT_EQ(alone, all[static_cast<std::size_t>(i)]);
      }
    }
  });
}

TEST(Kernels, SoftmaxGivesProbabilitiesAtAnySize) {
  ForEachTarget([] {
    for (const Index size : kSizes) {
      Numbers<float> x(2, size, size + 1, 1, 9);
      x->row(1).array() += 1000;
      const MatrixOf<double> before = x->cast<double>();
      SoftmaxRows<float>(*x);
      for (Index r = 0; r < 2; ++r) {
        const Eigen::ArrayXd e =
            (before.row(r).array() - before.row(r).maxCoeff()).exp();
        for (Index i = 0; i < size; ++i) {
          ASSERT_NEAR(static_cast<double>((*x)(r, i)), e(i) / e.sum(), 1e-6);
        }
      }
    }
  });
}

#if HWY_HAVE_FLOAT64
TEST(Kernels, DoublesAreExactToRounding) {
  ForEachTarget([] {
    for (double x = -5; x < 5; x += 0.37) {
      double y = 0;
      Exp<double>(&x, &y, 1);
      EXPECT_DOUBLE_EQ(y, std::exp(x));
      Tanh<double>(&x, &y, 1);
      EXPECT_DOUBLE_EQ(y, std::tanh(x));
      Sigmoid<double>(&x, &y, 1);
      EXPECT_DOUBLE_EQ(y, 1 / (1 + std::exp(-x)));
    }
  });
}
#endif

}  // namespace
}  // namespace whylight
