// Central differences against the backward pass, for every number of every
// parameter. Meant for the double-precision build.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "core/graph/graph.h"

namespace whylight {

/// Checks d(loss)/d(parameter) where `loss` builds a [1 x 1] value in a graph.
/// The error is relative, with a floor for gradients near zero.
inline void CheckGradients(const std::vector<Parameter*>& parameters,
                           const std::function<Var(Graph&)>& loss,
                           double tolerance = 1e-6) {
  static_assert(sizeof(Real) == sizeof(double), "differences need double");
  constexpr Real kStep = 1e-5;
  constexpr double kFloor = 1e-3;

  Graph graph(Graph::Mode::kTraining);
  graph.Backward(loss(graph), Graph::Lasting::kParameters);
  std::vector<Matrix> gradients;
  for (const Parameter* parameter : parameters) {
    Matrix& gradient =
        gradients.emplace_back(graph.Gradient(graph.Use(*parameter)));
    for (const Graph::RowUse& use : graph.RowUses()) {
      if (use.parameter != parameter) continue;
      for (std::size_t i = 0; i < use.rows.size(); ++i) {
        if (use.rows[i] < 0) continue;
        gradient.row(use.rows[i]) +=
            graph.Gradient(use.var).row(static_cast<Index>(i));
      }
    }
  }
  const auto value = [&] {
    Graph fresh(Graph::Mode::kTraining);
    return fresh.value(loss(fresh))(0, 0);
  };
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    Matrix& matrix = parameters[p]->value;
    for (Index i = 0; i < matrix.size(); ++i) {
      const Real saved = matrix.data()[i];
      matrix.data()[i] = saved + kStep;
      const Real above = value();
      matrix.data()[i] = saved - kStep;
      const Real below = value();
      matrix.data()[i] = saved;
      const Real expected = (above - below) / (2 * kStep);
      const Real found = gradients[p].data()[i];
      const double scale =
          std::max({std::abs(expected), std::abs(found), kFloor});
      EXPECT_LT(std::abs(expected - found) / scale, tolerance)
          << parameters[p]->name << "[" << i << "]: central difference "
          << expected << ", backward " << found;
    }
  }
}

}  // namespace whylight
