// The shape of a model that answers questions about a text by a span of it.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/math/matrix.h"
#include "core/model/word_features.h"
#include "core/model/word_selector.h"

namespace whylight {

/// How question and text meet (network.h).
enum class ReaderConnectors {
  kAlignment,  ///< Each word is compared with what it reads of the question.
  kBac,        ///< The same, and numbers of the other text after each layer.
  kDecaprop,   ///< Numbers between all layers, and gated attention.
};

/// What makes a score the probability that a text answers a question, and from
/// which on it does; training fits both on dev.
struct AnswerCalibration {
  double slope = 1;
  double intercept = 0;
  double threshold = 0.5;  ///< The least probability of an answer.

  /// Of log P(some span) / P(none).
  double Probability(double score) const;
  /// The natural logarithm of that.
  double LogProbability(double score) const;
};

struct ReaderOptions {
  /// Specifications of layers that read both texts, each with its "hidden"
  /// (docs/reference/layers.md).
  std::vector<nlohmann::json> layers = {};
  WordFeatureOptions beside = {};  ///< Numbers beside a word's vector.
  ReaderConnectors connectors = ReaderConnectors::kAlignment;
  Index align = 100;    ///< Width of ReLU(W x + b), by which words meet.
  Index compare = 100;  ///< Width of a word and what it reads, compared.
  Index factors = 10;   ///< Of factorisation machines.
  /// Layers that read gated words, of kDecaprop.
  std::vector<nlohmann::json> core = {};
  /// How far a word reads in its own text; 0: not at all.
  Index band = 0;
  /// Layers that read the words that have met. The last one tells where answers
  /// end, the one before it, if there is one, where they start.
  std::vector<nlohmann::json> after = {};
  /// Of the words of a text from which alone answers are found.
  SelectorOptions selector = {};
  Index longest = 30;          ///< Words of an answer.
  bool spelling = false;       ///< Whether misspelled words are understood.
  bool train_vectors = false;  ///< Whether word vectors are trained, too.
  AnswerCalibration calibration = {};

  /// Whether answers are found in selected words alone.
  bool selects() const { return selector.hidden > 0; }
  /// How many numbers stand beside a word's vector.
  Index features() const { return beside.count(); }
  /// Whether numbers of the other text stand beside what a layer gives.
  bool connects_layers() const {
    return connectors != ReaderConnectors::kAlignment;
  }
};

/// Their fields.
const Fields<ReaderOptions>& ReaderOptionsFields();

/// The error in `options`, naming the option, or nothing.
Status CheckReaderOptions(const ReaderOptions& options);

}  // namespace whylight
