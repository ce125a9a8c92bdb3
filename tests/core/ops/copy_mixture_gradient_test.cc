// Gradients of the loss of words that are copied or generated.
#include <gtest/gtest.h>

#include "core/ops/copy_mixture.h"
#include "tests/core/gradient_check.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

TEST(CopyLossGradientTest, AgreesWithCentralDifferences) {
  const std::vector<Index> lengths = {4, 1, 3, 2};
  const CopyTarget several = {{0, 2}, 1};
  const CopyTarget copied = {{0}, -1};
  const CopyTarget generated = {{}, 2};
  const CopyTarget* const targets[] = {&several, &copied, &generated, nullptr};
  const Real weights[] = {1, 0.5, 2, 3};
  Parameter places{"places", RandomMatrix(16, 1, "places")};
  Parameter copying{"copying", 2 * RandomMatrix(4, 1, "copying")};
  Parameter words{"words", RandomMatrix(4, 3, "words")};
  CheckGradients({&places, &copying, &words}, [&](Graph& graph) {
    return CopyLoss(graph,
                    {graph.Use(places), graph.Use(copying), graph.Use(words)},
                    lengths, targets, weights);
  });
}

}  // namespace
}  // namespace whylight
