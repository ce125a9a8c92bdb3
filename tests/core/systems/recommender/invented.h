// A small recommender with random numbers, for tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/systems/recommender/model.h"
#include "tests/core/random_matrix.h"

namespace whylight {

inline Recommender InventRecommender(RecommenderOptions options) {
  const std::vector<std::string> words = {"hoppy", "dark", "sweet", "roasted",
                                          "bitter"};
  if (options.range.empty()) options.range = {0, 5};
  options.factors = 2;
  const bool reads = options.reads_reviews();
  Recommender model =
      Recommender::Make(
          std::move(options),
          {3.5, NameList({"ann", "bob"}), NameList({"ale", "stout", "porter"})},
          reads ? Vocabulary::FromWords(words).value() : Vocabulary(),
          reads ? RandomMatrix(5, 4, "words") : Matrix(), 4, 5)
          .value();
  for (Parameter* parameter : model.Parameters()) {
    parameter->value += RandomMatrix(parameter->value.rows(),
                                     parameter->value.cols(), parameter->name);
  }
  return model;
}

/// One of every kind, and MPCN in every shape.
inline std::vector<RecommenderOptions> EveryShape() {
  const nlohmann::json convolution =
      nlohmann::json::parse(R"({"type": "convolution", "hidden": 3})");
  return {
      {.kind = RecommenderKind::kMean},
      {.kind = RecommenderKind::kMf},
      {.kind = RecommenderKind::kFm, .biases = false},
      {.kind = RecommenderKind::kDeep, .biases = false},
      {.kind = RecommenderKind::kDeep, .layers = {convolution}},
      {.pointers = 2},
      {.biases = false, .combination = PointerCombination::kSum, .depth = 0},
      {.combination = PointerCombination::kDense, .gate = false, .depth = 2},
      {.pointers = 1, .word_level = false, .all_reviews = false}};
}

}  // namespace whylight
