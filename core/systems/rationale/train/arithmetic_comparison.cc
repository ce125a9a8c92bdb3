#include "core/systems/rationale/train/arithmetic_comparison.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/inference/weight.h"
#include "core/systems/rationale/fast/engine.h"

namespace whylight {
namespace {

// Sums over some reviews, an aspect.
struct Tally {
  double words = 0;
  double words_changed = 0;
  double reviews_changed = 0;
  double largest_probability_difference = 0;
  double rating_difference = 0;
  double largest_rating_difference = 0;
  double rated = 0;
  double squared_error = 0;
  double squared_error_integers = 0;

  void Add(const Tally& other) {
    words += other.words;
    words_changed += other.words_changed;
    reviews_changed += other.reviews_changed;
    largest_probability_difference = std::max(
        largest_probability_difference, other.largest_probability_difference);
    rating_difference += other.rating_difference;
    largest_rating_difference =
        std::max(largest_rating_difference, other.largest_rating_difference);
    rated += other.rated;
    squared_error += other.squared_error;
    squared_error_integers += other.squared_error_integers;
  }
};

Tally Compare(const RationaleExplanation& floats,
              const RationaleExplanation& integers, std::size_t aspect,
              Real rating) {
  const auto column = static_cast<Index>(aspect);
  const auto squared = [&](Real predicted) {
    const auto error =
        static_cast<double>(predicted) - static_cast<double>(rating);
    return error * error;
  };
  Tally tally;
  tally.words = static_cast<double>(floats.selected.rows());
  for (Index t = 0; t < floats.selected.rows(); ++t) {
    if (floats.selected(t, column) != integers.selected(t, column)) {
      ++tally.words_changed;
    }
    tally.largest_probability_difference = std::max(
        tally.largest_probability_difference,
        std::abs(static_cast<double>(floats.probability(t, column)) -
                 static_cast<double>(integers.probability(t, column))));
  }
  tally.reviews_changed = tally.words_changed > 0 ? 1 : 0;
  tally.rating_difference =
      std::abs(static_cast<double>(floats.RatingOrPrior(aspect)) -
               static_cast<double>(integers.RatingOrPrior(aspect)));
  tally.largest_rating_difference = tally.rating_difference;
  if (!IsRated(rating)) return tally;
  tally.rated = 1;
  tally.squared_error = squared(floats.RatingOrPrior(aspect));
  tally.squared_error_integers = squared(integers.RatingOrPrior(aspect));
  return tally;
}

}  // namespace

Result<std::vector<ArithmeticComparison>> CompareArithmetic(
    const ModelFiles& files, const std::vector<Review>& reviews,
    ThreadPool& pool) {
  // An engine serves one thread: each shard has its own.
  std::vector<Result<std::vector<Tally>>> shards(kShards, std::vector<Tally>());
  std::vector<std::string> names;
  {
    const Result<RationaleEngine> engine = RationaleEngine::Load(files);
    if (!engine.ok()) return engine.error();
    names = engine.value().aspects();
  }
  pool.ParallelFor(kShards, [&](std::size_t shard) {
    Result<RationaleEngine> floats = RationaleEngine::Load(files);
    Result<RationaleEngine> integers =
        RationaleEngine::Load(files, {.make_weight = MakeIntegerWeight});
    std::vector<Tally> tallies(names.size());
    for (std::size_t i = shard; i < reviews.size(); i += kShards) {
      const auto in_floats = floats.value().Explain(reviews[i].text);
      const auto in_integers = integers.value().Explain(reviews[i].text);
      if (!in_floats.ok()) {
        shards[shard] = in_floats.error();
        return;
      }
      if (!in_integers.ok()) {
        shards[shard] = in_integers.error();
        return;
      }
      for (std::size_t a = 0; a < names.size(); ++a) {
        tallies[a].Add(Compare(in_floats.value(), in_integers.value(), a,
                               reviews[i].ratings[a]));
      }
    }
    shards[shard] = std::move(tallies);
  });

  std::vector<ArithmeticComparison> aspects;
  const double count =
      static_cast<double>(std::max<std::size_t>(reviews.size(), 1));
  for (std::size_t a = 0; a < names.size(); ++a) {
    Tally all;
    for (const Result<std::vector<Tally>>& shard : shards) {
      if (!shard.ok()) return shard.error();
      all.Add(shard.value()[a]);
    }
    const double rated = std::max(all.rated, 1.0);
    aspects.push_back(
        {.aspect = names[a],
         .words_changed = all.words_changed / std::max(all.words, 1.0),
         .reviews_changed = all.reviews_changed / count,
         .largest_probability_difference = all.largest_probability_difference,
         .mean_rating_difference = all.rating_difference / count,
         .largest_rating_difference = all.largest_rating_difference,
         .mse_rationale = all.squared_error / rated,
         .mse_rationale_integers = all.squared_error_integers / rated});
  }
  return aspects;
}

nlohmann::ordered_json ComparisonToJson(
    const std::vector<ArithmeticComparison>& aspects) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const ArithmeticComparison& one : aspects) {
    json[one.aspect] = {
        {"words_changed", one.words_changed},
        {"reviews_changed", one.reviews_changed},
        {"largest_probability_difference", one.largest_probability_difference},
        {"mean_rating_difference", one.mean_rating_difference},
        {"largest_rating_difference", one.largest_rating_difference},
        {"mse_rationale", one.mse_rationale},
        {"mse_rationale_integers", one.mse_rationale_integers}};
  }
  return json;
}

}  // namespace whylight
