// Layers over sequences, one after the other (Goldberg15 section 10).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/layers/sequence_layer.h"

namespace whylight {

/// The output of a stack.
enum class StackOutput {
  kLast,  ///< What its last layer gives.
  kAll,   ///< What all its layers give, side by side at each word; none of
          ///< them may be WordOutput::kOther.
};

/// Each layer reads what the one before gives.
class Stacked : public SequenceLayer {
 public:
  /// At least one layer, each as wide as the next one reads and of a kind that
  /// `output` allows. Their parameters should be called differently.
  static Result<Stacked> Make(
      std::vector<std::unique_ptr<SequenceLayer>> layers,
      StackOutput output = StackOutput::kLast);

  Index inputs() const override { return layers_.front()->inputs(); }
  Index outputs() const override;
  std::string OutputDim() const override;
  WordOutput word_output() const override;
  /// Side by side, all layers speak of the same words: of every word if all can
  /// (`ApplyAtEveryWord`), else of the selected ones alone.
  Sequences Apply(Graph& graph, const Sequences& input) const override;
  Sequences ApplyAtEveryWord(Graph& graph,
                             const Sequences& input) const override;
  Var LastState(Graph& graph, const Sequences& given) const override;
  /// Side by side, without a mask.
  Sequences ApplyTraced(Graph& graph, const Sequences& input,
                        std::vector<RcnnTrace>* traces) const override;
  /// Those of the layers, one after the other.
  Result<std::vector<Index>> CarriedWidths() const override;
  Sequences ApplyFrom(Graph& graph, const Sequences& input,
                      std::span<Matrix> state) const override;
  /// Those of the layers, called 1.*, 2.*, ...; the symbol h of layer 1 is now
  /// h.1, and what layer 1 gives takes the place of layer 2's d.
  std::vector<LayerTensor> Tensors() override;

 private:
  Stacked(std::vector<std::unique_ptr<SequenceLayer>> layers,
          StackOutput output)
      : layers_(std::move(layers)), output_(output) {}

  // `run` gives what the k-th layer gives for its input.
  Sequences RunLayers(
      Graph& graph, const Sequences& input,
      const std::function<Sequences(std::size_t, const Sequences&)>& run) const;

  // The output of each layer, in this stack's symbols.
  std::vector<std::string> GivenDims() const;

  std::vector<std::unique_ptr<SequenceLayer>> layers_;
  StackOutput output_;
};

}  // namespace whylight
