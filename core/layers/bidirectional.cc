#include "core/layers/bidirectional.h"

#include <utility>

#include "core/layers/dims.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

// Every sequence from its last word to its first; padding stays at the end.
SequenceBatch Reversed(const SequenceBatch& batch) {
  SequenceBatch reversed = batch;
  for (Index b = 0; b < batch.batch(); ++b) {
    const Index length = batch.lengths[static_cast<std::size_t>(b)];
    for (Index t = 0; t < length; ++t) {
      reversed.rows[static_cast<std::size_t>(t * batch.batch() + b)] =
          batch.row(length - 1 - t, b);
    }
  }
  return reversed;
}

Sequences Reversed(Graph& graph, const Sequences& input) {
  Sequences reversed{input.words, Reversed(input.batch), std::nullopt};
  if (input.mask) {
    const SequenceBatch positions = AtEveryPosition(*input.mask, input).batch;
    reversed.mask = Gather(graph, *input.mask, Reversed(positions).rows);
  }
  return reversed;
}

}  // namespace

Result<Bidirectional> Bidirectional::Make(
    std::unique_ptr<SequenceLayer> forward,
    std::unique_ptr<SequenceLayer> backward) {
  if (forward->inputs() != backward->inputs()) {
    return Error{ErrorCode::kInvalidArgument,
                 "bidirectional: expected two layers that read vectors of one "
                 "width, found forward " +
                     std::to_string(forward->inputs()) + ", backward " +
                     std::to_string(backward->inputs())};
  }
  return Bidirectional(std::move(forward), std::move(backward));
}

std::string Bidirectional::OutputDim() const {
  const std::string forward = forward_->OutputDim();
  const std::string backward = backward_->OutputDim();
  if (forward != backward) return forward + "+" + backward;
  return IsPlainDim(forward) ? "2" + forward : "2(" + forward + ")";
}

Sequences Bidirectional::Apply(Graph& graph, const Sequences& input) const {
  const Sequences forward = forward_->Apply(graph, input);
  return SideBySide(graph, forward,
                    backward_->Apply(graph, Reversed(graph, input)));
}

Sequences Bidirectional::ApplyAtEveryWord(Graph& graph,
                                          const Sequences& input) const {
  const Sequences forward = forward_->ApplyAtEveryWord(graph, input);
  return SideBySide(graph, forward,
                    backward_->ApplyAtEveryWord(graph, Reversed(graph, input)));
}

Var Bidirectional::LastState(Graph& graph, const Sequences& given) const {
  const auto half = [&](Index first, Index count) {
    return Columns(graph, given.words, first, count);
  };
  const Sequences forward{half(0, forward_->outputs()), given.batch,
                          given.mask};
  const Sequences backward{half(forward_->outputs(), backward_->outputs()),
                           given.batch, given.mask};
  return ConcatColumns(graph, forward_->LastState(graph, forward),
                       backward_->LastState(graph, Reversed(graph, backward)));
}

Sequences Bidirectional::ApplyTraced(Graph& graph, const Sequences& input,
                                     std::vector<RcnnTrace>* traces) const {
  const Sequences forward = forward_->ApplyTraced(graph, input, traces);
  std::vector<RcnnTrace> reversed;
  const Sequences backward =
      backward_->ApplyTraced(graph, Reversed(graph, input), &reversed);
  for (RcnnTrace& trace : reversed) {
    trace.column += forward_->outputs();
    trace.reversed = !trace.reversed;
    traces->push_back(std::move(trace));
  }
  return SideBySide(graph, forward, backward);
}

Sequences Bidirectional::SideBySide(Graph& graph, const Sequences& forward,
                                    const Sequences& backward) {
  const Var both = ConcatColumns(
      graph, Gather(graph, forward.words, forward.batch.rows),
      Gather(graph, backward.words, Reversed(backward.batch).rows));
  return AtEveryPosition(both, forward);
}

std::vector<LayerTensor> Bidirectional::Tensors() {
  std::vector<LayerTensor> tensors;
  AddInnerTensors("forward.", *forward_, &tensors);
  AddInnerTensors("backward.", *backward_, &tensors);
  return tensors;
}

}  // namespace whylight
