#include "core/layers/rcnn.h"

#include <cmath>
#include <functional>
#include <utility>

#include "core/layers/layer_names.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

const Names<ExposedState>& StateNames() {
  static const Names<ExposedState> names = {{"c", ExposedState::kC},
                                            {"z", ExposedState::kZ},
                                            {"sum_c", ExposedState::kSumC},
                                            {"sum_z", ExposedState::kSumZ},
                                            {"mix", ExposedState::kMix}};
  return names;
}

const Names<NgramPooling>& PoolingNames() {
  static const Names<NgramPooling> names = {{"sum", NgramPooling::kSum},
                                            {"max", NgramPooling::kMax}};
  return names;
}

const Names<Decay>& DecayNames() {
  static const Names<Decay> names = {{"constant", Decay::kConstant},
                                     {"trained", Decay::kTrained},
                                     {"x", Decay::kInput},
                                     {"xh", Decay::kInputAndState}};
  return names;
}

// The options of the decay alone.
const Fields<RcnnOptions>& DecayFields() {
  static const auto fields =
      Fields<RcnnOptions>("What λ depends on, and where it starts.")
          .Choice("type", &RcnnOptions::decay, DecayNames(),
                  "What λ depends on: `constant`: nothing; `trained`: nothing, "
                  "one trained number per unit; `x`: the word; `xh`: the word "
                  "and the state before.")
          .Number("value", &RcnnOptions::decay_value, {0, 1},
                  "λ of a constant decay, below 1; of any other its value at "
                  "the start of training.")
          .Flag("scalar", &RcnnOptions::scalar_decay,
                "Whether all units share one decay.");
  return fields;
}

// A member of the form.
template <typename Member>
auto Form(Member member) {
  return [member](RcnnOptions & options) -> auto& {
    return options.form.*member;
  };
}

Error Problem(const std::string& message) {
  return {ErrorCode::kInvalidArgument, message};
}

