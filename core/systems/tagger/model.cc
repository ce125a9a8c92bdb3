#include "core/systems/tagger/model.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/fields.h"
#include "core/model/find_words.h"
#include "core/model/limits.h"
#include "core/model/model_parts.h"
#include "core/model/own_config.h"
#include "core/model/word_forms.h"
#include "core/model/word_layers.h"
#include "core/ops/ops.h"
#include "core/text/sentences.h"

namespace whylight {
namespace {

constexpr char kTagger[] = "tagger";

// Of what the first layer reads.
Index InputWidth(const TaggerOptions& options, Index dimensions) {
  return dimensions + options.surface.width;
}

}  // namespace

Tagger::Tagger(TaggerOptions options, Vocabulary vocabulary, Matrix vectors,
               LayerList layers, std::uint64_t seed)
    : options_(std::move(options)),
      vocabulary_(std::move(vocabulary)),
      vectors_{std::string(kEmbeddingTensor), std::move(vectors)},
      surface_(SurfaceTable(options_.surface)),
      layers_(std::move(layers)),
      output_(
          "output",
          WidthAtWords(layers_, InputWidth(options_, vectors_.value.cols())),
          static_cast<Index>(options_.labels.size()), seed) {
  const auto tags = static_cast<Index>(options_.labels.size());
  start_ = {"transitions.start", Matrix::Zero(1, tags)};
  between_ = {"transitions.between", Matrix::Zero(tags, tags)};
  end_ = {"transitions.end", Matrix::Zero(1, tags)};
  if (options_.bio) barriers_ = BarriersOfBio(options_.labels);
  vocabulary_.ReadMisspelled(options_.spelling);
}

Result<Tagger> Tagger::Make(TaggerOptions options, Vocabulary vocabulary,
                            Matrix vectors, std::uint64_t seed) {
  if (Status checked = CheckTaggerOptions(options); !checked.ok()) {
    return checked.error();
  }
  Result<LayerList> layers =
      MakeWordLayers(options.layers, InputWidth(options, vectors.cols()), seed);
  if (!layers.ok()) return layers.error();
  return Tagger(std::move(options), std::move(vocabulary), std::move(vectors),
                std::move(layers).value(), seed);
}

Result<Tagger> Tagger::Load(const ModelFiles& files) {
  Result<nlohmann::json> config = ReadOwnConfig(files, kTagger);
  if (!config.ok()) return config.error();
  const Result<Index> dimensions = TakeDimensions(&config.value());
  if (!dimensions.ok()) return dimensions.error();
  TaggerOptions options;
  Status read = TaggerOptionsFields().Read(config.value(), "config", &options);
  if (read.ok()) read = CheckTaggerOptions(options);
  if (!read.ok()) return BadConfig(read.error().message);
  const Index inputs = InputWidth(options, dimensions.value());
  Result<WordLayers> loaded =
      LoadWordLayers(files, options.layers, dimensions.value(), inputs);
  if (!loaded.ok()) return loaded.error();
  auto& [lexicon, layers] = loaded.value();
  auto& [vocabulary, vectors, tensors] = lexicon;
  // Before memory is taken for as many.
  const std::uint64_t tags = options.labels.size();
  std::uint64_t numbers =
      tags * static_cast<std::uint64_t>(WidthAtWords(layers, inputs) + 1);
  if (options.has_transitions()) numbers += tags * (tags + 2);
  numbers += SurfaceSize(options.surface);
  if (Status fits = CheckModelSize(numbers, files.tensors); !fits.ok()) {
    return fits.error();
  }
  Tagger model(std::move(options), std::move(vocabulary), std::move(vectors),
               std::move(layers), 0);
  read = ReadParameters(tensors, model.OwnParameters());
  if (!read.ok()) return read.error();
  return model;
}

Result<ModelFiles> Tagger::Save(Dtype vectors, Dtype network,
                                std::string_view about) const {
  std::vector<const Parameter*> own = {&output_.weight(), &output_.bias()};
  if (options_.has_transitions()) {
    own.insert(own.end(), {&start_, &between_, &end_});
  }
  if (options_.has_surface()) own.push_back(&surface_);
  return SaveWordModel({kTagger, TaggerOptionsFields().Write(options_),
                        vocabulary_, vectors_, layers_, std::move(own)},
                       vectors, network, about);
}

Var Tagger::Transitions(Graph& graph, const Parameter& learned,
                        const Matrix* barriers) const {
  const Var scores = options_.has_transitions() ? graph.Use(learned)
                                                : graph.Constant(learned.value);
  if (!options_.bio || barriers == nullptr) return scores;
  return Add(graph, scores, graph.Constant(*barriers));
}

WordIds Tagger::Read(std::string_view utf8, const std::vector<Token>& tokens,
                     std::vector<WordForm>* forms) const {
  WordIds words = FindWords(vocabulary_, tokens);
  if (!options_.has_surface()) return words;
  return ReadForms(words, utf8, tokens, options_.surface, forms);
}

Var Tagger::LookUp(Graph& graph, const WordBatch& texts,
                   const TextDropout& dropout,
                   std::span<const WordForm> forms) const {
  if (!options_.has_surface()) {
    return LookUpWords(graph, vectors_, options_.train_vectors, texts, dropout);
  }
  return LookUpForms(graph, vectors_, options_.train_vectors, surface_, texts,
                     forms, dropout, layers_.size() + 2);
}

Tagger::Scored Tagger::Score(Graph& graph, const WordBatch& texts,
                             const TextDropout& dropout,
                             std::span<const WordForm> forms) const {
  const Sequences read = ReadWords(graph, LookUp(graph, texts, dropout, forms),
                                   layers_, texts.sequences, dropout);
  return {{output_.Apply(graph, read.words),
           Transitions(graph, start_, &barriers_.start),
           Transitions(graph, between_, &barriers_.between),
           Transitions(graph, end_, nullptr)},
          read.batch};
}

Var Tagger::Loss(Graph& graph, const Scored& texts,
                 std::span<const TagIds* const> tags,
                 std::span<const Real> weights) const {
  switch (options_.loss) {
    case TagLoss::kCrf:
      return CrfLoss(graph, texts.scores, texts.batch, tags, weights);
    case TagLoss::kHinge:
      return MarginLoss(graph, texts.scores, texts.batch, tags, weights, 1);
    case TagLoss::kPerceptron:
      return MarginLoss(graph, texts.scores, texts.batch, tags, weights, 0);
    case TagLoss::kSoftmax:
      break;
  }
  return TagSoftmaxLoss(graph, texts.scores.words, texts.batch, tags, weights);
}

std::vector<TagIds> Tagger::BestTagsOf(const Graph& graph,
                                       const Scored& texts) const {
  const TagTransitions transitions = TransitionsOf(graph, texts.scores);
  std::vector<TagIds> tags;
  for (Index b = 0; b < texts.batch.batch(); ++b) {
    tags.push_back(BestTags(
        WordScoresOf(graph, texts.scores.words, texts.batch, b), transitions));
  }
  return tags;
}

Result<TaggedText> Tagger::Tag(std::string_view utf8, bool sentences) const {
  const std::vector<Token> tokens = Tokenize(utf8);
  if (tokens.size() > kMaxWords) {
    return Error{ErrorCode::kTextTooLong,
                 "expected at most " + std::to_string(kMaxWords) +
                     " words, found " + std::to_string(tokens.size())};
  }
  TaggedText tagged;
  if (tokens.empty()) return tagged;
  std::vector<WordForm> forms;
  const WordIds ids = Read(utf8, tokens, &forms);
  const std::vector<std::size_t> lengths =
      sentences ? SentenceLengths(utf8, tokens) : std::vector{tokens.size()};
  TagIds tags;
  Graph graph(Graph::Mode::kInference);
  for (const std::size_t length : lengths) {
    const auto begin = ids.begin() + static_cast<std::ptrdiff_t>(tags.size());
    const WordIds words(begin, begin + static_cast<std::ptrdiff_t>(length));
    const WordIds* const text = &words;
    graph.Clear();
    const Scored scored = Score(graph, MakeWordBatch({&text, 1}), {}, forms);
    if (!graph.value(scored.scores.words).allFinite()) {
      return Error{ErrorCode::kNotFinite,
                   "expected finite scores of tags, found another: numbers of "
                   "the model are too large"};
    }
    const TagIds found = BestTagsOf(graph, scored).front();
    tags.insert(tags.end(), found.begin(), found.end());
  }
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    tagged.words.push_back({tokens[t].span, static_cast<std::size_t>(tags[t])});
  }
  if (!options_.bio) return tagged;
  for (const LabelledRun& run : RunsOfBio(tags, labels())) {
    tagged.spans.push_back(
        {{tokens[run.begin].span.start, tokens[run.end - 1].span.end},
         std::string(run.label)});
  }
  return tagged;
}

std::vector<Parameter*> Tagger::OwnParameters() {
  std::vector<Parameter*> parameters = output_.Parameters();
  if (options_.has_transitions()) {
    parameters.insert(parameters.end(), {&start_, &between_, &end_});
  }
  if (options_.has_surface()) parameters.push_back(&surface_);
  return parameters;
}

std::vector<Parameter*> Tagger::Parameters() {
  std::vector<Parameter*> parameters;
  if (options_.train_vectors) parameters.push_back(&vectors_);
  for (const auto& layer : layers_) {
    for (Parameter* parameter : layer->Parameters()) {
      parameters.push_back(parameter);
    }
  }
  for (Parameter* parameter : OwnParameters()) parameters.push_back(parameter);
  return parameters;
}

}  // namespace whylight
