#include "core/tasks/rationale.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "core/format/json.h"
#include "core/format/safetensors.h"
#include "core/math/kernels.h"
#include "core/ops/ops.h"
#include "core/tasks/limits.h"
#include "core/tasks/model_parts.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::size_t kMaxAspects = 64;
constexpr double kLargestNumber = 1e6;

Result<Real> ReadNumber(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number() ||
      !(std::abs(found->get<double>()) <= kLargestNumber)) {
    return BadConfig("expected a number \"" + std::string(key) +
                     "\" of at most 1e6 in size");
  }
  return static_cast<Real>(found->get<double>());
}

ordered_json RcnnToJson(const RcnnOptions& options) {
  return {{"type", "rcnn"},
          {"hidden", options.hidden},
          {"order", options.order},
          {"decay", options.decay == Decay::kInput ? "x" : "xh"}};
}

Result<RcnnOptions> RcnnFromJson(const json& config, const char* key,
                                 Index inputs) {
  const auto found = config.find(key);
  if (found == config.end() || !found->is_object()) {
    return BadConfig("expected an object \"" + std::string(key) + "\"");
  }
  const auto type = found->find("type");
  if (type == found->end() || *type != "rcnn") {
    return BadConfig("expected \"type\" to be \"rcnn\" in \"" +
                     std::string(key) + "\"");
  }
  RcnnOptions options{.inputs = inputs};
  const Result<Index> hidden = ReadSize(*found, "hidden", kMaxWidth);
  if (!hidden.ok()) return hidden.error();
  options.hidden = hidden.value();
  const Result<Index> order = ReadSize(*found, "order", kMaxOrder);
  if (!order.ok()) return order.error();
  options.order = order.value();
  const auto decay = found->find("decay");
  if (decay == found->end() || (*decay != "x" && *decay != "xh")) {
    return BadConfig("expected \"decay\" to be \"x\" or \"xh\" in \"" +
                     std::string(key) + "\"");
  }
  options.decay = *decay == "x" ? Decay::kInput : Decay::kInputAndState;
  return options;
}

// Numbers in all parameters.
std::uint64_t NetworkSize(const RationaleOptions& options) {
  const std::uint64_t aspects = options.aspects.size();
  const auto choice =
      (2 * static_cast<std::uint64_t>(options.generator.hidden) + 1) *
      (aspects + 1);
  const auto output =
      (2 * static_cast<std::uint64_t>(options.encoder.hidden) + 1) * aspects;
  return 2 * ParameterCount(options.generator) + choice +
         2 * ParameterCount(options.encoder) + output;
}

Result<std::vector<RationaleAspect>> AspectsFromJson(const json& config) {
  const auto list = config.find("aspects");
  if (list == config.end() || !list->is_array()) {
    return BadConfig("expected a list \"aspects\"");
  }
  std::vector<RationaleAspect> aspects;
  for (const json& entry : *list) {
    const auto name = entry.is_object() ? entry.find("name") : entry.end();
    if (name == entry.end() || !name->is_string()) {
      return BadConfig("expected a \"name\" for every aspect");
    }
    RationaleAspect aspect;
    aspect.name = name->get<std::string>();
    const auto reported = entry.find("reported");
    if (reported != entry.end()) {
      if (!reported->is_boolean()) {
        return BadConfig("expected \"reported\" to be true or false");
      }
      aspect.reported = reported->get<bool>();
    }
    const Result<Real> threshold = ReadNumber(entry, "threshold");
    if (!threshold.ok()) return threshold.error();
    const Result<Real> cost = ReadNumber(entry, "transition_cost");
    if (!cost.ok()) return cost.error();
    if (cost.value() < 0) {
      return BadConfig("expected \"transition_cost\" of at least 0");
    }
    aspect.decoding = {threshold.value(), cost.value()};
    aspects.push_back(std::move(aspect));
  }
  const std::string problem = FindAspectProblem(aspects);
  if (!problem.empty()) return BadConfig(problem);
  return aspects;
}

}  // namespace

std::string FindAspectProblem(const std::vector<RationaleAspect>& aspects) {
  if (aspects.size() > kMaxAspects) {
    return "expected at most " + std::to_string(kMaxAspects) +
           " aspects, found " + std::to_string(aspects.size());
  }
  if (aspects.empty() || !aspects.front().reported) {
    return "expected at least one reported aspect, and it first";
  }
  std::set<std::string> names;
  bool reported = true;
  for (const RationaleAspect& aspect : aspects) {
    if (aspect.name.empty()) return "expected a name for every aspect";
    if (!names.insert(aspect.name).second) {
      return "expected distinct aspects, found " + Quote(aspect.name) +
             " twice";
    }
    if (aspect.reported && !reported) {
      return "expected reported aspects before the others, found " +
             Quote(aspect.name) + " after one that is not";
    }
    reported = aspect.reported;
  }
  return {};
}

