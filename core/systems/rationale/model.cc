#include "core/systems/rationale/model.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/format/safetensors.h"
#include "core/model/find_words.h"
#include "core/model/layer_spec.h"
#include "core/model/lexicon.h"
#include "core/model/model_parts.h"
#include "core/ops/ops.h"
#include "core/systems/rationale/choice.h"
#include "core/systems/rationale/selection.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;
using Part = TextReader::Part;

std::string DescribeAspects(const RationaleOptions& options) {
  std::string list;
  for (const RationaleAspect& aspect : options.aspects) {
    list.append(list.empty() ? "" : ", ").append(aspect.name);
    if (!aspect.reported) list += " (not reported)";
  }
  return list;
}

std::string Describe(const Parameter& parameter) {
  return parameter.name + " [" + std::to_string(parameter.value.rows()) + ", " +
         std::to_string(parameter.value.cols()) + "]";
}

}  // namespace

RationaleModel::RationaleModel(RationaleOptions options, Vocabulary vocabulary,
                               Embedding embedding, TextReader generator,
                               std::optional<TextReader> own_encoder,
                               std::uint64_t seed)
    : options_(std::move(options)),
      names_(ReportedNames(options_)),
      vocabulary_(std::move(vocabulary)),
      embedding_(std::move(embedding)),
      generator_(std::move(generator)),
      own_encoder_(std::move(own_encoder)),
      choice_("generator.choice", generator_.width() + options_.dependent,
              ChoiceWidth(options_.choice,
                          static_cast<Index>(options_.aspects.size())),
              seed),
      output_("encoder.output", encoder().width(),
              static_cast<Index>(options_.aspects.size()), seed),
      domain_weight_{"domain.weight", Matrix::Zero(generator_.width(), 1)},
      domain_bias_{"domain.bias", Matrix::Zero(1, 1)},
      domain_words_{"domain.words",
                    Matrix::Zero(options_.generator.inputs, 1)} {
  vocabulary_.ReadMisspelled(options_.spelling);
  if (options_.dependent > 0) {
    dependent_.emplace("generator.dependent",
                       DependentOptions(options_, generator_.width()), seed);
  }
  for (std::optional<LayerSpecs>* layers :
       {&options_.generator_layers, &options_.encoder_layers}) {
    if (!*layers) continue;
    // From here on their tensors say how wide they are.
    for (Document& layer : **layers) {
      layer = ToDocument(WithoutWidths(ToJson(layer)));
    }
  }
}

RationaleModel::RationaleModel(const RationaleOptions& options,
                               Vocabulary vocabulary, Matrix vectors,
                               std::uint64_t seed)
    : RationaleModel(options, std::move(vocabulary),
                     Embedding(std::move(vectors)),
                     TextReader(Part::kGenerator, options, seed),
                     options.shared ? std::optional<TextReader>()
                                    : TextReader(Part::kEncoder, options, seed),
                     seed) {}

Result<RationaleModel> RationaleModel::Make(RationaleOptions options,
                                            Vocabulary vocabulary,
                                            Matrix vectors,
                                            std::uint64_t seed) {
  Result<TextReader> generator =
      TextReader::Make(Part::kGenerator, options, seed);
  if (!generator.ok()) return generator.error();
  std::optional<TextReader> own_encoder;
  if (!options.shared) {
    Result<TextReader> encoder =
        TextReader::Make(Part::kEncoder, options, seed);
    if (!encoder.ok()) return encoder.error();
    own_encoder = std::move(encoder).value();
  }
  return RationaleModel(
      std::move(options), std::move(vocabulary), Embedding(std::move(vectors)),
      std::move(generator).value(), std::move(own_encoder), seed);
}

