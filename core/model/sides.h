// The two texts of each pair of a batch, side by side.
#pragma once

#include <array>
#include <cstddef>

#include "core/graph/graph.h"
#include "core/layers/sequence_layer.h"
#include "core/model/read_layers.h"

namespace whylight {

/// One of the two texts of each pair, and its dropout.
struct PairSide {
  Sequences words;
  TextDropout dropout;
};

/// The dropout of the texts on one side, each of which has a number of its own.
TextDropout OfSide(TextDropout dropout, std::size_t side);

/// How much each word of either text is selected: [max_length·pairs x 1] each,
/// time-major, as Sequences::mask of that side.
using PairMasks = std::array<Var, 2>;

/// Texts `side` of MakePairBatch: the first ones, or the second.
Sequences SideOf(const Sequences& both, std::size_t side);

/// The vector of each word at every position, zeros at padding.
Var AtPositions(Graph& graph, const Sequences& words);

/// x, y, x ⊙ y and x - y side by side.
Var SideBySide(Graph& graph, Var x, Var y);

}  // namespace whylight
