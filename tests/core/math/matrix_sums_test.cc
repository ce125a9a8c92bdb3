#include "core/math/matrix_sums.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "tests/core/math/every_target.h"

namespace whylight {
namespace {

using Eigen::Index;

template <typename T>
MatrixOf<T> Numbers(Index rows, Index cols, double seed) {
  MatrixOf<T> numbers(rows, cols);
  for (Index i = 0; i < numbers.size(); ++i) {
    numbers.data()[i] =
        static_cast<T>(std::sin(seed + 1.7 * static_cast<double>(i)));
  }
  return numbers;
}

// What a term is made of.
struct Parts {
  bool start;
  std::vector<Index> depths;
  bool rows;
};

// The same sums, every matrix of them made.
template <typename T>
class SlowSum {
 public:
  SlowSum(const std::vector<Parts>& parts, Index rows, Index cols) {
    double seed = 0;
    // Terms point to what is kept here.
    matrices_.reserve(64);
    for (const Parts& each : parts) {
      MatrixTerm<T> term;
      std::optional<MatrixOf<T>> sum;
      if (each.start) {
        const MatrixOf<T>& start = New(rows, cols, ++seed);
        term.start = start.data();
        sum = start;
      }
      for (const Index depth : each.depths) {
        // A part of the columns, as threads have it, which needs a place even
        // where it has no rows.
        const MatrixOf<T>& a = New(std::max<Index>(depth, 1), rows + 3, ++seed);
        const MatrixOf<T>& b = New(depth, cols, ++seed);
        term.products.push_back({{a.data() + 2, depth, rows, rows + 3},
                                 {b.data(), depth, cols, cols}});
        if (!sum) sum = MatrixOf<T>::Zero(rows, cols);
        TransposedProduct<T>(a.block(0, 2, depth, rows), b, *sum,
                             term.start == nullptr && term.products.size() == 1
                                 ? Into::kReplace
                                 : Into::kAdd);
      }
      if (each.rows) {
        const MatrixOf<T>& some = New(rows, cols, ++seed);
        if (!sum) sum = MatrixOf<T>::Zero(rows, cols);
        term.rows.resize(static_cast<std::size_t>(rows));
        for (Index row = 0; row < rows; row += 3) {
          term.rows[static_cast<std::size_t>(row)] = &some.coeffRef(row, 0);
          sum->row(row) += some.row(row);
        }
      }
      terms.push_back(term);
      sums_.push_back(sum);
    }
  }

  MatrixOf<T> Sum(Index rows, Index cols) {
    for (std::size_t width = 1; width < sums_.size(); width *= 2) {
      for (std::size_t s = 0; s < sums_.size(); s += 2 * width) {
        auto& left = sums_[s];
        const auto& right = sums_[s + width];
        if (left && right) {
          *left += *right;
        } else if (right) {
          left = right;
        }
      }
    }
    return sums_[0] ? *sums_[0] : MatrixOf<T>::Zero(rows, cols);
  }

  std::vector<MatrixTerm<T>> terms;

 private:
  const MatrixOf<T>& New(Index rows, Index cols, double seed) {
    return matrices_.emplace_back(Numbers<T>(rows, cols, seed));
  }

  std::vector<MatrixOf<T>> matrices_;
  std::vector<std::optional<MatrixOf<T>>> sums_;
};

template <typename T>
void Check(const std::vector<Parts>& parts, Index rows, Index cols) {
  SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(cols));
  SlowSum<T> slow(parts, rows, cols);
  // A part of the columns of a matrix; what is beside it stays.
  MatrixOf<T> c = MatrixOf<T>::Constant(rows, cols + 2, T(7));
  SumTerms<T>(slow.terms, c.leftCols(cols));
  EXPECT_EQ(MatrixOf<T>(c.leftCols(cols)), slow.Sum(rows, cols));
  EXPECT_TRUE((c.rightCols(2).array() == T(7)).all());
}

TEST(MatrixSumsTest, SumsHaveTheBitsOfProductsAddedInPairs) {
  const std::vector<Parts> shards = {
      {false, {5}, false}, {true, {}, false},      {false, {}, false},
      {false, {}, true},   {true, {3, 200}, true}, {false, {385, 1}, false},
      {false, {2}, true},  {false, {}, false}};
  ForEachTarget([&] {
    for (const Index cols : {1, 5, 16, 23, 48, 57, 100}) {
      Check<float>(shards, 19, cols);
#if HWY_HAVE_FLOAT64
      Check<double>(shards, 9, cols);
#endif
    }
    for (const Index rows : {1, 2, 7, 8, 9}) Check<float>(shards, rows, 50);
    Check<float>({{false, {4}, false}}, 5, 6);
    Check<float>({{false, {}, false}, {false, {}, false}}, 5, 6);
    Check<float>({{false, {}, false}, {false, {6}, true}}, 5, 6);
    Check<float>({{false, {0}, false}, {false, {6}, false}}, 5, 6);
  });
}

TEST(MatrixSumsTest, MayTakeThePlaceOfAStart) {
  MatrixOf<float> c = Numbers<float>(9, 21, 1);
  const MatrixOf<float> other = Numbers<float>(9, 21, 2);
  const MatrixOf<float> sum = c + other;
  std::vector<MatrixTerm<float>> terms(2);
  terms[0].start = c.data();
  terms[1].start = other.data();
  SumTerms<float>(terms, c);
  EXPECT_EQ(c, sum);
}

}  // namespace
}  // namespace whylight
