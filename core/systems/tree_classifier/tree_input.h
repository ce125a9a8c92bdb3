// Trees as a model reads them: binary, with numbers for words and labels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/layers/tree.h"
#include "core/model/bracketed_tree.h"
#include "core/model/word_batch.h"
#include "core/systems/tree_classifier/options.h"
#include "core/text/vocabulary.h"

namespace whylight {

/// The most words and phrases of a tree; sentences have a few hundred.
inline constexpr std::size_t kMaxTreeWords = 1000;
inline constexpr std::size_t kMaxTreePhrases = 10000;

/// The error of a tree of more of them, or nothing.
Status CheckTreeSize(const LabelledTree& tree);

/// A label of a node: "3/NP" says what is to be learned, and what its
/// constituent is called. Each may be empty.
struct NodeLabel {
  std::string target;
  std::string constituent;
};

/// The parts of `label` on both sides of its first "/". Without one it is what
/// the model needs: the constituent of models that read constituents, else what
/// is to be learned.
NodeLabel SplitNodeLabel(std::string_view label, bool reads_constituents);

/// A leaf as words of a text have it: in lower case. Empty if nothing of it is
/// visible.
std::string LeafText(std::string_view leaf);

/// The words whose vectors a leaf has the mean of: itself if the vocabulary has
/// it, else what the tokenizer makes of it ("well-made": three words).
WordIds FindLeaf(const Vocabulary& vocabulary, std::string_view leaf);

struct TreeInput {
  std::vector<WordIds> leaves;  ///< See FindLeaf.
  /// `word` of a node is one of `leaves`.
  Trees trees;
  /// The node of each phrase of the tree, in their order: the root first. A
  /// phrase of more than two parts has nodes that are none of a phrase.
  std::vector<std::size_t> nodes;
};

/// A phrase of one part has the vector of that part. One of more than two is
/// read as its first part beside a phrase, of the same constituent, of all
/// others. Labels are numbered if the model reads constituents.
TreeInput ReadTreeInput(const LabelledTree& tree, const Vocabulary& vocabulary,
                        bool reads_constituents,
                        const ConstituentNumbers& constituents);

}  // namespace whylight
