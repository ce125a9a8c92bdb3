#include "core/training/engine/shard_memory.h"

#include <gtest/gtest.h>

#include <array>

#include "core/ops/ops.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

// The way back of a shard whose loss depends on `weight`. Where its values lay.
const Real* GoThrough(Graph& graph, const Parameter& weight) {
  const Var squares = Tanh(graph, graph.Use(weight));
  const Real* const where = graph.value(squares).data();
  graph.Backward(
      SquaredError(graph, squares, Matrix::Zero(3, 4), Matrix::Ones(3, 4)),
      Graph::Lasting::kParameters);
  return where;
}

TEST(ShardMemoryTest, ShardsOfOneThreadUseTheMemoryOfOne) {
  const Parameter weight{"weight", RandomMatrix(3, 4, "weight")};
  ShardMemory memory;
  std::array<Graph, 3> graphs = {Graph(Graph::Mode::kTraining),
                                 Graph(Graph::Mode::kTraining),
                                 Graph(Graph::Mode::kTraining)};
  const Real* first = nullptr;
  for (int batch = 0; batch < 3; ++batch) {
    for (std::size_t s = 0; s < graphs.size(); ++s) {
      memory.Clear(s, graphs[s]);
    }
    for (std::size_t s = 0; s < graphs.size(); ++s) {
      memory.Lend(s, graphs[s]);
      const Real* const where = GoThrough(graphs[s], weight);
      if (first == nullptr) first = where;
      EXPECT_EQ(where, first) << "batch " << batch << ", shard " << s;
      memory.TakeBack(s, graphs[s]);
    }
    Graph alone(Graph::Mode::kTraining);
    GoThrough(alone, weight);
    for (Graph& graph : graphs) {
      EXPECT_EQ(Matrix(graph.Gradient(graph.Use(weight))),
                Matrix(alone.Gradient(alone.Use(weight))));
    }
  }
}

TEST(ShardMemoryTest, ShardsThatRunAtTheSameTimeHaveMemoryOfTheirOwn) {
  const Parameter weight{"weight", RandomMatrix(3, 4, "weight")};
  ShardMemory memory;
  Graph a(Graph::Mode::kTraining);
  Graph b(Graph::Mode::kTraining);
  for (int batch = 0; batch < 2; ++batch) {
    memory.Clear(0, a);
    memory.Clear(1, b);
    memory.Lend(0, a);
    memory.Lend(1, b);
    EXPECT_NE(GoThrough(a, weight), GoThrough(b, weight));
    memory.TakeBack(0, a);
    memory.TakeBack(1, b);
  }
}

TEST(ShardMemoryTest, TakesBackAtTheNextBatchWhatGradientsAreStillMadeOf) {
  const Parameter weight{"weight", RandomMatrix(30, 40, "weight")};
  ShardMemory memory;
  Graph graph(Graph::Mode::kTraining);
  const Real* first = nullptr;
  for (int batch = 0; batch < 3; ++batch) {
    memory.Clear(0, graph);
    memory.Lend(0, graph);
    const Var a = graph.Constant(RandomMatrix(2, 30, "a"));
    const Var b = graph.Constant(RandomMatrix(2, 40, "b"));
    if (first == nullptr) first = graph.value(a).data();
    EXPECT_EQ(graph.value(a).data(), first) << "batch " << batch;
    const Var used = graph.Use(weight);
    graph.AddGradientProduct(used, graph.value(a), graph.value(b));
    memory.TakeBack(0, graph);
    EXPECT_LT(
        (graph.Gradient(used) - graph.value(a).transpose() * graph.value(b))
            .cwiseAbs()
            .maxCoeff(),
        1e-6);
  }
}

// As for a parameter that no loss depends on: its gradient is asked for when
// the memory has been given back.
TEST(ShardMemoryTest, DoesNotKeepWhatIsAskedForAfterwards) {
  const Parameter weight{"weight", RandomMatrix(3, 4, "weight")};
  const Parameter unused{"unused", RandomMatrix(300, 400, "unused")};
  ShardMemory memory;
  Graph graph(Graph::Mode::kTraining);
  const Real* first = nullptr;
  for (int batch = 0; batch < 3; ++batch) {
    memory.Clear(0, graph);
    memory.Lend(0, graph);
    const Real* const where = GoThrough(graph, weight);
    if (first == nullptr) first = where;
    EXPECT_EQ(where, first) << "batch " << batch;
    memory.TakeBack(0, graph);
    EXPECT_TRUE(graph.Gradient(graph.Use(unused)).isZero());
  }
}

}  // namespace
}  // namespace whylight
