// Numbers texts in the order they come.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace whylight {

class Numbering {
 public:
  /// `names` gets each text once, at its number. Those that it has keep theirs.
  explicit Numbering(std::vector<std::string>* names) : names_(names) {
    for (const std::string& name : *names) {
      ids_.try_emplace(name, static_cast<std::int32_t>(ids_.size()));
    }
  }

  std::int32_t Find(const std::string& name) {
    const auto [entry, is_new] =
        ids_.try_emplace(name, static_cast<std::int32_t>(names_->size()));
    if (is_new) names_->push_back(name);
    return entry->second;
  }

 private:
  std::unordered_map<std::string, std::int32_t> ids_;
  std::vector<std::string>* names_;
};

}  // namespace whylight
