// Distinct names of users or items, each with a number.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace whylight {

/// The number of a name that is not there.
inline constexpr std::int32_t kUnknownName = -1;

class NameList {
 public:
  NameList() = default;
  explicit NameList(const std::vector<std::string>& names) {
    for (const std::string& name : names) Add(name);
  }

  /// Its number, a new one if it is not there.
  std::int32_t Add(const std::string& name) {
    const auto [entry, is_new] =
        numbers_.try_emplace(name, static_cast<std::int32_t>(names_.size()));
    if (is_new) names_.push_back(name);
    return entry->second;
  }

  std::int32_t Find(const std::string& name) const {
    const auto entry = numbers_.find(name);
    return entry == numbers_.end() ? kUnknownName : entry->second;
  }

  std::size_t size() const { return names_.size(); }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::int32_t> numbers_;
};

}  // namespace whylight
