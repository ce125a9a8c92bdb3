// The highway layer (Srivastava et al. 2015, section 2; Tay19 section 2.4).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/layers/dense.h"
#include "core/layers/initialise.h"
#include "core/layers/sequence_layer.h"
#include "core/ops/rcnn_form.h"

namespace whylight {

struct HighwayOptions {
  Index inputs = 0;  ///< Width of a word vector, d; the layer is as wide.
  Activation activation = Activation::kRelu;
  double carry = 1;  ///< The gate's bias starts at minus this.
  Initialisation initialisation = Initialisation::kXavier;
};

/// Their fields.
const Fields<HighwayOptions>& HighwayFields();

/// The error in `options`, naming the option, if there is one.
Status CheckHighwayOptions(const HighwayOptions& options);

/// For each word, t ⊙ g(W x + b) + (1 - t) ⊙ x with the gate
/// t = σ(W_t x + b_t): as much of the word passes through unchanged as the gate
/// lets. Words do not see each other, so a mask changes nothing.
class HighwayLayer : public SequenceLayer {
 public:
  /// `options` must pass CheckHighwayOptions. Parameters are those of the
  /// `Dense` layers `name`.transform and `name`.gate.
  HighwayLayer(const std::string& name, const HighwayOptions& options,
               std::uint64_t seed);

  Index inputs() const override { return options_.inputs; }
  Index outputs() const override { return options_.inputs; }
  std::string OutputDim() const override { return "d"; }
  WordOutput word_output() const override { return WordOutput::kCandidate; }
  Sequences Apply(Graph& graph, const Sequences& input) const override;
  /// W [d x d], b [d], gate.W [d x d], gate.b [d].
  std::vector<LayerTensor> Tensors() override;

 private:
  HighwayOptions options_;
  Dense transform_;
  Dense gate_;
};

}  // namespace whylight
