// The shape of a model that classifies the phrases of trees.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/layers/tree.h"

namespace whylight {

/// The numbers of the labels of constituents.
class ConstituentNumbers {
 public:
  explicit ConstituentNumbers(const std::vector<std::string>& constituents);

  /// Its place among them; for all others, and for none, the number after.
  std::int32_t Find(const std::string& name) const;

 private:
  std::int32_t other_;
  std::unordered_map<std::string, std::int32_t> numbers_;
};

/// The nodes that a training learns the labels of.
enum class TreeLoss { kNodes, kRoot };

struct TreeClassifierOptions {
  std::vector<std::string> labels = {};  ///< Two or more, distinct.
  /// How the vectors of phrases come about; `inputs`, `labels` and `pairs` are
  /// found elsewhere.
  TreeOptions tree = {};
  /// The labels of constituents, of cells that read them. All others are read
  /// as one that is none of them.
  std::vector<std::string> constituents = {};
  /// The pairs of them, "NP VP", that have a matrix of their own in the cell
  /// `untied`.
  std::vector<std::string> pairs = {};
  TreeLoss loss = TreeLoss::kNodes;
  /// Whether misspelled words are read as what they were meant to be.
  bool spelling = false;
  bool train_vectors = false;  ///< Whether word vectors are trained, too.

  /// The options of the layer over word vectors of width `dimensions`.
  TreeOptions LayerOptions(Index dimensions) const;
};

/// Their fields.
const Fields<TreeClassifierOptions>& TreeClassifierOptionsFields();

/// The error in `options`, naming the option, or nothing. Those of
/// CheckTreeOptions are not among them, as the width of word vectors is not.
Status CheckTreeClassifierOptions(const TreeClassifierOptions& options);

}  // namespace whylight
