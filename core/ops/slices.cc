#include "core/ops/ops.h"

namespace whylight {

Var ConcatColumns(Graph& graph, Var left, Var right) {
  const Index split = graph.value(left).cols();
  const Var y = graph.NewValue(graph.value(left).rows(),
                               split + graph.value(right).cols());
  graph.MutableValue(y) << graph.value(left), graph.value(right);
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, left, right, split, y] {
      const MatrixView dy = graph.Gradient(y);
      graph.AddGradient(left, dy.leftCols(split));
      graph.AddGradient(right, dy.rightCols(dy.cols() - split));
    });
  }
  return y;
}

Var ConcatRows(Graph& graph, const std::vector<Var>& parts) {
  Index rows = 0;
  for (const Var part : parts) rows += graph.value(part).rows();
  const Var y = graph.NewValue(rows, graph.value(parts.front()).cols());
  MatrixView joined = graph.MutableValue(y);
  Index start = 0;
  for (const Var part : parts) {
    const ConstMatrixView value = graph.value(part);
    joined.middleRows(start, value.rows()) = value;
    start += value.rows();
  }
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, parts, y] {
      const MatrixView dy = graph.Gradient(y);
      Index begin = 0;
      for (const Var part : parts) {
        const Index count = graph.value(part).rows();
        graph.Gradient(part) += dy.middleRows(begin, count);
        begin += count;
      }
    });
  }
  return y;
}

Var Columns(Graph& graph, Var x, Index start, Index count) {
  const Var y = graph.NewValue(graph.value(x).rows(), count);
  graph.MutableValue(y) = graph.value(x).middleCols(start, count);
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, start, count, y] {
      graph.Gradient(x).middleCols(start, count) += graph.Gradient(y);
    });
  }
  return y;
}

Var Rows(Graph& graph, Var x, Index start, Index count) {
  const Var y = graph.NewValue(count, graph.value(x).cols());
  graph.MutableValue(y) = graph.value(x).middleRows(start, count);
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, start, count, y] {
      graph.Gradient(x).middleRows(start, count) += graph.Gradient(y);
    });
  }
  return y;
}

}  // namespace whylight
