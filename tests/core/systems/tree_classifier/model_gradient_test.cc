// Gradients through a whole model, from the labels of nodes to every parameter.
#include <gtest/gtest.h>

#include "core/ops/ops.h"
#include "core/systems/tree_classifier/model.h"
#include "tests/core/gradient_check.h"
#include "tests/core/random_matrix.h"
#include "tests/core/systems/tree_classifier/parsed_tree.h"

namespace whylight {
namespace {

TEST(TreeClassifierGradientTest, OfEachCellAgreesWithCentralDifferences) {
  for (const auto cell :
       {TreeCell::kPlain, TreeCell::kLabelled, TreeCell::kUntied,
        TreeCell::kMatrixVector, TreeCell::kTensor, TreeCell::kLstm}) {
    TreeClassifierOptions options{.labels = {"0", "1", "2"},
                                  .train_vectors = true};
    options.tree = {.hidden = 2, .cell = cell, .label_dimensions = 2};
    if (options.tree.reads_labels()) options.constituents = {"NP", "VP"};
    if (cell == TreeCell::kUntied) options.pairs = {"NP VP"};
    TreeClassifier model =
        TreeClassifier::Make(
            options, Vocabulary::FromWords({"a", "b", "c", "-"}).value(),
            RandomMatrix(4, 3, "vectors"), 13)
            .value();
    for (Parameter* parameter : model.Parameters()) {
      parameter->value +=
          Real(0.5) * RandomMatrix(parameter->value.rows(),
                                   parameter->value.cols(), parameter->name);
    }
    std::vector<TreeInput> inputs;
    for (const char* line : {"(0/VP (1/NP a) (2/VP (1/X a-b) (0/VP x)))",
                             "(1/NP (0/NP c) (/VP b) (2/X a))"}) {
      inputs.push_back(model.Read(ParsedTree(line)));
    }
    const std::vector<const TreeInput*> trees = {&inputs[0], &inputs[1]};
    const std::vector<std::int32_t> targets = {0, 1, 2, -1, 1, 2, 0, 0, 1, 2};
    for (const double rate : {0.0, 0.3}) {
      CheckGradients(model.Parameters(), [&](Graph& graph) {
        const Var scores = model.Score(
            graph, trees, {.rate = rate, .seed = 1, .examples = {7, 5}});
        return SoftmaxCrossEntropy(graph, scores, targets,
                                   std::vector<Real>(targets.size(), 0.5));
      });
    }
  }
}

}  // namespace
}  // namespace whylight
