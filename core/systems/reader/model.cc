#include "core/systems/reader/model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "core/base/runs.h"
#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/format/safetensors.h"
#include "core/model/find_words.h"
#include "core/model/layer_spec.h"
#include "core/model/lexicon.h"
#include "core/model/model_parts.h"
#include "core/model/own_config.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

constexpr char kReader[] = "reader";
// The dropout of the selector is another than that of what reads its choice.
constexpr std::uint64_t kSelectorReader = 1000;

// Only the selected words of the text.
QuestionIds SelectedIds(const QuestionIds& ids,
                        const WordSelection& selection) {
  return {ids.question, KeepWords(ids.text, selection)};
}

// Features of selected words at the places of these among all.
Matrix AmongAllWords(const Matrix& features, const WordSelection& selection) {
  Matrix all =
      Matrix::Zero(static_cast<Index>(selection.size()), features.cols());
  Index next = 0;
  for (std::size_t i = 0; i < selection.size(); ++i) {
    if (selection[i] == 0) continue;
    all.row(static_cast<Index>(i)) = features.row(next++);
  }
  return all;
}

// Sequences::mask of texts.
Matrix MaskOf(std::span<const WordSelection> selections) {
  std::size_t longest = 0;
  for (const WordSelection& selection : selections) {
    longest = std::max(longest, selection.size());
  }
  const auto count = static_cast<Index>(selections.size());
  Matrix mask = Matrix::Zero(static_cast<Index>(longest) * count, 1);
  for (Index b = 0; b < count; ++b) {
    const WordSelection& selection = selections[static_cast<std::size_t>(b)];
    for (std::size_t t = 0; t < selection.size(); ++t) {
      mask(static_cast<Index>(t) * count + b, 0) = selection[t];
    }
  }
  return mask;
}

// The other way round.
std::vector<WordSelection> SelectionsOf(
    const ConstMatrixView& mask,
    std::span<const QuestionIds* const> questions) {
  const auto count = static_cast<Index>(questions.size());
  std::vector<WordSelection> selections;
  for (Index b = 0; b < count; ++b) {
    WordSelection& selection = selections.emplace_back(
        questions[static_cast<std::size_t>(b)]->text.size());
    for (std::size_t t = 0; t < selection.size(); ++t) {
      selection[t] = mask(static_cast<Index>(t) * count + b, 0) > 0 ? 1 : 0;
    }
  }
  return selections;
}

Error NotFinite() {
  return {ErrorCode::kNotFinite,
          "expected finite scores of answers, found another: numbers of the "
          "model are too large"};
}

Span SpanOf(const std::vector<Token>& tokens, const WordRange& words) {
  return {tokens[static_cast<std::size_t>(words.begin)].span.start,
          tokens[static_cast<std::size_t>(words.end - 1)].span.end};
}

std::vector<Span> SpansOf(const std::vector<Token>& tokens) {
  std::vector<Span> spans;
  for (const Token& token : tokens) spans.push_back(token.span);
  return spans;
}

}  // namespace

Reader::Reader(ReaderOptions options, Vocabulary vocabulary, Matrix vectors,
               ReaderNetwork network, std::optional<WordSelector> selector)
    : options_(std::move(options)),
      vocabulary_(std::move(vocabulary)),
      vectors_{std::string(kEmbeddingTensor), std::move(vectors)},
      network_(std::move(network)),
      selector_(std::move(selector)) {
  vocabulary_.ReadMisspelled(options_.spelling);
  if (options_.beside.similarity) directions_ = Directions(vectors_.value);
}

Result<Reader> Reader::Make(ReaderOptions options, Vocabulary vocabulary,
                            Matrix vectors, std::uint64_t seed) {
  if (Status checked = CheckReaderOptions(options); !checked.ok()) {
    return checked.error();
  }
  const Index width = vectors.cols() + options.features();
  Result<ReaderNetwork> network = ReaderNetwork::Make(options, width, seed);
  if (!network.ok()) return network.error();
  std::optional<WordSelector> selector;
  if (options.selects()) {
    Result<WordSelector> made =
        WordSelector::Make(options.selector, width, seed);
    if (!made.ok()) return made.error();
    selector = std::move(made).value();
  }
  return Reader(std::move(options), std::move(vocabulary), std::move(vectors),
                std::move(network).value(), std::move(selector));
}

