#include "core/systems/classifier/train/held_out.h"

#include <string_view>

namespace whylight {
namespace {

std::uint64_t Key(std::uint32_t parent, std::uint32_t word) {
  return std::uint64_t{parent} << 32 | word;
}

}  // namespace

void HeldOutTexts::Add(const std::vector<Token>& text) {
  if (text.empty()) return;
  std::uint32_t node = kRoot;
  for (const Token& token : text) {
    const auto word =
        words_
            .try_emplace(token.text, static_cast<std::uint32_t>(words_.size()))
            .first->second;
    const auto [child, is_new] = children_.try_emplace(
        Key(node, word), static_cast<std::uint32_t>(is_end_.size()));
    if (is_new) is_end_.push_back(false);
    node = child->second;
  }
  is_end_[node] = true;
}

bool HeldOutTexts::AreIn(const std::vector<Token>& text) const {
  // No text holds this word.
  const auto other = static_cast<std::uint32_t>(words_.size());
  std::vector<std::uint32_t> words;
  words.reserve(text.size());
  for (const Token& token : text) {
    const auto word = words_.find(token.text);
    words.push_back(word == words_.end() ? other : word->second);
  }
  for (std::size_t start = 0; start < words.size(); ++start) {
    std::uint32_t node = kRoot;
    for (std::size_t i = start; i < words.size(); ++i) {
      const auto child = children_.find(Key(node, words[i]));
      if (child == children_.end()) break;
      node = child->second;
      if (is_end_[node]) return true;
    }
  }
  return false;
}

Result<HeldOutTexts> ReadHeldOutTexts(const std::vector<std::string>& paths,
                                      const DataOptions& options) {
  HeldOutTexts texts;
  for (const std::string& path : paths) {
    const Result<DataFormat> format = FindLabelledFormat(path, options);
    if (!format.ok()) return format.error();
    DataOptions labelled = options;
    labelled.format = format.value();
    Status read = VisitTexts(
        path,
        [&texts](std::string_view text, std::size_t) -> Status {
          texts.Add(Tokenize(text));
          return {};
        },
        labelled);
    if (!read.ok()) return read.error();
  }
  return texts;
}

}  // namespace whylight
