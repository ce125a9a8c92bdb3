#include "core/layers/stacked.h"

#include <algorithm>
#include <optional>

#include "core/layers/dims.h"
#include "core/ops/ops.h"

namespace whylight {

Result<Stacked> Stacked::Make(
    std::vector<std::unique_ptr<SequenceLayer>> layers, StackOutput output) {
  if (layers.empty()) {
    return Error{ErrorCode::kInvalidArgument,
                 "stack: expected at least one layer, found none"};
  }
  for (std::size_t k = 1; k < layers.size(); ++k) {
    if (layers[k]->inputs() != layers[k - 1]->outputs()) {
      return Error{ErrorCode::kInvalidArgument,
                   "stack: expected layer " + std::to_string(k + 1) +
                       " to read vectors of width " +
                       std::to_string(layers[k - 1]->outputs()) +
                       ", which layer " + std::to_string(k) + " gives, found " +
                       std::to_string(layers[k]->inputs())};
    }
  }
  // All of one layer is the last.
  if (layers.size() == 1) output = StackOutput::kLast;
  if (output == StackOutput::kAll) {
    for (std::size_t k = 0; k < layers.size(); ++k) {
      if (layers[k]->word_output() != WordOutput::kOther) continue;
      return Error{ErrorCode::kInvalidArgument,
                   "stack: expected layers that give a vector at every word, "
                   "to stand side by side (\"output\": \"all\"), found layer " +
                       std::to_string(k + 1) +
                       ", which pools or gives other windows"};
    }
  }
  return Stacked(std::move(layers), output);
}

Index Stacked::outputs() const {
  if (output_ == StackOutput::kLast) return layers_.back()->outputs();
  Index outputs = 0;
  for (const auto& layer : layers_) outputs += layer->outputs();
  return outputs;
}

std::vector<std::string> Stacked::GivenDims() const {
  std::vector<std::string> given;
  for (std::size_t k = 0; k < layers_.size(); ++k) {
    given.push_back(StackedDim(layers_[k]->OutputDim(), k + 1,
                               k == 0 ? "d" : given.back()));
  }
  return given;
}

std::string Stacked::OutputDim() const {
  const std::vector<std::string> given = GivenDims();
  if (output_ == StackOutput::kLast) return given.back();
  std::string sum = given.front();
  for (std::size_t k = 1; k < given.size(); ++k) sum += "+" + given[k];
  return sum;
}

Sequences Stacked::RunLayers(
    Graph& graph, const Sequences& input,
    const std::function<Sequences(std::size_t, const Sequences&)>& run) const {
  Sequences sequences = run(0, input);
  if (output_ == StackOutput::kLast) {
    for (std::size_t k = 1; k < layers_.size(); ++k) {
      sequences = run(k, sequences);
    }
    return sequences;
  }
  const auto at_positions = [&] {
    return Gather(graph, sequences.words, sequences.batch.rows);
  };
  Var all = at_positions();
  for (std::size_t k = 1; k < layers_.size(); ++k) {
    sequences = run(k, sequences);
    all = ConcatColumns(graph, all, at_positions());
  }
  return AtEveryPosition(all, sequences);
}

Sequences Stacked::Apply(Graph& graph, const Sequences& input) const {
  const bool side_by_side = output_ == StackOutput::kAll && input.mask;
  if (side_by_side && word_output() >= WordOutput::kCandidate) {
    return ApplyAtEveryWord(graph, input);
  }
  // Some layers give nothing at words left out: then none may.
  return RunLayers(graph, side_by_side ? SelectedWords(graph, input) : input,
                   [&](std::size_t k, const Sequences& read) {
                     return layers_[k]->Apply(graph, read);
                   });
}

WordOutput Stacked::word_output() const {
  WordOutput least = WordOutput::kState;
  for (const auto& layer : layers_) {
    least = std::min(least, layer->word_output());
  }
  // The last layer may turn candidates into states again.
  return output_ == StackOutput::kLast && least == WordOutput::kCandidate
             ? layers_.back()->word_output()
             : least;
}

Sequences Stacked::ApplyAtEveryWord(Graph& graph,
                                    const Sequences& input) const {
  return RunLayers(graph, input, [&](std::size_t k, const Sequences& read) {
    return layers_[k]->ApplyAtEveryWord(graph, read);
  });
}

Var Stacked::LastState(Graph& graph, const Sequences& given) const {
  if (output_ == StackOutput::kLast) {
    return layers_.back()->LastState(graph, given);
  }
  std::optional<Var> all;
  Index column = 0;
  for (const auto& layer : layers_) {
    Sequences own = given;
    own.words = Columns(graph, given.words, column, layer->outputs());
    column += layer->outputs();
    const Var last = layer->LastState(graph, own);
    all = all ? ConcatColumns(graph, *all, last) : last;
  }
  return *all;
}

Sequences Stacked::ApplyTraced(Graph& graph, const Sequences& input,
                               std::vector<RcnnTrace>* traces) const {
  Index column = 0;
  return RunLayers(graph, input, [&](std::size_t k, const Sequences& read) {
    std::vector<RcnnTrace> of_layer;
    Sequences given = layers_[k]->ApplyTraced(graph, read, &of_layer);
    if (output_ == StackOutput::kLast && k + 1 < layers_.size()) return given;
    for (RcnnTrace& trace : of_layer) {
      trace.column += column;
      traces->push_back(std::move(trace));
    }
    column += layers_[k]->outputs();
    return given;
  });
}

Result<std::vector<Index>> Stacked::CarriedWidths() const {
  std::vector<Index> all;
  for (const auto& layer : layers_) {
    const Result<std::vector<Index>> widths = layer->CarriedWidths();
    if (!widths.ok()) return widths.error();
    all.insert(all.end(), widths.value().begin(), widths.value().end());
  }
  return all;
}

Sequences Stacked::ApplyFrom(Graph& graph, const Sequences& input,
                             std::span<Matrix> state) const {
  return RunLayers(graph, input, [&](std::size_t k, const Sequences& read) {
    const std::size_t count = layers_[k]->CarriedWidths().value().size();
    const std::span<Matrix> of_layer = state.first(count);
    state = state.subspan(count);
    return layers_[k]->ApplyFrom(graph, read, of_layer);
  });
}

std::vector<LayerTensor> Stacked::Tensors() {
  const std::vector<std::string> given = GivenDims();
  std::vector<LayerTensor> tensors;
  for (std::size_t k = 0; k < layers_.size(); ++k) {
    const std::string number = std::to_string(k + 1);
    for (LayerTensor tensor : layers_[k]->Tensors()) {
      tensor.name = number + "." + tensor.name;
      for (std::string& dim : tensor.dims) {
        dim = StackedDim(dim, k + 1, k == 0 ? "d" : given[k - 1]);
      }
      tensors.push_back(std::move(tensor));
    }
  }
  return tensors;
}

}  // namespace whylight
