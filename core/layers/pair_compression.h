// A word and what is aligned with it, made into three numbers (Tay19 sections
// 3.2 and 4.2).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/layers/dense.h"
#include "core/layers/factorisation_machine.h"
#include "core/layers/initialise.h"
#include "core/layers/sequence_layer.h"

namespace whylight {

/// The function that makes one number of a vector x.
enum class Compression {
  kFactorisation,  ///< A factorisation machine of x.
  kDense,          ///< max(0, w · x + b)
  kSum,            ///< The sum of its numbers.
};

/// Their names.
const std::vector<std::pair<std::string, Compression>>& CompressionNames();

struct PairCompressionOptions {
  Index inputs = 0;  ///< Width of either vector of a pair, d.
  Compression compression = Compression::kFactorisation;
  Index factors = 10;  ///< Of each factorisation machine.
  Initialisation initialisation = Initialisation::kXavier;
};

/// Their fields.
const Fields<PairCompressionOptions>& PairCompressionFields();

/// What is wrong with `options`, naming the option, or nothing.
Status CheckPairCompressionOptions(const PairCompressionOptions& options);

/// One of the numbers of a and b as a sum: alone + slope · a. Where a is a sum
/// of vectors, each thus has an exact part in the number.
struct SplitNumber {
  Real alone = 0;  ///< What it would be if a were 0.
  RowVector slope;
};

/// [Z_c([a; b]), Z_s(a - b), Z_m(a ⊙ b)] of a pair of vectors a and b, each of
/// the three with parameters of its own.
class PairCompression {
 public:
  /// Numbers per pair.
  static constexpr Index kOutputs = 3;

  /// `options` must pass CheckPairCompressionOptions. Parameters are `name`.c,
  /// `name`.s and `name`.m, each followed by .w0, .w and .V of a
  /// FactorisationMachineLayer, or by .W and .b of a `Dense` layer; a sum has
  /// none.
  PairCompression(const std::string& name,
                  const PairCompressionOptions& options, std::uint64_t seed);

  /// Row r of `left` with row r of `right`: [n x d], [n x d] -> [n x 3].
  Var Apply(Graph& graph, Var left, Var right) const;

  /// The numbers of one row of each as sums. What two numbers of `left` have
  /// together in a factorisation machine goes half to either. A dense unit that
  /// is not above 0 is 0 alone and has no slope.
  std::array<SplitNumber, kOutputs> Split(const RowVector& left,
                                          const RowVector& right) const;

  /// c.w0 [1], c.w [2d], c.V [k x 2d], and of widths d s.* and m.*; dense,
  /// c.W [1 x 2d] and c.b [1], and so s.* and m.*.
  std::vector<LayerTensor> Tensors();

 private:
  // Of a vector of part c, s or m, the 0th to 2nd.
  Var Compress(Graph& graph, std::size_t part, Var x) const;
  // The number of x as alone + slope · (x - base).
  SplitNumber SplitAt(std::size_t part, const RowVector& x,
                      const RowVector& base) const;

  Compression compression_;
  std::vector<FactorisationMachineLayer> machines_;
  std::vector<Dense> dense_;
};

}  // namespace whylight
