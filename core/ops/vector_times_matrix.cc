#include "core/ops/vector_times_matrix.h"

namespace whylight {

Var VectorTimesMatrix(Graph& graph, Var x, Var matrices) {
  const ConstMatrixView vectors = graph.value(x);
  const Index inputs = vectors.cols();
  const Index outputs = graph.value(matrices).cols() / inputs;
  const auto matrix_of = [inputs, outputs](auto row) {
    return Eigen::Map<const Matrix>(row.data(), inputs, outputs);
  };
  const Var y = graph.NewValue(vectors.rows(), outputs);
  MatrixView products = graph.MutableValue(y);
  for (Index n = 0; n < products.rows(); ++n) {
    products.row(n).noalias() =
        vectors.row(n) * matrix_of(graph.value(matrices).row(n));
  }
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, matrices, y, inputs, outputs, matrix_of] {
      const MatrixView dy = graph.Gradient(y);
      if (graph.NeedsGradient(x)) {
        MatrixView dx = graph.Gradient(x);
        for (Index n = 0; n < dy.rows(); ++n) {
          dx.row(n).noalias() +=
              dy.row(n) * matrix_of(graph.value(matrices).row(n)).transpose();
        }
      }
      if (graph.NeedsGradient(matrices)) {
        MatrixView d_matrices = graph.Gradient(matrices);
        for (Index n = 0; n < dy.rows(); ++n) {
          Eigen::Map<Matrix>(d_matrices.row(n).data(), inputs, outputs)
              .noalias() += graph.value(x).row(n).transpose() * dy.row(n);
        }
      }
    });
  }
  return y;
}

}  // namespace whylight
