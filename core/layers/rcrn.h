// Recurrently controlled recurrent networks (Tay, Luu and Hui 2018; Tay19
// chapter 9).
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/layers/sequence_layer.h"

namespace whylight {

/// Readings of equation 9.16, which the text about it contradicts.
enum class RcrnOutput {
  kGated,    ///< σ(h²) ⊙ c⁴: h² is the output gate, as the text has it.
  kPrinted,  ///< h² ⊙ c³: as it is printed, which reads neither c⁴ nor h¹.
};

struct RcrnOptions {
  RcrnOutput output = RcrnOutput::kGated;
  /// What h¹ and h² are multiplied by before they become gates. States of an
  /// LSTM lie between -1 and 1: with 1, gates lie in (.269, .731).
  double gain = 1;
};

/// Their fields.
const Fields<RcrnOptions>& RcrnFields();

/// Two layers control what a third one, the listener, passes on. With h¹ and
/// h², what the controllers give at a word, and h³, what the listener gives:
///   c⁴[t] = σ(h¹[t]) ⊙ c⁴[t-1] + (1 - σ(h¹[t])) ⊙ h³[t],  c⁴[0] = 0
///   h⁴[t] = σ(h²[t]) ⊙ c⁴[t]
/// The three read the same words and know nothing of each other; in Tay19 each
/// is an LSTM or a GRU in both directions, and c⁴ goes forwards whatever they
/// do. At a word that the mask leaves out, c⁴ and h⁴ are carried.
class Rcrn : public SequenceLayer {
 public:
  /// The layers must read vectors of one width, and give vectors of one width,
  /// one at every word; else the error says which do not. With kPrinted there
  /// is no `forget`, and `listener` gives its cells, c³. Their parameters
  /// should be called differently.
  static Result<Rcrn> Make(std::unique_ptr<SequenceLayer> forget,
                           std::unique_ptr<SequenceLayer> output,
                           std::unique_ptr<SequenceLayer> listener,
                           const RcrnOptions& options);

  Index inputs() const override { return listener_->inputs(); }
  Index outputs() const override { return listener_->outputs(); }
  std::string OutputDim() const override { return listener_->OutputDim(); }
  WordOutput word_output() const override;
  Sequences Apply(Graph& graph, const Sequences& input) const override;
  Sequences ApplyAtEveryWord(Graph& graph,
                             const Sequences& input) const override;
  /// Those of the layers, called forget.*, output.* and listener.*.
  std::vector<LayerTensor> Tensors() override;

 private:
  using Read = Sequences (SequenceLayer::*)(Graph&, const Sequences&) const;

  Rcrn(std::unique_ptr<SequenceLayer> forget,
       std::unique_ptr<SequenceLayer> output,
       std::unique_ptr<SequenceLayer> listener, const RcrnOptions& options)
      : options_(options),
        forget_(std::move(forget)),
        output_(std::move(output)),
        listener_(std::move(listener)) {}

  // `read` is how each of the layers is applied.
  Sequences Control(Graph& graph, const Sequences& input, Read read) const;

  RcrnOptions options_;
  std::unique_ptr<SequenceLayer> forget_;  // Null with kPrinted.
  std::unique_ptr<SequenceLayer> output_;
  std::unique_ptr<SequenceLayer> listener_;
};

}  // namespace whylight
