// Low-rank tensor convolution, stacked (Lei15 section 4).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/layers/pooling.h"
#include "core/layers/sequence_layer.h"
#include "core/layers/stacked.h"

namespace whylight {

struct TensorConvOptions {
  Index inputs = 0;     ///< Width of a word vector, d.
  Index hidden = 0;     ///< Width of each layer, h.
  Index order = 3;      ///< Words in the longest n-gram, n >= 1.
  Index layers = 1;     ///< At least 1.
  double decay = 0.5;   ///< λ, constant, in [0, 1).
  bool pooled = false;  ///< Whether each text becomes one vector.
};

/// Their fields.
const Fields<TensorConvOptions>& TensorConvFields();

/// Each layer is
///   h[t] = ReLU(Oᵀ(z_1[t] + ... + z_n[t]) + b)
/// with the z_j of the multiplicative, un-normalised RCNN: all skip n-grams of
/// 1 to n words that end at t. Gives the states of all layers side by side,
/// [layers·h] at every word, or their means over the words, which is what a
/// classifier reads.
class TensorConv : public SequenceLayer {
 public:
  /// Fails naming the option. Parameters are those of RcnnLayers called
  /// `name`.1, `name`.2, ...; matrices start as Initialisation::kUnitRows says,
  /// biases at 0.01 (Lei15 section 5).
  static Result<TensorConv> Make(const std::string& name,
                                 const TensorConvOptions& options,
                                 std::uint64_t seed);

  Index inputs() const override { return layers_.inputs(); }
  Index outputs() const override { return layers_.outputs(); }
  std::string OutputDim() const override { return layers_.OutputDim(); }
  WordOutput word_output() const override {
    return mean_ ? WordOutput::kOther : layers_.word_output();
  }
  Sequences Apply(Graph& graph, const Sequences& input) const override;
  Var LastState(Graph& graph, const Sequences& given) const override {
    return layers_.LastState(graph, given);
  }
  Sequences ApplyTraced(Graph& graph, const Sequences& input,
                        std::vector<RcnnTrace>* traces) const override;
  /// 1.W.1 .. 1.W.n, 1.b, 1.O, 2.W.1, ... as of RcnnLayer.
  std::vector<LayerTensor> Tensors() override { return layers_.Tensors(); }

 private:
  TensorConv(Stacked layers, std::optional<PoolingLayer> mean)
      : layers_(std::move(layers)), mean_(std::move(mean)) {}

  Stacked layers_;
  std::optional<PoolingLayer> mean_;
};

}  // namespace whylight
