#include "core/systems/answer_generator/network.h"

#include <cmath>
#include <utility>

#include "core/ops/band_attention.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

constexpr char kLayers[] = "layers";
constexpr char kAfterLayers[] = "after";

Index WidthOfList(const LayerList& layers, Index inputs) {
  return layers.empty() ? inputs : layers.back()->outputs();
}

// The width of a word as `layers` read it, and as they give it.
Index ReadWidth(const AnswerGeneratorOptions& options, Index vectors) {
  return vectors + options.beside.count();
}
Index LayersWidth(const AnswerGeneratorOptions& options,
                  const LayerList& layers, Index vectors) {
  return WidthOfList(layers, ReadWidth(options, vectors));
}

// The width of x, of words of width `read`.
Index MetWidth(Index read) { return 4 * read; }

Index FitWidth(const AnswerGeneratorOptions& options, Index words) {
  return options.align > 0 ? options.align : words;
}

AlignmentOptions AlignmentOf(const AnswerGeneratorOptions& options,
                             Index read) {
  return {.inputs = read, .hidden = options.align};
}

}  // namespace

Result<AnswerNetwork::Lists> AnswerNetwork::TakeLists(
    const AnswerGeneratorOptions& options, Index vectors,
    const LayerSource& source) {
  Lists lists;
  Result<LayerList> layers =
      source(options.layers, kLayers, ReadWidth(options, vectors));
  if (!layers.ok()) return layers.error();
  lists.layers = std::move(layers).value();
  const Index met = MetWidth(LayersWidth(options, lists.layers, vectors));
  Result<LayerList> after =
      source(options.after, kAfterLayers, options.band > 0 ? 2 * met : met);
  if (!after.ok()) return after.error();
  lists.after = std::move(after).value();
  return lists;
}

std::string AnswerNetwork::FindProblem(const AnswerGeneratorOptions& options,
                                       const Lists& lists) {
  const std::string problem = FindUnfitLayer(
      options.layers, kLayers, lists.layers, WordOutput::kHardMasks);
  if (!problem.empty()) return problem;
  return FindUnfitLayer(options.after, kAfterLayers, lists.after,
                        WordOutput::kHardMasks);
}

PointerDecoderWidths AnswerNetwork::WidthsOf(
    const AnswerGeneratorOptions& options, const Lists& lists, Index vectors) {
  const Index read = LayersWidth(options, lists.layers, vectors);
  const Index met = MetWidth(read);
  return {.words = WidthOfList(lists.after, options.band > 0 ? 2 * met : met),
          .question = read,
          .vectors = vectors,
          .state = options.state,
          .attention = options.attention,
          // And the end of the answer.
          .generated = options.generated + 1};
}

AnswerNetwork::AnswerNetwork(const AnswerGeneratorOptions& options, Lists lists,
                             Index vectors, std::uint64_t seed)
    : band_(options.band),
      lists_(std::move(lists)),
      align_("align",
             AlignmentOf(options, LayersWidth(options, lists_.layers, vectors)),
             seed),
      decoder_(WidthsOf(options, lists_, vectors), seed) {
  if (band_ == 0) return;
  const Index met = MetWidth(LayersWidth(options, lists_.layers, vectors));
  near_.emplace("near", met, FitWidth(options, met), seed);
}

Result<AnswerNetwork> AnswerNetwork::Make(const AnswerGeneratorOptions& options,
                                          Index vectors, std::uint64_t seed) {
  Result<Lists> lists =
      TakeLists(options, vectors,
                [seed](const std::vector<nlohmann::json>& specs,
                       const std::string& key, Index width) {
                  return MakeNewLayers(specs, key, width, key, seed);
                });
  if (!lists.ok()) return lists.error();
  if (const std::string problem = FindProblem(options, lists.value());
      !problem.empty()) {
    return Invalid(problem);
  }
  return AnswerNetwork(options, std::move(lists).value(), vectors, seed);
}

