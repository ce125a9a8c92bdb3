#include "core/systems/tree_classifier/tree_input.h"

#include "core/model/find_words.h"
#include "core/text/tokenizer.h"

namespace whylight {
namespace {

// The phrases that each phrase is made of, in their order.
std::vector<std::vector<std::size_t>> PartsOf(const LabelledTree& tree) {
  std::vector<std::vector<std::size_t>> parts(tree.phrases.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tree.phrases.size(); ++i) {
    const std::size_t begin = tree.phrases[i].begin;
    while (!open.empty() && tree.phrases[open.back()].end <= begin) {
      open.pop_back();
    }
    if (!open.empty()) parts[open.back()].push_back(i);
    open.push_back(i);
  }
  return parts;
}

}  // namespace

Status CheckTreeSize(const LabelledTree& tree) {
  const auto too_many = [](std::size_t most, const char* what,
                           std::size_t found) {
    return Error{ErrorCode::kTextTooLong,
                 "expected a tree of at most " + std::to_string(most) + " " +
                     what + ", found " + std::to_string(found)};
  };
  if (tree.words.size() > kMaxTreeWords) {
    return too_many(kMaxTreeWords, "words", tree.words.size());
  }
  if (tree.phrases.size() > kMaxTreePhrases) {
    return too_many(kMaxTreePhrases, "phrases", tree.phrases.size());
  }
  return {};
}

NodeLabel SplitNodeLabel(std::string_view label, bool reads_constituents) {
  const std::size_t slash = label.find('/');
  if (slash != std::string_view::npos) {
    return {std::string(label.substr(0, slash)),
            std::string(label.substr(slash + 1))};
  }
  if (reads_constituents) return {{}, std::string(label)};
  return {std::string(label), {}};
}

std::string LeafText(std::string_view leaf) {
  std::string text;
  for (const Token& token : Tokenize(leaf)) text += token.text;
  return text;
}

WordIds FindLeaf(const Vocabulary& vocabulary, std::string_view leaf) {
  const std::int32_t whole = vocabulary.Find(LeafText(leaf));
  if (whole >= 0) return {whole};
  return FindWords(vocabulary, Tokenize(leaf));
}

TreeInput ReadTreeInput(const LabelledTree& tree, const Vocabulary& vocabulary,
                        bool reads_constituents,
                        const ConstituentNumbers& constituents) {
  TreeInput input;
  for (const std::string& word : tree.words) {
    input.leaves.push_back(FindLeaf(vocabulary, word));
  }
  input.nodes.resize(tree.phrases.size());
  const auto add = [&input](const Trees::Node& node) {
    input.trees.nodes.push_back(node);
    return static_cast<std::int32_t>(input.trees.nodes.size() - 1);
  };
  const std::vector<std::vector<std::size_t>> parts = PartsOf(tree);
  // Backwards, parts come before what they are parts of.
  for (std::size_t i = tree.phrases.size(); i-- > 0;) {
    const auto part = [&](std::size_t k) {
      return static_cast<std::int32_t>(input.nodes[parts[i][k]]);
    };
    Trees::Node node;
    if (reads_constituents) {
      node.label = constituents.Find(
          SplitNodeLabel(tree.phrases[i].label, true).constituent);
    }
    const std::size_t count = parts[i].size();
    if (count == 0) {
      node.word = static_cast<std::int32_t>(tree.phrases[i].begin);
    } else {
      node.left = part(0);
    }
    if (count > 1) {
      node.right = part(count - 1);
      for (std::size_t k = count - 2; k > 0; --k) {
        node.right =
            add({.left = part(k), .right = node.right, .label = node.label});
      }
    }
    input.nodes[i] = static_cast<std::size_t>(add(node));
  }
  return input;
}

}  // namespace whylight