Status RationaleModel::StartFrom(RationaleModel other) {
  const std::vector<Parameter*> own = LearnedParameters();
  const std::vector<Parameter*> others = other.LearnedParameters();
  std::vector<std::pair<std::string, std::string>> sides = {
      {DescribeAspects(other.options_), DescribeAspects(options_)},
      {NameOf(ChoiceNames(), other.options_.choice),
       NameOf(ChoiceNames(), options_.choice)}};
  for (std::size_t i = 0; i < std::max(own.size(), others.size()); ++i) {
    sides.emplace_back(i < others.size() ? Describe(*others[i]) : "nothing",
                       i < own.size() ? Describe(*own[i]) : "nothing");
  }
  for (const auto& [expected, found] : sides) {
    if (expected == found) continue;
    return Invalid("expected " + expected +
                   ", as the model to start from has, found " + found);
  }
  for (std::size_t i = 0; i < own.size(); ++i) {
    own[i]->value = std::move(others[i]->value);
  }
  for (std::size_t a = 0; a < options_.aspects.size(); ++a) {
    std::swap(other.options_.aspects[a].labels, options_.aspects[a].labels);
  }
  options_.aspects = std::move(other.options_.aspects);
  options_.domain = other.options_.domain;
  domain_weight_ = std::move(other.domain_weight_);
  domain_bias_ = std::move(other.domain_bias_);
  domain_words_ = std::move(other.domain_words_);
  return {};
}