Result<AnswerNetwork> AnswerNetwork::Load(const AnswerGeneratorOptions& options,
                                          Index vectors,
                                          const SafetensorsView& tensors,
                                          std::string_view file) {
  Result<Lists> lists =
      TakeLists(options, vectors,
                [&tensors](const std::vector<nlohmann::json>& specs,
                           const std::string& key, Index width) {
                  return LoadLayers(specs, key == kLayers ? "" : key + ": ",
                                    width, tensors, key);
                });
  if (!lists.ok()) return lists.error();
  if (const std::string problem = FindProblem(options, lists.value());
      !problem.empty()) {
    return BadConfig(problem);
  }
  const Index read = LayersWidth(options, lists.value().layers, vectors);
  const Index met = MetWidth(read);
  Index own = read * options.align;
  if (options.band > 0) own += met * FitWidth(options, met);
  // Before memory is taken for as many.
  Status loaded = CheckModelSize(
      static_cast<std::uint64_t>(own) +
          PointerDecoder::Size(WidthsOf(options, lists.value(), vectors)),
      file);
  if (!loaded.ok()) return loaded.error();
  AnswerNetwork network(options, std::move(lists).value(), vectors, 0);
  loaded = ReadParameters(tensors, network.OwnParameters());
  if (!loaded.ok()) return loaded.error();
  return network;
}

Status AnswerNetwork::Save(Dtype dtype, TensorCollector* tensors) const {
  Status saved = SaveLayers(lists_.layers, kLayers, dtype, tensors);
  if (saved.ok()) {
    saved = SaveLayers(lists_.after, kAfterLayers, dtype, tensors);
  }
  if (!saved.ok()) return saved;
  // Only asked where they are.
  return SaveParameters(const_cast<AnswerNetwork*>(this)->OwnParameters(),
                        dtype, tensors);
}

PointerDecoder::Reading AnswerNetwork::Read(Graph& graph, PairSide questions,
                                            PairSide texts) const {
  const std::uint64_t depth = lists_.layers.size();
  for (PairSide* side : {&questions, &texts}) {
    side->words = ReadLayers(graph, lists_.layers, side->words, side->dropout);
    if (depth == 0) continue;
    side->words = DropOfWords(graph, side->words, side->dropout, depth);
  }
  const Attention attended = AttendByScores(
      graph, align_.Scores(graph, texts.words, questions.words),
      WordPairs(texts.words.batch, questions.words.batch), Asks::kLeft,
      {questions.words.words, questions.words.batch});
  Sequences met = AtEveryPosition(
      SideBySide(graph, AtPositions(graph, texts.words), attended.vectors),
      texts.words);
  if (near_) {
    const Var fits = Relu(graph, near_->Apply(graph, met.words));
    const auto width = static_cast<Real>(graph.value(fits).cols());
    const Var of_own = AttendInBand(graph, fits, fits, met.words, met.batch,
                                    band_, 1 / std::sqrt(width));
    met = AtEveryPosition(ConcatColumns(graph, of_own, AtPositions(graph, met)),
                          met);
  }
  met = DropOfWords(graph, met, texts.dropout, depth + 1);
  if (!lists_.after.empty()) {
    met = DropOfWords(
        graph, ReadLayers(graph, lists_.after, met, texts.dropout, depth + 1),
        texts.dropout, depth + 1 + lists_.after.size());
  }
  return decoder_.Read(graph, met, questions.words);
}

std::vector<Parameter*> AnswerNetwork::OwnParameters() {
  std::vector<Parameter*> parameters = decoder_.Parameters();
  AddParametersOf(align_.Tensors(), &parameters);
  if (near_) {
    for (Parameter* parameter : near_->Parameters()) {
      parameters.push_back(parameter);
    }
  }
  return parameters;
}

std::vector<Parameter*> AnswerNetwork::Parameters() {
  std::vector<Parameter*> parameters;
  for (LayerList* list : {&lists_.layers, &lists_.after}) {
    for (const auto& layer : *list) {
      for (Parameter* parameter : layer->Parameters()) {
        parameters.push_back(parameter);
      }
    }
  }
  for (Parameter* parameter : OwnParameters()) parameters.push_back(parameter);
  return parameters;
}

}  // namespace whylight
