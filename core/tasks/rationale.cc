#include "core/tasks/rationale.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/json.h"
#include "core/format/safetensors.h"
#include "core/math/kernels.h"
#include "core/ops/ops.h"
#include "core/tasks/model_parts.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

}  // namespace

RationaleModel::RationaleModel(RationaleOptions options, Vocabulary vocabulary,
                               Matrix vectors, std::uint64_t seed)
    : options_(std::move(options)),
      names_(ReportedNames(options_)),
      vocabulary_(std::move(vocabulary)),
      embedding_(std::move(vectors)),
      generator_("generator", options_.generator, seed),
      choice_("generator.choice", 2 * options_.generator.hidden,
              static_cast<Index>(options_.aspects.size()) + 1, seed),
      encoder_("encoder", options_.encoder, seed),
      output_("encoder.output", 2 * options_.encoder.hidden,
              static_cast<Index>(options_.aspects.size()), seed) {}

Result<RationaleModel> RationaleModel::Load(const ModelFiles& files) {
  const Result<Document> config = ReadModelConfig(files);
  if (!config.ok()) return config.error();
  Result<RationaleOptions> options = ReadRationaleOptions(config.value());
  if (!options.ok()) return options.error();

  Result<Vocabulary> vocabulary = Vocabulary::Parse(files.vocabulary);
  if (!vocabulary.ok()) return vocabulary.error();
  const auto words = static_cast<Index>(vocabulary.value().size());
  const Result<SafetensorsView> tensors =
      SafetensorsView::Parse(files.tensors, kTensorsFile);
  if (!tensors.ok()) return tensors.error();
  Result<Matrix> vectors = ReadMatrix(tensors.value(), kEmbeddingTensor, words,
                                      options.value().generator.inputs);
  if (!vectors.ok()) return vectors.error();

  if (Status fits =
          CheckModelSize(ParameterCount(options.value()), files.tensors);
      !fits.ok()) {
    return fits.error();
  }
  RationaleModel model(std::move(options).value(),
                       std::move(vocabulary).value(),
                       std::move(vectors).value(), 0);
  if (Status read = ReadParameters(tensors.value(), model.AllParameters());
      !read.ok()) {
    return read.error();
  }
  return model;
}

Result<ModelFiles> RationaleModel::Save(Dtype vectors, Dtype network,
                                        std::string_view about) const {
  ordered_json config = {{"format", "whylight"},
                         {"version", kModelVersion},
                         {"task", "rationale"}};
  WriteRationaleOptions(options_, &config);
  config["training"] = ordered_json::parse(about, nullptr, false);
  ModelFiles files;
  files.config = DumpJson(config, 2) + "\n";
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

  const auto aspects = static_cast<Index>(names_.size());
  RationaleExplanation explanation;
  for (const Token& token : tokens) explanation.words.push_back(token.span);
  explanation.probability = probabilities.leftCols(aspects);
  explanation.selected.resize(probabilities.rows(), aspects);
  for (Index a = 0; a < aspects; ++a) {
    const std::vector<std::uint8_t> selected =
        DecodeSelection(AspectScores(graph.value(logits), a),
                        options_.aspects[static_cast<std::size_t>(a)].decoding);
    SequenceBatch rationale;
    for (std::size_t t = 0; t < selected.size(); ++t) {
      explanation.selected(static_cast<Index>(t), a) = selected[t];
      if (selected[t]) rationale.rows.push_back(batch.sequences.rows[t]);
    }
    // Carrying the state over a word equals leaving the word out.
    rationale.max_length = static_cast<Index>(rationale.rows.size());
    rationale.lengths = {rationale.max_length};
    const Var ratings =
        EncoderRatings(graph, encoder_inputs, rationale, std::nullopt);
    explanation.ratings.push_back(graph.value(ratings)(0, a));
    explanation.rationales.push_back(
        SpansOfRuns(SelectedRuns(selected), explanation.words));
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
