// The shape of a model that tags words.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/model/surface.h"

namespace whylight {

/// What its training makes smaller (core/ops/crf.h).
enum class TagLoss {
  kCrf,         ///< -log P of the tags of a text, as a linear-chain CRF.
  kHinge,       ///< The structured hinge loss, with a margin of 1 a tag.
  kPerceptron,  ///< The structured perceptron's.
  kSoftmax,     ///< -log P of each tag by itself: without transitions.
};

struct TaggerOptions {
  std::vector<std::string> labels = {};  ///< The tags: two or more, distinct.
  /// Specifications of layers, one after the other, each with its "hidden"
  /// (docs/reference/layers.md). None: a word's vector alone scores its tags.
  std::vector<nlohmann::json> layers = {};
  TagLoss loss = TagLoss::kCrf;
  /// Whether tags mark spans ("B-place", "I-place", "O"): no other sequence of
  /// them is then ever given.
  bool bio = false;
  /// Whether misspelled words are read as what they were meant to be.
  bool spelling = false;
  bool train_vectors = false;   ///< Whether word vectors are trained, too.
  SurfaceOptions surface = {};  ///< How words are written, beside them.

  /// Whether it has learned which tags stand beside each other.
  bool has_transitions() const { return loss != TagLoss::kSoftmax; }
  /// Whether it sees how words are written.
  bool has_surface() const { return surface.width > 0; }
};

/// Their fields.
const Fields<TaggerOptions>& TaggerOptionsFields();

/// The error in `options`, naming the option, or nothing.
Status CheckTaggerOptions(const TaggerOptions& options);

}  // namespace whylight
