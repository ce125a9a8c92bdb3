#include "core/math/integer_kernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/random.h"
#include "tests/core/math/every_target.h"

namespace whylight {
namespace {

using Eigen::Index;
using Floats = MatrixOf<float>;

constexpr std::int64_t kLargest = std::numeric_limits<std::int32_t>::max();

// Numbers in [-1, 1), with a column of zeros that are not all positive.
Floats Uniform(Index rows, Index cols, std::uint64_t seed) {
  const CounterRandom random(seed, RandomPurpose::kInitialise);
  Floats values(rows, cols);
  for (Index i = 0; i < values.size(); ++i) {
    values.data()[i] = static_cast<float>(
        2 * random.Uniform(static_cast<std::uint64_t>(i)) - 1);
  }
  values.col(cols / 2) *= 0.0F;
  return values;
}

// The integer of row k and a column, of panels of pairs.
std::int64_t Weight(const IntegerMatrix& b, Index k, Index column) {
  return b.panel(column / 16)[k / 2 * 32 + column % 16 * 2 + k % 2];
}

// The product as the integers have it, summed in 64 bits.
Floats ExactProduct(const IntegerRows& a, const IntegerMatrix& b) {
  Floats c(a.rows(), b.cols());
  for (Index r = 0; r < c.rows(); ++r) {
    for (Index column = 0; column < c.cols(); ++column) {
      std::int64_t sum = 0;
      for (Index k = 0; k < b.rows(); ++k) {
        sum += a.row(r)[k] * Weight(b, k, column);
      }
      EXPECT_LE(std::abs(sum), kLargest);
      c(r, column) =
          static_cast<float>(sum) * (a.scale(r) * b.scales()[column]);
    }
  }
  return c;
}

struct Size {
  Index rows;
  Index depth;
  Index cols;
};

constexpr Size kSizes[] = {{1, 1, 1},   {1, 200, 200}, {1, 96, 96},  {2, 7, 15},
                           {3, 8, 16},  {5, 13, 17},   {1, 31, 33},  {4, 2, 47},
                           {9, 64, 40}, {1, 601, 50},  {17, 200, 56}};

TEST(IntegerKernels, ProductsAreThoseOfTheIntegersOnEveryInstructionSet) {
  for (const auto& [rows, depth, cols] : kSizes) {
    const Floats a = Uniform(rows, depth, 1);
    const IntegerMatrix b(Uniform(depth, cols, 2));
    ForEachTarget([&, rows = rows, cols = cols] {
      IntegerRows integers;
      integers.Assign(a);
      const Floats exact = ExactProduct(integers, b);
      Floats around = Floats::Constant(rows + 1, cols + 3, 7);
      auto c = around.topLeftCorner(rows, cols);
      Gemm(integers, b, c, Into::kReplace);
      EXPECT_EQ(c, exact);
      Gemm(integers, b, c, Into::kAdd);
      EXPECT_EQ(c, exact + exact);
      EXPECT_EQ(around.bottomRows(1), Floats::Constant(1, cols + 3, 7));
      EXPECT_EQ(around.rightCols(3), Floats::Constant(rows + 1, 3, 7));
    });
  }
}

TEST(IntegerKernels, RowsAreTheSameIntegersOnEveryInstructionSet) {
  const Floats a = Uniform(3, 257, 4);
  std::vector<std::int16_t> first;
  ForEachTarget([&] {
    IntegerRows integers;
    integers.Assign(a);
    std::vector<std::int16_t> found;
    for (Index r = 0; r < 3; ++r) {
      found.insert(found.end(), integers.row(r), integers.row(r) + 258);
      EXPECT_EQ(integers.row(r)[257], 0);
      for (Index i = 0; i < 257; ++i) {
        EXPECT_NEAR(integers.row(r)[i] * integers.scale(r), a(r, i),
                    0.501F * integers.scale(r));
      }
    }
    if (first.empty()) first = found;
    EXPECT_EQ(found, first);
  });
}

TEST(IntegerKernels, NoSumOverflowsWhateverTheWeights) {
  for (const Index depth : {1, 2, 255, 4000}) {
    Floats weights = Floats::Ones(depth, 3);
    weights.col(1) = Uniform(depth, 2, 5).col(0) * 1e20F;
    weights.col(2).setZero();
    weights(0, 2) = 1;
    const IntegerMatrix b(weights);
    for (Index column = 0; column < 3; ++column) {
      std::int64_t sizes = 0;
      for (Index k = 0; k < depth; ++k) {
        sizes += std::abs(Weight(b, k, column));
      }
      EXPECT_LE(sizes * kMostActivation, kLargest);
      EXPECT_GT(sizes, 0);
    }
  }
}

TEST(IntegerKernels, ProductsAreNearThoseOfFloats) {
  const Floats a = Uniform(20, 200, 6);
  const Floats b = Uniform(200, 100, 7);
  IntegerRows integers;
  integers.Assign(a);
  Floats c(20, 100);
  Gemm(integers, IntegerMatrix(b), c, Into::kReplace);
  const Floats exact = a * b;
  EXPECT_LT((c - exact).norm(), 3e-4F * exact.norm());
}

TEST(IntegerKernels, WhatIsNotANumberSpoilsItsRowAlone) {
  const IntegerMatrix b(Uniform(9, 20, 8));
  for (const float spoilt : {std::numeric_limits<float>::infinity(),
                             std::numeric_limits<float>::quiet_NaN()}) {
    ForEachTarget([&] {
      Floats a = Uniform(4, 9, 9);
      a(2, 7) = spoilt;
      IntegerRows integers;
      integers.Assign(a);
      Floats c(4, 20);
      Gemm(integers, b, c, Into::kReplace);
      for (Index r = 0; r < 4; ++r) {
        EXPECT_EQ(c.row(r).array().isNaN().all(), r == 2);
        EXPECT_EQ(c.row(r).array().isNaN().any(), r == 2);
      }
    });
  }
}

TEST(IntegerKernels, RowsCanBeAssignedAgain) {
  const IntegerMatrix b(Uniform(6, 5, 10));
  IntegerRows integers;
  for (const Index rows : {3, 1, 7}) {
    const Floats a = Uniform(rows, 6, 11);
    integers.Assign(a);
    Floats c(rows, 5);
    Gemm(integers, b, c, Into::kReplace);
    EXPECT_EQ(c, ExactProduct(integers, b));
  }
  integers.Assign(Floats::Zero(1, 6));
  Floats c(1, 5);
  Gemm(integers, b, c, Into::kReplace);
  EXPECT_EQ(c, Floats::Zero(1, 5));
}

}  // namespace
}  // namespace whylight
