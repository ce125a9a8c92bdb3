// Products of quaternions (Tay19 chapter 11).
//
// A vector of k quaternions r + xi + yj + zk is 4k real numbers: all r, then
// all x, all y and all z. Words and states are rows, as everywhere.
#pragma once

#include "core/graph/graph.h"

namespace whylight {

/// The parts of a quaternion.
inline constexpr Index kQuaternionParts = 4;

/// The real matrix T that multiplies as the matrix W of quaternions does: the
/// row (r, x, y, z) · T is W ⊗ (r, x, y, z), the Hamilton product (Tay19
/// equations 11.2 and 11.3). `parts` is W_r, W_x, W_y and W_z, each transposed,
/// side by side, [i x 4o]; each stands in T four times:
///
///   [ W_r  W_x  W_y  W_z ]
///   [-W_x  W_r  W_z -W_y ]
///   [-W_y -W_z  W_r  W_x ]
///   [-W_z  W_y -W_x  W_r ]
///
/// -> [4i x 4o]. So quaternions multiply at the rate of real matrices, and
/// gradients come back by their products.
Var TiedBlocks(Graph& graph, Var parts);

/// The factors of Q ⊗ Kᵀ, the Hamilton products of the rows of `q` with those
/// of `k`, [n x h] and [m x h] (Tay19 chapter 11). Each part of a product is
/// a sum of real products, such as Q_r K_rᵀ - Q_x K_xᵀ - Q_y K_yᵀ - Q_z K_zᵀ,
/// and so the real product of a head of its own: the heads of r, of which each
/// has h / (4 heads) quaternions, then those of x, of y and of z. `heads`
/// divides h / 4 -> [n x 4h] and [m x 4h].
Var LeftFactors(Graph& graph, Var q, Index heads);
Var RightFactors(Graph& graph, Var k, Index heads);

}  // namespace whylight
