// Texts that a model is to be judged on, so that none of what it learns from
// holds one: the phrases of a treebank hold whole sentences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/text/tokenizer.h"
#include "core/training/data/reader.h"

namespace whylight {

/// Knows texts by their words alone, so letter case and the spaces between
/// words make no difference.
class HeldOutTexts {
 public:
  /// A text without words holds nothing out.
  void Add(const std::vector<Token>& text);

  /// Whether the words of one of the texts are in `text`, one after the other.
  bool AreIn(const std::vector<Token>& text) const;

 private:
  // The texts as a trie. A child is found by its parent and a word, which
  // makes looking at a text about linear: few texts begin alike.
  static constexpr std::uint32_t kRoot = 0;
  std::unordered_map<std::string, std::uint32_t> words_;
  std::unordered_map<std::uint64_t, std::uint32_t> children_;
  std::vector<bool> is_end_ = {false};
};

/// The texts of files, which are read as VisitLabelledTexts reads them, but
/// for their labels: those are not looked at.
Result<HeldOutTexts> ReadHeldOutTexts(const std::vector<std::string>& paths,
                                      const DataOptions& options);

}  // namespace whylight
