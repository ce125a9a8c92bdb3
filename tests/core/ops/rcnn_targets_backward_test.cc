// The recurrences on every instruction set of this processor, in the precision
// that is used: gradient tests prove the equations, in double.
#include <gtest/gtest.h>

#include <vector>

#include "core/ops/ops.h"
#include "tests/core/math/every_target.h"
#include "tests/core/random_matrix.h"
#include "tests/core/rcnn_variants.h"

namespace whylight {
namespace {

class RcnnTargetsTest : public testing::TestWithParam<RcnnVariant> {};

// States, then the gradients of every parameter and of the words.
std::vector<Matrix> RunAndGoBack(const RcnnOptions& options) {
  RcnnLayer layer = MakeVariant(options);
  const SequenceBatch batch = MakeSequences({{0, 1, 2, 1, 3}, {4}, {2, 0, 4}});
  Parameter words{"words", RandomMatrix(5, options.inputs, "words")};
  Graph graph(Graph::Mode::kTraining);
  const Var states =
      layer.Apply(graph, {graph.Use(words), batch, std::nullopt}).words;
  const Index rows = graph.value(states).rows();
  graph.Backward(SquaredError(graph, states,
                              RandomMatrix(rows, options.hidden, "target"),
                              Matrix::Ones(rows, options.hidden)));
  std::vector<Matrix> found = {graph.value(states)};
  std::vector<Parameter*> parameters = layer.Parameters();
  parameters.push_back(&words);
  for (const Parameter* parameter : parameters) {
    found.push_back(graph.Gradient(graph.Use(*parameter)));
  }
  return found;
}

TEST_P(RcnnTargetsTest, GiveTheSameStatesAndGradientsUpToRounding) {
  // Below, around and beyond the lanes of a vector, full and partial.
  for (const Index hidden : {1, 5, 16, 37}) {
    RcnnOptions options = GetParam().options;
    options.hidden = options.inputs = hidden;
    std::vector<Matrix> first;
    ForEachTarget([&] {
      const std::vector<Matrix> found = RunAndGoBack(options);
      if (first.empty()) first = found;
      for (std::size_t i = 0; i < found.size(); ++i) {
        const Real scale = std::max(Real{1}, first[i].cwiseAbs().maxCoeff());
        EXPECT_LT((found[i] - first[i]).cwiseAbs().maxCoeff(), 2e-5 * scale)
            << "hidden " << hidden << ", tensor " << i;
      }
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, RcnnTargetsTest,
                         testing::ValuesIn(RcnnForms(2)),
                         [](const auto& test) { return test.param.name; });
INSTANTIATE_TEST_SUITE_P(Outputs, RcnnTargetsTest,
                         testing::ValuesIn(RcnnOutputs(3)),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace whylight