RationaleModel::RationaleModel(RationaleOptions options, Vocabulary vocabulary,
                               Matrix vectors, std::uint64_t seed)
    : options_(std::move(options)),
      vocabulary_(std::move(vocabulary)),
      embedding_(std::move(vectors)),
      generator_("generator", options_.generator, seed),
      choice_("generator.choice", 2 * options_.generator.hidden,
              static_cast<Index>(options_.aspects.size()) + 1, seed),
      encoder_("encoder", options_.encoder, seed),
      output_("encoder.output", 2 * options_.encoder.hidden,
              static_cast<Index>(options_.aspects.size()), seed) {
  for (const RationaleAspect& aspect : options_.aspects) {
    if (aspect.reported) names_.push_back(aspect.name);
  }
}

Result<RationaleModel> RationaleModel::Load(const ModelFiles& files) {
  const Result<json> parsed = ParseModelConfig(files);
  if (!parsed.ok()) return parsed.error();
  const json& config = parsed.value();
  if (Status task = CheckTask(config, "rationale"); !task.ok()) {
    return task.error();
  }
  Result<std::vector<RationaleAspect>> aspects = AspectsFromJson(config);
  if (!aspects.ok()) return aspects.error();
  const Result<Index> dimensions = ReadSize(config, "dimensions", kMaxWidth);
  if (!dimensions.ok()) return dimensions.error();
  const Result<RcnnOptions> generator =
      RcnnFromJson(config, "generator", dimensions.value());
  if (!generator.ok()) return generator.error();
  const Result<RcnnOptions> encoder =
      RcnnFromJson(config, "encoder", dimensions.value());
  if (!encoder.ok()) return encoder.error();

  Result<Vocabulary> vocabulary = Vocabulary::Parse(files.vocabulary);
  if (!vocabulary.ok()) return vocabulary.error();
  const auto words = static_cast<Index>(vocabulary.value().size());
  const Result<SafetensorsView> tensors =
      SafetensorsView::Parse(files.tensors, kTensorsFile);
  if (!tensors.ok()) return tensors.error();
  Result<Matrix> vectors =
      ReadMatrix(tensors.value(), kEmbeddingTensor, words, dimensions.value());
  if (!vectors.ok()) return vectors.error();

  RationaleOptions options{.aspects = std::move(aspects).value(),
                           .generator = generator.value(),
                           .encoder = encoder.value()};
  if (Status fits = CheckModelSize(NetworkSize(options), files.tensors);
      !fits.ok()) {
    return fits.error();
  }
  RationaleModel model(std::move(options), std::move(vocabulary).value(),
                       std::move(vectors).value(), 0);
  if (Status read = ReadParameters(tensors.value(), model.AllParameters());
      !read.ok()) {
    return read.error();
  }
  return model;
}

Result<ModelFiles> RationaleModel::Save(Dtype vectors, Dtype network,
                                        std::string_view about) const {
  ordered_json aspects = ordered_json::array();
  for (const RationaleAspect& aspect : options_.aspects) {
    aspects.push_back({{"name", aspect.name},
                       {"reported", aspect.reported},
                       {"threshold", aspect.decoding.threshold},
                       {"transition_cost", aspect.decoding.transition_cost}});
  }
  ModelFiles files;
  files.config =
      DumpJson(ordered_json{{"format", "whylight"},
                            {"version", kModelVersion},
                            {"task", "rationale"},
                            {"aspects", aspects},
                            {"dimensions", embedding_.table().cols()},
                            {"generator", RcnnToJson(options_.generator)},
                            {"encoder", RcnnToJson(options_.encoder)},
                            {"training",
                             ordered_json::parse(about, nullptr, false)}},
               2) +
      "\n";
  files.vocabulary = vocabulary_.Serialize();

  TensorCollector tensors;
  Status added =
      tensors.Add(std::string(kEmbeddingTensor), embedding_.table(), vectors);
  for (const Parameter* parameter : AllParameters()) {
    if (!added.ok()) return added.error();
    added = tensors.Add(parameter->name, parameter->value, network);
  }
  if (!added.ok()) return added.error();
  Result<std::string> bytes = tensors.Serialize();
  if (!bytes.ok()) return bytes.error();
  files.tensors = std::move(bytes).value();
  return files;
}

WordIds RationaleModel::Ids(const std::vector<Token>& tokens) const {
  WordIds ids;
  ids.reserve(tokens.size());
  for (const Token& token : tokens) ids.push_back(vocabulary_.Find(token.text));
  return ids;
}

Var RationaleModel::GeneratorLogits(Graph& graph, Var words,
                                    const SequenceBatch& sequences) const {
  const auto inputs = generator_.Project(graph, words);
  return choice_.Apply(graph, generator_.States(graph, inputs, sequences));
}

