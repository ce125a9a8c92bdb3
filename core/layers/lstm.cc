#include "core/layers/lstm.h"

#include <functional>
#include <optional>
#include <utility>

#include "core/layers/check_size.h"
#include "core/layers/layer_names.h"

namespace whylight {

const Fields<LstmOptions>& LstmFields() {
  static const Names<LstmOutput> states = {{"h", LstmOutput::kH},
                                           {"c", LstmOutput::kC}};
  static const auto fields =
      Fields<LstmOptions>(
          "The long short-term memory (Goldberg15 section 11.2).")
          .Fixed("type", "lstm", "The long short-term memory.")
          .Choice("state", &LstmOptions::state, states,
                  "The output: the state h, or the cell c.")
          .Include(std::identity(), WidthFields<LstmOptions>());
  return fields;
}

Status CheckLstmOptions(const LstmOptions& options) {
  const Status inputs = CheckSize("lstm", "inputs", options.inputs);
  return inputs.ok() ? CheckSize("lstm", "hidden", options.hidden) : inputs;
}

std::uint64_t ParameterCount(const LstmOptions& options) {
  const auto hidden = static_cast<std::uint64_t>(options.hidden);
  const auto inputs = static_cast<std::uint64_t>(options.inputs);
  return 4 * hidden * (inputs + hidden + 1);
}

LstmLayer::LstmLayer(const std::string& name, const LstmOptions& options,
                     std::uint64_t seed)
    : options_(options),
      gates_(name, {"i.", "f.", "o.", "g."}, options.inputs, options.hidden,
             options.initialisation, seed) {
  gates_.bias().value.middleCols(options.hidden, options.hidden).setOnes();
}

LstmInputs LstmLayer::Inputs(Graph& graph, const Sequences& input) const {
  return {.words = gates_.Project(graph, input.words),
          .weights = gates_.UseStateWeight(graph),
          .mask = input.mask,
          .start = std::nullopt};
}

Sequences LstmLayer::Apply(Graph& graph, const Sequences& input) const {
  return Output(RunLstm(graph, Inputs(graph, input), input.batch), input);
}

Sequences LstmLayer::Output(const LstmRun& run, const Sequences& input) const {
  return AtEveryPosition(
      options_.state == LstmOutput::kC ? run.cells : run.states, input);
}

Result<std::vector<Index>> LstmLayer::CarriedWidths() const {
  return std::vector<Index>{options_.hidden, options_.hidden};
}

Sequences LstmLayer::ApplyFrom(Graph& graph, const Sequences& input,
                               std::span<Matrix> state) const {
  LstmInputs inputs = Inputs(graph, input);
  inputs.start = {state[0], state[1]};
  LstmRun run = RunLstm(graph, inputs, input.batch);
  state[0] = std::move(run.last.h);
  state[1] = std::move(run.last.c);
  return Output(run, input);
}

}  // namespace whylight
