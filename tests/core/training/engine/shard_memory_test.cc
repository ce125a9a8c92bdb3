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

// Three batches of one shard use the same memory. `learn(graph)` says where its
// values lay; `afterwards(graph)` follows when the memory was to be given back.
template <typename Learn, typename Afterwards>
void ExpectSameMemoryInEachBatch(const Learn& learn,
                                 const Afterwards& afterwards) {
  ShardMemory memory;
  Graph graph(Graph::Mode::kTraining);
  const Real* first = nullptr;
  for (int batch = 0; batch < 3; ++batch) {
    memory.Clear(0, graph);
    memory.Lend(0, graph);
    const Real* const where = learn(graph);
    if (first == nullptr) first = where;
    EXPECT_EQ(where, first) << "batch " << batch;
    memory.TakeBack(0, graph);
    afterwards(graph);
  }
}

TEST(ShardMemoryTest, TakesBackAtTheNextBatchWhatGradientsAreStillMadeOf) {
  const Parameter weight{"weight", RandomMatrix(30, 40, "weight")};
  const Matrix a = RandomMatrix(2, 30, "a");
  const Matrix b = RandomMatrix(2, 40, "b");
  ExpectSameMemoryInEachBatch(
      [&](Graph& graph) {
        const ConstMatrixView left = graph.value(graph.Constant(a));
        const ConstMatrixView right = graph.value(graph.Constant(b));
        graph.AddGradientProduct(graph.Use(weight), left, right);
        return left.data();
      },
      [&](Graph& graph) {
        EXPECT_LT((graph.Gradient(graph.Use(weight)) - a.transpose() * b)
                      .cwiseAbs()
                      .maxCoeff(),
                  1e-6);
      });
}

// As for a parameter that no loss depends on: its gradient is asked for when
// the memory has been given back.
TEST(ShardMemoryTest, DoesNotKeepWhatIsAskedForAfterwards) {
  const Parameter weight{"weight", RandomMatrix(3, 4, "weight")};
  const Parameter unused{"unused", RandomMatrix(300, 400, "unused")};
  ExpectSameMemoryInEachBatch(
      [&](Graph& graph) { return GoThrough(graph, weight); },
      [&](Graph& graph) {
        EXPECT_TRUE(graph.Gradient(graph.Use(unused)).isZero());
      });
}

}  // namespace
}  // namespace whylight
