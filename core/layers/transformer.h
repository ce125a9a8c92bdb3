// A block of a Transformer encoder (Vaswani et al. 2017, section 3.1).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/layers/initialise.h"
#include "core/layers/linear_map.h"
#include "core/layers/self_attention.h"
#include "core/layers/sequence_layer.h"
#include "core/ops/rcnn_form.h"

namespace whylight {

/// Where a block normalises.
enum class NormPlace {
  kAfter,   ///< N(x + f(x)), as published.
  kBefore,  ///< x + f(N(x))
};

/// Which maps of a block are of quaternions (Tay19 chapter 11).
enum class QuaternionMaps {
  kNone,
  kPartial,  ///< Those of the attention.
  kFull,     ///< All, which leaves a quarter of the weights.
};

struct TransformerOptions {
  Index inputs = 0;        ///< Width of a word vector, d; the block is as wide.
  Index feed_forward = 0;  ///< Width of the inner dense layer, f.
  Index heads = 1;         ///< Divides d.
  NormPlace norm = NormPlace::kAfter;
  QuaternionMaps quaternion = QuaternionMaps::kNone;
  Activation activation = Activation::kRelu;  ///< g
  Initialisation initialisation = Initialisation::kXavier;
};

/// Their fields.
const Fields<TransformerOptions>& TransformerFields();

/// What is wrong with `options`, naming the option, or nothing.
Status CheckTransformerOptions(const TransformerOptions& options);

/// For each word a = N_1(x + attention(x)) and N_2(a + W_2 g(W_1 a + b_1) +
/// b_2): attention within its text (SelfAttentionLayer, scaled, with an output
/// matrix), and each word by itself, both with layer normalisation N
/// (NormalizeLayer). Masks are those of SelfAttentionLayer. Order comes from a
/// PositionsLayer before.
class TransformerLayer : public SequenceLayer {
 public:
  /// `options` must pass CheckTransformerOptions. Parameters are those of the
  /// SelfAttentionLayer `name`.attention and of the LinearMaps `name`.1 and
  /// `name`.2, and `name`.attention_norm.g, .b, `name`.norm.g and .b, [1 x d].
  TransformerLayer(const std::string& name, const TransformerOptions& options,
                   std::uint64_t seed);

  Index inputs() const override { return options_.inputs; }
  Index outputs() const override { return options_.inputs; }
  std::string OutputDim() const override { return "d"; }
  WordOutput word_output() const override { return WordOutput::kCandidate; }
  Sequences Apply(Graph& graph, const Sequences& input) const override;
  /// attention.* as SelfAttentionLayer has them, of widths d; 1.W [f x d], 1.b
  /// [f], 2.W [d x f], 2.b [d]; attention_norm.g, .b, norm.g and norm.b [d].
  /// Where quaternions do them all, 1.W and 2.W are in four parts, too
  /// (LinearMap::AddTensors).
  std::vector<LayerTensor> Tensors() override;

 private:
  // A layer normalisation.
  struct Norm {
    Norm(const std::string& name, Index width);
    Var Apply(Graph& graph, Var x) const;

    Parameter gain;
    Parameter bias;
  };

  TransformerOptions options_;
  SelfAttentionLayer attention_;
  Norm attention_norm_;
  LinearMap inner_;
  LinearMap outer_;
  Norm norm_;
};

}  // namespace whylight
