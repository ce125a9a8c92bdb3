// The phrases of sentences with their classes: a recursive network over a tree,
// and a score for each class of each of its phrases (Goldberg15 section 12).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/span.h"
#include "core/format/model_folder.h"
#include "core/format/quantise.h"
#include "core/graph/graph.h"
#include "core/graph/parameter.h"
#include "core/layers/dense.h"
#include "core/layers/tree.h"
#include "core/model/bracketed_tree.h"
#include "core/model/read_layers.h"
#include "core/systems/tree_classifier/options.h"
#include "core/systems/tree_classifier/tree_input.h"
#include "core/text/vocabulary.h"

namespace whylight {

/// A tree with the classes of its phrases.
struct ClassifiedTree {
  struct Phrase {
    Span span;  ///< Of `sentence`.
    std::size_t label;
    std::vector<Real> probabilities;  ///< One for each label.
  };
  std::string sentence;  ///< The words with spaces between them.
  /// In the order of the brackets: the whole sentence first, each before its
  /// parts.
  std::vector<Phrase> phrases;
};

class TreeClassifier {
 public:
  /// A model to train, with parameters drawn from `seed`. `vectors` has a row a
  /// word of `vocabulary`. Fails with kInvalidArgument, naming the option.
  static Result<TreeClassifier> Make(TreeClassifierOptions options,
                                     Vocabulary vocabulary, Matrix vectors,
                                     std::uint64_t seed);

  /// Reads a model from the bytes of its files. Trusts nothing in them.
  static Result<TreeClassifier> Load(const ModelFiles& files);

  /// The files of this model. `about` is a JSON object for people, kept in
  /// config.json as "training". Word vectors are stored as `vectors`, all
  /// other tensors as `network`.
  Result<ModelFiles> Save(Dtype vectors, Dtype network,
                          std::string_view about) const;

  const TreeClassifierOptions& options() const { return options_; }
  const std::vector<std::string>& labels() const { return options_.labels; }
  const Vocabulary& vocabulary() const { return vocabulary_; }

  /// Of a tree in brackets, with labels or without. Fails with kInvalidArgument
  /// where it is none, beyond kMaxTreeWords and kMaxTreePhrases, and with
  /// kNotFinite where scores overflow.
  Result<ClassifiedTree> Classify(std::string_view brackets,
                                  bool labelled) const;

  // The parts, for training and evaluation.

  TreeInput Read(const LabelledTree& tree) const;

  /// The scores of the labels of all nodes: those of the first tree, then those
  /// of the second, ... -> [nodes x labels].
  Var Score(Graph& graph, std::span<const TreeInput* const> trees,
            const TextDropout& dropout = {}) const;

  /// The parameters that training changes.
  std::vector<Parameter*> Parameters();

 private:
  TreeClassifier(TreeClassifierOptions options, Vocabulary vocabulary,
                 Matrix vectors, std::uint64_t seed);

  // All but those of words.
  std::vector<Parameter*> OwnParameters();
  bool HasMatrices() const {
    return options_.tree.cell == TreeCell::kMatrixVector;
  }

  TreeClassifierOptions options_;
  Vocabulary vocabulary_;
  ConstituentNumbers constituents_;
  Parameter vectors_;
  Parameter matrices_;  // Of words, less the identity, in kMatrixVector.
  TreeLayer layer_;
  Dense output_;
};

}  // namespace whylight
