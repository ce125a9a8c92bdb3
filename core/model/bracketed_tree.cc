#include "core/model/bracketed_tree.h"

#include <algorithm>
#include <utility>

#include "core/format/json.h"
#include "core/text/treebank.h"

namespace whylight {
namespace {

constexpr std::string_view kSpace = " \t";
constexpr std::string_view kDelimiters = " \t()";

class TreeParser {
 public:
  TreeParser(std::string_view line, bool labelled, const TreeError& fail)
      : line_(line), labelled_(labelled), fail_(fail) {}

  Result<LabelledTree> Parse() {
    SkipSpace();
    const bool is_word = !labelled_ && !Token().empty();
    if (Status first = is_word ? Word() : Open(); !first.ok()) {
      return first.error();
    }
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
    return fail_("expected " + expected + ", found " + found, at_ + 1);
  }

  Status Open() {
    if (Next() != '(') return Expected("\"(\"");
    ++at_;
    std::string_view label;
    if (labelled_) {
      SkipSpace();
      label = Token();
      if (label.empty()) return Expected("a label after \"(\"");
    }
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
    const std::size_t place = tree_.words.size();
    if (!labelled_) {
      tree_.phrases.push_back({{}, place, place + 1});
    } else if (tree_.phrases[open_.back()].begin != place) {
      // Parts and a word beside each other are no tree.
      return Expected("\"(\" or \")\"");
    }
    tree_.words.push_back(UnescapeTreebank(word));
    at_ += word.size();
    has_word_ = labelled_;
    return {};
  }

  std::string_view line_;
  bool labelled_;
  const TreeError& fail_;
  std::size_t at_ = 0;
  LabelledTree tree_;
  std::vector<std::size_t> open_;  // Phrases that are not closed yet.
  // Whether the innermost is one word, after which it must end.
  bool has_word_ = false;
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

Result<LabelledTree> ParseBrackets(std::string_view line, bool labelled,
                                   const TreeError& fail) {
  return TreeParser(line, labelled, fail).Parse();
}

}  // namespace whylight
