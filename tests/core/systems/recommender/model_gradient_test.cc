// Gradients through a recommender, of every kind.
#include <gtest/gtest.h>

#include "core/ops/ops.h"
#include "core/systems/recommender/model.h"
#include "tests/core/gradient_check.h"
#include "tests/core/systems/recommender/invented.h"

namespace whylight {
namespace {

const std::vector<WordIds>& Reviews() {
  static const std::vector<WordIds> reviews = {{0, 1, 2}, {3}, {4, 4, 1}, {2}};
  return reviews;
}

Var Loss(Graph& graph, const Recommender& model,
         const std::vector<Interaction>& interactions,
         const RecommenderNoise& noise) {
  const auto count = static_cast<Index>(interactions.size());
  return SquaredError(
      graph, model.Predict(graph, interactions, noise).rating,
      (RandomMatrix(count, 1, "wanted").array() + Real(3.5)).matrix(),
      RandomMatrix(count, 1, "weights").cwiseAbs());
}

TEST(RecommenderGradientTest, AgreesWithCentralDifferences) {
  // With a review each, pointers have nothing to choose.
  const auto at = [](std::size_t i) { return &Reviews()[i]; };
  const std::vector<Interaction> interactions = {
      {.user = 0, .item = 2, .of_user = {at(0)}, .of_item = {at(2)}},
      {.user = 1, .item = 2, .of_user = {at(3)}, .of_item = {at(1)}},
      {.user = 1, .item = kUnknownName, .of_user = {at(2)}, .of_item = {}}};
  for (const RecommenderOptions& options : EveryShape()) {
    for (const double dropout : {0.0, 0.3}) {
      Recommender model = InventRecommender(options);
      CheckGradients(model.Parameters(), [&](Graph& graph) {
        return Loss(
            graph, model, interactions,
            {.dropout = {.rate = dropout, .seed = 1, .examples = {7, 5, 2}}});
      });
    }
  }
}

TEST(RecommenderGradientTest, OfWhatReadsChosenReviewsAgrees) {
  // What pointers learn by is the gradient of a softmax, not of a choice; what
  // reads the review that they chose has the true one.
  const auto at = [](std::size_t i) { return &Reviews()[i]; };
  const std::vector<Interaction> interactions = {
      {.user = 0,
       .item = 1,
       .of_user = {at(0), at(3), at(1)},
       .of_item = {at(2), at(1)}},
      {.user = 1, .item = 0, .of_user = {at(2)}, .of_item = {at(3), at(0)}}};
  Recommender model = InventRecommender({.pointers = 2});
  std::vector<Parameter*> after;
  Graph learned(Graph::Mode::kTraining);
  const auto loss = [&](Graph& graph) {
    return Loss(graph, model, interactions,
                {.dropout = {.seed = 1, .examples = {7, 5}}, .gumbel = true});
  };
  learned.Backward(loss(learned));
  for (Parameter* parameter : model.Parameters()) {
    const std::string& name = parameter->name;
    if (name.find(".words.") != std::string::npos ||
        name.starts_with("machine")) {
      after.push_back(parameter);
    }
    if (name == "pointer.2.reviews.M") {
      EXPECT_GT(learned.Gradient(learned.Use(*parameter)).cwiseAbs().maxCoeff(),
                0);
    }
  }
  CheckGradients(after, loss);
}

}  // namespace
}  // namespace whylight
