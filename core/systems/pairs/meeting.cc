#include "core/systems/pairs/meeting.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/layers/bag.h"
#include "core/model/text_pooling.h"
#include "core/ops/ops.h"
#include "core/ops/pair_pooling.h"
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

// Row b at every position of text b, zeros at padding.
Var AtPositionsOfTexts(Graph& graph, Var rows, const SequenceBatch& batch) {
  std::vector<std::int32_t> texts;
  for (Index t = 0; t < batch.max_length; ++t) {
    for (Index b = 0; b < batch.batch(); ++b) {
      const bool inside = t < batch.lengths[static_cast<std::size_t>(b)];
      texts.push_back(inside ? static_cast<std::int32_t>(b) : -1);
    }
  }
  return Gather(graph, rows, texts);
}

// The words of each text summed by the softmax of what each has in common with
// the other text, and this vector at all its positions.
Var SumByScores(Graph& graph, const Sequences& words, const Alignment& aligned,
                Asks asks, PairPooling pooling) {
  const Var scores = PoolPairScores(graph, aligned.scores, aligned.pairs, asks,
                                    std::nullopt, pooling);
  const Var weights =
      SoftmaxOverWords(graph, scores, words.batch.lengths, std::nullopt);
  return AtPositionsOfTexts(
      graph, WeightedSumOverWords(graph, words.words, words.batch, weights),
      words.batch);
}

AlignmentOptions AlignmentOf(const PairOptions& options, Index inputs) {
  return {.inputs = inputs, .hidden = options.align};
}

PairCompressionOptions CompressionOf(const PairOptions& options, Index inputs) {
  return {.inputs = inputs,
          .compression = options.compression,
          .factors = options.factors};
}

Status CheckWidths(const PairOptions& options, Index inputs) {
  Status checked = CheckAlignmentOptions(AlignmentOf(options, inputs));
  if (!checked.ok() || !options.words_get_numbers()) return checked;
  return CheckPairCompressionOptions(CompressionOf(options, inputs));
}

}  // namespace

WordMeeting::WordMeeting(const PairOptions& options, Index inputs,
                         std::uint64_t seed)
    : kind_(options.kind), inputs_(inputs) {
  const AlignmentOptions alignment = AlignmentOf(options, inputs);
  align_ = std::make_unique<AlignmentLayer>("align", alignment, seed);
  if (options.words_get_numbers()) {
    const PairCompressionOptions numbers = CompressionOf(options, inputs);
    own_align_ = std::make_unique<AlignmentLayer>("own_align", alignment, seed);
    own_numbers_ =
        std::make_unique<PairCompression>("own_numbers", numbers, seed);
    other_numbers_ =
        std::make_unique<PairCompression>("other_numbers", numbers, seed);
    if (kind_ == PairKind::kMcan) {
      max_numbers_ =
          std::make_unique<PairCompression>("max_numbers", numbers, seed);
      mean_numbers_ =
          std::make_unique<PairCompression>("mean_numbers", numbers, seed);
    }
  } else {
    compare_ = std::make_unique<Dense>("compare", 4 * inputs, options.compare,
                                       seed, Initialisation::kHe);
  }
}

Index WordMeeting::compared() const {
  if (compare_) return compare_->weight().value.cols();
  return inputs_ + (max_numbers_ ? 4 : 2) * PairCompression::kOutputs;
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
  const Index factors = options.compression == Compression::kFactorisation
                            ? 8 * options.factors
                            : 0;
  const Index numbers = inputs * (options.words_get_numbers()
                                      ? 2 * options.align + factors
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
    case PairKind::kMcan:
      return 8 * width;
    case PairKind::kEsim:
      return 4 * width;
    default:
      return 2 * width;
  }
}

Var WordMeeting::Numbers(Graph& graph, const Sequences& words, Var at_positions,
                         const Alignment& aligned, Asks asks) const {
  const Attention& read = asks == Asks::kLeft ? aligned.left : aligned.right;
  const Var own = own_align_->AlignToItself(graph, words).words;
  Var numbers =
      ConcatColumns(graph, own_numbers_->Apply(graph, own, at_positions),
                    other_numbers_->Apply(graph, read.vectors, at_positions));
  for (const auto& [compression, pooling] :
       {std::pair(max_numbers_.get(), PairPooling::kMax),
        {mean_numbers_.get(), PairPooling::kMean}}) {
    if (!compression) continue;
    const Var sum = SumByScores(graph, words, aligned, asks, pooling);
    numbers = ConcatColumns(graph, numbers,
                            compression->Apply(graph, sum, at_positions));
  }
  return numbers;
}

Sequences WordMeeting::Compare(Graph& graph, const PairSide& side,
                               const Alignment& aligned, Asks asks,
                               std::uint64_t reader) const {
  const Var words = AtPositions(graph, side.words);
  if (!compare_) {
    const Var numbers = Numbers(graph, side.words, words, aligned, asks);
    return AtEveryPosition(ConcatColumns(graph, words, numbers), side.words);
  }
  const Attention& read = asks == Asks::kLeft ? aligned.left : aligned.right;
  const Sequences both =
      AtEveryPosition(SideBySide(graph, words, read.vectors), side.words);
  return AtEveryPosition(
      Relu(graph,
           compare_->Apply(
               graph, DropOfWords(graph, both, side.dropout, reader).words)),
      side.words);
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
  const auto pool = [&](const PairSide& side, Asks asks) {
    return PoolSide(graph, side, Compare(graph, side, aligned, asks, reader),
                    reader + 1);
  };
  const Var x = pool(first, Asks::kLeft);
  const Var y = pool(second, Asks::kRight);
  return compare_ ? ConcatColumns(graph, x, y) : SideBySide(graph, x, y);
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
  if (max_numbers_) {
    AddParametersOf(max_numbers_->Tensors(), &parameters);
    AddParametersOf(mean_numbers_->Tensors(), &parameters);
  }
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
