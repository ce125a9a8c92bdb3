// How fast this machine multiplies matrices: what training can at most be.
#pragma once

#include <string>
#include <vector>

#include "core/math/matrix.h"

namespace whylight {

/// [m x k] · [k x n].
struct ProductShape {
  Index m;
  Index k;
  Index n;
};

struct ProductRate {
  std::string maker;  ///< "whylight", "eigen", "openblas".
  ProductShape shape;
  double gflops;      ///< Of all threads together, in the best of its runs.
  double cpu_gflops;  ///< The same by the time that the threads were running.
};

/// The shapes that the workloads' time goes into.
std::vector<ProductShape> TrainingShapes();

/// Every library at every shape, each of `threads` threads with a stream of
/// products of its own, as training has one shard per thread.
std::vector<ProductRate> MeasureProducts(
    const std::vector<ProductShape>& shapes, int threads);

}  // namespace whylight
