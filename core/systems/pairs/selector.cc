#include "core/systems/pairs/selector.h"

#include <string>
#include <utility>

#include "core/model/model_parts.h"
#include "core/model/read_layers.h"
#include "core/ops/ops.h"
#include "core/systems/pairs/word_comparison.h"

namespace whylight {
namespace {

constexpr char kSelector[] = "selector";
// The prefix of its layers' tensors' names.
constexpr char kSelectorLayers[] = "selector.layers";

std::string FindProblem(const SelectorOptions& options,
                        const LayerList& layers) {
  return FindUnfitLayer(options.layers, "layers", layers,
                        WordOutput::kHardMasks);
}

}  // namespace

WordSelector::WordSelector(const SelectorOptions& options, LayerList layers,
                           Index width, std::uint64_t seed)
    : layers_(std::move(layers)),
      align_(std::make_unique<AlignmentLayer>(
          std::string(kSelector) + ".align",
          AlignmentOptions{.inputs = width, .hidden = options.hidden}, seed)),
      hidden_(std::string(kSelector) + ".hidden", 4 * width, options.hidden,
              seed, Initialisation::kHe),
      score_(std::string(kSelector) + ".score", options.hidden, 1, seed) {}

Result<WordSelector> WordSelector::Make(const SelectorOptions& options,
                                        Index inputs, std::uint64_t seed) {
  Result<LayerList> layers = MakeNewLayers(options.layers, "selector: layers",
                                           inputs, kSelectorLayers, seed);
  if (!layers.ok()) return layers.error();
  const std::string problem = FindProblem(options, layers.value());
  if (!problem.empty()) return Invalid("selector: " + problem);
  const Index width = PooledWidth(layers.value(), StackOutput::kLast, inputs);
  return WordSelector(options, std::move(layers).value(), width, seed);
}

Result<WordSelector> WordSelector::Load(const SelectorOptions& options,
                                        Index inputs,
                                        const SafetensorsView& tensors,
                                        std::string_view file) {
  Result<LayerList> layers = LoadLayers(options.layers, "selector: ", inputs,
                                        tensors, kSelectorLayers);
  if (!layers.ok()) return layers.error();
  const std::string problem = FindProblem(options, layers.value());
  if (!problem.empty()) return BadConfig("selector: " + problem);
  const Index width = PooledWidth(layers.value(), StackOutput::kLast, inputs);
  // Before memory is taken for as many.
  const auto numbers = 5 * static_cast<std::uint64_t>(width) *
                       static_cast<std::uint64_t>(options.hidden);
  if (Status fits = CheckModelSize(numbers, file); !fits.ok()) {
    return fits.error();
  }
  WordSelector selector(options, std::move(layers).value(), width, 0);
  Status read = ReadParameters(tensors, selector.OwnParameters());
  if (!read.ok()) return read.error();
  return selector;
}

Status WordSelector::Save(Dtype dtype, TensorCollector* tensors) const {
  // Only asked where they are.
  Status saved = SaveParameters(
      const_cast<WordSelector*>(this)->OwnParameters(), dtype, tensors);
  return saved.ok() ? SaveLayers(layers_, kSelectorLayers, dtype, tensors)
                    : saved;
}

std::array<Var, 2> WordSelector::Scores(Graph& graph, const PairSide& first,
                                        const PairSide& second,
                                        std::uint64_t reader) const {
  const auto read = [&](const PairSide& side) {
    return ReadLayers(graph, layers_,
                      DropOfWords(graph, side.words, side.dropout, reader),
                      side.dropout, reader);
  };
  const Sequences x = read(first);
  const Sequences y = read(second);
  const Alignment aligned = align_->Align(graph, x, y);
  const auto score = [&](const Sequences& words, const Attention& other) {
    const Var compared =
        SideBySide(graph, AtPositions(graph, words), other.vectors);
    return score_.Apply(graph, Relu(graph, hidden_.Apply(graph, compared)));
  };
  return {score(x, aligned.left), score(y, aligned.right)};
}

std::vector<Parameter*> WordSelector::OwnParameters() {
  std::vector<Parameter*> parameters;
  AddParametersOf(align_->Tensors(), &parameters);
  for (Dense* dense : {&hidden_, &score_}) {
    for (Parameter* parameter : dense->Parameters()) {
      parameters.push_back(parameter);
    }
  }
  return parameters;
}

std::vector<Parameter*> WordSelector::Parameters() {
  std::vector<Parameter*> parameters = OwnParameters();
  for (const auto& layer : layers_) {
    for (Parameter* parameter : layer->Parameters()) {
      parameters.push_back(parameter);
    }
  }
  return parameters;
}

std::string FindUnfitReader(const PairOptions& options,
                            const std::vector<nlohmann::json>& specs,
                            const std::string& where, const LayerList& layers,
                            WordOutput least) {
  return FindUnfitLayer(specs, where, layers,
                        options.selects() ? WordOutput::kCandidate : least);
}

}  // namespace whylight
