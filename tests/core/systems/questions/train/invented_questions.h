// Questions about things that go by two names: a query says the one, what asks
// the same the other, and no word of the two texts need be the same.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/random.h"

namespace whylight {

inline constexpr std::size_t kThings = 12;

/// As JSON lines, each with a query and five candidates, the first of them
/// relevant.
inline std::string InventQuestions(std::size_t count, std::uint64_t seed) {
  std::string lines;
  for (std::size_t i = 0; i < count; ++i) {
    const CounterRandom random(seed, RandomPurpose::kShuffle, i);
    const std::uint64_t thing = random.Below(0, kThings);
    nlohmann::ordered_json candidates = nlohmann::ordered_json::array();
    for (std::uint64_t k = 0; k < 5; ++k) {
      const std::uint64_t other = (thing + k) % kThings;
      candidates.push_back(
          {{"text", "who lost another" + std::to_string(other)},
           {"label", k == 0 ? 1 : 0}});
    }
    lines += nlohmann::ordered_json{{"query",
                                     "where is one" + std::to_string(thing)},
                                    {"candidates", candidates}}
                 .dump() +
             "\n";
  }
  return lines;
}

/// Random vectors of all their words, in the form of GloVe.
inline std::string InventVectors() {
  std::vector<std::string> words = {"where", "is", "who", "lost"};
  for (std::size_t i = 0; i < kThings; ++i) {
    words.push_back("one" + std::to_string(i));
    words.push_back("another" + std::to_string(i));
  }
  std::string lines;
  for (std::size_t i = 0; i < words.size(); ++i) {
    lines += words[i];
    const CounterRandom random(1, RandomPurpose::kInitialise, i);
    for (std::uint64_t k = 0; k < 16; ++k) {
      lines += " " + std::to_string(random.Normal(k));
    }
    lines += "\n";
  }
  return lines;
}

}  // namespace whylight
