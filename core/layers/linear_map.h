// A linear layer of real numbers, W x + b, or of quaternions, W ⊗ x + b.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/graph/graph.h"
#include "core/layers/initialise.h"
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

/// How the weights of a map start, and by that whether it is of quaternions.
using MapInitialisation =
    std::variant<Initialisation, QuaternionInitialisation>;

/// `initialisation`, or that of quaternions by the same rule, of which
/// CheckQuaternionInitialisation must have found that they have it.
inline MapInitialisation InitialisationOf(bool quaternions,
                                          Initialisation initialisation) {
  if (quaternions) return QuaternionInitialisation::kXavier;
  return initialisation;
}

/// The error in how the maps of quaternions of `layer` start, or nothing.
Status CheckQuaternionInitialisation(const std::string& layer,
                                     Initialisation initialisation);

/// True if it is of quaternions.
inline bool OfQuaternions(const MapInitialisation& initialisation) {
  return std::holds_alternative<QuaternionInitialisation>(initialisation);
}

/// A linear map with or without a bias. One of quaternions has a quarter of the
/// weights between vectors of the same widths.
class LinearMap {
 public:
  /// Parameters are named `name`.W, [inputs x outputs] or, of quaternions,
  /// [inputs / 4 x outputs], W_r, W_x, W_y and W_z transposed, side by side,
  /// and, if there is a bias, `name`.b [1 x outputs]; b starts at zero.
  /// `inputs` and `outputs` are real widths; of quaternions, multiples of 4.
  LinearMap(const std::string& name, Index inputs, Index outputs, bool bias,
            std::uint64_t seed, const MapInitialisation& initialisation);

  /// The product with every row: [n x inputs] -> [n x outputs].
  Var Apply(Graph& graph, Var x) const;

  /// Adds W [outputs x inputs] or, of quaternions, W.r, W.x, W.y and W.z
  /// [outputs/4 x inputs/4], and b [outputs], each after `prefix`; the widths
  /// are called `outputs` and `inputs`, e.g. "h" and "d".
  void AddTensors(const std::string& prefix, const std::string& outputs,
                  const std::string& inputs, std::vector<LayerTensor>* tensors);

 private:
  bool quaternions_;
  Parameter weight_;
  std::optional<Parameter> bias_;
};

}  // namespace whylight
