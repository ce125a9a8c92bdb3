#include "core/math/row_products.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

// Every remainder of the blocks of rows and of the widest vectors.
TEST(RowProductsTest, EqualPlainLoops) {
  for (const Index rows : {1, 2, 3, 4, 7, 16, 26}) {
    for (const Index depth : {1, 5, 26}) {
      for (const Index columns : {1, 3, 15, 16, 17, 47, 48, 64, 200, 257}) {
        const Matrix a = RandomMatrix(rows, depth, "a");
        const Matrix b = RandomMatrix(depth, columns, "b");
        const Matrix at = a.transpose();
        const Matrix bt = b.transpose();
        Matrix expected(rows, columns);
        for (Index i = 0; i < rows; ++i) {
          for (Index j = 0; j < columns; ++j) {
            double sum = 0;
            for (Index k = 0; k < depth; ++k) {
              sum += static_cast<double>(a(i, k)) * b(k, j);
            }
            expected(i, j) = static_cast<Real>(sum);
          }
        }
        Matrix c(rows, columns);
        const auto check = [&](const char* what) {
          EXPECT_LT((c - expected).cwiseAbs().maxCoeff(), 1e-5)
              << what << " " << rows << " x " << depth << " x " << columns;
          c.setZero();
        };
        RowSums(a, b, c);
        check("sums");
        RowSumsTransposed(at, b, c);
        check("transposed sums");
        RowDots(a, bt, c);
        check("dots");
      }
    }
  }
}

TEST(RowProductsTest, DotsReachAcrossAllVectors) {
  for (Index depth = 1; depth <= 257; ++depth) {
    const Matrix a = RandomMatrix(4, depth, "a");
    const Matrix b = RandomMatrix(5, depth, "b");
    Matrix c(4, 5);
    RowDots(a, b, c);
    const Matrix expected =
        (a.cast<double>() * b.cast<double>().transpose()).cast<Real>();
    EXPECT_LT((c - expected).cwiseAbs().maxCoeff(), 1e-4) << depth;
  }
}

TEST(RowProductsTest, LogisticIsAccurateAndSaturates) {
  Matrix x(1, 41);
  for (Index i = 0; i < x.size(); ++i) x(i) = static_cast<Real>(i - 20) / 2;
  x(0) = -1000;
  x(40) = 1000;
  Matrix y(1, 41);
  Logistic(x, y);
  for (Index i = 0; i < x.size(); ++i) {
    const double expected = 1 / (1 + std::exp(-static_cast<double>(x(i))));
    EXPECT_NEAR(y(i), expected, 2e-7) << x(i);
  }
}

}  // namespace
}  // namespace whylight
