// A linear layer of quaternions: W ⊗ q + b.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/graph/graph.h"
#include "core/layers/sequence_layer.h"

namespace whylight {

/// How the weights of quaternions start. With i inputs and o outputs, counted
/// in quaternions:
enum class QuaternionInitialisation {
  /// Each part as a real [i x o] matrix by Glorot's rule (Tay19 chapter 11).
  kXavier,
  /// |w| (cos θ + u sin θ), with u a direction at random, θ any angle, and
  /// |w|² / s² of the chi-squared distribution with four degrees of freedom,
  /// s² = 1 / (2 (i + o)): the mean square of a number is that of Glorot's rule
  /// for the real matrix of [4i x 4o] (Parcollet et al. 2019; Tay19 chapter
  /// 11).
  kPolar,
};

/// The error in a width of `layer` called `option`, or nothing: it must be a
/// multiple of 4.
Status CheckQuaternionWidth(const std::string& layer, const std::string& option,
                            Index width);

/// A quarter of the weights of `Dense` between vectors of the same widths.
class QuaternionDense {
 public:
  /// `inputs` and `outputs` are real widths and multiples of 4. Parameters are
  /// named `name`.W, [inputs / 4 x outputs], W_r, W_x, W_y and W_z transposed,
  /// side by side, and, if there is a bias, `name`.b [1 x outputs]; b starts
  /// at zero.
  QuaternionDense(const std::string& name, Index inputs, Index outputs,
                  bool bias, std::uint64_t seed,
                  QuaternionInitialisation initialisation);

  /// The Hamilton product with every row: [n x inputs] -> [n x outputs].
  Var Apply(Graph& graph, Var x) const;

  /// W.r, W.x, W.y and W.z [outputs/4 x inputs/4] and b [outputs], each after
  /// `prefix`; the widths are called `outputs` and `inputs`, e.g. "h" and "d".
  std::vector<LayerTensor> Tensors(const std::string& prefix,
                                   const std::string& outputs,
                                   const std::string& inputs);

 private:
  Parameter weight_;
  std::optional<Parameter> bias_;
};

}  // namespace whylight
