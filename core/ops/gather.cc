#include "core/ops/ops.h"

namespace whylight {

Var Gather(Graph& graph, Var table, std::span<const std::int32_t> rows) {
  const Var y = graph.NewValue(static_cast<Index>(rows.size()),
                               graph.value(table).cols());
  MatrixView gathered = graph.MutableValue(y);
  for (Index i = 0; i < gathered.rows(); ++i) {
    const std::int32_t row = rows[static_cast<std::size_t>(i)];
    if (row < 0) {
      gathered.row(i).setZero();
    } else {
      gathered.row(i) = graph.value(table).row(row);
    }
  }
  if (graph.recording() && graph.NeedsGradient(table)) {
    const std::vector<std::int32_t> kept(rows.begin(), rows.end());
    graph.OnBackward(y, [&graph, table, kept, y] {
      const MatrixView dy = graph.Gradient(y);
      MatrixView dtable = graph.Gradient(table);
      for (Index i = 0; i < dy.rows(); ++i) {
        const std::int32_t row = kept[static_cast<std::size_t>(i)];
        if (row >= 0) dtable.row(row) += dy.row(i);
      }
    });
  }
  return y;
}

}  // namespace whylight
