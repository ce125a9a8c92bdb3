// The gated recurrent unit (Goldberg15 section 11.3, Tay19 section 2.5).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/layers/gates.h"
#include "core/layers/initialise.h"
#include "core/layers/sequence_layer.h"

namespace whylight {

/// The state that the update gate z weighs; the other one gets 1 - z.
enum class UpdateGate {
  kNewState,  ///< Goldberg15: h[t] = (1 - z) ⊙ h[t-1] + z ⊙ h~.
  kOldState,  ///< Tay19: h[t] = z ⊙ h[t-1] + (1 - z) ⊙ h~.
};

/// What the reset gate r weighs in h~.
enum class ResetGate {
  kBefore,  ///< The state: U (r ⊙ h[t-1]), as Goldberg15 and Tay19 have it.
  kAfter,   ///< The product: r ⊙ (U h[t-1] + c), as other programs have it.
};

struct GruOptions {
  Index inputs = 0;  ///< Width of a word vector, d.
  Index hidden = 0;  ///< Width of the state, h.
  UpdateGate update_gate = UpdateGate::kNewState;
  ResetGate reset = ResetGate::kBefore;
  Initialisation initialisation = Initialisation::kXavier;
};

/// Their fields.
const Fields<GruOptions>& GruFields();

/// The error in `options`, which names the option, or nothing.
Status CheckGruOptions(const GruOptions& options);

/// From h[0] = 0:
///   z, r = σ(W x_t + U h[t-1] + b),  h~ = tanh(W x_t + U (r ⊙ h[t-1]) + b)
/// with W, U and b of each one's own; h[t] as the update gate says. With a
/// reset after the product, r ⊙ (U h[t-1] + c) in place of U (r ⊙ h[t-1]).
class GruLayer : public SequenceLayer {
 public:
  /// `options` must pass CheckGruOptions. Parameters are those of `Gates`:
  /// z and r's are called `name`.gates, h~'s `name`.candidate; c, which starts
  /// at zero, is `name`.candidate.c.
  GruLayer(const std::string& name, const GruOptions& options,
           std::uint64_t seed);

  Index inputs() const override { return options_.inputs; }
  Index outputs() const override { return options_.hidden; }
  WordOutput word_output() const override { return WordOutput::kState; }
  Sequences Apply(Graph& graph, const Sequences& input) const override;
  /// z.W [h x d], z.U [h x h], z.b [h]; the same for r and, of h~, h. With a
  /// reset after the product, h.c [h].
  std::vector<LayerTensor> Tensors() override;

 private:
  // h~, of the projections of words for it.
  Var Fresh(Graph& graph, Var words, std::span<const std::int32_t> rows,
            Var reset, Var old) const;

  GruOptions options_;
  Gates gates_;      // z and r.
  Gates candidate_;  // h~ reads r ⊙ h[t-1], so its product comes later.
  std::optional<Parameter> product_bias_;  // c
};

}  // namespace whylight
