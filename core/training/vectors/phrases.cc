#include "core/training/vectors/phrases.h"

#include <unordered_map>

namespace whylight {
namespace {

using NumbersByName = std::unordered_map<std::string, std::uint32_t>;
using PairCounts = std::unordered_map<std::uint64_t, std::uint64_t>;

std::uint64_t PairKey(std::uint32_t a, std::uint32_t b) {
  return std::uint64_t{a} << 32 | b;
}

PairCounts CountPairs(const NumberedText& text) {
  PairCounts counts;
  for (std::size_t document = 0; document + 1 < text.starts.size();
       ++document) {
    for (std::size_t i = text.starts[document] + 1;
         i < text.starts[document + 1]; ++i) {
      ++counts[PairKey(text.text[i - 1], text.text[i])];
    }
  }
  return counts;
}

// Leaves the pairs that are phrases.
void KeepPhrases(const PhraseOptions& options, const NumberedText& text,
                 PairCounts& pairs) {
  const auto total = static_cast<double>(text.text.size());
  std::erase_if(pairs, [&](const auto& pair) {
    const auto [key, count] = pair;
    if (count <= options.min_count) return true;
    const auto together = static_cast<double>(count - options.min_count);
    const auto a = static_cast<double>(text.counts[key >> 32]);
    const auto b = static_cast<double>(text.counts[key & 0xFFFFFFFF]);
    return together * total / (a * b) <= options.threshold;
  });
}

// One pass; false when there was nothing to join. New words are numbered in the
// order of the text, which no hash can change.
bool JoinOnce(const PhraseOptions& options, NumberedText& text,
              NumbersByName& numbers) {
  PairCounts phrases = CountPairs(text);
  KeepPhrases(options, text, phrases);
  if (phrases.empty()) return false;
  std::size_t kept = 0;
  for (std::size_t document = 0; document + 1 < text.starts.size();
       ++document) {
    const std::size_t end = text.starts[document + 1];
    std::size_t i = text.starts[document];
    text.starts[document] = kept;
    while (i < end) {
      const std::uint32_t word = text.text[i];
      const std::uint64_t key =
          i + 1 < end ? PairKey(word, text.text[i + 1]) : 0;
      if (i + 1 == end || !phrases.contains(key)) {
        text.text[kept++] = word;
        ++i;
        continue;
      }
      const std::uint32_t next = text.text[i + 1];
      // "a_b c" and "a b_c" are the same phrase.
      const std::string name = text.words[word] + "_" + text.words[next];
      const auto [entry, is_new] = numbers.try_emplace(
          name, static_cast<std::uint32_t>(text.words.size()));
      if (is_new) {
        text.words.push_back(name);
        text.counts.push_back(0);
      }
      --text.counts[word];
      --text.counts[next];
      ++text.counts[entry->second];
      text.text[kept++] = entry->second;
      i += 2;
    }
  }
  text.starts.back() = kept;
  text.text.resize(kept);
  return true;
}

}  // namespace

void JoinPhrases(const PhraseOptions& options, NumberedText& text) {
  NumbersByName numbers;
  for (const std::string& word : text.words) {
    numbers.emplace(word, static_cast<std::uint32_t>(numbers.size()));
  }
  for (int pass = 0; pass < options.passes; ++pass) {
    if (!JoinOnce(options, text, numbers)) return;
  }
}

}  // namespace whylight
