// The factorisation machine as a layer (Rendle 2010; Tay19 sections 3.2 and
// 7.3).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/layers/initialise.h"
#include "core/layers/sequence_layer.h"

namespace whylight {

struct FactorisationMachineOptions {
  Index inputs = 0;   ///< Width of a vector, d.
  Index factors = 0;  ///< Numbers per input that interact, k.
  Initialisation initialisation = Initialisation::kXavier;
};

/// Their fields.
const Fields<FactorisationMachineOptions>& FactorisationMachineFields();

/// What is wrong with `options`, naming the option, or nothing.
Status CheckFactorisationMachineOptions(
    const FactorisationMachineOptions& options);

/// Makes one number of each vector x: w_0 + w · x + Σ_{i<j} (v_i · v_j) x_i x_j
/// with v_i the columns of V. Words do not see each other, so a mask changes
/// nothing.
class FactorisationMachineLayer : public SequenceLayer {
 public:
  /// `options` must pass CheckFactorisationMachineOptions. Parameters are
  /// `name`.w0 [1 x 1], `name`.w [1 x d] and `name`.V [d x k].
  FactorisationMachineLayer(const std::string& name,
                            const FactorisationMachineOptions& options,
                            std::uint64_t seed);

  /// [n x d] -> [n x 1].
  Var Apply(Graph& graph, Var x) const;

  /// The number of one vector, without a graph.
  Real At(const RowVector& x) const;
  /// Its gradient: w + V (Vᵀ x) without what each x_i has with itself.
  RowVector SlopeAt(const RowVector& x) const;

  Index inputs() const override { return options_.inputs; }
  Index outputs() const override { return 1; }
  std::string OutputDim() const override { return "1"; }
  WordOutput word_output() const override { return WordOutput::kCandidate; }
  Sequences Apply(Graph& graph, const Sequences& input) const override;
  /// w0 [1], w [d], V [k x d].
  std::vector<LayerTensor> Tensors() override;

 private:
  FactorisationMachineOptions options_;
  Parameter bias_;
  Parameter linear_;
  Parameter factors_;
};

}  // namespace whylight
