#include "core/training/baselines/linear_ratings.h"

#include <linear.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>

#include "core/training/baselines/feature_rows.h"

namespace whylight {
namespace {

constexpr std::size_t kHeldOutEach = 10;

// The weights that liblinear learns from the rows at `chosen`.
std::vector<double> Fit(const std::vector<feature_node*>& rows,
                        const std::vector<double>& targets,
                        const std::vector<std::size_t>& chosen, int features,
                        double cost) {
  std::vector<feature_node*> own_rows;
  std::vector<double> own_targets;
  for (const std::size_t i : chosen) {
    own_rows.push_back(rows[i]);
    own_targets.push_back(targets[i]);
  }
  problem given{};
  given.l = static_cast<int>(own_rows.size());
  given.n = features;
  given.x = own_rows.data();
  given.y = own_targets.data();
  given.bias = -1;  // The constant is a feature of ours.
  parameter how{};
  // The squared error itself: no error is small enough to be none.
  how.solver_type = L2R_L2LOSS_SVR;
  how.p = 0;
  how.C = cost;
  how.eps = 0.001;
  set_print_string_function([](const char*) {});
  const std::unique_ptr<model, FreeLinearModel> trained(train(&given, &how));
  return {trained->w, trained->w + features};
}

double Predict(const std::vector<double>& weights, const feature_node* row) {
  double sum = 0;
  for (; row->index > 0; ++row) {
    sum += weights[static_cast<std::size_t>(row->index) - 1] * row->value;
  }
  return sum;
}

}  // namespace

LinearRatings LinearRatings::Train(const std::vector<WordIds>& texts,
                                   const Matrix& ratings,
                                   const LinearRatingsOptions& options) {
  LinearRatings trained(texts, options.order);
  std::int32_t features = 0;
  for (std::size_t i = 0; i < trained.feature_of_.size(); ++i) {
    if (trained.ngrams_.texts(static_cast<std::int32_t>(i)) >=
        options.min_texts) {
      trained.feature_of_[i] = features++;
    }
  }
  FeatureRows rows;
  for (const WordIds& text : texts) {
    rows.Add(trained.ngrams_.Find(text), trained.feature_of_, features);
  }
  const std::vector<feature_node*> pointers = rows.Pointers();
  for (Index a = 0; a < ratings.cols(); ++a) {
    // Of the texts that the aspect is rated of.
    std::vector<std::size_t> all;
    std::vector<std::size_t> learned;
    std::vector<std::size_t> held_out;
    double sum = 0;
    std::vector<double> targets;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const Real rating = ratings(static_cast<Index>(i), a);
      targets.push_back(static_cast<double>(rating));
      if (std::isnan(rating)) continue;
      sum += targets.back();
      (all.size() % kHeldOutEach == 0 ? held_out : learned).push_back(i);
      all.push_back(i);
    }
    // The constant has its price like every weight. Were it to bear the mean,
    // words that are in nearly every text would bear it, too.
    const double mean = sum / static_cast<double>(all.size());
    for (double& target : targets) target -= mean;
    double best_cost = options.costs.front();
    double least = std::numeric_limits<double>::infinity();
    for (const double cost : options.costs) {
      if (options.costs.size() == 1) break;
      const std::vector<double> weights =
          Fit(pointers, targets, learned, features + 1, cost);
      double error = 0;
      for (const std::size_t i : held_out) {
        const double off = Predict(weights, pointers[i]) - targets[i];
        error += off * off;
      }
      if (error < least) {
        least = error;
        best_cost = cost;
      }
    }
    trained.weights_.push_back(
        Fit(pointers, targets, all, features + 1, best_cost));
    trained.weights_.back().back() += mean;
  }
  return trained;
}

double LinearRatings::Rate(const WordIds& text, std::size_t aspect) const {
  FeatureRows row;
  row.Add(ngrams_.Find(text), feature_of_,
          static_cast<int>(weights_[aspect].size()) - 1);
  return Predict(weights_[aspect], row.Pointers().front());
}

std::vector<Real> LinearRatings::WordWeights(const WordIds& text,
                                             std::size_t aspect) const {
  std::vector<Real> strongest(text.size());
  for (std::size_t start = 0; start < text.size(); ++start) {
    for (int words = 1; words <= ngrams_.order(); ++words) {
      const std::size_t end = start + static_cast<std::size_t>(words);
      if (end > text.size()) break;
      const std::int32_t ngram = ngrams_.FindOne(
          std::span(text).subspan(start, static_cast<std::size_t>(words)));
      if (ngram < 0) break;
      const std::int32_t feature = feature_of_[static_cast<std::size_t>(ngram)];
      if (feature < 0) continue;
      const auto weight = static_cast<Real>(
          std::abs(weights_[aspect][static_cast<std::size_t>(feature)]));
      for (std::size_t t = start; t < end; ++t) {
        strongest[t] = std::max(strongest[t], weight);
      }
    }
  }
  return strongest;
}

}  // namespace whylight
