// The algebra of quaternions, on layers of one or a few.
#include <gtest/gtest.h>

#include "core/ops/quaternion.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

Matrix Quaternion(Real r, Real x, Real y, Real z) {
  Matrix parts(1, 4);
  parts << r, x, y, z;
  return parts;
}

// W of [i x 4o] parts, times every row of q.
Matrix Product(const Matrix& parts, const Matrix& q) {
  Graph graph(Graph::Mode::kInference);
  return q * graph.value(TiedBlocks(graph, graph.Constant(parts)));
}

const Matrix kOne = Quaternion(1, 0, 0, 0);
const Matrix kI = Quaternion(0, 1, 0, 0);
const Matrix kJ = Quaternion(0, 0, 1, 0);
const Matrix kK = Quaternion(0, 0, 0, 1);

TEST(QuaternionIdentityTest, UnitsMultiplyAsHamiltonHasIt) {
  for (const Matrix& unit : {kI, kJ, kK}) {
    EXPECT_EQ(Product(unit, unit), Matrix(-kOne));
    EXPECT_EQ(Product(kOne, unit), unit);
    EXPECT_EQ(Product(unit, kOne), unit);
  }
  EXPECT_EQ(Product(kI, kJ), kK);
  EXPECT_EQ(Product(kJ, kK), kI);
  EXPECT_EQ(Product(kK, kI), kJ);
  EXPECT_EQ(Product(kJ, kI), Matrix(-kK));
  EXPECT_EQ(Product(kK, kJ), Matrix(-kI));
  EXPECT_EQ(Product(kI, kK), Matrix(-kJ));
}

TEST(QuaternionIdentityTest, ProductsAreAssociativeAndNormsMultiply) {
  const Matrix a = RandomMatrix(1, 4, "a");
  const Matrix b = RandomMatrix(1, 4, "b");
  const Matrix c = RandomMatrix(1, 4, "c");
  EXPECT_LT((Product(Product(a, b), c) - Product(a, Product(b, c)))
                .cwiseAbs()
                .maxCoeff(),
            1e-15);
  EXPECT_NEAR(Product(a, b).norm(), a.norm() * b.norm(), 1e-15);
  // The conjugate turns the order around.
  const auto conjugate = [](const Matrix& q) {
    Matrix turned = -q;
    turned(0, 0) = q(0, 0);
    return turned;
  };
  EXPECT_LT((conjugate(Product(a, b)) - Product(conjugate(b), conjugate(a)))
                .cwiseAbs()
                .maxCoeff(),
            1e-15);
}

// Two matrices of quaternions, one after the other, are their product.
TEST(QuaternionIdentityTest, MatricesMultiplyAsTheirTiedBlocksDo) {
  const Matrix first = RandomMatrix(3, 4 * 2, "first");
  const Matrix second = RandomMatrix(2, 4 * 5, "second");
  // Σ_k second_jk ⊗ first_ki, by single products.
  Matrix both = Matrix::Zero(3, 4 * 5);
  for (Index i = 0; i < 3; ++i) {
    for (Index j = 0; j < 5; ++j) {
      for (Index k = 0; k < 2; ++k) {
        const auto part = [](const Matrix& parts, Index row, Index column) {
          const Index cols = parts.cols() / 4;
          Matrix one(1, 4);
          for (Index p = 0; p < 4; ++p)
            one(0, p) = parts(row, p * cols + column);
          return one;
        };
        const Matrix product = Product(part(second, k, j), part(first, i, k));
        for (Index p = 0; p < 4; ++p) both(i, p * 5 + j) += product(0, p);
      }
    }
  }
  const Matrix q = RandomMatrix(6, 12, "q");
  EXPECT_LT((Product(second, Product(first, q)) - Product(both, q))
                .cwiseAbs()
                .maxCoeff(),
            1e-14);
}

}  // namespace
}  // namespace whylight
