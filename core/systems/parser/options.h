// The shape of a model that parses sentences.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/math/matrix.h"

namespace whylight {

/// How an arc from a head to a word is scored.
enum class ArcScoring {
  kBiaffine,  ///< hᵀ U m + uᵀ h, of h and m, which dense layers make of the
              ///< vectors of both words (Dozat and Manning 2017).
  kMlp,       ///< u · tanh(W_h x_h + W_m x_m + b) (Kiperwasser and Goldberg
              ///< 2016).
};

/// What its training makes smaller (core/ops/tree_losses.h).
enum class ParserLoss {
  kHinge,       ///< The structured hinge loss, with a margin of 1 a word.
  kPerceptron,  ///< The structured perceptron's.
  kSoftmax,     ///< -log P of each head by itself.
  kCrf,         ///< -log P of the tree among all projective trees.
};

struct ParserOptions {
  /// The relations of words to their heads: two or more, distinct.
  std::vector<std::string> relations = {};
  /// Specifications of layers, one after the other, each with its "hidden"
  /// (docs/reference/layers.md). None: words' vectors alone are compared.
  std::vector<nlohmann::json> layers = {};
  ArcScoring arcs = ArcScoring::kBiaffine;
  Index hidden = 100;  ///< Width of what is made of words to score them.
  ParserLoss loss = ParserLoss::kHinge;
  /// Whether misspelled words are read as what they were meant to be.
  bool spelling = false;
  bool train_vectors = false;  ///< Whether word vectors are trained, too.
};

/// Their fields.
const Fields<ParserOptions>& ParserOptionsFields();

/// The error in `options`, naming the option, or nothing.
Status CheckParserOptions(const ParserOptions& options);

}  // namespace whylight
