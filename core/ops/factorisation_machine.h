// The factorisation machine (Rendle 2010; Tay19 equation 3.6).
#pragma once

#include "core/graph/graph.h"

namespace whylight {

/// For each row x: w_0 + w · x + Σ_{i<j} (v_i · v_j) x_i x_j, in time linear in
/// the width of x, as ½ Σ_f [(Σ_i v_if x_i)² - Σ_i v_if² x_i²] is that sum.
/// `x` is [n x d], `bias` w_0 [1 x 1], `linear` w [1 x d], and `factors` have
/// row v_i for x_i, [d x k] -> [n x 1].
Var FactorisationMachine(Graph& graph, Var x, Var bias, Var linear,
                         Var factors);

}  // namespace whylight
