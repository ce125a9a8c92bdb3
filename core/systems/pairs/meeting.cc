#include "core/systems/pairs/meeting.h"

#include "core/layers/bag.h"
#include "core/model/read_layers.h"
#include "core/model/text_pooling.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

constexpr char kComposition[] = "composition";

// Whether the words of a text are summed in the end.
bool SumsWords(PairKind kind) {
  return kind == PairKind::kDecomposable || kind == PairKind::kCsran;
}

}  // namespace

Result<WordMeeting> WordMeeting::Make(const PairOptions& options, Index inputs,
                                      std::uint64_t seed) {
  auto comparison = MakeWordComparison(options, inputs, seed);
  if (!comparison.ok()) return comparison.error();
  Result<LayerList> composition =
      MakeNewLayers(options.composition, kComposition,
                    comparison.value()->outputs(), kComposition, seed);
  if (!composition.ok()) return composition.error();
  const std::string unfit = FindUnfitReader(options, options.composition,
                                            kComposition, composition.value());
  if (!unfit.empty()) return Invalid(unfit);
  return WordMeeting(options.kind, std::move(comparison).value(),
                     std::move(composition).value());
}

Result<WordMeeting> WordMeeting::Load(const PairOptions& options, Index inputs,
                                      const SafetensorsView& tensors,
                                      std::string_view file) {
  auto comparison = LoadWordComparison(options, inputs, tensors, file);
  if (!comparison.ok()) return comparison.error();
  Result<LayerList> composition = LoadLayers(
      options.composition, "composition: ", comparison.value()->outputs(),
      tensors, kComposition);
  if (!composition.ok()) return composition.error();
  const std::string unfit = FindUnfitReader(options, options.composition,
                                            kComposition, composition.value());
  if (!unfit.empty()) return BadConfig(unfit);
  return WordMeeting(options.kind, std::move(comparison).value(),
                     std::move(composition).value());
}

Status WordMeeting::Save(Dtype dtype, TensorCollector* tensors) const {
  if (Status saved = comparison_->Save(dtype, tensors); !saved.ok()) {
    return saved;
  }
  return SaveLayers(composition_, kComposition, dtype, tensors);
}

Index WordMeeting::outputs() const {
  const Index width = composition_.empty() ? comparison_->outputs()
                                           : composition_.back()->outputs();
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

Var WordMeeting::PoolSide(Graph& graph, const Sequences& words,
                          const TextDropout& dropout,
                          std::uint64_t reader) const {
  Sequences read = words;
  if (!SumsWords(kind_) || !composition_.empty()) {
    read =
        ReadLayers(graph, composition_,
                   DropOfWords(graph, words, dropout, reader), dropout, reader);
  }
  if (SumsWords(kind_)) {
    const BagLayer sum(
        {.inputs = graph.value(read.words).cols(), .mode = BagMode::kSum});
    return sum.Apply(graph, read).words;
  }
  return ConcatColumns(graph, PoolWords(graph, read, TextPooling::kMax),
                       PoolWords(graph, read, TextPooling::kMean));
}

Var WordMeeting::Apply(Graph& graph, const PairSide& first,
                       const PairSide& second, std::uint64_t reader) const {
  const ComparedWords compared =
      comparison_->Compare(graph, first, second, reader);
  reader += comparison_->readers();
  const Var x = PoolSide(graph, compared.first, first.dropout, reader);
  const Var y = PoolSide(graph, compared.second, second.dropout, reader);
  const bool numbered = kind_ == PairKind::kCafe || kind_ == PairKind::kMcan;
  return numbered ? SideBySide(graph, x, y) : ConcatColumns(graph, x, y);
}

std::vector<Parameter*> WordMeeting::Parameters() {
  std::vector<Parameter*> parameters = comparison_->Parameters();
  for (const auto& layer : composition_) {
    for (Parameter* parameter : layer->Parameters()) {
      parameters.push_back(parameter);
    }
  }
  return parameters;
}

}  // namespace whylight
