// Trees and cells that several tests are about.
#pragma once

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/layers/tree.h"

namespace whylight {

/// A node over the words i to j, of those from i to k and those from k + 1 to j
/// (Goldberg15 section 12); a word is (i, i, i).
using TreeRule = std::array<std::int32_t, 3>;

/// The nodes of rules in any order: here by the length of their spans, and
/// within as the rules are listed. `number` gets the node of each span.
inline Trees TreesOf(
    const std::vector<TreeRule>& rules,
    std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t>* number) {
  Trees trees;
  for (std::int32_t length = 0; number->size() < rules.size(); ++length) {
    for (const auto& [i, k, j] : rules) {
      if (j - i != length) continue;
      Trees::Node node;
      if (i == j) {
        node.word = i;
      } else {
        node.left = number->at({i, k});
        node.right = number->at({k + 1, j});
      }
      number->emplace(std::pair{i, j},
                      static_cast<std::int32_t>(trees.nodes.size()));
      trees.nodes.push_back(node);
    }
  }
  return trees;
}

/// "the boy saw her duck": the boy | saw (her duck), words counted from 0.
inline std::vector<TreeRule> DuckRules() {
  return {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {4, 4, 4},
          {3, 3, 4}, {2, 2, 4}, {0, 0, 1}, {0, 1, 4}};
}

/// Each cell, over words of four numbers, with a width of their own or not.
inline std::vector<TreeOptions> TreeCells() {
  std::vector<TreeOptions> cells;
  for (const Index hidden : {0, 3}) {
    for (const auto cell :
         {TreeCell::kPlain, TreeCell::kLabelled, TreeCell::kUntied,
          TreeCell::kMatrixVector, TreeCell::kTensor, TreeCell::kLstm}) {
      TreeOptions options{.inputs = 4, .hidden = hidden, .cell = cell};
      if (options.reads_labels()) {
        options.labels = 3;
        options.label_dimensions = 2;
      }
      if (cell == TreeCell::kUntied) options.pairs = {{0, 1}, {1, 1}};
      cells.push_back(options);
      if (cell != TreeCell::kLabelled) continue;
      cells.back().which = TreeLabels::kParts;
      cells.push_back(options);
    }
  }
  return cells;
}

/// Labels the nodes 0, 1, 2, 0, ...
inline void LabelNodes(Trees* trees) {
  for (std::size_t i = 0; i < trees->nodes.size(); ++i) {
    trees->nodes[i].label = static_cast<std::int32_t>(i % 3);
  }
}

}  // namespace whylight
