#include "core/layers/dcu.h"

#include <nlohmann/json.hpp>

#include "core/base/first_characters.h"
#include "core/format/json.h"
#include "core/layers/check_size.h"
#include "core/layers/layer_names.h"
#include "core/ops/blocks.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

constexpr char kRangesHelp[] =
    "Words in a block of each range: up to 16 whole "
    "numbers from 1 to 4096, each "
    "larger than the one before.";

bool AreRanges(const std::vector<Index>& ranges) {
  Index before = 0;
  for (const Index range : ranges) {
    if (range <= before || range > kMaxDcuRange) return false;
    before = range;
  }
  return !ranges.empty() &&
         ranges.size() <= static_cast<std::size_t>(kMaxDcuRanges);
}

Status ReadRanges(const nlohmann::json& list, const std::string& where,
                  DcuOptions* options) {
  options->ranges.clear();
  bool whole = list.is_array();
  for (std::size_t i = 0; whole && i < list.size(); ++i) {
    const std::int64_t range =
        list[i].is_number_integer() ? list[i].get<std::int64_t>() : 0;
    options->ranges.push_back(static_cast<Index>(range));
    whole = range >= 1 && range <= kMaxDcuRange;
  }
  if (whole) return {};
  return Error{ErrorCode::kInvalidArgument,
               where + ": expected a list of whole numbers from 1 to " +
                   std::to_string(kMaxDcuRange) + ", found " +
                   FirstCharacters(DumpJson(list))};
}

}  // namespace

const Fields<DcuOptions>& DcuFields() {
  static const Names<DcuForm> forms = {{"simple", DcuForm::kSimple},
                                       {"recurrent", DcuForm::kRecurrent}};
  static const Names<Activation> gates = {{"relu", Activation::kRelu},
                                          {"identity", Activation::kIdentity}};
  static const Names<GateForm> outputs = {{"linear", GateForm::kLinear},
                                          {"logistic", GateForm::kLogistic}};
  static const auto fields =
      Fields<DcuOptions>(
          "Gates composed of blocks of words at several ranges (Tay19 chapter "
          "8).")
          .Fixed("type", "dcu", "A dilated composition unit.")
          .Other(
              "ranges", "readonly number[]", ReadRanges,
              [](const DcuOptions& options) {
                return nlohmann::ordered_json(options.ranges);
              },
              kRangesHelp)
          .Choice("form", &DcuOptions::form, forms,
                  "What the gates do: `simple`: mix each word with a dense "
                  "layer of it; `recurrent`: govern a cell.")
          .Choice("gate", &DcuOptions::gate, gates,
                  "Activation of the dense layer below the gate.")
          .Choice("output_gate", &DcuOptions::output_gate, outputs,
                  "The form of the cell's output gate.")
          .When("form is recurrent")
          .Choice("initialisation", &DcuOptions::initialisation,
                  InitialisationNames(), "How matrices are initialised.")
          .When("the layer is to be trained");
  return fields;
}

Status CheckDcuOptions(const DcuOptions& options) {
  if (!AreRanges(options.ranges)) {
    return ExpectedField(
        "dcu", "ranges",
        "1 to " + std::to_string(kMaxDcuRanges) + " whole numbers from 1 to " +
            std::to_string(kMaxDcuRange) + ", each larger than the one before",
        nlohmann::json(options.ranges));
  }
  return CheckSize("dcu", "inputs", options.inputs);
}

DcuLayer::DcuLayer(const std::string& name, const DcuOptions& options,
                   std::uint64_t seed)
    : options_(options),
      gate_bias_{name + ".gate.1.b", Matrix::Zero(1, options.inputs)},
      gate_(name + ".gate.2", options.inputs, options.inputs, seed,
            options.initialisation),
      fresh_(name + ".fresh", options.inputs, options.inputs, seed,
             options.initialisation) {
  const Index d = options.inputs;
  const auto count = static_cast<Index>(options.ranges.size());
  // The parts of W_1 start as the one matrix that they are.
  const Matrix gate = InitialMatrix(options.initialisation, count * d, d, seed,
                                    name + ".gate.1.W");
  for (Index i = 0; i < count; ++i) {
    const Index range = options.ranges[static_cast<std::size_t>(i)];
    const std::string number = std::to_string(range);
    ranges_.push_back(
        {range,
         Dense(name + ".fold." + number, d, d, seed, options.initialisation),
         {name + ".gate.1.W." + number, gate.middleRows(i * d, d)}});
  }
  if (options.form == DcuForm::kRecurrent) {
    output_.emplace_back(name + ".output", d, d, seed, options.initialisation);
  }
}

Var DcuLayer::Gate(Graph& graph, const Sequences& words) const {
  std::vector<Blocks> parts;
  for (const Composed& composed : ranges_) {
    // Blocks of one word are computed once for each distinct word.
    const bool single = composed.range == 1;
    const Var sums =
        single ? words.words
               : FoldBlocks(graph, words.words, words.batch, composed.range);
    // W_1 sees every block once, not at every word of it.
    const Var part =
        MatMul(graph, Relu(graph, composed.fold.Apply(graph, sums)),
               graph.Use(composed.gate));
    parts.push_back({single ? Gather(graph, part, words.batch.rows) : part,
                     composed.range});
  }
  const Var mixed = AddBias(graph, UnfoldBlocks(graph, parts, words.batch),
                            graph.Use(gate_bias_));
  return Activate(graph, gate_.Apply(graph, Relu(graph, mixed)), options_.gate);
}

Sequences DcuLayer::Apply(Graph& graph, const Sequences& input) const {
  const Sequences read = SelectedWords(graph, input);
  const auto at_words = [&](Var table) {
    return Gather(graph, table, read.batch.rows);
  };
  const Var g = Gate(graph, read);
  const Var z = at_words(Tanh(graph, fresh_.Apply(graph, read.words)));
  if (options_.form == DcuForm::kSimple) {
    return AtEveryPosition(
        Blend(graph, Sigmoid(graph, g), at_words(read.words), z), read);
  }
  GatedAverageInputs cell{};
  cell.fresh = z;
  cell.forget = g;
  cell.output = at_words(output_.front().Apply(graph, read.words));
  cell.output_form = options_.output_gate;
  const SequenceBatch positions = AtEveryPosition(g, read).batch;
  return AtEveryPosition(GatedAverage(graph, cell, positions), read);
}

std::vector<LayerTensor> DcuLayer::Tensors() {
  const Index d = options_.inputs;
  std::vector<LayerTensor> tensors;
  const auto add = [&](const std::string& name, Dense& dense) {
    tensors.push_back({name + ".W", {"d", "d"}, &dense.weight(), 0, d});
    tensors.push_back({name + ".b", {"d"}, &dense.bias(), 0, d});
  };
  for (Composed& composed : ranges_) {
    const std::string number = std::to_string(composed.range);
    add("fold." + number, composed.fold);
    tensors.push_back({"gate.1.W." + number, {"d", "d"}, &composed.gate, 0, d});
  }
  tensors.push_back({"gate.1.b", {"d"}, &gate_bias_, 0, d});
  add("gate.2", gate_);
  add("fresh", fresh_);
  for (Dense& output : output_) add("output", output);
  return tensors;
}

}  // namespace whylight
