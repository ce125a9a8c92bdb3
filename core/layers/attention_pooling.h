// Pooling by attention (Tay19 section 2.5; Lei17 section 3.4.1).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/layers/initialise.h"
#include "core/layers/sequence_layer.h"

namespace whylight {

struct AttentionPoolingOptions {
  Index inputs = 0;  ///< Width of a vector, d.
  /// Width of the projection tanh(W x) that is scored, h; 0 scores x itself.
  Index hidden = 0;
  bool projection = false;  ///< Whether there is one, of whatever width.
  Initialisation initialisation = Initialisation::kXavier;
};

/// Their fields.
const Fields<AttentionPoolingOptions>& AttentionPoolingFields();

/// The error in `options`, which names the option, or nothing.
Status CheckAttentionPoolingOptions(const AttentionPoolingOptions& options);

/// α_1 x_1 + ... + α_L x_L with α = softmax over the words of v · x_t or of
/// v · tanh(W x_t): one vector a text, zeros for an empty one. A mask is a
/// factor of exp(score), so a gradient reaches it; zero leaves a word out.
class AttentionPoolingLayer : public SequenceLayer {
 public:
  /// `options` must pass CheckAttentionPoolingOptions. Parameters are `name`.v
  /// [1 x d], or `name`.W [d x h] and `name`.v [1 x h].
  AttentionPoolingLayer(const std::string& name,
                        const AttentionPoolingOptions& options,
                        std::uint64_t seed);

  struct Attended {
    Var vectors;  ///< [batch x d]
    /// α, [max_length·batch x 1], time-major: how much each word of the input
    /// counts; zero at padding and where the mask is.
    Var weights;
  };
  /// The result of `Apply`, and how it came about.
  Attended Attend(Graph& graph, const Sequences& input) const;

  Index inputs() const override { return inputs_; }
  Index outputs() const override { return inputs_; }
  std::string OutputDim() const override { return "d"; }
  Sequences Apply(Graph& graph, const Sequences& input) const override;
  /// "v" [d], or "W" [h x d] and "v" [h].
  std::vector<LayerTensor> Tensors() override;

 private:
  Index inputs_;
  std::optional<Parameter> projection_;
  Parameter query_;
};

}  // namespace whylight
