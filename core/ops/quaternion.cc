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

// Calls visit(block, part, sign) for all blocks of `factors`, one after the
// other. On the right, the part that makes part c of the product with part p on
// the left stands where that does.
template <typename Factors, typename Parts, typename Visit>
void ForEachFactor(Factors& factors, Parts& parts, Index heads, bool right,
                   const Visit& visit) {
  const Index quarter = parts.cols() / kParts;
  const Index width = quarter / heads;
  Index column = 0;
  for (int c = 0; c < kParts; ++c) {
    for (Index head = 0; head < heads; ++head) {
      for (int p = 0; p < kParts; ++p, column += width) {
        const int part = right ? p ^ c : p;
        visit(factors.middleCols(column, width),
              parts.middleCols(part * quarter + head * width, width),
              right ? kSigns[p][part] : Real{1});
      }
    }
  }
}

// A matrix made of blocks of `from`, some with another sign.
// for_each(to, from, visit) calls visit(block, part, sign) for each.
template <typename ForEach>
Var SignedBlocks(Graph& graph, Var from, Index rows, Index cols,
                 const ForEach& for_each) {
  const Var to = graph.NewValue(rows, cols);
  const ConstMatrixView parts = graph.value(from);
  MatrixView blocks = graph.MutableValue(to);
  for_each(blocks, parts,
           [](auto block, auto part, Real sign) { block = sign * part; });
  if (graph.recording()) {
    graph.OnBackward(to, [&graph, from, to, for_each] {
      const MatrixView d_blocks = graph.Gradient(to);
      MatrixView d_parts = graph.Gradient(from);
      for_each(d_blocks, d_parts,
               [](auto block, auto part, Real sign) { part += sign * block; });
    });
  }
  return to;
}

Var Factors(Graph& graph, Var from, Index heads, bool right) {
  const ConstMatrixView parts = graph.value(from);
  eigen_assert(parts.cols() % (kParts * heads) == 0);
  return SignedBlocks(
      graph, from, parts.rows(), kParts * parts.cols(),
      [heads, right](auto& factors, auto& values, const auto& visit) {
        ForEachFactor(factors, values, heads, right, visit);
      });
}

}  // namespace

Var TiedBlocks(Graph& graph, Var parts) {
  const ConstMatrixView values = graph.value(parts);
  eigen_assert(values.cols() % kParts == 0);
  return SignedBlocks(graph, parts, kParts * values.rows(), values.cols(),
                      [](auto& tied, auto& from, const auto& visit) {
                        ForEachBlock(tied, from, visit);
                      });
}

Var LeftFactors(Graph& graph, Var q, Index heads) {
  return Factors(graph, q, heads, /*right=*/false);
}

Var RightFactors(Graph& graph, Var k, Index heads) {
  return Factors(graph, k, heads, /*right=*/true);
}

}  // namespace whylight
