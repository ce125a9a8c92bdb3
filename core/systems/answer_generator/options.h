// The shape of a model that writes the answer to a question about a text.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/math/matrix.h"
#include "core/model/word_features.h"

namespace whylight {

struct AnswerGeneratorOptions {
  /// Specifications of layers that read both texts, each with its "hidden"
  /// (docs/reference/layers.md).
  std::vector<nlohmann::json> layers = {};
  /// Numbers beside a word's vector, which the thesis does not have here.
  WordFeatureOptions beside = {.match = true, .frequency = false};
  Index align = 100;  ///< Width of ReLU(W x + b), by which words meet.
  /// How far a word of the text, with what it reads of the question, reads in
  /// its own text; 0: not at all.
  Index band = 0;
  /// Layers that read the words that have met, of which words are copied.
  std::vector<nlohmann::json> after = {};
  Index state = 100;      ///< Width of the state of what writes.
  Index attention = 100;  ///< Width of tanh of what it attends by.
  /// Number of words that it may write whether the text has them or not: the
  /// first ones of its vocabulary.
  Index generated = 2000;
  /// Whether all places and the word that spell the same are one choice.
  bool sum_slots = true;
  Index longest = 12;          ///< Words of an answer.
  bool spelling = false;       ///< Whether misspelled words are understood.
  bool train_vectors = false;  ///< Whether word vectors are trained, too.
};

/// Their fields.
const Fields<AnswerGeneratorOptions>& AnswerGeneratorOptionsFields();

/// The error in `options`, naming the option, or nothing.
Status CheckAnswerGeneratorOptions(const AnswerGeneratorOptions& options);

}  // namespace whylight