Status Reader::StartFrom(const PretrainedLayers& learned,
                         const std::string& source) {
  if (Status same = learned.CheckWords(vocabulary_, vectors_.value, source);
      !same.ok()) {
    return same;
  }
  return network_.StartFrom(learned, options_.layers, options_.features(),
                            source);
}

Result<Reader> Reader::Load(const ModelFiles& files) {
  Result<nlohmann::json> config = ReadOwnConfig(files, kReader);
  if (!config.ok()) return config.error();
  const Result<Index> dimensions = TakeDimensions(&config.value());
  if (!dimensions.ok()) return dimensions.error();
  ReaderOptions options;
  Status read = ReaderOptionsFields().Read(config.value(), "config", &options);
  if (read.ok()) read = CheckReaderOptions(options);
  if (!read.ok()) return BadConfig(read.error().message);
  Result<Lexicon> lexicon = ReadLexicon(files, dimensions.value());
  if (!lexicon.ok()) return lexicon.error();
  auto& [vocabulary, vectors, tensors] = lexicon.value();
  const Index width = dimensions.value() + options.features();
  Result<ReaderNetwork> network =
      ReaderNetwork::Load(options, width, tensors, files.tensors);
  if (!network.ok()) return network.error();
  std::optional<WordSelector> selector;
  if (options.selects()) {
    Result<WordSelector> loaded =
        WordSelector::Load(options.selector, width, tensors, files.tensors);
    if (!loaded.ok()) return loaded.error();
    selector = std::move(loaded).value();
  }
  return Reader(std::move(options), std::move(vocabulary), std::move(vectors),
                std::move(network).value(), std::move(selector));
}

Result<ModelFiles> Reader::Save(Dtype vectors, Dtype network,
                                std::string_view about) const {
  ReaderOptions options = options_;
  for (auto* layers : {&options.layers, &options.core, &options.after,
                       &options.selector.layers}) {
    for (nlohmann::json& layer : *layers) layer = WithoutWidths(layer);
  }
  ordered_json config{{"format", "whylight"},
                      {"version", kModelVersion},
                      {"task", kReader},
                      {"dimensions", vectors_.value.cols()}};
  config.update(ReaderOptionsFields().Write(options));
  config["training"] = ordered_json::parse(about, nullptr, false);
  ModelFiles files;
  files.config = DumpJson(config, 2) + "\n";
  files.vocabulary = vocabulary_.Serialize();

  TensorCollector tensors;
  Status added = tensors.Add(vectors_.name, vectors_.value, vectors);
  if (added.ok()) added = network_.Save(network, &tensors);
  if (added.ok() && selector_) added = selector_->Save(network, &tensors);
  if (!added.ok()) return added.error();
  Result<std::string> bytes = tensors.Serialize();
  if (!bytes.ok()) return bytes.error();
  files.tensors = std::move(bytes).value();
  return files;
}

PairSide Reader::WordsOf(Graph& graph,
                         std::span<const QuestionIds* const> questions,
                         const TextDropout& dropout, bool texts,
                         std::span<const WordSelection> selections) const {
  std::vector<const WordIds*> ids;
  for (const QuestionIds* one : questions) {
    ids.push_back(texts ? &one->text : &one->question);
  }
  const TextDropout of_side = OfSide(dropout, texts ? 1 : 0);
  const WordBatch batch = MakeWordBatch(ids);
  const Sequences words = {
      LookUpWords(graph, vectors_, options_.train_vectors, batch, of_side),
      batch.sequences, std::nullopt};
  const auto of_pair = [&](const QuestionIds& one) {
    return texts ? WordFeatures(options_.beside, one.text, one.question,
                                directions_)
                 : WordFeatures(options_.beside, one.question, one.text,
                                directions_);
  };
  const auto features_of = [&](std::size_t b) -> Matrix {
    if (selections.empty()) return of_pair(*questions[b]);
    const Matrix of_selected =
        of_pair(SelectedIds(*questions[b], selections[b]));
    return texts ? AmongAllWords(of_selected, selections[b]) : of_selected;
  };
  return {WithFeatures(graph, words, options_.features(), features_of),
          of_side};
}

ReaderNetwork::Scored Reader::Score(
    Graph& graph, std::span<const QuestionIds* const> questions,
    const TextDropout& dropout, const std::optional<Var>& mask) const {
  std::vector<WordSelection> selections;
  if (mask) selections = SelectionsOf(graph.value(*mask), questions);
  const PairSide asked = WordsOf(graph, questions, dropout, false, selections);
  PairSide texts = WordsOf(graph, questions, dropout, true, selections);
  texts.words.mask = mask;
  return network_.Apply(graph, asked, texts);
}

