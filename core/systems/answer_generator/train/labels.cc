#include "core/systems/answer_generator/train/labels.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace whylight {
namespace {

using Strings = std::vector<std::string>;

// A run of words of an answer, and where it is in a text.
struct SharedRun {
  std::size_t answer = 0;
  std::size_t text = 0;
  std::size_t length = 0;
};

SharedRun LongestRun(const Strings& answer, const Strings& text) {
  SharedRun longest;
  for (std::size_t i = 0; i < answer.size(); ++i) {
    for (std::size_t j = 0; j < text.size(); ++j) {
      std::size_t length = 0;
      while (i + length < answer.size() && j + length < text.size() &&
             answer[i + length] == text[j + length]) {
        ++length;
      }
      if (length > longest.length) longest = {i, j, length};
    }
  }
  return longest;
}

std::vector<Index> PlacesOf(const std::string& word, const Strings& text) {
  std::vector<Index> places;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == word) places.push_back(static_cast<Index>(i));
  }
  return places;
}

// Its place in the list, after the end of answers, or -1.
Index ListedAt(const std::string& word, const Vocabulary& vocabulary,
               Index generated) {
  const std::int32_t id = vocabulary.Find(word);
  return id >= 0 && id < generated ? Index{id} + 1 : -1;
}

CopyTarget OneSlot(std::size_t word, const SharedRun& run,
                   const CopyTarget& all) {
  if (word >= run.answer && word < run.answer + run.length) {
    return {{static_cast<Index>(run.text + word - run.answer)}, -1};
  }
  if (all.word >= 0) return {{}, all.word};
  if (all.places.empty()) return {};
  return {{all.places.front()}, -1};
}

}  // namespace

AnswerLabels LabelAnswer(const Strings& answer, const Strings& text,
                         const Vocabulary& vocabulary,
                         const AnswerGeneratorOptions& options) {
  const auto most = static_cast<std::size_t>(options.longest);
  const Strings words(answer.begin(),
                      answer.begin() + static_cast<std::ptrdiff_t>(
                                           std::min(most, answer.size())));
  const SharedRun run =
      options.sum_slots ? SharedRun{} : LongestRun(words, text);
  AnswerLabels labels;
  for (std::size_t i = 0; i < words.size(); ++i) {
    CopyTarget target = {PlacesOf(words[i], text),
                         ListedAt(words[i], vocabulary, options.generated)};
    if (!options.sum_slots) target = OneSlot(i, run, target);
    if (target.empty()) continue;
    labels.targets.push_back(std::move(target));
    labels.words.push_back(vocabulary.Read(words[i]));
  }
  labels.targets.push_back({{}, AnswerGenerator::kEnd});
  return labels;
}

}  // namespace whylight
