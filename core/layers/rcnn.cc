#include "core/layers/rcnn.h"

#include <cmath>

#include "core/layers/initialise.h"
#include "core/ops/ops.h"

namespace whylight {

RcnnLayer::RcnnLayer(const std::string& name, const RcnnOptions& options,
                     std::uint64_t seed)
    : weight_{name + ".W",
              Matrix(options.inputs, options.order * options.hidden)},
      bias_{name + ".b", Matrix::Zero(1, options.hidden)},
      gate_weight_{
          name + ".gate.W",
          XavierMatrix(options.inputs, options.hidden, seed, name + ".gate.W")},
      gate_bias_{name + ".gate.b",
                 Matrix::Constant(1, options.hidden,
                                  static_cast<Real>(
                                      std::log(options.initial_decay /
                                               (1 - options.initial_decay))))} {
  // Each W_j is a matrix of its own and starts as one.
  for (Index j = 0; j < options.order; ++j) {
    weight_.value.middleCols(j * options.hidden, options.hidden) =
        XavierMatrix(options.inputs, options.hidden, seed,
                     weight_.name + std::to_string(j + 1));
  }
  if (options.decay == Decay::kInputAndState) {
    gate_state_ = Parameter{
        name + ".gate.U",
        XavierMatrix(options.hidden, options.hidden, seed, name + ".gate.U")};
  }
}

RcnnInputs RcnnLayer::Project(Graph& graph, Var words) const {
  const Var gate =
      Affine(graph, words, graph.Use(gate_weight_), graph.Use(gate_bias_));
  RcnnInputs inputs{MatMul(graph, words, graph.Use(weight_)), gate,
                    std::nullopt, graph.Use(bias_), std::nullopt};
  if (gate_state_) {
    inputs.decay_state = graph.Use(*gate_state_);
  } else {
    inputs.decay = Sigmoid(graph, gate);
  }
  return inputs;
}

std::vector<Parameter*> RcnnLayer::Parameters() {
  std::vector<Parameter*> parameters = {&weight_, &bias_, &gate_weight_,
                                        &gate_bias_};
  if (gate_state_) parameters.push_back(&*gate_state_);
  return parameters;
}

Var BidirectionalRcnn::States(Graph& graph, const Inputs& inputs,
                              const SequenceBatch& words) const {
  const Var forward = Rcnn(graph, inputs.forward, words, Direction::kForward);
  const Var backward =
      Rcnn(graph, inputs.backward, words, Direction::kBackward);
  return ConcatColumns(graph, forward, backward);
}

Var BidirectionalRcnn::FinalStates(Graph& graph, Inputs inputs,
                                   const SequenceBatch& words,
                                   std::optional<Var> mask) const {
  const auto last = [&](RcnnInputs& one, Direction direction) {
    one.mask = mask;
    const Var states = Rcnn(graph, one, words, direction);
    return FinalState(graph, states, words, direction);
  };
  const Var forward = last(inputs.forward, Direction::kForward);
  const Var backward = last(inputs.backward, Direction::kBackward);
  return ConcatColumns(graph, forward, backward);
}

std::vector<Parameter*> BidirectionalRcnn::Parameters() {
  std::vector<Parameter*> parameters = forward_.Parameters();
  for (Parameter* parameter : backward_.Parameters()) {
    parameters.push_back(parameter);
  }
  return parameters;
}

}  // namespace whylight
