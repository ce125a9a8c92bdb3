// Recurrent convolution layers (catalogue L-R6; Lei17 sections 2.3 and 3.3.2).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "core/ops/rcnn.h"

namespace whylight {

/// What the decay λ_t depends on (catalogue L-λ).
enum class Decay {
  kInput,          ///< "x": the word.
  kInputAndState,  ///< "xh": the word and h[t-1].
};

struct RcnnOptions {
  Index inputs = 0;  ///< Width of a word vector, d.
  Index hidden = 0;  ///< Width of the state, h.
  Index order = 2;   ///< Words in an n-gram, n >= 1.
  Decay decay = Decay::kInputAndState;
  /// Where the decay λ starts in training, in (0, 1), for every word. At 0.5
  /// the last state remembers a few words only and a text is slow to be learned
  /// from; near 1 it averages over many.
  double initial_decay = 0.5;
};

/// One direction of a recurrent convolution.
class RcnnLayer {
 public:
  /// Parameters are named `name`.W [d x n·h], `name`.b [1 x h],
  /// `name`.gate.W [d x h], `name`.gate.b [1 x h] and, where the decay depends
  /// on the state, `name`.gate.U [h x h]. Matrices by Xavier, b zero.
  RcnnLayer(const std::string& name, const RcnnOptions& options,
            std::uint64_t seed);

  /// Everything that depends on a word alone, computed once for each distinct
  /// word: `words` is [D x d]. The result serves any number of `Run`s.
  RcnnInputs Project(Graph& graph, Var words) const;

  std::vector<Parameter*> Parameters();

 private:
  Parameter weight_;
  Parameter bias_;
  Parameter gate_weight_;
  Parameter gate_bias_;
  std::optional<Parameter> gate_state_;
};

/// A recurrent convolution in both directions, side by side.
class BidirectionalRcnn {
 public:
  /// Parameters are those of `name`.forward and `name`.backward.
  BidirectionalRcnn(const std::string& name, const RcnnOptions& options,
                    std::uint64_t seed)
      : forward_(name + ".forward", options, seed),
        backward_(name + ".backward", options, seed) {}

  struct Inputs {
    RcnnInputs forward;
    RcnnInputs backward;
  };
  Inputs Project(Graph& graph, Var words) const {
    return {forward_.Project(graph, words), backward_.Project(graph, words)};
  }

  /// The state of both directions at every word:
  /// [max_length·batch x 2h], time-major.
  Var States(Graph& graph, const Inputs& inputs,
             const SequenceBatch& words) const;

  /// The state of each direction after the words that `mask` selects (all if
  /// absent): [batch x 2h].
  Var FinalStates(Graph& graph, Inputs inputs, const SequenceBatch& words,
                  std::optional<Var> mask) const;

  std::vector<Parameter*> Parameters();

 private:
  RcnnLayer forward_;
  RcnnLayer backward_;
};

}  // namespace whylight
