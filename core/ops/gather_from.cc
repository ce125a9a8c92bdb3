#include "core/ops/gather_from.h"

#include <utility>
#include <vector>

namespace whylight {

Var GatherFrom(Graph& graph, std::span<const Var> tables,
               std::span<const TableRow> rows) {
  const auto table_of = [tables](const TableRow& row) {
    return tables[static_cast<std::size_t>(row.table)];
  };
  const Var y = graph.NewValue(static_cast<Index>(rows.size()),
                               graph.value(tables.front()).cols());
  MatrixView gathered = graph.MutableValue(y);
  for (Index i = 0; i < gathered.rows(); ++i) {
    const TableRow& row = rows[static_cast<std::size_t>(i)];
    gathered.row(i) = graph.value(table_of(row)).row(row.row);
  }
  if (graph.recording()) {
    struct Source {
      Var table;
      Index row;
    };
    std::vector<Source> sources;
    for (const TableRow& row : rows)
      sources.push_back({table_of(row), row.row});
    graph.OnBackward(y, [&graph, sources = std::move(sources), y] {
      const MatrixView dy = graph.Gradient(y);
      for (Index i = 0; i < dy.rows(); ++i) {
        const Source& source = sources[static_cast<std::size_t>(i)];
        if (!graph.NeedsGradient(source.table)) continue;
        graph.Gradient(source.table).row(source.row) += dy.row(i);
      }
    });
  }
  return y;
}

}  // namespace whylight
