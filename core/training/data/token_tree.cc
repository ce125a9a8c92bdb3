#include "core/training/data/token_tree.h"

namespace whylight {
namespace {

std::vector<std::size_t> WordsOf(const std::vector<Token>& tokens,
                                 const Record& record) {
  std::vector<std::size_t> words;
  std::size_t word = 0;
  for (const Token& token : tokens) {
    while (token.span.start >= record.tokens[word].end) ++word;
    words.push_back(word);
  }
  return words;
}

}  // namespace

TokenTree TreeOfTokens(const Record& record) {
  TokenTree tree{.tokens = Tokenize(record.text),
                 .words = {},
                 .heads = {},
                 .relations = {}};
  tree.words = WordsOf(tree.tokens, record);
  // Of each word its first token, from 1; 0 of those that have none.
  std::vector<std::int32_t> first(record.heads.size());
  for (std::size_t t = tree.words.size(); t-- > 0;) {
    first[tree.words[t]] = static_cast<std::int32_t>(t) + 1;
  }
  std::int32_t root = 0;
  for (std::size_t t = 0; t < tree.words.size(); ++t) {
    const std::size_t word = tree.words[t];
    const bool is_first = first[word] == static_cast<std::int32_t>(t) + 1;
    if (!is_first) {
      tree.heads.push_back(first[word]);
      tree.relations.emplace_back(kPieceRelation);
      continue;
    }
    int head = record.heads[word];
    while (head != 0 && first[static_cast<std::size_t>(head) - 1] == 0) {
      head = record.heads[static_cast<std::size_t>(head) - 1];
    }
    if (head != 0) {
      tree.heads.push_back(first[static_cast<std::size_t>(head) - 1]);
    } else {
      tree.heads.push_back(root);
      if (root == 0) root = first[word];
    }
    tree.relations.push_back(record.relations[word]);
  }
  return tree;
}

}  // namespace whylight
