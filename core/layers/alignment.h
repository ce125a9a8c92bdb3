// Alignment of the words of two texts (Parikh et al. 2016, section 3.1; Tay19
// sections 2.5 and 3.2).
//
// Pairs of texts are two batches of equal size: text b of one belongs to text b
// of the other. A side may be empty.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/layers/initialise.h"
#include "core/layers/pair_scorer.h"
#include "core/layers/sequence_layer.h"
#include "core/ops/attention.h"

namespace whylight {

struct AlignmentOptions {
  Index inputs = 0;  ///< Width of a word vector, d.
  /// Width of F(x) = g(W x + b), which both texts share, or of the projections
  /// of an additive score; 0: the words themselves are scored.
  Index hidden = 0;
  AttentionScore score = AttentionScore::kDot;
  Activation activation = Activation::kRelu;  ///< g
  Initialisation initialisation = Initialisation::kXavier;
};

/// Their fields.
const Fields<AlignmentOptions>& AlignmentFields();

/// What is wrong with `options`, naming the option, or nothing.
Status CheckAlignmentOptions(const AlignmentOptions& options);

/// How two texts are aligned.
struct Alignment {
  WordPairs pairs;
  Var scores;  ///< E, where `pairs` says.
  /// β_i = Σ_j softmax_j(e_ij) b_j at every position of the left text, and its
  /// weights, where `pairs` says.
  Attention left;
  /// α_j = Σ_i softmax_i(e_ij) a_i at every position of the right text, and its
  /// weights, where WordPairs(right, left) says.
  Attention right;
};

/// The alignment of `left` and `right` by scores of all pairs of their words
/// (PairScores), whatever made them: each word reads the vectors of the other
/// text. Masks are factors of exp(e_ij), so a gradient reaches them; words with
/// zero are not read. Where there is nothing to read there are zeros.
Alignment AlignByScores(Graph& graph, Var scores, const Sequences& left,
                        const Sequences& right);

/// Scores of the words of two texts, and what they align.
class AlignmentLayer {
 public:
  /// `options` must pass CheckAlignmentOptions. Parameters are those of the
  /// PairScorer `name`.
  AlignmentLayer(const std::string& name, const AlignmentOptions& options,
                 std::uint64_t seed);

  /// E, where WordPairs(left.batch, right.batch) says; masks do not matter.
  Var Scores(Graph& graph, const Sequences& left, const Sequences& right) const;

  /// AlignByScores of them.
  Alignment Align(Graph& graph, const Sequences& left,
                  const Sequences& right) const;

  /// Attention within a text (Tay19 section 3.2.3): Σ_j softmax_j(e_ij) x_j at
  /// every position. A word reads itself in full whatever its mask is.
  Sequences AlignToItself(Graph& graph, const Sequences& text) const;

  const AlignmentOptions& options() const { return options_; }
  /// f.W [h x d] and f.b [h]; additive, q.W [h x d], q.b [h], k.W [h x d] and
  /// u [h]; bilinear, M [d x d]. None where words are scored as they are.
  std::vector<LayerTensor> Tensors() { return scorer_.Tensors(); }

 private:
  AlignmentOptions options_;
  PairScorer scorer_;
};

}  // namespace whylight
