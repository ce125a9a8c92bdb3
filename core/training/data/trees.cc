#include "core/training/data/trees.h"

#include <algorithm>
#include <utility>

#include "core/format/json.h"
#include "core/training/data/treebank.h"

namespace whylight {
namespace {

constexpr std::string_view kSpace = " \t";
constexpr std::string_view kDelimiters = " \t()";

class TreeParser {
 public:
  TreeParser(std::string_view line, const Place& place)
      : line_(line), place_(place) {}

  Result<LabelledTree> Parse() {
    SkipSpace();
    if (Status opened = Open(); !opened.ok()) return opened.error();
    while (!open_.empty()) {
      SkipSpace();
      Status read;
      if (Next() == '(') {
        read = has_word_ ? Expected("\")\" after a word") : Open();
      } else if (Next() == ')') {
        read = Close();
      } else {
        read = Word();
      }
      if (!read.ok()) return read.error();
    }
    SkipSpace();
    if (at_ < line_.size()) return Expected("the end of the line");
    return std::move(tree_);
  }

 private:
  // The next character, or NUL at the end.
  char Next() const { return at_ < line_.size() ? line_[at_] : '\0'; }

  void SkipSpace() {
    at_ = std::min(line_.find_first_not_of(kSpace, at_), line_.size());
  }

  std::string_view Token() const {
    return line_.substr(at_, line_.find_first_of(kDelimiters, at_) - at_);
  }

  Error Expected(const std::string& expected) const {
    std::string found = "the end of the line";
    if (at_ < line_.size()) {
      found = Quote(Token().empty() ? line_.substr(at_, 1) : Token());
    }
    return place_.Fail("expected " + expected + ", found " + found, at_ + 1);
  }

  Status Open() {
    if (Next() != '(') return Expected("\"(\"");
    ++at_;
    SkipSpace();
    const std::string_view label = Token();
    if (label.empty()) return Expected("a label after \"(\"");
    open_.push_back(tree_.phrases.size());
    tree_.phrases.push_back(
        {std::string(label), tree_.words.size(), tree_.words.size()});
    at_ += label.size();
    has_word_ = false;
    return {};
  }

  Status Close() {
    TreePhrase& phrase = tree_.phrases[open_.back()];
    phrase.end = tree_.words.size();
    if (phrase.begin == phrase.end) return Expected("a word or \"(\"");
    open_.pop_back();
    ++at_;
    has_word_ = false;
    return {};
  }

  Status Word() {
    const std::string_view word = Token();
    if (word.empty() || has_word_) return Expected("\")\"");
    // Parts and a word beside each other are no tree.
    if (tree_.phrases[open_.back()].begin != tree_.words.size()) {
      return Expected("\"(\" or \")\"");
    }
    tree_.words.push_back(UnescapeTreebank(word));
    at_ += word.size();
    has_word_ = true;
    return {};
  }

  std::string_view line_;
  const Place& place_;
  std::size_t at_ = 0;
  LabelledTree tree_;
  std::vector<std::size_t> open_;  // Phrases that are not closed yet.
  bool has_word_ = false;          // Whether the innermost has a word.
};

}  // namespace

std::string LabelledTree::Text(const TreePhrase& phrase) const {
  std::string text;
  for (std::size_t i = phrase.begin; i < phrase.end; ++i) {
    if (i > phrase.begin) text += ' ';
    text += words[i];
  }
  return text;
}

Result<LabelledTree> ParseTree(std::string_view line, const Place& place) {
  return TreeParser(line, place).Parse();
}

}  // namespace whylight
