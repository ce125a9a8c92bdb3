// The part of a text between two marks.
#pragma once

#include <string>
#include <vector>

namespace whylight {

/// The text from each `begin` to the next `end`.
inline std::vector<std::string> Between(const std::string& text,
                                        const std::string& begin,
                                        const std::string& end) {
  std::vector<std::string> found;
  std::size_t start = text.find(begin);
  while (start != std::string::npos) {
    start += begin.size();
    const std::size_t stop = text.find(end, start);
    if (stop == std::string::npos) break;
    found.push_back(text.substr(start, stop - start));
    start = text.find(begin, stop);
  }
  return found;
}

}  // namespace whylight
