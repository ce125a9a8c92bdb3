// All projective trees, one by one: what dynamic programmes are compared with.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/ops/eisner.h"
#include "tests/core/ops/every_tags.h"

namespace whylight {

/// Whether `heads` are those of a tree with one word at the root.
inline bool IsTree(const Heads& heads) {
  int roots = 0;
  for (std::size_t m = 0; m < heads.size(); ++m) {
    roots += heads[m] == 0;
    std::int32_t at = static_cast<std::int32_t>(m) + 1;
    for (std::size_t steps = 0; at != 0; ++steps) {
      if (steps > heads.size()) return false;
      at = heads[static_cast<std::size_t>(at) - 1];
    }
  }
  return roots == 1;
}

/// Calls `visit` with each tree over `words` words, projective or not.
inline void VisitEveryTree(std::size_t words,
                           const std::function<void(const Heads&)>& visit) {
  VisitEveryTags(words, static_cast<std::int32_t>(words) + 1,
                 [&visit](const Heads& heads) {
                   if (IsTree(heads)) visit(heads);
                 });
}

/// Whether two arcs cross, or one reaches over the root: said of the arcs
/// themselves.
inline bool CrossingArcs(const Heads& heads) {
  const auto words = static_cast<std::int32_t>(heads.size());
  const auto ends = [&](std::int32_t m) {
    const std::int32_t head = heads[static_cast<std::size_t>(m) - 1];
    return std::pair(std::min(head, m), std::max(head, m));
  };
  for (std::int32_t a = 1; a <= words; ++a) {
    for (std::int32_t b = 1; b <= words; ++b) {
      const auto [from, to] = ends(a);
      const auto [left, right] = ends(b);
      if (from < left && left < to && to < right) return true;
    }
  }
  return false;
}

inline void VisitEveryProjectiveTree(
    std::size_t words, const std::function<void(const Heads&)>& visit) {
  VisitEveryTree(words, [&visit](const Heads& heads) {
    if (!CrossingArcs(heads)) visit(heads);
  });
}

}  // namespace whylight