Var RationaleModel::EncoderRatings(Graph& graph,
                                   const BidirectionalRcnn::Inputs& inputs,
                                   const SequenceBatch& sequences,
                                   std::optional<Var> mask) const {
  const Var states = encoder_.FinalStates(graph, inputs, sequences, mask);
  return Sigmoid(graph, output_.Apply(graph, states));
}

Matrix RationaleModel::Rate(Graph& graph, const WordBatch& batch) const {
  graph.Clear();
  const auto inputs = EncoderInputs(graph, Lookup(graph, batch));
  return graph.value(
      EncoderRatings(graph, inputs, batch.sequences, std::nullopt));
}

std::vector<Real> RationaleModel::AspectScores(const ConstMatrixView& logits,
                                               Index aspect) {
  std::vector<Real> scores(static_cast<std::size_t>(logits.rows()));
  for (Index r = 0; r < logits.rows(); ++r) {
    // log p - log(1 - p) = own logit - log sum exp of the others.
    Real largest = std::numeric_limits<Real>::lowest();
    for (Index k = 0; k < logits.cols(); ++k) {
      if (k != aspect) largest = std::max(largest, logits(r, k));
    }
    Real others = 0;
    for (Index k = 0; k < logits.cols(); ++k) {
      if (k != aspect) others += std::exp(logits(r, k) - largest);
    }
    scores[static_cast<std::size_t>(r)] =
        logits(r, aspect) - largest - std::log(others);
  }
  return scores;
}

Result<RationaleExplanation> RationaleModel::Explain(
    std::string_view utf8) const {
  Graph graph(Graph::Mode::kInference);
  return Explain(utf8, graph);
}

Result<RationaleExplanation> RationaleModel::Explain(std::string_view utf8,
                                                     Graph& graph) const {
  const std::vector<Token> tokens = Tokenize(utf8);
  if (tokens.size() > kMaxWords) {
    return Error{ErrorCode::kTextTooLong,
                 "expected at most " + std::to_string(kMaxWords) +
                     " words, found " + std::to_string(tokens.size())};
  }
  const WordIds ids = Ids(tokens);
  const WordIds* const text = &ids;
  const WordBatch batch = MakeWordBatch({&text, 1});
  graph.Clear();
  const Var words = Lookup(graph, batch);
  const Var logits = GeneratorLogits(graph, words, batch.sequences);
  const auto encoder_inputs = EncoderInputs(graph, words);
  Matrix probabilities = graph.value(logits);
  SoftmaxRows<Real>(probabilities);

  RationaleExplanation explanation;
  explanation.tokens.resize(tokens.size());
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    explanation.tokens[t].span = tokens[t].span;
    explanation.tokens[t].probability.resize(names_.size());
    explanation.tokens[t].selected.resize(names_.size());
  }
  for (std::size_t a = 0; a < names_.size(); ++a) {
    const auto aspect = static_cast<Index>(a);
    const std::vector<std::uint8_t> selected =
        DecodeSelection(AspectScores(graph.value(logits), aspect),
                        options_.aspects[a].decoding);
    SequenceBatch rationale;
    for (std::size_t t = 0; t < tokens.size(); ++t) {
      explanation.tokens[t].probability[a] =
          probabilities(static_cast<Index>(t), aspect);
      explanation.tokens[t].selected[a] = selected[t];
      if (selected[t]) rationale.rows.push_back(batch.sequences.rows[t]);
    }
    // Carrying the state over a word equals leaving the word out.
    rationale.max_length = static_cast<Index>(rationale.rows.size());
    rationale.lengths = {rationale.max_length};
    const Var ratings =
        EncoderRatings(graph, encoder_inputs, rationale, std::nullopt);
    explanation.ratings.push_back(graph.value(ratings)(0, aspect));

    std::vector<Span>& spans = explanation.rationales.emplace_back();
    for (const Run& run : SelectedRuns(selected)) {
      spans.push_back(
          {tokens[run.first].span.start, tokens[run.last].span.end});
    }
  }
  return explanation;
}

std::vector<Parameter*> RationaleModel::GeneratorParameters() {
  std::vector<Parameter*> parameters = generator_.Parameters();
  for (Parameter* parameter : choice_.Parameters()) {
    parameters.push_back(parameter);
  }
  return parameters;
}

std::vector<Parameter*> RationaleModel::EncoderParameters() {
  std::vector<Parameter*> parameters = encoder_.Parameters();
  for (Parameter* parameter : output_.Parameters()) {
    parameters.push_back(parameter);
  }
  return parameters;
}

std::vector<Parameter*> RationaleModel::AllParameters() {
  std::vector<Parameter*> parameters = GeneratorParameters();
  for (Parameter* parameter : EncoderParameters()) {
    parameters.push_back(parameter);
  }
  return parameters;
}

std::vector<const Parameter*> RationaleModel::AllParameters() const {
  const auto parameters = const_cast<RationaleModel*>(this)->AllParameters();
  return {parameters.begin(), parameters.end()};
}

}  // namespace whylight
