// Gradients through trees: of every parameter of every cell, and of words.
#include <gtest/gtest.h>

#include "core/layers/tree.h"
#include "core/ops/gather_from.h"
#include "core/ops/vector_times_matrix.h"
#include "tests/core/gradient_check.h"
#include "tests/core/layers/tree_cells.h"
#include "tests/core/random_matrix.h"
#include "tests/core/scalar.h"

namespace whylight {
namespace {

TEST(TreeGradientTest, ThroughFiveLeavesAgreesWithCentralDifferences) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> number;
  Trees trees = TreesOf(DuckRules(), &number);
  LabelNodes(&trees);
  trees.nodes[1].word = 0;  // A word that comes twice.
  for (const TreeOptions& cell : TreeCells()) {
    TreeLayer layer("tree", cell, 5);
    std::vector<Parameter*> parameters = layer.Parameters();
    for (Parameter* parameter : parameters) {
      parameter->value +=
          Real(0.3) * RandomMatrix(parameter->value.rows(),
                                   parameter->value.cols(), parameter->name);
    }
    Parameter words{"words", RandomMatrix(5, 4, "words")};
    Parameter matrices{
        "matrices",
        Real(0.3) * RandomMatrix(5, cell.width() * cell.width(), "matrices")};
    parameters.push_back(&words);
    if (cell.cell == TreeCell::kMatrixVector) parameters.push_back(&matrices);
    CheckGradients(parameters, [&](Graph& graph) {
      return Scalar(
          graph,
          layer.Apply(graph, {graph.Use(words), graph.Use(matrices)}, trees));
    });
  }
}

TEST(TreeGradientTest, GatherFromGathersWhatCameOfEachRow) {
  Parameter a{"a", RandomMatrix(2, 3, "a")};
  Parameter b{"b", RandomMatrix(4, 3, "b")};
  const std::vector<TableRow> rows = {{1, 3}, {0, 0}, {1, 3}, {0, 1}};
  CheckGradients({&a, &b}, [&](Graph& graph) {
    const std::vector<Var> tables = {graph.Use(a), graph.Use(b)};
    return Scalar(graph, GatherFrom(graph, tables, rows));
  });
}

TEST(TreeGradientTest, VectorTimesMatrix) {
  Parameter x{"x", RandomMatrix(3, 2, "x")};
  Parameter m{"m", RandomMatrix(3, 8, "m")};
  CheckGradients({&x, &m}, [&](Graph& graph) {
    return Scalar(graph, VectorTimesMatrix(graph, graph.Use(x), graph.Use(m)));
  });
}

}  // namespace
}  // namespace whylight
