#include "core/model/word_selector.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/format/fields.h"
#include "core/model/layer_fields.h"
#include "core/model/model_parts.h"
#include "core/model/read_layers.h"
#include "core/ops/ops.h"

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

const Fields<SelectorOptions>& SelectorFields() {
  using Options = SelectorOptions;
  static const auto fields =
      Fields<Options>("What selects the words that are read.")
          .Other("layers", "LayerSpec | LayerSpec[]",
                 ReadInto(&Options::layers), WriteFrom(&Options::layers),
                 "The layers that read each text to score its words, each with "
                 "its width as `hidden`; none: the word vectors.")
          .Count("hidden", &Options::hidden, {0, kMaxWidth},
                 "Number of units that score a word, and of those that find "
                 "similar words in the other text; 0: all words are read.")
          .Check([](const Options& options) -> std::string {
            if (options.hidden > 0 || options.layers.empty()) return {};
            return "expected \"hidden\" beside \"layers\", found none";
          });
  return fields;
}

WordSelection SelectByScores(const ConstMatrixView& scores, Index texts,
                             Index text, std::size_t words) {
  WordSelection selected(words);
  const auto score = [&](std::size_t word) {
    return scores(static_cast<Index>(word) * texts + text, 0);
  };
  std::size_t best = 0;
  bool any = false;
  for (std::size_t i = 0; i < words; ++i) {
    selected[i] = score(i) > 0 ? 1 : 0;
    any = any || selected[i] != 0;
    if (score(i) > score(best)) best = i;
  }
  if (!any && words > 0) selected[best] = 1;
  return selected;
}

WordSelection OthersOf(WordSelection selection) {
  for (std::uint8_t& selected : selection) selected = selected == 0 ? 1 : 0;
  return selection;
}

WordIds KeepWords(const WordIds& ids, const WordSelection& selection) {
  WordIds kept;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (selection[i] != 0) kept.push_back(ids[i]);
  }
  return kept;
}

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

Sequences WordSelector::Read(Graph& graph, const PairSide& side,
                             std::uint64_t reader) const {
  return ReadLayers(graph, layers_,
                    DropOfWords(graph, side.words, side.dropout, reader),
                    side.dropout, reader);
}

Var WordSelector::Score(Graph& graph, const Sequences& words,
                        const Attention& other) const {
  const Var compared =
      SideBySide(graph, AtPositions(graph, words), other.vectors);
  return score_.Apply(graph, Relu(graph, hidden_.Apply(graph, compared)));
}

std::array<Var, 2> WordSelector::Scores(Graph& graph, const PairSide& first,
                                        const PairSide& second,
                                        std::uint64_t reader) const {
  const Sequences x = Read(graph, first, reader);
  const Sequences y = Read(graph, second, reader);
  const Alignment aligned = align_->Align(graph, x, y);
  return {Score(graph, x, aligned.left), Score(graph, y, aligned.right)};
}

Var WordSelector::ScoresOfFirst(Graph& graph, const PairSide& first,
                                const PairSide& second,
                                std::uint64_t reader) const {
  const Sequences x = Read(graph, first, reader);
  const Sequences y = Read(graph, second, reader);
  return Score(graph, x,
               AttendByScores(graph, align_->Scores(graph, x, y),
                              WordPairs(x.batch, y.batch), Asks::kLeft,
                              {y.words, y.batch}));
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

}  // namespace whylight
