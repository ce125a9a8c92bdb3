// Trees with labels as the system "tree-classifier" trains on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/bracketed_tree.h"
#include "core/systems/tree_classifier/model.h"
#include "core/training/data/data_options.h"
#include "core/training/vectors/known_words.h"

namespace whylight {

/// A file, before it is known which words and labels a model has.
struct TreeFile {
  std::string path;
  std::vector<LabelledTree> trees;
  std::vector<std::size_t> lines;  ///< Of each tree.
  /// Of each phrase of each tree, what is to be learned, as `merge` renames it;
  /// empty: nothing.
  std::vector<std::vector<std::string>> targets;
  /// Distinct leaves, in the order they came.
  std::vector<std::string> words;
  std::vector<std::uint64_t> word_counts;

  WordCounts counts() const { return {path, words, word_counts}; }
};

/// Reads the trees of a file. Of models that read constituents a phrase without
/// one is an error, and so is a tree of more than kMaxTreeWords and
/// kMaxTreePhrases. A label that `merge` does not name is none. Fails if there
/// is no tree, or no label.
Result<TreeFile> ReadTrees(const std::string& path, DataOptions options,
                           bool reads_constituents);

/// The labels of a model that learns from the file, sorted.
std::vector<std::string> TargetsOf(const TreeFile& file);

/// The constituents of the file, sorted.
std::vector<std::string> ConstituentsOf(const TreeFile& file);

/// The pairs of constituents that are the two parts of a phrase at least
/// `least` times, sorted.
std::vector<std::string> PairsOf(const TreeFile& file, std::size_t least);

/// Trees in words and labels of a model.
struct TrainingTrees {
  std::string path;
  std::vector<std::size_t> lines;
  std::vector<TreeInput> inputs;
  /// Of each phrase the number of its label, -1: none.
  std::vector<std::vector<std::int32_t>> targets;

  std::size_t size() const { return inputs.size(); }
  /// The targets of the nodes of a tree, -1 at those that are no phrase; of the
  /// root alone, if `root`.
  std::vector<std::int32_t> NodeTargets(std::size_t tree, bool root) const;
};

/// Fails where the file has a label that the model has not.
Result<TrainingTrees> ToTrainingTrees(const TreeFile& file,
                                      const TreeClassifier& model);

}  // namespace whylight
