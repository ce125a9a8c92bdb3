#include "core/systems/rationale/boundaries.h"

#include <algorithm>
#include <limits>

#include "core/text/characters.h"
#include "core/text/utf8.h"

namespace whylight {
namespace {

enum Flag : std::uint8_t { kBreak = 1, kOpen = 2, kNegation = 4, kGlue = 8 };

bool IsPunctuation(std::string_view word) {
  return !word.empty() &&
         KindOf(DecodeUtf8(word, 0).value) == CharacterKind::kPunctuation;
}

}  // namespace

BoundaryWords::BoundaryWords(const Boundaries& boundaries)
    : cut_cost_(boundaries.cut_cost) {
  const auto add = [&](const std::vector<std::string>& words, Flag flag) {
    for (const std::string& word : words) {
      auto place = std::lower_bound(
          words_.begin(), words_.end(), word,
          [](const auto& one, const auto& other) { return one.first < other; });
      if (place == words_.end() || place->first != word) {
        place = words_.insert(place, {word, std::uint8_t{0}});
      }
      place->second |= flag;
    }
  };
  add(boundaries.breaks, kBreak);
  add(boundaries.open, kOpen);
  add(boundaries.negations, kNegation);
  add(boundaries.glue, kGlue);
}

std::uint8_t BoundaryWords::FlagsOf(std::string_view word) const {
  const auto place = std::lower_bound(
      words_.begin(), words_.end(), word,
      [](const auto& one, const auto& other) { return one.first < other; });
  std::uint8_t flags =
      place != words_.end() && place->first == word ? place->second : 0;
  if (IsPunctuation(word)) flags |= kBreak | kOpen;
  return flags;
}

EdgeCosts BoundaryWords::Costs(std::span<const std::uint8_t> flags,
                               Real transition_cost) const {
  constexpr Real kNever = std::numeric_limits<Real>::infinity();
  const std::size_t length = flags.size();
  EdgeCosts costs = SameCosts(length, transition_cost);
  bool negated = false;
  for (std::size_t t = 0; t < length; ++t) {
    // The cut before the word, of which one side or the other is a run.
    if (t > 0 && ((flags[t - 1] | flags[t]) & kBreak) == 0) {
      costs.end[t - 1] *= cut_cost_;
      costs.start[t] *= cut_cost_;
    }
    if (negated || (flags[t] & kOpen) != 0) costs.start[t] = kNever;
    negated =
        (flags[t] & kNegation) != 0 || (negated && (flags[t] & kGlue) != 0);
  }
  for (std::size_t t = 0; t < length; ++t) {
    if ((flags[t] & kOpen) != 0) costs.end[t] = kNever;
  }
  return costs;
}

}  // namespace whylight
