// Sentences with their trees, made up for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/training/data/token_tree.h"

namespace whylight {

struct ParsedWord {
  std::string text;
  std::int32_t head;  ///< From 1; 0 is the root.
  std::string relation;
};

inline TokenTree MakeTokenTree(const std::vector<ParsedWord>& words) {
  TokenTree tree;
  for (const ParsedWord& word : words) {
    tree.words.push_back(tree.tokens.size());
    tree.tokens.push_back({word.text, {}});
    tree.heads.push_back(word.head);
    tree.relations.push_back(word.relation);
  }
  return tree;
}

/// The sentence of Levy and Goldberg (2014).
inline TokenTree Scientist() {
  return MakeTokenTree({{"australian", 2, "amod"},
                        {"scientist", 3, "nsubj"},
                        {"discovers", 0, "root"},
                        {"star", 3, "obj"},
                        {"with", 6, "case"},
                        {"telescope", 3, "obl"}});
}

/// A word on which so many others hang.
inline TokenTree Star(std::size_t leaves) {
  std::vector<ParsedWord> words = {{"hub", 0, "root"}};
  for (std::size_t i = 0; i < leaves; ++i) {
    words.push_back({"leaf" + std::to_string(i % 10), 1, "dep"});
  }
  return MakeTokenTree(words);
}

}  // namespace whylight