// Numbers as people write them, e.g. 0.5.
std::string Show(double number) {
  std::string text = std::to_string(number);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace

const Fields<RcnnOptions>& RcnnFields() {
  static const auto fields =
      Fields<RcnnOptions>("A recurrent convolution (Lei17 sections 2.3, 2.5).")
          .Fixed("type", "rcnn", "A recurrent convolution.")
          .Count("order", &RcnnOptions::order, {1, kMaxOrder},
                 "Number of words in an n-gram.")
          .Choice("mapping", Form(&RcnnForm::mapping), MappingNames(),
                  "How the words of an n-gram are combined.")
          .Flag("normalized", Form(&RcnnForm::normalized),
                "Whether a new word is weighted by 1 - λ.")
          .Flag("same_step", Form(&RcnnForm::same_step),
                "Whether a level reads the one below at the same word.")
          .When("mapping is multiplicative")
          .Choice("state", Form(&RcnnForm::state), StateNames(),
                  "The output state, as a function of the levels.")
          .Choice("activation", Form(&RcnnForm::activation), ActivationNames(),
                  "The activation of the state.")
          .Choice("pooling", Form(&RcnnForm::pooling), PoolingNames(),
                  "How all n-grams of one length are combined; `max` takes a "
                  "constant decay.")
          .Part("decay", std::identity(), DecayFields())
          .Flag("output_matrix", &RcnnOptions::output_matrix,
                "Whether the state is multiplied by a matrix O.")
          .Flag("output_gate", &RcnnOptions::output_gate,
                "Whether a gate multiplies the state.")
          .Flag("highway", &RcnnOptions::highway,
                "Whether a gate mixes the word itself into the state; words "
                "must be as wide as the layer.")
          .Flag("bias", &RcnnOptions::bias, "Whether there is a bias.")
          .Include(std::identity(), WidthFields<RcnnOptions>());
  return fields;
}

Status CheckRcnnOptions(const RcnnOptions& options) {
  const RcnnForm& form = options.form;
  if (options.inputs < 1) {
    return Problem("inputs: expected at least 1, found " +
                   std::to_string(options.inputs));
  }
  if (options.hidden < 1) {
    return Problem("hidden: expected at least 1, found " +
                   std::to_string(options.hidden));
  }
  if (options.order < 1 || options.order > kMaxOrder) {
    return Problem("order: expected a number from 1 to " +
                   std::to_string(kMaxOrder) + ", found " +
                   std::to_string(options.order));
  }
  if (!(options.decay_value >= 0 && options.decay_value < 1)) {
    return Problem("decay value: expected λ of at least 0 and below 1, found " +
                   Show(options.decay_value));
  }
  if (options.decay != Decay::kConstant && options.decay_value == 0) {
    return Problem(
        "decay value: expected λ above 0 where a decay that learns starts, "
        "found 0");
  }
  if (form.same_step && form.mapping != Mapping::kMultiplicative) {
    return Problem(
        "same_step: expected a multiplicative mapping, found an additive one");
  }
  if (form.pooling == NgramPooling::kMax) {
    if (options.decay != Decay::kConstant) {
      return Problem(
          "pooling: expected a constant decay with max-pooling, found one "
          "that learns");
    }
    if (form.same_step) {
      return Problem(
          "pooling: expected same_step to be false with max-pooling, found "
          "true");
    }
  }
  if (options.highway && options.inputs != options.hidden) {
    return Problem("highway: expected as many inputs as hidden units, found " +
                   std::to_string(options.inputs) + " and " +
                   std::to_string(options.hidden));
  }
  return {};
}

Result<RcnnLayer> RcnnLayer::Make(const std::string& name,
                                  const RcnnOptions& options,
                                  std::uint64_t seed) {
  const Status checked = CheckRcnnOptions(options);
  if (!checked.ok()) return checked.error();
  return RcnnLayer(name, options, seed);
}

RcnnLayer::RcnnLayer(const std::string& name, const RcnnOptions& options,
                     std::uint64_t seed)
    : options_(options),
      weight_{name + ".W",
              Matrix(options.inputs, options.order * options.hidden)} {
  const Index inputs = options.inputs;
  const Index hidden = options.hidden;
  const auto matrix = [&](const std::string& tensor, Index rows, Index cols) {
    return Parameter{name + tensor, InitialMatrix(options.initialisation, rows,
                                                  cols, seed, name + tensor)};
  };
  const auto row = [&](const std::string& tensor, Index cols, double start) {
    return Parameter{name + tensor,
                     Matrix::Constant(1, cols, static_cast<Real>(start))};
  };
  // Each W_j is a matrix of its own and starts as one.
  for (Index j = 0; j < options.order; ++j) {
    weight_.value.middleCols(j * hidden, hidden) =
        InitialMatrix(options.initialisation, inputs, hidden, seed,
                      weight_.name + std::to_string(j + 1));
  }
  if (options.bias) bias_ = row(".b", hidden, 0);
  if (options.form.state == ExposedState::kMix) {
    mix_ = row(".mix", options.order, 1);
  }
  if (options.output_matrix) output_matrix_ = matrix(".O", hidden, hidden);
  if (options.decay != Decay::kConstant) {
    const Index decays = options.scalar_decay ? 1 : hidden;
    if (options.decay != Decay::kTrained) {
      gate_weight_ = matrix(".gate.W", inputs, decays);
    }
    gate_bias_ = row(".gate.b", decays,
                     std::log(options.decay_value / (1 - options.decay_value)));
    if (options.decay == Decay::kInputAndState) {
      gate_state_ = matrix(".gate.U", hidden, decays);
    }
  }
  if (options.output_gate) {
    output_gate_weight_ = matrix(".outgate.W", inputs, hidden);
    output_gate_state_ = matrix(".outgate.U", hidden, hidden);
    output_gate_bias_ = row(".outgate.b", hidden, 0);
  }
  if (options.highway) {
    highway_weight_ = matrix(".highway.W", inputs, hidden);
    highway_bias_ = row(".highway.b", hidden, 0);
  }
}

RcnnInputs RcnnLayer::Project(Graph& graph, Var words) const {
  const auto use =
      [&](const std::optional<Parameter>& parameter) -> std::optional<Var> {
    if (!parameter) return std::nullopt;
    return graph.Use(*parameter);
  };
  RcnnInputs inputs{};
  inputs.form = options_.form;
  inputs.order = options_.order;
  inputs.candidates = MatMul(graph, words, graph.Use(weight_));
  inputs.bias = use(bias_);
  inputs.mix = use(mix_);
  inputs.output_matrix = use(output_matrix_);
  switch (options_.decay) {
    case Decay::kConstant:
      inputs.decay = graph.Constant(
          Matrix::Constant(1, 1, static_cast<Real>(options_.decay_value)));
      break;
    case Decay::kTrained:
      inputs.decay = Sigmoid(graph, graph.Use(*gate_bias_));
      break;
    case Decay::kInput:
      inputs.decay =
          Sigmoid(graph, Affine(graph, words, graph.Use(*gate_weight_),
                                graph.Use(*gate_bias_)));
      break;
    case Decay::kInputAndState:
      inputs.decay = Affine(graph, words, graph.Use(*gate_weight_),
                            graph.Use(*gate_bias_));
      inputs.decay_state = graph.Use(*gate_state_);
      break;
  }
  if (options_.output_gate) {
    inputs.output_gate = {Affine(graph, words, graph.Use(*output_gate_weight_),
                                 graph.Use(*output_gate_bias_)),
                          graph.Use(*output_gate_state_)};
  }
  if (options_.highway) {
    const Var gate = Affine(graph, words, graph.Use(*highway_weight_),
                            graph.Use(*highway_bias_));
    inputs.highway = {Sigmoid(graph, gate), words};
  }
  return inputs;
}

Sequences RcnnLayer::Apply(Graph& graph, const Sequences& input) const {
  RcnnInputs inputs = Project(graph, input.words);
  inputs.mask = input.mask;
  return AtEveryPosition(Rcnn(graph, inputs, input.batch, Direction::kForward),
                         input);
}

Sequences RcnnLayer::ApplyTraced(Graph& graph, const Sequences& input,
                                 std::vector<RcnnTrace>* traces) const {
  if (options_.form.pooling == NgramPooling::kMax) return Apply(graph, input);
  RcnnInputs inputs = Project(graph, input.words);
  inputs.mask = input.mask;
  RcnnRun run = RunRcnn(graph, inputs, input.batch, Direction::kForward,
                        Keep::kEverything);
  const Var states = run.states;
  traces->push_back({.inputs = std::move(inputs),
                     .words = input.batch,
                     .run = std::move(run)});
  return AtEveryPosition(states, input);
}

Result<std::vector<Index>> RcnnLayer::CarriedWidths() const {
  if (options_.form.pooling == NgramPooling::kMax) {
    return Problem(
        "pooling: expected sums, which go on from where they stopped, found "
        "max-pooling");
  }
  std::vector<Index> widths = {options_.hidden,
                               options_.order * options_.hidden};
  if (CountsNgrams(options_.form, options_.order)) {
    widths.push_back((options_.order - 1) * options_.hidden);
  }
  return widths;
}

Sequences RcnnLayer::ApplyFrom(Graph& graph, const Sequences& input,
                               std::span<Matrix> state) const {
  RcnnInputs inputs = Project(graph, input.words);
  inputs.mask = input.mask;
  inputs.start = {state[0], state[1],
                  state.size() > 2 ? state[2] : Matrix(state[0].rows(), 0)};
  RcnnRun run =
      RunRcnn(graph, inputs, input.batch, Direction::kForward, Keep::kStates);
  state[0] = std::move(run.last.h);
  state[1] = std::move(run.last.c);
  if (state.size() > 2) state[2] = std::move(run.last.counts);
  return AtEveryPosition(run.states, input);
}

std::vector<LayerTensor> RcnnLayer::Tensors() {
  const Index hidden = options_.hidden;
  std::vector<LayerTensor> tensors;
  for (Index j = 0; j < options_.order; ++j) {
    tensors.push_back({.name = "W." + std::to_string(j + 1),
                       .dims = {"h", "d"},
                       .parameter = &weight_,
                       .column = j * hidden,
                       .rows = hidden});
  }
  const auto add = [&](const char* name, std::vector<std::string> dims,
                       std::optional<Parameter>& parameter) {
    if (!parameter) return;
    tensors.push_back({.name = name,
                       .dims = std::move(dims),
                       .parameter = &*parameter,
                       .column = 0,
                       .rows = parameter->value.cols()});
  };
  const std::string decays = options_.scalar_decay ? "1" : "h";
  add("b", {"h"}, bias_);
  add("gate.W", {decays, "d"}, gate_weight_);
  add("gate.b", {decays}, gate_bias_);
  add("gate.U", {decays, "h"}, gate_state_);
  add("mix", {std::to_string(options_.order)}, mix_);
  add("O", {"h", "h"}, output_matrix_);
  // It is used as Oᵀs, which for row vectors is s O.
  if (output_matrix_) tensors.back().transposed = false;
  add("outgate.W", {"h", "d"}, output_gate_weight_);
  add("outgate.U", {"h", "h"}, output_gate_state_);
  add("outgate.b", {"h"}, output_gate_bias_);
  add("highway.W", {"h", "d"}, highway_weight_);
  add("highway.b", {"h"}, highway_bias_);
  return tensors;
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
