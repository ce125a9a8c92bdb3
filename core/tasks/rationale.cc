#include "core/tasks/rationale.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/json.h"
#include "core/format/safetensors.h"
#include "core/ops/ops.h"
#include "core/tasks/choice.h"
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
      choice_("generator.choice",
              2 * options_.generator.hidden + options_.dependent,
              ChoiceWidth(options_.choice,
                          static_cast<Index>(options_.aspects.size())),
              seed),
      output_("encoder.output", 2 * options_.encoder.hidden,
              static_cast<Index>(options_.aspects.size()), seed) {
  if (!options_.shared) own_encoder_.emplace("encoder", options_.encoder, seed);
  if (options_.dependent > 0) {
    dependent_.emplace("generator.dependent", DependentOptions(options_), seed);
  }
}

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

Var RationaleModel::GeneratorStates(Graph& graph, Var words,
                                    const SequenceBatch& sequences) const {
  const auto inputs = generator_.Project(graph, words);
  return generator_.States(graph, inputs, sequences);
}

Var RationaleModel::GeneratorNumbers(Graph& graph, Var states,
                                     const SequenceBatch& sequences,
                                     const Matrix& chosen) const {
  if (!depends()) return choice_.Apply(graph, states);
  const Var read = ConcatColumns(graph, states, graph.Constant(chosen));
  SequenceBatch words = EveryRowAWord(sequences.max_length, sequences.batch());
  words.lengths = sequences.lengths;
  const Var after = dependent_->Apply(graph, {read, words, std::nullopt}).words;
  // A choice depends on those before it, not on itself.
  const Index batch = sequences.batch();
  const Index rows = graph.value(after).rows();
  const Var none = graph.Constant(Matrix::Zero(batch, options_.dependent));
  const Var before =
      rows > batch
          ? ConcatRows(graph, {none, Rows(graph, after, 0, rows - batch)})
          : none;
  return choice_.Apply(graph, ConcatColumns(graph, states, before));
}

RationaleModel::ChosenInOrder RationaleModel::ChooseInOrder(
    const ConstMatrixView& states, const SequenceBatch& sequences,
    const Chooser& choose) const {
  const Index batch = sequences.batch();
  const auto aspects = static_cast<Index>(options_.aspects.size());
  ChosenInOrder result{
      Matrix(states.rows(), aspects),
      Matrix(states.rows(), ChoiceWidth(options_.choice, aspects))};
  CarriedState before = StartState(*dependent_, batch).value();
  const SequenceBatch one = EveryRowAWord(1, batch);
  Graph graph(Graph::Mode::kInference);
  Matrix read(batch, states.cols() + options_.dependent);
  Matrix after(batch, states.cols() + aspects);
  for (Index t = 0; t < sequences.max_length; ++t) {
    read << states.middleRows(t * batch, batch), before[0];
    graph.Clear();
    const Matrix numbers =
        graph.value(choice_.Apply(graph, graph.Constant(read)));
    const Matrix chosen = choose(t, numbers);
    result.numbers.middleRows(t * batch, batch) = numbers;
    result.chosen.middleRows(t * batch, batch) = chosen;
    after << states.middleRows(t * batch, batch), chosen;
    dependent_->ApplyFrom(graph, {graph.Constant(after), one, std::nullopt},
                          before);
  }
  return result;
}

RationaleModel::Selections RationaleModel::Select(
    const ConstMatrixView& states, const SequenceBatch& sequences,
    PointIndex point) const {
  const auto aspects = static_cast<Index>(options_.aspects.size());
  const Index batch = sequences.batch();
  Selections result{SelectionMatrix::Zero(states.rows(), aspects),
                    Matrix(states.rows(), aspects), Matrix()};
  const auto score = [&](const Matrix& numbers, Index first) {
    for (Index r = 0; r < numbers.rows(); ++r) {
      for (Index a = 0; a < aspects; ++a) {
        result.scores(first + r, a) = AspectScore(
            options_.choice,
            {numbers.row(r).data(), static_cast<std::size_t>(numbers.cols())},
            static_cast<std::size_t>(a));
      }
    }
  };
  if (depends()) {
    const ChosenInOrder chosen =
        ChooseInOrder(states, sequences, [&](Index t, const Matrix& numbers) {
          score(numbers, t * batch);
          return ChooseByThreshold(result.scores.middleRows(t * batch, batch),
                                   point);
        });
    result.numbers = chosen.numbers;
    result.selected = chosen.chosen.cast<std::uint8_t>();
    return result;
  }
  Graph graph(Graph::Mode::kInference);
  result.numbers = graph.value(choice_.Apply(graph, graph.Constant(states)));
  score(result.numbers, 0);
  std::vector<Real> own;
  for (Index b = 0; b < batch; ++b) {
    const Index length = sequences.lengths[static_cast<std::size_t>(b)];
    for (Index a = 0; a < aspects; ++a) {
      own.clear();
      for (Index t = 0; t < length; ++t) {
        own.push_back(result.scores(t * batch + b, a));
      }
      const std::vector<std::uint8_t> selected = DecodeSelection(
          own, DecodingAt(options_, static_cast<std::size_t>(a), point));
      for (Index t = 0; t < length; ++t) {
        result.selected(t * batch + b, a) =
            selected[static_cast<std::size_t>(t)];
      }
    }
  }
  return result;
}

