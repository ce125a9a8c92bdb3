// Rows of several tables.
#pragma once

#include <cstdint>
#include <span>

#include "core/graph/graph.h"

namespace whylight {

/// Row `row` of the table numbered `table`.
struct TableRow {
  std::int32_t table;
  std::int32_t row;
};

/// Row i is the one of `tables` that `rows[i]` names. Tables are of equal
/// width; there is at least one. Costs no more than the rows, however large the
/// tables are -> [n x k].
Var GatherFrom(Graph& graph, std::span<const Var> tables,
               std::span<const TableRow> rows);

}  // namespace whylight
