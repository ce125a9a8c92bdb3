#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/graph.h"
#include "core/ops/ops.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

TEST(GraphTest, RowsOfAParameterAreCopiedInTheOrderAskedFor) {
  const Parameter table{"table", RandomMatrix(5, 3, "table")};
  Graph graph(Graph::Mode::kTraining);
  const Var rows =
      graph.UseRows(table, std::vector<std::int32_t>{4, -1, 0, -1});
  EXPECT_EQ(Matrix(graph.value(rows).row(0)), Matrix(table.value.row(4)));
  EXPECT_EQ(Matrix(graph.value(rows).row(1)), Matrix::Zero(1, 3));
  EXPECT_EQ(Matrix(graph.value(rows).row(2)), Matrix(table.value.row(0)));
  EXPECT_EQ(Matrix(graph.value(rows).row(3)), Matrix::Zero(1, 3));
  EXPECT_TRUE(graph.NeedsGradient(rows));
}

TEST(GraphTest, GradientsOfRowsAreThoseOfTheWholeTable) {
  const Parameter words{"words", RandomMatrix(5, 3, "table")};
  const std::vector<std::int32_t> ids = {4, -1, 0};
  const Matrix target = RandomMatrix(3, 3, "target");
  const Matrix weight = Matrix::Ones(3, 3);
  Graph sparse(Graph::Mode::kTraining);
  sparse.Backward(
      SquaredError(sparse, sparse.UseRows(words, ids), target, weight));
  Graph dense(Graph::Mode::kTraining);
  const Var table = dense.Use(words);
  dense.Backward(
      SquaredError(dense, Gather(dense, table, ids), target, weight));

  ASSERT_EQ(sparse.RowUses().size(), 1u);
  const Graph::RowUse& use = sparse.RowUses().front();
  EXPECT_EQ(use.parameter, &words);
  ASSERT_EQ(use.rows, ids);
  Matrix found = Matrix::Zero(5, 3);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] < 0) continue;
    found.row(ids[i]) = sparse.Gradient(use.var).row(static_cast<Index>(i));
  }
  EXPECT_EQ(found, Matrix(dense.Gradient(table)));

  sparse.Clear();
  EXPECT_TRUE(sparse.RowUses().empty());
}

TEST(GraphTest, ProductsAreInTheGradientWhenItIsAskedFor) {
  const Parameter weight{"weight", RandomMatrix(6, 5, "weight")};
  const Matrix a = RandomMatrix(2, 6, "a");
  const Matrix b = RandomMatrix(2, 5, "b");
  const Matrix product = a.transpose() * b;
  Graph graph(Graph::Mode::kTraining);
  const Var var = graph.Use(weight);
  EXPECT_FALSE(graph.HasGradient(var));
  graph.AddGradientProduct(var, a, b);
  graph.AddGradientProduct(var, a, b);
  EXPECT_TRUE(graph.HasGradient(var));
  EXPECT_LT((graph.Gradient(var) - 2 * product).cwiseAbs().maxCoeff(), 1e-6);
  graph.AddGradientProduct(var, a, b);
  graph.AddGradient(var, Matrix::Ones(6, 5));
  EXPECT_LT((graph.Gradient(var) - 3 * product - Matrix::Ones(6, 5))
                .cwiseAbs()
                .maxCoeff(),
            1e-6);
}

TEST(GraphTest, ProductsThatAreTakenAreNotInTheGradient) {
  const Parameter weight{"weight", RandomMatrix(6, 5, "weight")};
  const Matrix a = RandomMatrix(2, 6, "a");
  const Matrix b = RandomMatrix(2, 5, "b");
  Graph graph(Graph::Mode::kTraining);
  const Var var = graph.Use(weight);
  graph.AddGradientProduct(var, a, b);
  const auto taken = graph.TakeGradientProducts(var);
  ASSERT_EQ(taken.size(), 1u);
  EXPECT_EQ(Matrix(taken[0].a), a);
  EXPECT_EQ(Matrix(taken[0].b), b);
  EXPECT_FALSE(graph.HasGradient(var));
  EXPECT_TRUE(graph.Gradient(var).isZero());
}

TEST(GraphTest, ProductForAGradientThatIsThereIsMadeAtOnce) {
  const Parameter weight{"weight", RandomMatrix(6, 5, "weight")};
  Graph graph(Graph::Mode::kTraining);
  const Var var = graph.Use(weight);
  const Matrix a = RandomMatrix(2, 6, "a");
  const Matrix b = RandomMatrix(2, 5, "b");
  graph.AddGradient(var, Matrix::Ones(6, 5));
  graph.AddGradientProduct(var, a, b);
  EXPECT_TRUE(graph.TakeGradientProducts(var).empty());
  EXPECT_LT((graph.Gradient(var) - Matrix::Ones(6, 5) - a.transpose() * b)
                .cwiseAbs()
                .maxCoeff(),
            1e-6);
}

