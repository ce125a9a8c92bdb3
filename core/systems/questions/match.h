// Why two texts match: their cosine as a sum over pairs of n-grams, one of
// each text.
//
// With gates and activations held fixed, the vector of a text is a sum
//   f = Σ over its n-grams g of v_g + bias + residual,
// so the cosine of q and d is, exactly,
//   Σ over pairs (g, k) of v_g · v_k / (|f_q| |f_d|)
//     + the products with a bias + those with a residual.
// For what a product of two such sums says of a layer see Eberle et al. 2022
// (BiLRP) and Moeller, Nikolaev and Pado 2023; here nothing is approximated.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/span.h"
#include "core/systems/questions/model.h"

namespace whylight {

/// An n-gram of the query, one of the text, and what their pair adds.
struct MatchedPair {
  std::vector<Span> query;  ///< The words, from left to right.
  std::vector<Span> text;
  double contribution = 0;
};

/// A word, and what all n-grams that it is in add, in equal parts.
struct MatchedWord {
  Span span;
  double contribution = 0;
};

struct Match {
  double score = 0;     ///< The cosine.
  double pairs = 0;     ///< All pairs of n-grams, listed or not.
  double bias = 0;      ///< Products with what biases give, whatever the words.
  double residual = 0;  ///< Those with what lines in place of activations leave
                        ///< out, and with layers that are no sums of n-grams.
  /// Of largest magnitude, largest first.
  std::vector<MatchedPair> strongest;
  /// Each adds up to `pairs` and what n-grams of that side have in the rest.
  std::vector<MatchedWord> query_words;
  std::vector<MatchedWord> text_words;

  /// |score - (pairs + bias + residual)|: rounding, or a mistake.
  double error() const;
};

/// Takes the match of two texts apart and lists `count` pairs. They are pairs
/// of the n-grams that count most for the score by themselves. Fails with
/// kInvalidArgument for a model whose likeness is no cosine.
Result<Match> ExplainMatch(const Retriever& model, std::string_view query,
                           std::string_view text, std::size_t count);

/// An n-gram of the query.
struct PreferredNgram {
  std::vector<Span> words;
  double contribution = 0;
};

/// Why one text is above another for a query.
struct Preference {
  double first = 0;  ///< The scores.
  double second = 0;
  double ngrams = 0;    ///< What n-grams of the query add to the difference,
  double bias = 0;      ///< what its biases do,
  double residual = 0;  ///< and what is left out.
  std::vector<PreferredNgram> strongest;

  /// |first - second - (ngrams + bias + residual)|
  double error() const;
};

/// Takes the difference of the scores of two texts apart, by the n-grams of the
/// query. Fails as ExplainMatch.
Result<Preference> ExplainPreference(const Retriever& model,
                                     std::string_view query,
                                     std::string_view first,
                                     std::string_view second,
                                     std::size_t count);

}  // namespace whylight
