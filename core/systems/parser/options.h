// The shape of a model that parses sentences.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/math/matrix.h"
#include "core/model/surface.h"
#include "core/systems/parser/transitions.h"

namespace whylight {

/// What a tree is made of.
enum class ParserMethod {
  kGraph,       ///< Arcs that are all scored; the best tree is found exactly.
  kTransition,  ///< Transitions, which are scored where the parse stands; a
                ///< beam finds a good tree, in linear time.
};

/// How an arc from a head to a word is scored.
enum class ArcScoring {
  kBiaffine,  ///< hᵀ U m + uᵀ h, of h and m, which dense layers make of the
              ///< vectors of both words (Dozat and Manning 2017).
  kMlp,       ///< u · tanh(W_h x_h + W_m x_m + b) (Kiperwasser and Goldberg
              ///< 2016).
};

/// What its training makes smaller (core/ops/tree_losses.h). Of transitions the
/// sequence is learned as a whole as far as the right one is among those of a
/// beam (Collins and Roark 2004), but for kSoftmax.
enum class ParserLoss {
  kHinge,       ///< The structured hinge loss, with a margin of 1 a word, or of
                ///< 1 a transition.
  kPerceptron,  ///< The structured perceptron's.
  kSoftmax,     ///< -log P of each head, or transition, by itself.
  kCrf,         ///< -log P of the tree among all projective trees, or of the
                ///< sequence among those of the beam (Andor et al. 2016).
};

/// Which transitions are right where each is learned by itself.
enum class TransitionOracle {
  kStatic,   ///< Those of one way to the tree.
  kDynamic,  ///< All after which as good a tree can be reached as before, also
             ///< where that is no longer the right one. Of arc-hybrid alone.
};

/// The activation of the hidden layer that scores them.
enum class TransitionActivation { kTanh, kRelu, kCube };

struct TransitionOptions {
  TransitionSystem system = TransitionSystem::kArcHybrid;
  TransitionOracle oracle = TransitionOracle::kStatic;
  /// With a dynamic oracle, how often training goes on as the model would.
  double explore = 0.1;
  std::size_t stack = 3;   ///< So many words of the stack are read,
  std::size_t buffer = 1;  ///< and of the buffer.
  TransitionActivation activation = TransitionActivation::kTanh;
  std::size_t beam = 1;  ///< How many sequences are followed; 1: greedily.
};

/// What a model has to do with the tags of words, such as their parts of
/// speech.
enum class TagUse {
  kNone,     ///< Nothing.
  kGiven,    ///< It reads them: each sentence comes with its tags.
  kShared,   ///< It learns them, too, by the layers that it has in common.
  kCascade,  ///< The same, and the tree is made of what it makes of them, too
             ///< (Goldberg15 section 7).
};

struct ParserTagOptions {
  TagUse use = TagUse::kNone;
  std::vector<std::string> labels = {};  ///< Two or more, distinct.
  Index width = 25;  ///< Of the vector of a tag that is read.
  /// Where tags are learned, layers after those that they are told by.
  std::vector<nlohmann::json> layers = {};
  double weight = 1;  ///< Of their loss beside that of trees.

  bool learned() const {
    return use == TagUse::kShared || use == TagUse::kCascade;
  }
  /// Whether tags have vectors.
  bool read() const { return use == TagUse::kGiven || use == TagUse::kCascade; }
};

/// How the best trees are scored anew, as wholes
/// (core/systems/parser/tree_scorer.h).
struct RerankOptions {
  std::size_t best = 0;  ///< How many of them; 0: none.
  Index hidden = 50;     ///< Width of the vector of a phrase.
};

struct ParserOptions {
  /// The relations of words to their heads: two or more, distinct.
  std::vector<std::string> relations = {};
  /// Specifications of layers, one after the other, each with its "hidden"
  /// (docs/reference/layers.md). None: words' vectors alone are compared.
  std::vector<nlohmann::json> layers = {};
  ParserMethod method = ParserMethod::kGraph;
  ArcScoring arcs = ArcScoring::kBiaffine;
  TransitionOptions transitions = {};
  Index hidden = 100;  ///< Width of what is made of words to score them.
  ParserLoss loss = ParserLoss::kHinge;
  /// Whether misspelled words are read as what they were meant to be.
  bool spelling = false;
  bool train_vectors = false;   ///< Whether word vectors are trained, too.
  SurfaceOptions surface = {};  ///< How words are written, beside them.
  ParserTagOptions tags = {};
  RerankOptions rerank = {};

  bool reranks() const { return rerank.best > 0; }
  bool has_surface() const { return surface.width > 0; }
  /// Whether it reads words as they stand in a text, and not just by their
  /// numbers.
  bool reads_forms() const {
    return has_surface() || tags.use == TagUse::kGiven;
  }
  /// Width of what the first layer reads, of word vectors of this width,
  Index InputWidth(Index dimensions) const {
    return dimensions + surface.width +
           (tags.use == TagUse::kGiven ? tags.width : 0);
  }
  /// and of what the first of `tags.layers` does, of vectors of this width.
  Index WidthWithTags(Index width) const {
    return width + (tags.use == TagUse::kCascade ? tags.width : 0);
  }
};

/// Their fields.
const Fields<ParserOptions>& ParserOptionsFields();

/// The error in `options`, naming the option, or nothing.
Status CheckParserOptions(const ParserOptions& options);

}  // namespace whylight
