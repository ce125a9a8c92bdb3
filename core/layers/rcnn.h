// Recurrent convolution layers: the whole family (Lei17 sections 2.3, 2.5 and
// 3.3.2, Lei15 section 4).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/graph/graph.h"
#include "core/layers/initialise.h"
#include "core/layers/sequence_layer.h"
#include "core/ops/rcnn.h"

namespace whylight {

/// The inputs of the decay λ_t (Lei17 sections 2.3.5 and 2.5).
enum class Decay {
  kConstant,       ///< "constant": one number, not learned.
  kTrained,        ///< "trained": a learned constant a unit.
  kInput,          ///< "x": the word.
  kInputAndState,  ///< "xh": the word and h[t-1].
};

struct RcnnOptions {
  Index inputs = 0;  ///< Width of a word vector, d.
  Index hidden = 0;  ///< Width of the state, h.
  Index order = 2;   ///< Words in an n-gram, 1 <= n <= kMaxOrder.
  RcnnForm form = {};
  Decay decay = Decay::kInputAndState;
  /// λ itself where it is constant, in [0, 1); else where it starts in
  /// training, in (0, 1), for every word. At 0.5 the last state remembers a few
  /// words only and a text is slow to be learned from; near 1 it averages over
  /// many.
  double decay_value = 0.5;
  bool scalar_decay = false;   ///< One decay for all units.
  bool output_matrix = false;  ///< O
  bool output_gate = false;    ///< o
  bool highway = false;        ///< f; needs inputs = hidden.
  bool bias = true;            ///< b
  Initialisation initialisation = Initialisation::kXavier;
};

/// Their fields.
const Fields<RcnnOptions>& RcnnFields();

/// The error in `options`, which names the option, or nothing.
Status CheckRcnnOptions(const RcnnOptions& options);

/// How many numbers the parameters of a layer are; no overflow for sizes below
/// 2^20.
std::uint64_t ParameterCount(const RcnnOptions& options);

/// A recurrent convolution that reads forwards.
class RcnnLayer : public SequenceLayer {
 public:
  /// As the constructor, for options from outside.
  static Result<RcnnLayer> Make(const std::string& name,
                                const RcnnOptions& options, std::uint64_t seed);

  /// `options` must pass CheckRcnnOptions. Parameters, where options ask for
  /// them, are called `name`.W [d x n·h], `name`.b [1 x h], `name`.mix [1 x n],
  /// `name`.O [h x h], `name`.gate.W [d x h], `name`.gate.b [1 x h],
  /// `name`.gate.U [h x h] (h = 1 with a scalar decay: [d x 1], [1 x 1],
  /// [h x 1]), `name`.outgate.W, .U, .b and `name`.highway.W, .b. Matrices
  /// start as the initialisation says, b, outgate.b and highway.b at zero, mix
  /// at 1.
  RcnnLayer(const std::string& name, const RcnnOptions& options,
            std::uint64_t seed);

  const RcnnOptions& options() const { return options_; }
  Index inputs() const override { return options_.inputs; }
  Index outputs() const override { return options_.hidden; }

  /// Everything that depends on a word alone, computed once for each distinct
  /// word: `words` is [D x d]. The result serves any number of `Run`s.
  RcnnInputs Project(Graph& graph, Var words) const;

  WordOutput word_output() const override {
    return options_.form.pooling == NgramPooling::kMax ? WordOutput::kHardMasks
                                                       : WordOutput::kState;
  }
  Sequences Apply(Graph& graph, const Sequences& input) const override;
  /// Traces itself; not with max-pooling, as a maximum is no sum.
  Sequences ApplyTraced(Graph& graph, const Sequences& input,
                        std::vector<RcnnTrace>* traces) const override;
  /// h, c_1..c_n and, if the form counts n-grams, C_1..C_{n-1}; not with
  /// max-pooling.
  Result<std::vector<Index>> CarriedWidths() const override;
  Sequences ApplyFrom(Graph& graph, const Sequences& input,
                      std::span<Matrix> state) const override;
  std::vector<LayerTensor> Tensors() override;

 private:
  RcnnOptions options_;
  Parameter weight_;
  std::optional<Parameter> bias_;
  std::optional<Parameter> mix_;
  std::optional<Parameter> output_matrix_;
  std::optional<Parameter> gate_weight_;
  std::optional<Parameter> gate_bias_;
  std::optional<Parameter> gate_state_;
  std::optional<Parameter> output_gate_weight_;
  std::optional<Parameter> output_gate_state_;
  std::optional<Parameter> output_gate_bias_;
  std::optional<Parameter> highway_weight_;
  std::optional<Parameter> highway_bias_;
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

  const RcnnLayer& layer(Direction direction) const {
    return direction == Direction::kForward ? forward_ : backward_;
  }

 private:
  RcnnLayer forward_;
  RcnnLayer backward_;
};

}  // namespace whylight
