// The oldest way to compare texts: as vectors of their n-grams, each weighted
// by how often it stands in the text and how few documents contain it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/retrieval/bm25.h"
#include "core/retrieval/text_map.h"

namespace whylight {

struct TfIdfOptions {
  std::size_t order = 1;                ///< n-grams of 1 .. order words.
  std::vector<std::string> stop_words;  ///< Left out before n-grams are formed.
};

const Fields<TfIdfOptions>& TfIdfFields();

/// N-grams and their weights, in the order of the n-grams, each once.
using WeightedTerms = std::vector<std::pair<std::string, double>>;

/// Σ x_t · y_t, of vectors of unit length their cosine.
double DotProduct(const WeightedTerms& x, const WeightedTerms& y);

/// Weighs texts by the documents that were added. The weight of an n-gram is
///   occurrences in the text · (log((1 + N) / (1 + n)) + 1)
/// where n of N documents contain it, so an n-gram of every document still
/// counts, and one of none has a weight.
class TfIdf {
 public:
  /// Fails with kInvalidArgument if `options` are outside the range of their
  /// fields.
  static Result<TfIdf> Make(const TfIdfOptions& options);

  void Add(std::span<const std::string> tokens);

  /// Of unit length; empty if every token is a stop word.
  WeightedTerms Weigh(std::span<const std::string> tokens) const;

 private:
  explicit TfIdf(const TfIdfOptions& options);
  // Joined by spaces, which no token contains.
  std::vector<std::string> Ngrams(std::span<const std::string> tokens) const;

  std::size_t order_;
  TextSet stop_words_;
  CollectionStatistics collection_;
};

}  // namespace whylight
