#include "core/training/baselines/rank_svm.h"

#include <linear.h>

#include <cmath>
#include <memory>
#include <numeric>

#include "core/training/baselines/feature_rows.h"

namespace whylight {
namespace {

// One over the standard deviation of each feature; 0 of one that never varies,
// which ranks nothing.
std::vector<double> ScalesOf(const std::vector<RankedFeatures>& queries) {
  std::vector<double> sums;
  std::vector<double> squares;
  double count = 0;
  for (const RankedFeatures& query : queries) {
    for (const std::vector<double>& features : query.features) {
      sums.resize(features.size());
      squares.resize(features.size());
      ++count;
      for (std::size_t k = 0; k < features.size(); ++k) {
        sums[k] += features[k];
        squares[k] += features[k] * features[k];
      }
    }
  }
  std::vector<double> scales;
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const double mean = sums[k] / count;
    const double variance = squares[k] / count - mean * mean;
    scales.push_back(variance > 1e-12 ? 1 / std::sqrt(variance) : 0);
  }
  return scales;
}

}  // namespace

Result<RankSvm> RankSvm::Train(const std::vector<RankedFeatures>& queries,
                               double cost) {
  const std::vector<double> scales = ScalesOf(queries);
  std::vector<feature_node> nodes;
  std::vector<std::size_t> starts;
  std::vector<double> targets;
  const auto add = [&](const std::vector<double>& relevant,
                       const std::vector<double>& other) {
    // Every other pair the other way round: liblinear wants two classes.
    const double sign = targets.size() % 2 == 0 ? 1 : -1;
    targets.push_back(sign);
    starts.push_back(nodes.size());
    for (std::size_t k = 0; k < scales.size(); ++k) {
      const double difference = sign * scales[k] * (relevant[k] - other[k]);
      if (difference != 0) {
        nodes.push_back({static_cast<int>(k) + 1, difference});
      }
    }
    nodes.push_back({-1, 0});
  };
  for (const RankedFeatures& query : queries) {
    for (std::size_t p = 0; p < query.features.size(); ++p) {
      if (query.relevant[p] == 0) continue;
      for (std::size_t n = 0; n < query.features.size(); ++n) {
        if (query.relevant[n] == 1) continue;
        add(query.features[p], query.features[n]);
      }
    }
  }
  if (targets.empty()) {
    return Invalid(
        "expected a query with candidates that are relevant and others, found "
        "none");
  }
  std::vector<feature_node*> rows;
  for (const std::size_t start : starts) rows.push_back(&nodes[start]);

  problem given{};
  given.l = static_cast<int>(rows.size());
  given.n = static_cast<int>(scales.size());
  given.x = rows.data();
  given.y = targets.data();
  given.bias = -1;
  parameter how{};
  // Of its solvers for this loss the one that draws no random numbers.
  how.solver_type = L2R_L2LOSS_SVC;
  how.C = cost;
  how.eps = 0.001;
  set_print_string_function([](const char*) {});
  const std::unique_ptr<model, FreeLinearModel> trained(train(&given, &how));
  // The class of the first pair, 1, has the positive side.
  std::vector<double> weights(scales.size());
  for (std::size_t k = 0; k < scales.size(); ++k) {
    weights[k] = trained->w[k] * scales[k];
  }
  return RankSvm(std::move(weights));
}

double RankSvm::Score(std::span<const double> features) const {
  return std::inner_product(weights_.begin(), weights_.end(), features.begin(),
                            0.0);
}

}  // namespace whylight
