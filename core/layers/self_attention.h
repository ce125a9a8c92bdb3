// Attention of the words of a text to each other (Tay19 section 2.5; Vaswani et
// al. 2017, section 3.2).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/layers/initialise.h"
#include "core/layers/linear_map.h"
#include "core/layers/pair_scorer.h"
#include "core/layers/sequence_layer.h"

namespace whylight {

struct SelfAttentionOptions {
  Index inputs = 0;  ///< Width of a word vector, d.
  Index hidden = 0;  ///< Width of the output, of queries, keys and values, h.
  AttentionScore score = AttentionScore::kScaled;
  Index heads = 1;             ///< Divides h; 1 where the score is bilinear.
  bool output_matrix = false;  ///< What the heads give goes through W_o, b_o.
  /// Vectors are of quaternions, and so are all maps (Tay19 chapter 11).
  bool quaternion = false;
  Initialisation initialisation = Initialisation::kXavier;
};

/// Their fields.
const Fields<SelfAttentionOptions>& SelfAttentionFields();

/// The error in the number of heads of `layer`, or nothing: each of them has as
/// much of the `width`.
Status CheckHeads(const std::string& layer, Index heads, Index width);

/// What is wrong with attention of quaternions of `width`, an option of `layer`
/// called `key`, or nothing: each head has as many of them.
Status CheckQuaternionHeads(const std::string& layer, const std::string& key,
                            Index heads, Index width);

/// What is wrong with `options`, naming the option, or nothing.
Status CheckSelfAttentionOptions(const SelfAttentionOptions& options);

/// For each word i the mean of the values W_v x_j + b_v of all words j of its
/// text, weighted by softmax_j of the score e_ij (PairScorer), in each head by
/// itself: softmax(Q Kᵀ / √(h / heads)) V side by side. The words' order does
/// not matter.
///
/// Of quaternions, Q, K and V are W ⊗ x + b, and Q ⊗ Kᵀ in place of Q Kᵀ gives
/// each part, r, x, y and z, a score of its own: each part of the values is
/// weighted by the softmax of its scores. To PairScores and Attend they are
/// four times as many heads.
///
/// A mask is a factor of exp(e_ij), so a gradient reaches it; words with zero
/// are read by no other word. Each word reads itself in full whatever its own
/// mask says: at a word left out stands what it would be if it were selected.
class SelfAttentionLayer : public SequenceLayer {
 public:
  /// `options` must pass CheckSelfAttentionOptions. Parameters are those of the
  /// PairScorer `name` and of the LinearMaps `name`.v and `name`.o.
  SelfAttentionLayer(const std::string& name,
                     const SelfAttentionOptions& options, std::uint64_t seed);

  /// The result of `Apply` at every position, and what each word reads: weights
  /// where WordPairs(input.batch, input.batch, heads) says, [size x 1]; of
  /// quaternions, 4 heads: those of r first.
  Attention Attend(Graph& graph, const Sequences& input) const;

  Index inputs() const override { return options_.inputs; }
  Index outputs() const override { return options_.hidden; }
  WordOutput word_output() const override { return WordOutput::kCandidate; }
  Sequences Apply(Graph& graph, const Sequences& input) const override;
  /// Those of the score (PairScorer::Tensors), v.W [h x d], v.b [h] and, with
  /// an output matrix, o.W [h x h], o.b [h]. Of quaternions each W is in four
  /// parts (LinearMap::AddTensors).
  std::vector<LayerTensor> Tensors() override;

 private:
  Var Output(Graph& graph, Var heads) const;

  SelfAttentionOptions options_;
  PairScorer scorer_;
  LinearMap values_;
  std::optional<LinearMap> output_;
};

}  // namespace whylight
