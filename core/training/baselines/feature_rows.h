// Texts as liblinear reads them.
#pragma once

#include <linear.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/training/baselines/ngram_table.h"

namespace whylight {

struct FreeLinearModel {
  void operator()(model* trained) const { free_and_destroy_model(&trained); }
};

/// A row per text: its n-grams that count, as a vector of length 1, and a
/// constant
/// 1. Features are counted from 1, and an end mark follows.
class FeatureRows {
 public:
  /// `feature_of` is -1 of n-grams that do not count; `constant` is the feature
  /// after the last.
  void Add(const NgramIds& text, const std::vector<std::int32_t>& feature_of,
           int constant) {
    starts_.push_back(nodes_.size());
    for (const std::int32_t ngram : text) {
      const std::int32_t feature = feature_of[static_cast<std::size_t>(ngram)];
      if (feature >= 0) nodes_.push_back({feature + 1, 1});
    }
    const double count = static_cast<double>(nodes_.size() - starts_.back());
    for (std::size_t i = starts_.back(); i < nodes_.size(); ++i) {
      nodes_[i].value = 1 / std::sqrt(count);
    }
    nodes_.push_back({constant + 1, 1});
    nodes_.push_back({-1, 0});
  }

  /// Good until the next row is added.
  std::vector<feature_node*> Pointers() {
    std::vector<feature_node*> rows;
    for (const std::size_t start : starts_) rows.push_back(&nodes_[start]);
    return rows;
  }

 private:
  std::vector<feature_node> nodes_;
  std::vector<std::size_t> starts_;
};

}  // namespace whylight