Result<RationaleModel> RationaleModel::Load(ModelFiles files, LayerMaker make) {
  const Result<Document> config = ReadModelConfig(files);
  if (!config.ok()) return config.error();
  Result<RationaleOptions> read = ReadRationaleOptions(config.value());
  if (!read.ok()) return read.error();
  RationaleOptions options = std::move(read).value();

  Result<StoredLexicon> lexicon =
      ReadStoredLexicon(&files, options.generator.inputs);
  if (!lexicon.ok()) return lexicon.error();
  auto& [vocabulary, file, vectors, tensors] = lexicon.value();

  // Of RCNNs all is known before memory is taken for any of it; layers take
  // what their tensors have.
  const auto fits = [&bytes = *file](std::uint64_t numbers) {
    return CheckModelSize(numbers, bytes);
  };
  if (Status all = fits(ParameterCount(options)); !all.ok()) return all.error();
  Result<TextReader> generator =
      TextReader::Load(Part::kGenerator, options, tensors, make);
  if (!generator.ok()) return generator.error();
  std::optional<TextReader> own_encoder;
  if (!options.shared) {
    Result<TextReader> encoder =
        TextReader::Load(Part::kEncoder, options, tensors, make);
    if (!encoder.ok()) return encoder.error();
    own_encoder = std::move(encoder).value();
  }
  const Index encoder_width =
      own_encoder ? own_encoder->width() : generator.value().width();
  if (Status all = fits(
          ParameterCount(options, generator.value().width(), encoder_width));
      !all.ok()) {
    return all.error();
  }
  RationaleModel model(std::move(options), std::move(vocabulary),
                       Embedding(file, vectors), std::move(generator).value(),
                       std::move(own_encoder), 0);
  if (Status parameters = ReadParameters(tensors, model.OtherParameters());
      !parameters.ok()) {
    return parameters.error();
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
  for (const Parameter* parameter : OtherParameters()) {
    if (!added.ok()) return added.error();
    added = tensors.Add(parameter->name, parameter->value, network);
  }
  if (added.ok()) added = generator_.Save(network, &tensors);
  if (added.ok() && own_encoder_) added = own_encoder_->Save(network, &tensors);
  if (!added.ok()) return added.error();
  Result<std::string> bytes = tensors.Serialize();
  if (!bytes.ok()) return bytes.error();
  files.tensors = std::move(bytes).value();
  return files;
}

WordIds RationaleModel::Ids(const std::vector<Token>& tokens) const {
  return FindWords(vocabulary_, tokens);
}

WordFlags RationaleModel::Flags(const std::vector<Token>& tokens,
                                const WordIds& ids) const {
  WordFlags flags = Flags(ids);
  for (std::size_t t = 0; options_.boundaries && t < tokens.size(); ++t) {
    if (ids[t] != kUnknownWord) continue;
    flags[t] = FlagsOf(*options_.boundaries, tokens[t].text);
  }
  return flags;
}

WordFlags RationaleModel::Flags(const WordIds& ids) const {
  WordFlags flags(ids.size());
  for (std::size_t t = 0; options_.boundaries && t < ids.size(); ++t) {
    if (ids[t] == kUnknownWord) continue;
    flags[t] = FlagsOf(*options_.boundaries,
                       vocabulary_.word(static_cast<std::size_t>(ids[t])));
  }
  return flags;
}

std::vector<WordFlags> RationaleModel::Flags(const WordBatch& batch) const {
  const SequenceBatch& sequences = batch.sequences;
  const auto texts = static_cast<std::size_t>(sequences.batch());
  const WordFlags known = Flags(batch.words);
  std::vector<WordFlags> flags(texts);
  for (std::size_t b = 0; b < texts; ++b) {
    for (Index t = 0; t < sequences.lengths[b]; ++t) {
      flags[b].push_back(known[static_cast<std::size_t>(
          sequences.rows[static_cast<std::size_t>(t) * texts + b])]);
    }
  }
  return flags;
}

RunCosts RationaleModel::Costs(const WordFlags& flags,
                               Real transition_cost) const {
  return CostsOfRuns(options_.boundaries, flags, transition_cost);
}

void RationaleModel::SetDomain(Real threshold, Matrix weight, Real bias,
                               Matrix words) {
  options_.domain =
      DomainOptions{.threshold = threshold, .words = words.size() > 0};
  domain_weight_.value = std::move(weight);
  domain_bias_.value(0, 0) = bias;
  if (words.size() > 0) domain_words_.value = std::move(words);
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

RationaleModel::Selections RationaleModel::Select(const ConstMatrixView& states,
                                                  const WordBatch& batch,
                                                  PointIndex point) const {
  return Select(states, batch, Flags(batch), point);
}

RationaleModel::Selections RationaleModel::Select(
    const ConstMatrixView& states, const WordBatch& words,
    std::span<const WordFlags> flags, PointIndex point) const {
  const SequenceBatch& sequences = words.sequences;
  const auto aspects = static_cast<Index>(options_.aspects.size());
  const Index batch = sequences.batch();
  Selections result{SelectionMatrix::Zero(states.rows(), aspects),
                    Matrix(states.rows(), aspects),
                    Matrix(),
                    {},
                    {}};
  if (options_.domain) result.domain = DomainProbabilities(states, words);
  for (Index b = 0; b < batch; ++b) {
    const auto text = static_cast<std::size_t>(b);
    result.in_domain.push_back(
        (sequences.lengths[text] == 0 || KnowsWords(words, b)) &&
        (!options_.domain ||
         result.domain[text] >= options_.domain->threshold));
  }
  const auto score = [&](const Matrix& numbers, Index first) {
    AspectScores(options_.choice, numbers,
                 result.scores.middleRows(first, numbers.rows()));
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
  } else {
    Graph graph(Graph::Mode::kInference);
    result.numbers = graph.value(choice_.Apply(graph, graph.Constant(states)));
    score(result.numbers, 0);
  }
  for (Index b = 0; b < batch; ++b) {
    for (Index a = 0; a < aspects; ++a) {
      SelectText(sequences, b, a, flags[static_cast<std::size_t>(b)], point,
                 &result);
    }
  }
  return result;
}

void RationaleModel::SelectText(const SequenceBatch& sequences, Index text,
                                Index aspect, const WordFlags& flags,
                                PointIndex point,
                                Selections* selections) const {
  const Index batch = sequences.batch();
  const auto place = static_cast<std::size_t>(text);
  const auto number = static_cast<std::size_t>(aspect);
  const RationaleAspect& own = options_.aspects[number];
  std::vector<Real> scores;
  std::vector<std::uint8_t> selected;
  for (Index t = 0; t < sequences.lengths[place]; ++t) {
    scores.push_back(selections->scores(t * batch + text, aspect));
    selected.push_back(selections->selected(t * batch + text, aspect));
  }
  const Decoding decoding = DecodingAt(options_, number, point);
  const RunCosts costs = Costs(flags, decoding.transition_cost);
  if (!selections->in_domain[place]) {
    selected.assign(selected.size(), 0);
  } else if (depends()) {
    selected = KeepIfMentioned(own, decoding.threshold, costs, scores,
                               std::move(selected));
  } else {
    selected = SelectForAspect(own, decoding.threshold, costs, scores);
  }
  for (std::size_t t = 0; t < selected.size(); ++t) {
    selections->selected(static_cast<Index>(t) * batch + text, aspect) =
        selected[t];
  }
}

std::vector<Real> RationaleModel::DomainProbabilities(
    const ConstMatrixView& states, const WordBatch& words) const {
  const SequenceBatch& sequences = words.sequences;
  Graph graph(Graph::Mode::kInference);
  const ConstMatrixView logits =
      graph.value(Affine(graph, graph.Constant(states),
                         graph.Use(domain_weight_), graph.Use(domain_bias_)));
  Matrix of_words;  // A row for each distinct word.
  if (options_.domain->words) {
    of_words = graph.value(
        MatMul(graph, Lookup(graph, words), graph.Use(domain_words_)));
  }
  std::vector<Real> probabilities;
  const Index batch = sequences.batch();
  for (Index b = 0; b < batch; ++b) {
    std::vector<Real> own;
    for (Index t = 0; t < sequences.lengths[static_cast<std::size_t>(b)]; ++t) {
      const Index place = t * batch + b;
      const std::int32_t row = sequences.rows[static_cast<std::size_t>(place)];
      own.push_back(logits(place, 0));
      if (of_words.size() > 0) own.back() += of_words(row, 0);
    }
    probabilities.push_back(
        DomainProbability(own, domain_bias_.value(0, 0), KnowsWords(words, b)));
  }
  return probabilities;
}

bool RationaleModel::KnowsWords(const WordBatch& words, Index text) const {
  const SequenceBatch& sequences = words.sequences;
  const Index length = sequences.lengths[static_cast<std::size_t>(text)];
  for (Index t = 0; t < length; ++t) {
    const std::int32_t row =
        sequences.rows[static_cast<std::size_t>(t * sequences.batch() + text)];
    if (IsKnownWord(vocabulary_, words.words[static_cast<std::size_t>(row)])) {
      return true;
    }
  }
  return false;
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
                                   const TextReader::Inputs& inputs,
                                   const SequenceBatch& sequences,
                                   std::optional<Var> mask) const {
  const Var texts = encoder().TextVectors(graph, inputs, sequences, mask);
  return Sigmoid(graph, output_.Apply(graph, texts));
}

Var RationaleModel::AttendedRatings(Graph& graph,
                                    const TextReader::Inputs& inputs,
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
  const WordFlags flags = Flags(tokens, ids);
  Selections selections =
      Select(graph.value(states), batch, {&flags, 1}, point);
  const auto encoder_inputs = EncoderInputs(graph, words);

  const auto aspects = static_cast<Index>(names_.size());
  RationaleExplanation explanation;
  explanation.known = static_cast<Real>(KnownShare(tokens, ids));
  for (const Token& token : tokens) explanation.words.push_back(token.span);
  explanation.probability.resize(selections.numbers.rows(), aspects);
  explanation.selected = selections.selected.leftCols(aspects);
  ChoiceProbabilities(options_.choice, selections.numbers,
                      explanation.probability);
  if (options_.domain) explanation.domain = selections.domain[0];
  explanation.in_domain = selections.in_domain[0];
  const SequenceBatch nothing = {.lengths = {0}, .max_length = 0, .rows = {}};
  const ConstMatrixView priors =
      graph.value(EncoderRatings(graph, encoder_inputs, nothing, std::nullopt));
  explanation.priors.assign(priors.data(), priors.data() + aspects);
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
    std::optional<Real>& rating = explanation.ratings.emplace_back();
    std::optional<Real>& spread = explanation.spreads.emplace_back();
    if (rationale.max_length > 0) {
      rating = graph.value(
          EncoderRatings(graph, encoder_inputs, rationale, std::nullopt))(0, a);
      spread = SpreadOf(options_.aspects[static_cast<std::size_t>(a)], *rating,
                        rationale.max_length);
    }
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

std::vector<Parameter*> RationaleModel::LearnedParameters() {
  std::vector<Parameter*> parameters = GeneratorParameters();
  for (Parameter* parameter : EncoderParameters()) {
    parameters.push_back(parameter);
  }
  return parameters;
}

std::vector<Parameter*> RationaleModel::OtherParameters() {
  std::vector<Parameter*> parameters;
  const auto add = [&](const std::vector<Parameter*>& more) {
    parameters.insert(parameters.end(), more.begin(), more.end());
  };
  if (generator_.rcnn() != nullptr) add(generator_.Parameters());
  if (dependent_) add(dependent_->Parameters());
  add(choice_.Parameters());
  if (own_encoder_ && own_encoder_->rcnn() != nullptr) {
    add(own_encoder_->Parameters());
  }
  add(output_.Parameters());
  if (options_.domain) add({&domain_weight_, &domain_bias_});
  if (options_.domain && options_.domain->words) add({&domain_words_});
  return parameters;
}

std::vector<const Parameter*> RationaleModel::OtherParameters() const {
  const auto parameters = const_cast<RationaleModel*>(this)->OtherParameters();
  return {parameters.begin(), parameters.end()};
}

}  // namespace whylight
