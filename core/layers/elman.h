// The simple recurrent network and its variant that starts as a sum
// (Goldberg15 section 11.1; IRNN: Le et al. 2015).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/layers/gates.h"
#include "core/layers/initialise.h"
#include "core/layers/sequence_layer.h"
#include "core/ops/rcnn_form.h"

namespace whylight {

struct ElmanOptions {
  Index inputs = 0;  ///< Width of a word vector, d.
  Index hidden = 0;  ///< Width of the state, h.
  Activation activation = Activation::kTanh;
  /// U starts as the identity: with kRelu the IRNN, which before training adds
  /// up what it reads.
  bool identity = false;
  Initialisation initialisation = Initialisation::kXavier;
};

/// Their fields.
const Fields<ElmanOptions>& ElmanFields();
/// Those of an IRNN, whose defaults differ.
const Fields<ElmanOptions>& IrnnFields();

/// The error in `options`, which names the option, or nothing.
Status CheckElmanOptions(const ElmanOptions& options);

/// h[t] = g(W x_t + U h[t-1] + b), from h[0] = 0.
class ElmanLayer : public SequenceLayer {
 public:
  /// `options` must pass CheckElmanOptions. Parameters are those of `Gates`.
  ElmanLayer(const std::string& name, const ElmanOptions& options,
             std::uint64_t seed);

  Index inputs() const override { return options_.inputs; }
  Index outputs() const override { return options_.hidden; }
  WordOutput word_output() const override { return WordOutput::kState; }
  Sequences Apply(Graph& graph, const Sequences& input) const override;
  /// W [h x d], U [h x h], b [h].
  std::vector<LayerTensor> Tensors() override { return linear_.Tensors(); }

 private:
  ElmanOptions options_;
  Gates linear_;
};

}  // namespace whylight
