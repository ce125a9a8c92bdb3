// The loop all recurrent cells share (Goldberg15 section 10).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/graph/graph.h"
#include "core/layers/sequence_layer.h"

namespace whylight {

/// The memory of a recurrence: [batch x width] each. The first one is what it
/// gives after every word.
using States = std::vector<Var>;

/// s_t = R(s[t-1], x_t), for all sequences at once: `rows` are the words' rows
/// in the table, -1 where a sequence is over.
using RecurrentStep = std::function<States(std::span<const std::int32_t> rows,
                                           const States& before)>;

/// Runs `step` from the first words to the last, from states of zero and of
/// the given widths. With the mask z every state is z·new + (1 - z)·old, so
/// z = 0 carries it exactly, as padding does; in between it is smooth.
Sequences Unroll(Graph& graph, const Sequences& input,
                 const std::vector<Index>& widths, const RecurrentStep& step);

}  // namespace whylight