Var Reader::SelectionScores(Graph& graph,
                            std::span<const QuestionIds* const> questions,
                            const TextDropout& dropout) const {
  // The selector drops elements of words itself.
  const auto side = [&](bool texts) {
    return PairSide{WordsOf(graph, questions, {}, texts, {}).words,
                    OfSide(dropout, texts ? 1 : 0)};
  };
  const PairSide texts = side(true);
  return selector_->ScoresOfFirst(graph, texts, side(false), kSelectorReader);
}

std::vector<WordSelection> Reader::Select(
    Graph& graph, std::span<const QuestionIds* const> questions) const {
  graph.Clear();
  const Var scores = SelectionScores(graph, questions);
  const auto count = static_cast<Index>(questions.size());
  std::vector<WordSelection> selections;
  for (Index b = 0; b < count; ++b) {
    selections.push_back(
        SelectByScores(graph.value(scores), count, b,
                       questions[static_cast<std::size_t>(b)]->text.size()));
  }
  return selections;
}

ReaderNetwork::Scored Reader::ScoreSelected(
    Graph& graph, std::span<const QuestionIds* const> questions,
    std::span<const WordSelection> selections) const {
  if (selections.empty()) return Score(graph, questions);
  return Score(graph, questions, {}, graph.Constant(MaskOf(selections)));
}

namespace {

// No answer starts or ends with a word that is not selected; without a
// selection all are.
TextSpanScores ScoresOf(const Graph& graph, const ReaderNetwork::Scored& scored,
                        Index text, const WordSelection& selection) {
  TextSpanScores scores =
      SpanScoresOf(graph, scored.scores, scored.texts.lengths, text);
  for (std::size_t i = 0; i < selection.size(); ++i) {
    if (selection[i] != 0) continue;
    scores.starts[i] = -std::numeric_limits<double>::infinity();
    scores.ends[i] = scores.starts[i];
  }
  return scores;
}

BestAnswers BestOf(const TextSpanScores& scores, Index longest,
                   std::size_t count) {
  const double all = LogSumOfSpans(scores, longest);
  BestAnswers best{all - scores.none, BestSpans(scores, longest, count), {}};
  for (const ScoredSpan& span : best.spans) {
    best.shares.push_back(std::exp(span.score - all));
  }
  return best;
}

// That of the probability which Reader::Find gives a place.
double LogProbability(const TextSpanScores& scores, const WordRange& place,
                      const ReaderOptions& options) {
  const double all = LogSumOfSpans(scores, options.longest);
  return options.calibration.LogProbability(all - scores.none) +
         scores.Score(place) - all;
}

}  // namespace

std::vector<BestAnswers> Reader::Answer(
    Graph& graph, std::span<const QuestionIds* const> questions,
    std::size_t count, std::span<const WordSelection> selections) const {
  graph.Clear();
  const ReaderNetwork::Scored scored =
      ScoreSelected(graph, questions, selections);
  std::vector<BestAnswers> answers;
  for (std::size_t b = 0; b < questions.size(); ++b) {
    answers.push_back(
        BestOf(ScoresOf(graph, scored, static_cast<Index>(b),
                        selections.empty() ? WordSelection{} : selections[b]),
               options_.longest, count));
  }
  return answers;
}

std::span<const Real> Reader::VectorOf(std::string_view word) const {
  const std::int32_t id = vocabulary_.Find(word);
  if (id < 0) return {};
  return {vectors_.value.row(id).data(),
          static_cast<std::size_t>(vectors_.value.cols())};
}

Result<Reader::Asked> Reader::Take(std::string_view question,
                                   std::string_view text,
                                   std::size_t most_pairs) const {
  Asked asked{Tokenize(question), Tokenize(text), {}, {}};
  if (Status checked = CheckQuestionWords(asked.question.size(),
                                          asked.text.size(), most_pairs);
      !checked.ok()) {
    return checked.error();
  }
  asked.ids = {FindWords(vocabulary_, asked.question),
               FindWords(vocabulary_, asked.text)};
  if (selects()) {
    Graph graph(Graph::Mode::kInference);
    const QuestionIds* const one = &asked.ids;
    asked.selections = Select(graph, {&one, 1});
  }
  return asked;
}

