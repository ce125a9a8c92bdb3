#include "core/systems/rationale/boundaries.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/text/characters.h"

namespace whylight {
namespace {

enum Flag : std::uint8_t {
  kBreak = 1,
  kOpen = 2,
  kNegation = 4,
  kGlue = 8,
  kSentenceEnd = 16,
  kPunctuation = 32
};

constexpr Real kNever = std::numeric_limits<Real>::infinity();

}  // namespace

std::uint8_t FlagsOf(const Boundaries& boundaries, std::string_view word) {
  const std::pair<const std::vector<std::string>*, Flag> lists[] = {
      {&boundaries.breaks, kBreak},
      {&boundaries.open, kOpen},
      {&boundaries.negations, kNegation},
      {&boundaries.glue, kGlue}};
  std::uint8_t flags = IsPunctuation(word) ? kPunctuation | kBreak | kOpen : 0;
  // There are few, and a table would be most of the code.
  for (const auto& [words, flag] : lists) {
    if (std::find(words->begin(), words->end(), word) != words->end()) {
      flags |= flag;
    }
  }
  for (const std::string& mark : boundaries.sentence_ends) {
    if ((flags & kBreak) != 0 && word.ends_with(mark)) flags |= kSentenceEnd;
  }
  return flags;
}

bool EndsSentence(std::uint8_t flags) { return (flags & kSentenceEnd) != 0; }

std::vector<Run> SentencesOf(std::span<const std::uint8_t> flags) {
  std::vector<Run> sentences;
  bool begun = false;
  for (std::size_t t = 0; t < flags.size(); ++t) {
    if (EndsSentence(flags[t])) begun = false;
    if ((flags[t] & (kSentenceEnd | kPunctuation)) != 0) continue;
    if (!begun) sentences.push_back({t, t});
    sentences.back().last = t;
    begun = true;
  }
  return sentences;
}

RunCosts CostsOfRuns(const std::optional<Boundaries>& boundaries,
                     std::span<const std::uint8_t> flags,
                     Real transition_cost) {
  const std::size_t length = flags.size();
  const bool whole = boundaries && boundaries->whole_sentences;
  RunCosts costs = SameCosts(length, whole ? kNever : transition_cost);
  if (!boundaries) return costs;
  for (std::size_t t = 0; t < length; ++t) {
    if (EndsSentence(flags[t])) costs.within[t] = kNever;
  }
  if (whole) {
    for (const Run& sentence : SentencesOf(flags)) {
      costs.start[sentence.first] = transition_cost;
      costs.end[sentence.last] = transition_cost;
    }
    return costs;
  }
  bool negated = false;
  for (std::size_t t = 0; t < length; ++t) {
    // The cut before the word, of which one side or the other is a run.
    if (t > 0 && ((flags[t - 1] | flags[t]) & kBreak) == 0) {
      costs.end[t - 1] *= boundaries->cut_cost;
      costs.start[t] *= boundaries->cut_cost;
    }
    if (negated || (flags[t] & kOpen) != 0) costs.start[t] = kNever;
    negated =
        (flags[t] & kNegation) != 0 || (negated && (flags[t] & kGlue) != 0);
    // Nor does a run end between the two.
    if (negated && t + 1 < length && (flags[t + 1] & kBreak) == 0) {
      costs.end[t] = kNever;
    }
  }
  for (std::size_t t = 0; t < length; ++t) {
    if ((flags[t] & kOpen) != 0) costs.end[t] = kNever;
  }
  return costs;
}

}  // namespace whylight
