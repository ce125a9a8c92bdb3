#include "core/ops/factorisation_machine.h"

#include "core/math/kernels.h"

namespace whylight {
namespace {

using Column = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

// Σ_f v_if² of each i.
Column SquaredLengths(const ConstMatrixView& factors) {
  return factors.rowwise().squaredNorm();
}

void MachineBackward(Graph& graph, Var x, Var bias, Var linear, Var factors,
                     Var sums, Var y) {
  const ConstMatrixView inputs = graph.value(x);
  const ConstMatrixView v = graph.value(factors);
  const Column dy = graph.Gradient(y);
  if (graph.NeedsGradient(bias)) graph.Gradient(bias)(0, 0) += dy.sum();
  if (graph.NeedsGradient(linear)) {
    graph.Gradient(linear) += dy.transpose() * inputs;
  }
  const Matrix weighted = graph.value(sums).array().colwise() * dy.array();
  if (graph.NeedsGradient(x)) {
    const RowVector lengths = SquaredLengths(v).transpose();
    Matrix dx(inputs.rows(), inputs.cols());
    Gemm<Real>(weighted, PackedMatrix<Real>::Transposed(v), dx, Into::kReplace);
    for (Index r = 0; r < dx.rows(); ++r) {
      dx.row(r) += dy(r) * (graph.value(linear).row(0) -
                            inputs.row(r).cwiseProduct(lengths));
    }
    graph.AddGradient(x, dx);
  }
  if (graph.NeedsGradient(factors)) {
    auto [dv, into] = graph.GradientToWrite(factors);
    TransposedProduct<Real>(inputs, weighted, dv, into);
    // Of each x_i with itself.
    const Column squares = inputs.cwiseAbs2().transpose() * dy;
    dv.array() -= v.array().colwise() * squares.array();
  }
}

}  // namespace

Var FactorisationMachine(Graph& graph, Var x, Var bias, Var linear,
                         Var factors) {
  const ConstMatrixView inputs = graph.value(x);
  const ConstMatrixView v = graph.value(factors);
  const Var sums = graph.NewValue(inputs.rows(), v.cols());
  const Var y = graph.NewValue(inputs.rows(), 1);
  MatrixView all = graph.MutableValue(sums);
  Gemm<Real>(inputs, v, all, Into::kReplace);
  const Column lengths = SquaredLengths(v);
  for (Index r = 0; r < inputs.rows(); ++r) {
    const auto row = inputs.row(r);
    graph.MutableValue(y)(r, 0) =
        graph.value(bias)(0, 0) + graph.value(linear).row(0).dot(row) +
        (all.row(r).squaredNorm() - row.cwiseAbs2().dot(lengths)) / 2;
  }
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, bias, linear, factors, sums, y] {
      MachineBackward(graph, x, bias, linear, factors, sums, y);
    });
  }
  return y;
}

}  // namespace whylight
