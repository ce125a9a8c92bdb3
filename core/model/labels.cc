#include "core/model/labels.h"

#include <set>
#include <string_view>

#include "core/format/json.h"

namespace whylight {

std::string FindProblemOfLabels(const std::vector<std::string>& labels,
                                std::size_t most, const std::string& instead,
                                const std::string& key) {
  if (labels.size() < 2 || labels.size() > most) {
    return Quote(key) + ": expected 2 to " + std::to_string(most) + instead +
           ", found " + std::to_string(labels.size());
  }
  std::set<std::string_view> seen;
  for (const std::string& label : labels) {
    if (seen.insert(label).second) continue;
    return Quote(key) + ": expected each once, found " + Quote(label) +
           " twice";
  }
  return {};
}

}  // namespace whylight
