#include "core/layers/linear_map.h"

#include <array>
#include <cmath>
#include <numbers>

#include "core/layers/dims.h"
#include "core/ops/ops.h"
#include "core/ops/quaternion.h"

namespace whylight {
namespace {

constexpr std::array<const char*, kQuaternionParts> kPartNames = {"r", "x", "y",
                                                                  "z"};

std::string PartName(const std::string& weight, Index part) {
  return weight + "." + kPartNames[static_cast<std::size_t>(part)];
}

Matrix XavierParts(Index rows, Index cols, std::uint64_t seed,
                   const std::string& name) {
  Matrix parts(rows, kQuaternionParts * cols);
  for (Index part = 0; part < kQuaternionParts; ++part) {
    parts.middleCols(part * cols, cols) = InitialMatrix(
        Initialisation::kXavier, rows, cols, seed, PartName(name, part));
  }
  return parts;
}

Matrix PolarParts(Index rows, Index cols, std::uint64_t seed,
                  const std::string& name) {
  const double deviation = std::sqrt(0.5 / static_cast<double>(rows + cols));
  const CounterRandom random = InitialRandom(seed, name);
  Matrix parts(rows, kQuaternionParts * cols);
  // Eight normal numbers a weight: four for its size, three for its direction,
  // one place for its angle.
  std::uint64_t at = 0;
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < cols; ++j, at += 8) {
      double squares = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        squares += std::pow(random.Normal(at + k), 2);
      }
      const double size = deviation * std::sqrt(squares);
      const double angle = std::numbers::pi * (2 * random.Uniform(at + 7) - 1);
      std::array<double, 3> direction;
      double length = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        direction[k] = random.Normal(at + 4 + k);
        length += direction[k] * direction[k];
      }
      length = std::sqrt(length);
      parts(i, j) = static_cast<Real>(size * std::cos(angle));
      for (Index k = 0; k < 3; ++k) {
        parts(i, (k + 1) * cols + j) = static_cast<Real>(
            length == 0 ? 0
                        : size * std::sin(angle) *
                              direction[static_cast<std::size_t>(k)] / length);
      }
    }
  }
  return parts;
}

Matrix InitialWeights(const MapInitialisation& initialisation, Index inputs,
                      Index outputs, std::uint64_t seed,
                      const std::string& name) {
  if (!OfQuaternions(initialisation)) {
    return InitialMatrix(std::get<Initialisation>(initialisation), inputs,
                         outputs, seed, name);
  }
  const Index rows = inputs / kQuaternionParts;
  const Index cols = outputs / kQuaternionParts;
  return std::get<QuaternionInitialisation>(initialisation) ==
                 QuaternionInitialisation::kPolar
             ? PolarParts(rows, cols, seed, name)
             : XavierParts(rows, cols, seed, name);
}

std::string Quarter(const std::string& dim) {
  return IsPlainDim(dim) ? dim + "/4" : "(" + dim + ")/4";
}

}  // namespace

Status CheckQuaternionWidth(const std::string& layer, const std::string& option,
                            Index width) {
  if (width >= kQuaternionParts && width % kQuaternionParts == 0) return {};
  return Error{ErrorCode::kInvalidArgument,
               layer + ": \"" + option +
                   "\": expected a multiple of 4, as a quaternion has four "
                   "parts, found " +
                   std::to_string(width)};
}

Status CheckQuaternionInitialisation(const std::string& layer,
                                     Initialisation initialisation) {
  if (initialisation == Initialisation::kXavier) return {};
  return Error{ErrorCode::kInvalidArgument,
               layer +
                   ": \"initialisation\": expected xavier where maps are of "
                   "quaternions, found another"};
}

LinearMap::LinearMap(const std::string& name, Index inputs, Index outputs,
                     bool bias, std::uint64_t seed,
                     const MapInitialisation& initialisation)
    : quaternions_(OfQuaternions(initialisation)),
      weight_{name + ".W", InitialWeights(initialisation, inputs, outputs, seed,
                                          name + ".W")} {
  if (bias) bias_ = Parameter{name + ".b", Matrix::Zero(1, outputs)};
}

Var LinearMap::Apply(Graph& graph, Var x) const {
  Var weight = graph.Use(weight_);
  if (quaternions_) weight = TiedBlocks(graph, weight);
  return bias_ ? Affine(graph, x, weight, graph.Use(*bias_))
               : MatMul(graph, x, weight);
}

void LinearMap::AddTensors(const std::string& prefix,
                           const std::string& outputs,
                           const std::string& inputs,
                           std::vector<LayerTensor>* tensors) {
  const Index width = weight_.value.cols();
  if (quaternions_) {
    const Index rows = width / kQuaternionParts;
    for (Index part = 0; part < kQuaternionParts; ++part) {
      tensors->push_back({PartName(prefix + "W", part),
                          {Quarter(outputs), Quarter(inputs)},
                          &weight_,
                          part * rows,
                          rows});
    }
  } else {
    tensors->push_back({prefix + "W", {outputs, inputs}, &weight_, 0, width});
  }
  if (bias_) tensors->push_back({prefix + "b", {outputs}, &*bias_, 0, width});
}

}  // namespace whylight
