// The structurally constrained recurrent network (Goldberg15 section 11.4,
// after Mikolov et al. 2014).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/graph/parameter.h"
#include "core/layers/initialise.h"
#include "core/layers/sequence_layer.h"

namespace whylight {

struct ScrnOptions {
  Index inputs = 0;  ///< Width of a word vector, d.
  Index hidden = 0;  ///< Width of the slow context c, h.
  /// Width of the fast state, m; absent: h.
  std::optional<Index> fast = std::nullopt;
  double alpha = 0.95;  ///< How much context stays, α in [0, 1).
  Initialisation initialisation = Initialisation::kXavier;
};

/// Their fields.
const Fields<ScrnOptions>& ScrnFields();

/// The error in `options`, which names the option, or nothing.
Status CheckScrnOptions(const ScrnOptions& options);

/// From c[0] = 0, h[0] = 0:
///   c[t] = (1 - α) W^c x_t + α c[t-1]
///   h[t] = σ(W^h x_t + U h[t-1] + V c[t])
/// and it gives [c; h]. The source has no biases. c is the recurrent
/// convolution of order 1 with a constant decay α (Lei17 table 2.2).
class ScrnLayer : public SequenceLayer {
 public:
  /// `options` must pass CheckScrnOptions. Parameters are called
  /// `name`.c.W [d x h], `name`.h.W [d x m], `name`.h.U [m x m] and
  /// `name`.h.V [h x m].
  ScrnLayer(const std::string& name, const ScrnOptions& options,
            std::uint64_t seed);

  Index inputs() const override { return options_.inputs; }
  Index outputs() const override { return options_.hidden + fast_; }
  std::string OutputDim() const override { return "h+m"; }
  WordOutput word_output() const override { return WordOutput::kState; }
  Sequences Apply(Graph& graph, const Sequences& input) const override;
  /// c.W [h x d], h.W [m x d], h.U [m x m], h.V [m x h].
  std::vector<LayerTensor> Tensors() override;

 private:
  ScrnOptions options_;
  Index fast_;
  Parameter context_weight_;
  Parameter weight_;
  Parameter state_weight_;
  Parameter context_state_weight_;
};

}  // namespace whylight
