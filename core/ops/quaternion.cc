#include "core/ops/quaternion.h"

namespace whylight {
namespace {

constexpr int kParts = static_cast<int>(kQuaternionParts);

// Part p on the left times part c on the right is part p XOR c of the product,
// times this.
constexpr Real kSigns[kParts][kParts] = {
    {1, 1, 1, 1}, {1, -1, 1, -1}, {1, -1, -1, 1}, {1, 1, -1, -1}};

// Calls visit(block, part, sign) for the sixteen blocks of `tied`.
template <typename Tied, typename Parts, typename Visit>
void ForEachBlock(Tied& tied, Parts& parts, const Visit& visit) {
  const Index rows = parts.rows();
  const Index cols = parts.cols() / kParts;
  for (int p = 0; p < kParts; ++p) {
    for (int q = 0; q < kParts; ++q) {
      visit(tied.block(p * rows, q * cols, rows, cols),
            parts.middleCols((p ^ q) * cols, cols), kSigns[p ^ q][p]);
    }
  }
}

}  // namespace

Var TiedBlocks(Graph& graph, Var parts) {
  const ConstMatrixView values = graph.value(parts);
  eigen_assert(values.cols() % kParts == 0);
  const Var tied = graph.NewValue(kParts * values.rows(), values.cols());
  MatrixView blocks = graph.MutableValue(tied);
  ForEachBlock(blocks, values,
               [](auto block, auto part, Real sign) { block = sign * part; });
  if (graph.recording()) {
    graph.OnBackward(tied, [&graph, parts, tied] {
      const MatrixView d_tied = graph.Gradient(tied);
      MatrixView d_parts = graph.Gradient(parts);
      ForEachBlock(d_tied, d_parts, [](auto block, auto part, Real sign) {
        part += sign * block;
      });
    });
  }
  return tied;
}

}  // namespace whylight
