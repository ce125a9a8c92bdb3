#include "core/systems/recommender/train/evaluation.h"

#include <cmath>
#include <numeric>

#include "core/training/data/batches.h"
#include "core/training/metrics/regression.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

// Predicted and wanted ratings.
struct Ratings {
  std::vector<double> predicted;
  std::vector<double> wanted;

  void Add(double one, double other) {
    predicted.push_back(one);
    wanted.push_back(other);
  }
};

Result<ordered_json> ErrorsOf(const Ratings& ratings) {
  const Result<double> mse =
      MeanSquaredError(ratings.predicted, ratings.wanted);
  if (!mse.ok()) return mse.error();
  double sum = 0;
  for (std::size_t i = 0; i < ratings.wanted.size(); ++i) {
    sum += std::abs(ratings.predicted[i] - ratings.wanted[i]);
  }
  const std::size_t count = ratings.wanted.size();
  return ordered_json{
      {"n", count},
      {"mse", mse.value()},
      {"mae", count == 0 ? 0 : sum / static_cast<double>(count)}};
}

}  // namespace

std::vector<double> PredictRatings(const Recommender& model,
                                   const RatedItems& rated,
                                   const ReviewBank& bank, ThreadPool& pool,
                                   const Progress& progress) {
  constexpr std::size_t kBatch = 64;
  std::vector<std::size_t> order(rated.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::vector<std::vector<std::size_t>> batches = Slices(order, kBatch);
  std::vector<double> ratings(rated.size());
  const auto predict = [&](std::size_t i) {
    std::vector<Interaction> interactions;
    for (const std::size_t example : batches[i]) {
      interactions.push_back(
          InteractionOf(rated, example, bank, model.options()));
    }
    Graph graph(Graph::Mode::kInference);
    const ConstMatrixView found =
        graph.value(model.Predict(graph, interactions).rating);
    for (std::size_t k = 0; k < batches[i].size(); ++k) {
      ratings[batches[i][k]] =
          model.Clip(static_cast<double>(found(static_cast<Index>(k), 0)));
    }
  };
  pool.ParallelFor(batches.size(), predict, progress);
  return ratings;
}

Result<ordered_json> EvaluateRecommender(const Recommender& model,
                                         const RatedItems& rated,
                                         const ReviewBank& bank,
                                         ThreadPool& pool,
                                         const Progress& progress) {
  const std::vector<double> predicted =
      PredictRatings(model, rated, bank, pool, progress);
  Ratings all;
  Ratings mean;
  Ratings known;
  Ratings new_users;
  Ratings new_items;
  for (std::size_t i = 0; i < rated.size(); ++i) {
    const auto [user, item] = rated.in_model[i];
    const auto [writer, subject] = rated.in_bank[i];
    const bool knows_user = user >= 0 || writer >= 0;
    const bool knows_item = item >= 0 || subject >= 0;
    const double wanted = rated.ratings[i];
    all.Add(predicted[i], wanted);
    mean.Add(model.mean(), wanted);
    if (knows_user && knows_item) known.Add(predicted[i], wanted);
    if (!knows_user) new_users.Add(predicted[i], wanted);
    if (!knows_item) new_items.Add(predicted[i], wanted);
  }
  Result<ordered_json> figures = ErrorsOf(all);
  if (!figures.ok()) return figures;
  const Result<double> of_mean = MeanSquaredError(mean.predicted, mean.wanted);
  if (!of_mean.ok()) return of_mean.error();
  figures.value()["mean_mse"] = of_mean.value();
  for (const auto& [key, part] :
       {std::pair("known", &known), std::pair("new_users", &new_users),
        std::pair("new_items", &new_items)}) {
    Result<ordered_json> errors = ErrorsOf(*part);
    if (!errors.ok()) return errors;
    figures.value()[key] = std::move(errors).value();
  }
  return figures;
}

}  // namespace whylight
