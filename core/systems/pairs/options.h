// The shape of a model that compares two texts.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/layers/pair_compression.h"
#include "core/layers/stacked.h"
#include "core/math/matrix.h"
#include "core/model/layer_list.h"
#include "core/model/text_pooling.h"
#include "core/model/word_features.h"
#include "core/model/word_selector.h"

namespace whylight {

/// How two texts meet.
enum class PairKind {
  kSiamese,       ///< Each becomes a vector by itself, by the same layers.
  kDecomposable,  ///< Word by word (meeting.h).
  kEsim,
  kCafe,
  kMcan,
  kCsran,
};

/// How the vectors of two texts differ.
enum class PairDifference {
  kSigned,    ///< x - y: which text is which counts.
  kAbsolute,  ///< |x - y|
};

struct PairOptions {
  /// What may hold of two texts: at least two, all different. None where they
  /// get a grade.
  std::vector<std::string> labels = {};
  /// Numbers, ascending, whose mean by their probabilities is the grade of two
  /// texts; at least two. None where they get a label.
  std::vector<double> grades = {};
  /// The label whose F1 is told, if any.
  std::string positive = {};
  PairKind kind = PairKind::kSiamese;
  /// Numbers beside a word's vector, which the layers read with it.
  WordFeatureOptions beside = {
      .match = false, .frequency = false, .similarity = false};
  /// Specifications of layers, one after the other, each with its "hidden"
  /// (docs/reference/layers.md). None: the word vectors themselves are pooled.
  std::vector<nlohmann::json> layers = {};
  TextPooling pooling = TextPooling::kMean;
  /// The vector of the last layer, or those of all layers side by side.
  StackOutput output = StackOutput::kLast;
  PairDifference difference = PairDifference::kAbsolute;
  Index hidden = 100;  ///< Units that read both texts.
  /// Layers that read these units.
  std::vector<nlohmann::json> head = {};
  /// Of kinds whose words meet: the width of ReLU(W x + b), whose products say
  /// how two words fit; 0: of the words themselves.
  Index align = 100;
  Index compare = 100;  ///< Width of a word and what it reads, compared.
  /// Of kCafe, kMcan and kCsran: what makes one number of a word and what it
  /// reads.
  Compression compression = Compression::kFactorisation;
  Index factors = 10;  ///< Of its factorisation machines.
  /// Of kCsran: layers whose words all meet.
  std::vector<nlohmann::json> stack = {};
  /// Layers that read compared words.
  std::vector<nlohmann::json> composition = {};
  /// Of the words of both texts on which alone the outcome rests.
  SelectorOptions selector = {};
  bool spelling = false;       ///< Whether misspelled words are understood.
  bool train_vectors = false;  ///< Whether word vectors are trained, too.

  /// Whether words meet those of the other text.
  bool words_meet() const { return kind != PairKind::kSiamese; }
  /// Whether the outcome rests on selected words alone.
  bool selects() const { return selector.hidden > 0; }
  /// Whether numbers that say how words fit what they read stand beside the
  /// words themselves.
  bool words_get_numbers() const {
    return kind == PairKind::kCafe || kind == PairKind::kMcan;
  }
  /// The number of outputs.
  std::size_t outcomes() const {
    return grades.empty() ? labels.size() : grades.size();
  }
};

/// Their fields.
const Fields<PairOptions>& PairOptionsFields();

/// The error in `options`, naming the option, or nothing.
Status CheckPairOptions(const PairOptions& options);

/// The error of the first layer, made of its spec, that gives less than `least`
/// at each word or, in a model that selects, cannot read selected words alone;
/// or nothing. `where` starts its name.
std::string FindUnfitReader(const PairOptions& options,
                            const std::vector<nlohmann::json>& specs,
                            const std::string& where, const LayerList& layers,
                            WordOutput least = WordOutput::kOther);

}  // namespace whylight