// Where aspects compete, a word serves the one that it speaks of most.
Matrix RationaleModel::ChooseByThreshold(const Matrix& scores,
                                         PointIndex point) const {
  Matrix chosen = Matrix::Zero(scores.rows(), scores.cols());
  for (Index r = 0; r < scores.rows(); ++r) {
    Index best = -1;
    Real most = 0;
    for (Index a = 0; a < scores.cols(); ++a) {
      const Real margin =
          scores(r, a) -
          DecodingAt(options_, static_cast<std::size_t>(a), point).threshold;
      if (margin <= 0) continue;
      if (options_.choice != Choice::kCompeting) chosen(r, a) = 1;
      if (margin <= most) continue;
      best = a;
      most = margin;
    }
    if (options_.choice == Choice::kCompeting && best >= 0) chosen(r, best) = 1;
  }
  return chosen;
}

Var RationaleModel::EncoderRatings(Graph& graph,
                                   const BidirectionalRcnn::Inputs& inputs,
                                   const SequenceBatch& sequences,
                                   std::optional<Var> mask) const {
  const Var states = encoder().FinalStates(graph, inputs, sequences, mask);
  return Sigmoid(graph, output_.Apply(graph, states));
}

Var RationaleModel::AttendedRatings(Graph& graph,
                                    const BidirectionalRcnn::Inputs& inputs,
                                    const SequenceBatch& sequences,
                                    Var attention) const {
  SequenceBatch positions =
      EveryRowAWord(sequences.max_length, sequences.batch());
  positions.lengths = sequences.lengths;
  const Var states = encoder().States(graph, inputs, sequences);
  const Var read = WeightedSumOverWords(graph, states, positions, attention);
  return Sigmoid(graph, output_.Apply(graph, read));
}

Matrix RationaleModel::Rate(Graph& graph, const WordBatch& batch) const {
  graph.Clear();
  const auto inputs = EncoderInputs(graph, Lookup(graph, batch));
  return graph.value(
      EncoderRatings(graph, inputs, batch.sequences, std::nullopt));
}

Result<RationaleExplanation> RationaleModel::Explain(std::string_view utf8,
                                                     PointIndex point) const {
  Graph graph(Graph::Mode::kInference);
  return Explain(utf8, graph, point);
}

Result<RationaleExplanation> RationaleModel::Explain(std::string_view utf8,
                                                     Graph& graph,
                                                     PointIndex point) const {
  if (Status exists = CheckPoint(options_, point); !exists.ok()) {
    return exists.error();
  }
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
  const Var states = GeneratorStates(graph, words, batch.sequences);
  Selections selections = Select(graph.value(states), batch.sequences, point);
  const auto encoder_inputs = EncoderInputs(graph, words);

  const auto aspects = static_cast<Index>(names_.size());
  RationaleExplanation explanation;
  for (const Token& token : tokens) explanation.words.push_back(token.span);
  explanation.probability.resize(selections.numbers.rows(), aspects);
  explanation.selected = selections.selected.leftCols(aspects);
  ChoiceProbabilities(options_.choice, selections.numbers,
                      explanation.probability);
  for (Index a = 0; a < aspects; ++a) {
    std::vector<std::uint8_t> selected;
    SequenceBatch rationale;
    for (Index t = 0; t < explanation.selected.rows(); ++t) {
      selected.push_back(explanation.selected(t, a));
      if (selected.back()) {
        rationale.rows.push_back(
            batch.sequences.rows[static_cast<std::size_t>(t)]);
      }
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
  if (dependent_) {
    for (Parameter* parameter : dependent_->Parameters()) {
      parameters.push_back(parameter);
    }
  }
  for (Parameter* parameter : choice_.Parameters()) {
    parameters.push_back(parameter);
  }
  return parameters;
}

std::vector<Parameter*> RationaleModel::EncoderParameters() {
  std::vector<Parameter*> parameters;
  if (own_encoder_) parameters = own_encoder_->Parameters();
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
