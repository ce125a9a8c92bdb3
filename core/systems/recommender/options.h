// The shape of a model that predicts ratings.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/math/matrix.h"

namespace whylight {

/// What a rating is made of, beside the mean and the biases.
enum class RecommenderKind {
  kMean,  ///< Nothing.
  kMf,    ///< p · q, a vector of the user and one of the item.
  kFm,    ///< A factorisation machine that reads both.
  kDeep,  ///< One that reads what layers make of all reviews of each.
  kMpcn,  ///< One that reads the reviews that pointers choose (Tay19 section
          ///< 7).
};

/// How what several pointers say becomes one vector.
enum class PointerCombination { kConcat, kSum, kDense };

struct RecommenderOptions {
  RecommenderKind kind = RecommenderKind::kMpcn;
  /// The lowest and the highest rating: predictions keep to it.
  std::vector<double> range = {};
  /// Whether users and items, by their names, have a number that is added.
  bool biases = true;
  Index factors = 10;  ///< Of the factorisation machine.

  // Of kinds that read reviews.
  Index reviews = 20;       ///< How many of a user and of an item are read.
  Index review_words = 30;  ///< How many words of each: the first it knows.
  bool spelling = false;    ///< Whether misspelled words are read as meant.
  bool train_vectors = true;
  /// Of kDeep: layers over all words, each with its "hidden"; none: the words
  /// themselves are pooled.
  std::vector<nlohmann::json> layers = {};

  // Of kMpcn.
  Index pointers = 3;
  PointerCombination combination = PointerCombination::kConcat;
  bool gate = true;         ///< Whether gates read the words of a review.
  Index depth = 1;          ///< Layers of what scores pairs; 0: bilinear.
  bool word_level = true;   ///< Whether words of chosen reviews are weighed.
  bool all_reviews = true;  ///< Whether the mean of all is read, too.

  bool reads_reviews() const {
    return kind == RecommenderKind::kDeep || kind == RecommenderKind::kMpcn;
  }
  /// Whether users and items have vectors by their names.
  bool has_vectors() const {
    return kind == RecommenderKind::kMf || kind == RecommenderKind::kFm;
  }
  bool has_names() const { return biases || has_vectors(); }
  bool has_machine() const {
    return kind == RecommenderKind::kFm || reads_reviews();
  }
};

/// Their fields.
const Fields<RecommenderOptions>& RecommenderOptionsFields();

/// The error in `options`, naming the option, or nothing.
Status CheckRecommenderOptions(const RecommenderOptions& options);

}  // namespace whylight
