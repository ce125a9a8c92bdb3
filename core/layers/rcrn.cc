#include "core/layers/rcrn.h"

#include "core/format/fields.h"
#include "core/layers/dims.h"
#include "core/ops/gated_average.h"

namespace whylight {
namespace {

Error RcrnProblem(const std::string& message) {
  return {ErrorCode::kInvalidArgument, "rcrn: " + message};
}

Error UnequalWidths(const std::string& what, Index controller, Index listener) {
  return RcrnProblem("expected layers that " + what +
                     " vectors of one width, found a controller's " +
                     std::to_string(controller) + " and the listener's " +
                     std::to_string(listener));
}

}  // namespace

const Fields<RcrnOptions>& RcrnFields() {
  static const Names<RcrnOutput> outputs = {{"gated", RcrnOutput::kGated},
                                            {"printed", RcrnOutput::kPrinted}};
  static const auto fields =
      Fields<RcrnOptions>()
          .Choice("output", &RcrnOptions::output, outputs,
                  "`gated`: σ(h²) ⊙ c⁴, as the text of the source has it; "
                  "`printed`: h² ⊙ c³, as its equation 9.16 has it, of `lstm`.")
          .Number("gain", &RcrnOptions::gain, {0, 100},
                  "Factor of the controllers' states before they become gates.")
          .When("output is gated");
  return fields;
}

Result<Rcrn> Rcrn::Make(std::unique_ptr<SequenceLayer> forget,
                        std::unique_ptr<SequenceLayer> output,
                        std::unique_ptr<SequenceLayer> listener,
                        const RcrnOptions& options) {
  for (const SequenceLayer* controller : {forget.get(), output.get()}) {
    if (controller == nullptr) continue;
    if (controller->inputs() != listener->inputs()) {
      return UnequalWidths("read", controller->inputs(), listener->inputs());
    }
    if (controller->outputs() != listener->outputs()) {
      return UnequalWidths("give", controller->outputs(), listener->outputs());
    }
  }
  if (listener->word_output() == WordOutput::kOther) {
    return RcrnProblem(
        "expected a layer that gives a vector at every word, found one that "
        "pools or has windows");
  }
  return Rcrn(std::move(forget), std::move(output), std::move(listener),
              options);
}

WordOutput Rcrn::word_output() const {
  const WordOutput given = listener_->word_output();
  // c⁴ turns candidates into states.
  return given == WordOutput::kCandidate ? WordOutput::kState : given;
}

Sequences Rcrn::Control(Graph& graph, const Sequences& input, Read read) const {
  const auto words = [&](const SequenceLayer& layer) {
    return (layer.*read)(graph, input).words;
  };
  GatedAverageInputs inputs{};
  const Sequences heard = (*listener_.*read)(graph, input);
  inputs.fresh = heard.words;
  inputs.output = words(*output_);
  if (options_.output == RcrnOutput::kPrinted) {
    inputs.output_form = GateForm::kLinear;
  } else {
    inputs.forget = words(*forget_);
  }
  inputs.gain = static_cast<Real>(options_.gain);
  inputs.mask = heard.mask;
  return AtEveryPosition(GatedAverage(graph, inputs, heard.batch), heard);
}

Sequences Rcrn::Apply(Graph& graph, const Sequences& input) const {
  return Control(graph, input, &SequenceLayer::Apply);
}

Sequences Rcrn::ApplyAtEveryWord(Graph& graph, const Sequences& input) const {
  return Control(graph, input, &SequenceLayer::ApplyAtEveryWord);
}

std::vector<LayerTensor> Rcrn::Tensors() {
  std::vector<LayerTensor> tensors;
  if (forget_) AddInnerTensors("forget.", *forget_, &tensors);
  AddInnerTensors("output.", *output_, &tensors);
  AddInnerTensors("listener.", *listener_, &tensors);
  return tensors;
}

}  // namespace whylight
