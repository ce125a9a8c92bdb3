// Any layer over sequences in both directions (Goldberg15 section 10).
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/layers/sequence_layer.h"

namespace whylight {

/// The output of one layer for the sequences, side by side with that of another
/// for them read backwards: at each position the vectors of both.
///
/// The state after the whole text stands at its last word in the first half
/// and at its first word in the second.
class Bidirectional : public SequenceLayer {
 public:
  /// Both must read vectors of one width. Their parameters should be called
  /// differently.
  static Result<Bidirectional> Make(std::unique_ptr<SequenceLayer> forward,
                                    std::unique_ptr<SequenceLayer> backward);

  Index inputs() const override { return forward_->inputs(); }
  Index outputs() const override {
    return forward_->outputs() + backward_->outputs();
  }
  std::string OutputDim() const override;
  WordOutput word_output() const override {
    return std::min(forward_->word_output(), backward_->word_output());
  }
  Sequences Apply(Graph& graph, const Sequences& input) const override;
  Sequences ApplyAtEveryWord(Graph& graph,
                             const Sequences& input) const override;
  Var LastState(Graph& graph, const Sequences& given) const override;
  Sequences ApplyTraced(Graph& graph, const Sequences& input,
                        std::vector<RcnnTrace>* traces) const override;
  /// Those of the two, called forward.* and backward.*.
  std::vector<LayerTensor> Tensors() override;

 private:
  Bidirectional(std::unique_ptr<SequenceLayer> forward,
                std::unique_ptr<SequenceLayer> backward)
      : forward_(std::move(forward)), backward_(std::move(backward)) {}

  static Sequences SideBySide(Graph& graph, const Sequences& forward,
                              const Sequences& backward);

  std::unique_ptr<SequenceLayer> forward_;
  std::unique_ptr<SequenceLayer> backward_;
};

}  // namespace whylight
