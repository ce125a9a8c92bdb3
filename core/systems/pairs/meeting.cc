#include "core/systems/pairs/meeting.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/layers/bag.h"
#include "core/model/text_pooling.h"
#include "core/ops/ops.h"
#include "core/ops/subtract.h"

namespace whylight {
namespace {

constexpr char kComposition[] = "composition";

void AddParametersOf(std::vector<LayerTensor> tensors,
                     std::vector<Parameter*>* parameters) {
  for (const LayerTensor& tensor : tensors) {
    if (std::find(parameters->begin(), parameters->end(), tensor.parameter) ==
        parameters->end()) {
      parameters->push_back(tensor.parameter);
    }
  }
}

// The vector of each word at every position, zeros at padding.
Var AtPositions(Graph& graph, const Sequences& words) {
  return Gather(graph, words.words, words.batch.rows);
}

// x, y, x ⊙ y and x - y side by side.
Var SideBySide(Graph& graph, Var x, Var y) {
  return ConcatColumns(
      graph, ConcatColumns(graph, x, y),
      ConcatColumns(graph, Multiply(graph, x, y), Subtract(graph, x, y)));
}

AlignmentOptions AlignmentOf(const PairOptions& options, Index inputs) {
  return {.inputs = inputs, .hidden = options.align};
}

PairCompressionOptions CompressionOf(const PairOptions& options, Index inputs) {
  return {.inputs = inputs, .factors = options.factors};
}

Status CheckWidths(const PairOptions& options, Index inputs) {
  Status checked = CheckAlignmentOptions(AlignmentOf(options, inputs));
  if (!checked.ok() || options.kind != PairKind::kCafe) return checked;
  return CheckPairCompressionOptions(CompressionOf(options, inputs));
}

}  // namespace

WordMeeting::WordMeeting(const PairOptions& options, Index inputs,
                         std::uint64_t seed)
    : kind_(options.kind), inputs_(inputs) {
  const AlignmentOptions alignment = AlignmentOf(options, inputs);
  align_ = std::make_unique<AlignmentLayer>("align", alignment, seed);
  if (kind_ == PairKind::kCafe) {
    const PairCompressionOptions numbers = CompressionOf(options, inputs);
    own_align_ = std::make_unique<AlignmentLayer>("own_align", alignment, seed);
    own_numbers_ =
        std::make_unique<PairCompression>("own_numbers", numbers, seed);
    other_numbers_ =
        std::make_unique<PairCompression>("other_numbers", numbers, seed);
  } else {
    compare_ = std::make_unique<Dense>("compare", 4 * inputs, options.compare,
                                       seed, Initialisation::kHe);
  }
}

Index WordMeeting::compared() const {
  return kind_ == PairKind::kCafe ? inputs_ + 2 * PairCompression::kOutputs
                                  : compare_->weight().value.cols();
}

Result<WordMeeting> WordMeeting::Make(const PairOptions& options, Index inputs,
                                      std::uint64_t seed) {
  if (Status checked = CheckWidths(options, inputs); !checked.ok()) {
    return checked.error();
  }
  WordMeeting meeting(options, inputs, seed);
  Result<LayerList> composition =
      MakeNewLayers(options.composition, kComposition, meeting.compared(),
                    kComposition, seed);
  if (!composition.ok()) return composition.error();
  meeting.composition_ = std::move(composition).value();
  return meeting;
}

Result<WordMeeting> WordMeeting::Load(const PairOptions& options, Index inputs,
                                      const SafetensorsView& tensors,
                                      std::string_view file) {
  if (Status checked = CheckWidths(options, inputs); !checked.ok()) {
    return BadConfig(checked.error().message);
  }
  // Before memory is taken for as many.
  const bool cafe = options.kind == PairKind::kCafe;
  const Index numbers = inputs * (cafe ? 2 * options.align + 8 * options.factors
                                       : options.align + 4 * options.compare);
  if (Status fits = CheckModelSize(static_cast<std::uint64_t>(numbers), file);
      !fits.ok()) {
    return fits.error();
  }
  WordMeeting meeting(options, inputs, 0);
  Status read = ReadParameters(tensors, meeting.OwnParameters());
  if (!read.ok()) return read.error();
  Result<LayerList> composition =
      LoadLayers(options.composition, "composition: ", meeting.compared(),
                 tensors, kComposition);
  if (!composition.ok()) return composition.error();
  meeting.composition_ = std::move(composition).value();
  return meeting;
}

Status WordMeeting::Save(Dtype dtype, TensorCollector* tensors) const {
  // Only asked where they are.
  for (const Parameter* parameter :
       const_cast<WordMeeting*>(this)->OwnParameters()) {
    Status added = tensors->Add(parameter->name, parameter->value, dtype);
    if (!added.ok()) return added;
  }
  return SaveLayers(composition_, kComposition, dtype, tensors);
}

Index WordMeeting::outputs() const {
  const Index width =
      composition_.empty() ? compared() : composition_.back()->outputs();
  switch (kind_) {
    case PairKind::kCafe:
      return 8 * width;
    case PairKind::kEsim:
      return 4 * width;
    default:
      return 2 * width;
  }
}

Sequences WordMeeting::Compare(Graph& graph, const PairSide& side,
                               const Attention& read,
                               std::uint64_t reader) const {
  const Var words = AtPositions(graph, side.words);
  if (kind_ != PairKind::kCafe) {
    const Sequences both =
        AtEveryPosition(SideBySide(graph, words, read.vectors), side.words);
    return AtEveryPosition(
        Relu(graph,
             compare_->Apply(
                 graph, DropOfWords(graph, both, side.dropout, reader).words)),
        side.words);
  }
  const Var own = own_align_->AlignToItself(graph, side.words).words;
  const Var numbers =
      ConcatColumns(graph, own_numbers_->Apply(graph, own, words),
                    other_numbers_->Apply(graph, read.vectors, words));
  return AtEveryPosition(ConcatColumns(graph, words, numbers), side.words);
}

Var WordMeeting::PoolSide(Graph& graph, const PairSide& side,
                          const Sequences& words, std::uint64_t reader) const {
  if (kind_ == PairKind::kDecomposable) {
    const BagLayer sum(
        {.inputs = graph.value(words.words).cols(), .mode = BagMode::kSum});
    return sum.Apply(graph, words).words;
  }
  const Sequences dropped = DropOfWords(graph, words, side.dropout, reader);
  const Sequences read = ReadLayers(graph, composition_, dropped.words,
                                    dropped.batch, side.dropout, reader);
  return ConcatColumns(graph, PoolWords(graph, read, TextPooling::kMax),
                       PoolWords(graph, read, TextPooling::kMean));
}

Var WordMeeting::Apply(Graph& graph, const PairSide& first,
                       const PairSide& second, std::uint64_t reader) const {
  const Alignment aligned = Align(graph, first.words, second.words);
  const auto pool = [&](const PairSide& side, const Attention& read) {
    return PoolSide(graph, side, Compare(graph, side, read, reader),
                    reader + 1);
  };
  const Var x = pool(first, aligned.left);
  const Var y = pool(second, aligned.right);
  return kind_ == PairKind::kCafe ? SideBySide(graph, x, y)
                                  : ConcatColumns(graph, x, y);
}

std::vector<Parameter*> WordMeeting::OwnParameters() {
  std::vector<Parameter*> parameters;
  AddParametersOf(align_->Tensors(), &parameters);
  if (compare_) {
    for (Parameter* parameter : compare_->Parameters()) {
      parameters.push_back(parameter);
    }
    return parameters;
  }
  AddParametersOf(own_align_->Tensors(), &parameters);
  AddParametersOf(own_numbers_->Tensors(), &parameters);
  AddParametersOf(other_numbers_->Tensors(), &parameters);
  return parameters;
}

std::vector<Parameter*> WordMeeting::Parameters() {
  std::vector<Parameter*> parameters = OwnParameters();
  for (const auto& layer : composition_) {
    for (Parameter* parameter : layer->Parameters()) {
      parameters.push_back(parameter);
    }
  }
  return parameters;
}

}  // namespace whylight