TEST(GraphTest, ProductOfMoreNumbersThanTheGradientIsMadeAtOnce) {
  const Parameter weight{"weight", RandomMatrix(6, 5, "weight")};
  Graph graph(Graph::Mode::kTraining);
  const Var var = graph.Use(weight);
  const Matrix a = RandomMatrix(3, 6, "a");
  const Matrix b = RandomMatrix(3, 5, "b");
  graph.AddGradientProduct(var, a, b);
  EXPECT_TRUE(graph.TakeGradientProducts(var).empty());
  EXPECT_LT((graph.Gradient(var) - a.transpose() * b).cwiseAbs().maxCoeff(),
            1e-6);
}

TEST(GraphTest, ParametersHaveTheSameGradientsIfNothingElseLasts) {
  // Deep enough for gradients that take the place of values, wide enough for
  // both of them to be worth it; a product waits whose factors must stay.
  const Index width = 64;
  std::vector<Parameter> weights;
  for (int i = 0; i < 6; ++i) {
    const std::string name = "weight" + std::to_string(i);
    weights.push_back({name, RandomMatrix(width, width, name) / 8});
  }
  const Matrix x = RandomMatrix(20, width, "x");
  const auto gradients = [&](Graph::Lasting lasting) {
    Graph graph(Graph::Mode::kTraining);
    std::vector<Matrix> found;
    for (int again = 0; again < 2; ++again) {
      graph.Clear();
      Var states = graph.Constant(x);
      for (const Parameter& weight : weights) {
        states = Tanh(graph, MatMul(graph, states, graph.Use(weight)));
      }
      graph.Backward(SquaredError(graph, states, Matrix::Zero(20, width),
                                  Matrix::Ones(20, width)),
                     lasting);
    }
    for (const Parameter& weight : weights) {
      found.emplace_back(graph.Gradient(graph.Use(weight)));
    }
    return found;
  };
  EXPECT_EQ(gradients(Graph::Lasting::kParameters),
            gradients(Graph::Lasting::kAll));
}

TEST(GraphTest, GradientsOfParametersStayWhenTheMemoryIsGivenAway) {
  const Parameter weight{"weight", RandomMatrix(3, 4, "weight")};
  const Parameter table{"table", RandomMatrix(5, 3, "table")};
  const auto run = [&](Graph& graph) {
    const Var rows =
        graph.UseRows(table, std::vector<std::int32_t>{4, 0, 2, 1});
    const Var product = MatMul(graph, rows, graph.Use(weight));
    graph.Backward(
        SquaredError(graph, Tanh(graph, product), RandomMatrix(4, 4, "target"),
                     Matrix::Ones(4, 4)),
        Graph::Lasting::kParameters);
  };
  const auto gradients = [&](Graph& graph) {
    return std::pair(Matrix(graph.Gradient(graph.Use(weight))),
                     Matrix(graph.Gradient(graph.RowUses().front().var)));
  };
  Graph alone(Graph::Mode::kTraining);
  run(alone);

  Graph first(Graph::Mode::kTraining);
  run(first);
  Arena kept;
  std::optional<Arena> memory = first.GiveMemory(&kept);
  ASSERT_TRUE(memory.has_value());
  Graph second(Graph::Mode::kTraining);
  second.TakeMemory(std::move(*memory));
  run(second);
  second.Constant(Matrix::Constant(100, 100, 7));
  EXPECT_EQ(gradients(first), gradients(alone));
  EXPECT_EQ(gradients(second), gradients(alone));
}

TEST(GraphTest, MemoryIsNotGivenAwayWhileProductsAreToBeMade) {
  const Parameter weight{"weight", RandomMatrix(6, 5, "weight")};
  Graph graph(Graph::Mode::kTraining);
  const Var a = graph.Constant(RandomMatrix(2, 6, "a"));
  const Var b = graph.Constant(RandomMatrix(2, 5, "b"));
  graph.AddGradientProduct(graph.Use(weight), graph.value(a), graph.value(b));
  Arena kept;
  EXPECT_FALSE(graph.GiveMemory(&kept).has_value());
  EXPECT_EQ(Matrix(graph.value(a)), RandomMatrix(2, 6, "a"));
  graph.Clear();
  EXPECT_TRUE(graph.GiveMemory(&kept).has_value());
}

TEST(GraphTest, ValueOffTheWayToTheLossHasNoGradient) {
  Graph graph(Graph::Mode::kTraining);
  Parameter used{"used", RandomMatrix(1, 1, "used")};
  Parameter unused{"unused", RandomMatrix(1, 1, "unused")};
  const Var aside = Sigmoid(graph, graph.Use(unused));
  graph.Backward(Sigmoid(graph, graph.Use(used)));
  EXPECT_TRUE(graph.HasGradient(graph.Use(used)));
  EXPECT_FALSE(graph.HasGradient(aside));
  EXPECT_EQ(graph.Gradient(graph.Use(unused))(0, 0), 0);
}

}  // namespace
}  // namespace whylight
