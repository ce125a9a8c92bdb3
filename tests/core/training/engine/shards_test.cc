#include "core/training/engine/shards.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/ops/ops.h"
#include "tests/core/training/engine/in_process_communicator.h"

namespace whylight {
namespace {

// How shards use a table: all of it, some rows, both, as a factor of a product,
// all three, or now one, now another.
enum class Use { kDense, kRows, kBoth, kProduct, kAll, kMixed };

class ShardGradients {
 public:
  ShardGradients(Use use, std::size_t shards, Index size = 6)
      : table{"table", Matrix(size, size / 2)},
        expected(Matrix::Zero(size, size / 2)),
        shards_(shards) {
    const CounterRandom random(1, RandomPurpose::kInitialise);
    for (Index i = 0; i < table.value.size(); ++i) {
      table.value.data()[i] =
          static_cast<Real>(random.Normal(static_cast<std::uint64_t>(i)));
    }
    for (std::size_t s = 0; s < kShards; ++s) {
      graphs[s] = std::make_unique<Graph>(Graph::Mode::kTraining);
      used[s] = s < shards;
      const bool rows = use == Use::kRows || use == Use::kBoth ||
                        use == Use::kAll || (use == Use::kMixed && s % 4 == 1);
      const bool dense = use == Use::kDense || use == Use::kBoth ||
                         use == Use::kAll || (use == Use::kMixed && s % 4 == 0);
      const bool product = use == Use::kProduct || use == Use::kAll ||
                           (use == Use::kMixed && s % 4 == 2);
      if (used[s]) Compute(s, rows, dense, product);
    }
  }

  Parameter table;
  Parameter unused{"unused", Matrix::Ones(2, 2)};
  ShardGraphs graphs;
  std::array<bool, kShards> used{};
  Matrix expected;  // In any order of adding.

  Matrix Sum(Communicator& ranks, int threads) {
    ThreadPool pool(threads);
    const Result<std::vector<Gradient>> sums =
        SumGradients({&table, &unused}, graphs, used, ranks, pool);
    EXPECT_TRUE(sums.ok());
    if (!sums.ok()) return {};
    EXPECT_TRUE(sums.value()[1].values.isZero());
    const Gradient& sum = sums.value()[0];
    is_sparse = sum.rows.has_value();
    if (!is_sparse) return sum.values;
    Matrix dense = Matrix::Zero(expected.rows(), expected.cols());
    for (std::size_t i = 0; i < sum.rows->size(); ++i) {
      dense.row((*sum.rows)[i]) = sum.values.row(static_cast<Index>(i));
      EXPECT_TRUE(i == 0 || (*sum.rows)[i - 1] < (*sum.rows)[i]);
    }
    return dense;
  }
  bool is_sparse = false;

 private:
  void Compute(std::size_t s, bool rows, bool dense, bool product) {
    Graph& graph = *graphs[s];
    std::vector<Var> terms;
    const auto weigh = [&](Var x, double scale) {
      const Matrix& value = graph.value(x);
      terms.push_back(SquaredError(graph, x,
                                   Matrix::Zero(value.rows(), value.cols()),
                                   Matrix::Constant(value.rows(), value.cols(),
                                                    static_cast<Real>(scale))));
    };
    const double scale = 0.1 + 1.0 / static_cast<double>(s + 3);
    if (rows) {
      const std::vector<std::int32_t> chosen = {
          static_cast<std::int32_t>((s * 2 + 1) % 6), -1,
          static_cast<std::int32_t>(s % 2 * 2)};
      weigh(graph.UseRows(table, chosen), scale);
      for (const std::int32_t row : chosen) {
        if (row >= 0) {
          expected.row(row) +=
              static_cast<Real>(2 * scale) * table.value.row(row);
        }
      }
    }
    if (dense) {
      weigh(graph.Use(table), scale);
      expected += static_cast<Real>(2 * scale) * table.value;
    }
    if (product) {
      const Matrix x =
          Matrix::Constant(1, table.value.rows(), static_cast<Real>(scale));
      const Matrix y = x * table.value;
      weigh(MatMul(graph, graph.Constant(x), graph.Use(table)), scale);
      expected += static_cast<Real>(2 * scale) * (x.transpose() * y);
    }
    if (terms.empty()) return;
    graph.Backward(
        WeightedSum(graph, terms, std::vector<Real>(terms.size(), Real{1})));
  }

  std::size_t shards_;
};

class SumGradientsTest
    : public testing::TestWithParam<std::tuple<Use, std::size_t>> {};

TEST_P(SumGradientsTest, AddsUpTheSameOnAnyThreadsAndRanks) {
  const auto [use, shards] = GetParam();
  SoloCommunicator alone;
  ShardGradients first(use, shards);
  const Matrix sum = first.Sum(alone, 1);
  EXPECT_LT((sum - first.expected).cwiseAbs().maxCoeff(), 1e-5);
  EXPECT_EQ(first.is_sparse, use == Use::kRows);
  EXPECT_EQ(ShardGradients(use, shards).Sum(alone, 4), sum);
  for (const int size : {2, 4, 8}) {
    RunRanks(size, [&, use = use, shards = shards](Communicator& ranks) {
      EXPECT_EQ(ShardGradients(use, shards).Sum(ranks, 2), sum) << size;
    });
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shards, SumGradientsTest,
    testing::Combine(testing::Values(Use::kDense, Use::kRows, Use::kBoth,
                                     Use::kProduct, Use::kAll, Use::kMixed),
                     testing::Values(1, 3, 5, 8)));

TEST(SumLargeGradientsTest, AddsUpATableThatThreadsShareOut) {
  constexpr Index kSize = 400;
  for (const Use use : {Use::kDense, Use::kProduct, Use::kAll, Use::kMixed}) {
    SoloCommunicator alone;
    ShardGradients first(use, 8, kSize);
    const Matrix sum = first.Sum(alone, 1);
    EXPECT_LT((sum - first.expected).cwiseAbs().maxCoeff(), 1e-3);
    EXPECT_EQ(ShardGradients(use, 8, kSize).Sum(alone, 3), sum);
    RunRanks(4, [&](Communicator& ranks) {
      EXPECT_EQ(ShardGradients(use, 8, kSize).Sum(ranks, 2), sum);
    });
  }
}

TEST(SumNumbersTest, AddsInABinaryTreeOnAnyNumberOfRanks) {
  // Numbers whose sum depends on the order.
  ShardNumbers numbers;
  for (std::size_t s = 0; s < kShards; ++s) {
    if (s != 3) numbers[s] = {std::pow(-3.3, static_cast<double>(s)) * 1e10};
  }
  const auto& n = numbers;
  const double expected = ((n[0][0] + n[1][0]) + n[2][0]) +
                          ((n[4][0] + n[5][0]) + (n[6][0] + n[7][0]));
  SoloCommunicator alone;
  EXPECT_EQ(SumNumbers(numbers, alone).value(), std::vector<double>{expected});
  for (const int size : {2, 4, 8}) {
    RunRanks(size, [&](Communicator& ranks) {
      ShardNumbers own;
      const ShardRange range = ShardRange::Of(ranks);
      for (std::size_t s = range.first; s < range.end(); ++s) {
        own[s] = numbers[s];
      }
      EXPECT_EQ(SumNumbers(own, ranks).value(), std::vector<double>{expected});
    });
  }
}

}  // namespace
}  // namespace whylight
