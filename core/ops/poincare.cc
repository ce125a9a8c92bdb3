#include <algorithm>
#include <cmath>

#include "core/ops/ops.h"

namespace whylight {
namespace {

// Beyond the border distances are infinite; at it their gradient is.
constexpr double kLargestLength = 1 - 1e-5;
constexpr double kSmallestExcess = 1e-7;

}  // namespace

Var IntoUnitBall(Graph& graph, Var x) {
  const Index rows = graph.value(x).rows();
  const Var y = graph.NewValue(rows, graph.value(x).cols());
  const Var lengths = graph.NewValue(rows, 1);
  MatrixView values = graph.MutableValue(y);
  for (Index i = 0; i < rows; ++i) {
    const Real length = graph.value(x).row(i).norm();
    graph.MutableValue(lengths)(i, 0) = length;
    values.row(i) = graph.value(x).row(i);
    if (length > kLargestLength) {
      values.row(i) *= static_cast<Real>(kLargestLength) / length;
    }
  }
  if (graph.recording() && graph.NeedsGradient(x)) {
    graph.OnBackward(y, [&graph, x, lengths, y] {
      const MatrixView dy = graph.Gradient(y);
      MatrixView dx = graph.Gradient(x);
      for (Index i = 0; i < dy.rows(); ++i) {
        const Real length = graph.value(lengths)(i, 0);
        if (length <= kLargestLength) {
          dx.row(i) += dy.row(i);
          continue;
        }
        const auto at = graph.value(y).row(i);
        const Real along = dy.row(i).dot(at) / at.squaredNorm();
        dx.row(i) += (static_cast<Real>(kLargestLength) / length) *
                     (dy.row(i) - along * at);
      }
    });
  }
  return y;
}

Var RiemannianGradient(Graph& graph, Var x) {
  const Var y = graph.NewValue(graph.value(x).rows(), graph.value(x).cols());
  graph.MutableValue(y) = graph.value(x);
  if (graph.recording() && graph.NeedsGradient(x)) {
    graph.OnBackward(y, [&graph, x, y] {
      const MatrixView dy = graph.Gradient(y);
      MatrixView dx = graph.Gradient(x);
      for (Index i = 0; i < dy.rows(); ++i) {
        const Real rest = 1 - graph.value(x).row(i).squaredNorm();
        dx.row(i) += (rest * rest / 4) * dy.row(i);
      }
    });
  }
  return y;
}

Var PoincareDistances(Graph& graph, Var left, Var right) {
  const Index n = graph.value(left).rows();
  const Index m = graph.value(right).rows();
  const Var y = graph.NewValue(n, m);
  MatrixView distances = graph.MutableValue(y);
  for (Index i = 0; i < n; ++i) {
    const auto a = graph.value(left).row(i).cast<double>();
    for (Index k = 0; k < m; ++k) {
      const auto b = graph.value(right).row(k).cast<double>();
      const double excess = 2 * (a - b).squaredNorm() /
                            ((1 - a.squaredNorm()) * (1 - b.squaredNorm()));
      distances(i, k) =
          static_cast<Real>(std::acosh(1 + std::max(excess, kSmallestExcess)));
    }
  }
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, left, right, y, n, m] {
      const MatrixView dy = graph.Gradient(y);
      MatrixView d_left = graph.Gradient(left);
      MatrixView d_right = graph.Gradient(right);
      for (Index i = 0; i < n; ++i) {
        const auto a = graph.value(left).row(i).cast<double>();
        const double alpha = 1 - a.squaredNorm();
        for (Index k = 0; k < m; ++k) {
          if (dy(i, k) == Real{0}) continue;
          const auto b = graph.value(right).row(k).cast<double>();
          const double beta = 1 - b.squaredNorm();
          const double apart = (a - b).squaredNorm();
          const double excess = 2 * apart / (alpha * beta);
          if (excess <= kSmallestExcess) continue;
          // arcosh'(1 + e) = 1 / sqrt(e (e + 2)), times that of the excess.
          const double scale = dy(i, k) / std::sqrt(excess * (excess + 2));
          const double per_point = 4 / (alpha * beta);
          d_left.row(i) +=
              (scale * (per_point * (a - b) + 2 * excess / alpha * a))
                  .template cast<Real>();
          d_right.row(k) +=
              (scale * (per_point * (b - a) + 2 * excess / beta * b))
                  .template cast<Real>();
        }
      }
    });
  }
  return y;
}

}  // namespace whylight
