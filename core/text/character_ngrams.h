// The n-grams of the characters of a text.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/text/utf8.h"

namespace whylight {

/// Runs of `shortest` to `longest` characters of `utf8`: the shortest ones
/// first, each length from left to right. They are views of it.
inline std::vector<std::string_view> CharacterNgrams(std::string_view utf8,
                                                     std::size_t shortest,
                                                     std::size_t longest) {
  std::vector<std::size_t> starts;
  for (std::size_t at = 0; at < utf8.size(); at += DecodeUtf8(utf8, at).bytes) {
    starts.push_back(at);
  }
  starts.push_back(utf8.size());
  std::vector<std::string_view> ngrams;
  for (std::size_t n = shortest; n <= longest; ++n) {
    for (std::size_t i = 0; i + n < starts.size(); ++i) {
      ngrams.push_back(utf8.substr(starts[i], starts[i + n] - starts[i]));
    }
  }
  return ngrams;
}

}  // namespace whylight
