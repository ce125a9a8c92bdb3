#include <gtest/gtest.h>

#include "core/ops/ops.h"
#include "tests/core/gradient_check.h"
#include "tests/core/layers/run_layer.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

TEST(ExpectedMaxGradientTest, ReachesVectorsAndMask) {
  Parameter x{"x", RandomMatrix(5, 3, "x")};
  Parameter mask{"mask", RandomMatrix(12, 1, "mask").cwiseAbs()};
  // Training also meets hard decisions.
  mask.value(0, 0) = 0;
  mask.value(3, 0) = 1;
  mask.value(6, 0) = 1;
  mask.value(9, 0) = 1;
  const SequenceBatch words = MakeSequences({{0, 1, 2, 3}, {}, {4, 1, 4}});
  CheckGradients({&x, &mask}, [&](Graph& graph) {
    const Var found =
        ExpectedMaxOverWords(graph, graph.Use(x), words, graph.Use(mask));
    return SquaredError(graph, found, RandomMatrix(3, 3, "target"),
                        RandomMatrix(3, 3, "weight"));
  });
}

}  // namespace
}  // namespace whylight