Result<FoundAnswer> Reader::Find(std::string_view question,
                                 std::string_view text,
                                 std::size_t count) const {
  const Result<Asked> taken = Take(question, text, kMostPairs);
  if (!taken.ok()) return taken.error();
  const auto& [asked, tokens, ids, selections] = taken.value();
  const WordSelection selection =
      selects() ? selections.front() : WordSelection{};
  const QuestionIds* const one = &ids;
  Graph graph(Graph::Mode::kInference);
  const ReaderNetwork::Scored scored =
      ScoreSelected(graph, {&one, 1}, selections);
  const BestAnswers best =
      BestOf(ScoresOf(graph, scored, 0, selection), options_.longest,
             std::max<std::size_t>(count, 1));
  if (!std::isfinite(best.score) || best.spans.empty()) return NotFinite();
  FoundAnswer found;
  found.says = options_.calibration.Probability(best.score);
  found.known_question = KnownShare(asked, ids.question);
  found.known_text = KnownShare(tokens, ids.text);
  for (std::size_t i = 0; i < best.spans.size(); ++i) {
    found.places.push_back(
        {SpanOf(tokens, best.spans[i].words), found.says * best.shares[i]});
  }
  found.question = SpansOf(asked);
  const std::vector<Span> words = SpansOf(tokens);
  for (const Run& run : SelectedRuns(selection)) {
    found.rationale.push_back({words[run.first].start, words[run.last].end});
  }
  const auto [begin, end] = best.spans.front().words;
  const ConstMatrixView weights = graph.value(scored.weights);
  const auto width = static_cast<Index>(asked.size());
  found.weights.resize(end - begin, width);
  for (Index t = begin; t < end; ++t) {
    const auto word = static_cast<std::size_t>(t);
    if (selects() && selection[word] == 0) continue;
    found.weights.row(static_cast<Index>(found.words.size())) =
        Eigen::Map<const RowVector>(weights.data() + t * width, width);
    found.words.push_back(words[word]);
  }
  found.weights.conservativeResize(static_cast<Index>(found.words.size()),
                                   width);
  return found;
}

Result<QuestionEffects> Reader::EffectsOfQuestion(std::string_view question,
                                                  std::string_view text) const {
  const Result<Asked> taken = Take(question, text, kMostEffectPairs);
  if (!taken.ok()) return taken.error();
  const auto& [asked, tokens, ids, selections] = taken.value();
  if (asked.size() < 2) {
    return Invalid("expected at least 2 words in the question, found 1");
  }
  Graph graph(Graph::Mode::kInference);
  const auto score = [this, &graph,
                      &selections = selections](const QuestionIds& one) {
    graph.Clear();
    const QuestionIds* const pointer = &one;
    return ScoresOf(graph, ScoreSelected(graph, {&pointer, 1}, selections), 0,
                    selects() ? selections.front() : WordSelection{});
  };
  const TextSpanScores whole = score(ids);
  const BestAnswers best = BestOf(whole, options_.longest, 1);
  if (!std::isfinite(best.score) || best.spans.empty()) return NotFinite();
  const WordRange place = best.spans.front().words;
  const double with = LogProbability(whole, place, options_);
  QuestionEffects effects{
      {SpanOf(tokens, place),
       options_.calibration.Probability(best.score) * best.shares.front()},
      {}};
  for (std::size_t i = 0; i < asked.size(); ++i) {
    QuestionIds without = ids;
    without.question.erase(without.question.begin() +
                           static_cast<std::ptrdiff_t>(i));
    const double effect =
        with - LogProbability(score(without), place, options_);
    if (!std::isfinite(effect)) return NotFinite();
    effects.words.emplace_back(asked[i].span, effect);
  }
  return effects;
}

std::vector<Parameter*> Reader::ReaderParameters() {
  std::vector<Parameter*> parameters;
  if (options_.train_vectors) parameters.push_back(&vectors_);
  for (Parameter* parameter : network_.Parameters()) {
    parameters.push_back(parameter);
  }
  return parameters;
}

std::vector<Parameter*> Reader::Parameters() {
  std::vector<Parameter*> parameters = ReaderParameters();
  if (!selector_) return parameters;
  for (Parameter* parameter : selector_->Parameters()) {
    parameters.push_back(parameter);
  }
  return parameters;
}

}  // namespace whylight
