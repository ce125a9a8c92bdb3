// The shape of a model that finds questions that ask the same.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/format/fields_fwd.h"
#include "core/layers/stacked.h"
#include "core/model/subwords.h"
#include "core/model/text_pooling.h"

namespace whylight {

/// How alike two texts are, by their vectors.
enum class Similarity {
  kCosine,    ///< The cosine of the vectors (Lei17 section 2.5.3).
  kPoincare,  ///< -w · their distance in the Poincaré ball + b (Tay19 section
              ///< 10), with w and b learned.
};

/// The probability that a hit asks the same as the query, of its cosine (or
/// whatever score the model gives) and BM25's share of its largest possible
/// score: 1 / (1 + exp(-(cosine · c + share · s + intercept))).
struct HitCalibration {
  double cosine = 0;
  double share = 0;
  double intercept = 0;
};

/// How scores become probabilities. Zeros: that was not fitted.
struct ScoreCalibration {
  /// Of the model's score alone: 1 / (1 + exp(-(slope · score + intercept))).
  double slope = 0;
  double intercept = 0;
  HitCalibration hits = {};  ///< Where the words of a hit are known, too.
  /// The expected calibration error of `hits` on queries that it was not fitted
  /// on.
  double held_out_error = 0;
  /// Below it nothing fits: it best tells queries that have a hit which asks
  /// the same from those that have none, by their most probable hit, held out.
  double threshold = 0.5;
};

/// The choice of the words that say what is asked.
struct WordChoiceOptions {
  /// What reads word vectors before each word is chosen or not.
  std::vector<nlohmann::json> layers = {};
  double share = 0;        ///< Of the words that are chosen; 0: no choice.
  double threshold = 0.5;  ///< The least probability of a chosen word.
};

struct RetrieverOptions {
  /// Specifications of layers, one after the other, each with its "hidden"
  /// (docs/reference/layers.md). None: the word vectors themselves are pooled.
  std::vector<nlohmann::json> layers = {};
  TextPooling pooling = TextPooling::kMean;
  /// The vector of the last layer, or those of all layers side by side.
  StackOutput output = StackOutput::kLast;
  /// The mean of the word vectors stands beside what layers give.
  bool with_words = false;
  /// A text is a title, up to the end of its first sentence or line, and a
  /// body, each with a vector of its own; that of the text is their mean.
  bool title_and_body = false;
  std::size_t longest = 100;  ///< Words of a text that are read.
  Similarity similarity = Similarity::kCosine;
  bool train_vectors = false;  ///< Whether word vectors are trained, too.
  SubwordOptions subwords = {};
  WordChoiceOptions rationale = {};
  /// Of the model beside BM25 in hybrid search, unless a search says otherwise.
  double weight = 0.5;
  ScoreCalibration calibration = {};  ///< Set by training.
};

/// Their fields.
const Fields<RetrieverOptions>& RetrieverOptionsFields();

}  // namespace whylight
