// Scores of pairs of words, by which attention weighs (Tay19 section 2.5).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/layers/initialise.h"
#include "core/layers/linear_map.h"
#include "core/layers/sequence_layer.h"
#include "core/ops/attention.h"
#include "core/ops/rcnn_form.h"

namespace whylight {

/// The score of words x and y, with q = g(W_q x + b_q) and k = g(W_k y + b_k).
enum class AttentionScore {
  kScaled,    ///< q · k / √(width of q)
  kDot,       ///< q · k
  kAdditive,  ///< u · tanh(W_q x + b_q + W_k y)
  kBilinear,  ///< xᵀ M y
};

struct PairScorerOptions {
  Index inputs = 0;  ///< Width of a word vector, d.
  Index hidden = 0;  ///< Width of q and k, h; 0: they are x and y themselves.
  AttentionScore score = AttentionScore::kScaled;
  Activation activation = Activation::kIdentity;  ///< g
  bool shared = false;  ///< q and k have the same W and b.
  Index heads = 1;      ///< Each has h / heads columns of q and k.
  /// Of quaternions, scores are the parts of q ⊗ k, kScaled or kDot, and each
  /// of them has `heads` of its own.
  MapInitialisation initialisation = Initialisation::kXavier;
};

/// The words of a text as queries and as keys, and the rule for their scores.
class PairScorer {
 public:
  /// `options` are what the layer that owns it has checked. Parameters are
  /// those of the LinearMaps `name`.q and `name`.k, or of `name`.f where they
  /// are shared; additive, also `name`.u [1 x h], and no `name`.k.b; bilinear,
  /// `name`.M [d x d] alone.
  PairScorer(const std::string& name, const PairScorerOptions& options,
             std::uint64_t seed);

  struct Projected {
    Var queries;  ///< Of the words that ask, [n x h], or [n x d]; of
                  ///< quaternions four times as wide (LeftFactors).
    Var keys;     ///< Of the words that answer.
  };
  /// The words [n x d] of two texts, or of one twice, ready to be scored.
  Projected Project(Graph& graph, Var asking, Var asked) const;

  PairScoring Scoring(Graph& graph) const;

  /// q.W [h x d], q.b [h], k.W [h x d], k.b [h]; shared, f.W and f.b; additive,
  /// also u [h], and no k.b; bilinear, M [d x d]. None without a width. Of
  /// quaternions in four parts (LinearMap::AddTensors).
  std::vector<LayerTensor> Tensors();

 private:
  bool of_quaternions() const { return OfQuaternions(options_.initialisation); }
  Var Queries(Graph& graph, Var words) const;
  Var Keys(Graph& graph, Var words) const;

  PairScorerOptions options_;
  std::optional<LinearMap> query_;  // Of both, where they are shared.
  std::optional<LinearMap> key_;
  std::optional<Parameter> vector_;
  std::optional<Parameter> bilinear_;
};

}  // namespace whylight
