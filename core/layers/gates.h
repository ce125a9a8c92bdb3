// The linear part that recurrent cells share: W x + U h + b.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "core/layers/initialise.h"
#include "core/layers/sequence_layer.h"

namespace whylight {

/// W x + U h + b for each of k gates of the same width, which are kept side by
/// side: one product serves them all.
class Gates {
 public:
  /// Parameters are called `name`.W [d x k·h], `name`.U [h x k·h] and `name`.b
  /// [1 x k·h]. Every gate's matrices start as matrices of their own, biases
  /// at zero. `prefixes` is what to put before W, U and b in `Tensors`, one a
  /// gate, e.g. {"z.", "r."}.
  Gates(const std::string& name, const std::vector<std::string>& prefixes,
        Index inputs, Index hidden, Initialisation initialisation,
        std::uint64_t seed);

  /// W x + b of every distinct word: [D x d] -> [D x k·h].
  Var Project(Graph& graph, Var words) const;

  /// W x + U h + b: [batch x k·h] of the words in `rows` of what `Project`
  /// gave, and of `state`, [batch x h].
  Var Apply(Graph& graph, Var projected, std::span<const std::int32_t> rows,
            Var state) const;

  /// U of all gates side by side, transposed: [h x k·h].
  Var UseStateWeight(Graph& graph) const { return graph.Use(state_weight_); }

  std::vector<LayerTensor> Tensors();

  /// For cells whose parameters start elsewhere.
  Parameter& state_weight() { return state_weight_; }
  Parameter& bias() { return bias_; }

 private:
  std::vector<std::string> prefixes_;
  Index hidden_;
  Parameter weight_;
  Parameter state_weight_;
  Parameter bias_;
};

}  // namespace whylight
