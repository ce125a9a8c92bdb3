#include "core/systems/reader/model.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/format/safetensors.h"
#include "core/model/find_words.h"
#include "core/model/layer_spec.h"
#include "core/model/lexicon.h"
#include "core/model/limits.h"
#include "core/model/model_parts.h"
#include "core/model/own_config.h"
#include "core/ops/ops.h"
#include "core/systems/reader/word_features.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

constexpr char kReader[] = "reader";

Matrix Directions(const Matrix& vectors) {
  Matrix directions = vectors;
  for (Index i = 0; i < directions.rows(); ++i) {
    const Real norm = directions.row(i).norm();
    if (norm > 0) directions.row(i) /= norm;
  }
  return directions;
}

double KnownShare(const WordIds& words) {
  const auto unknown = std::count(words.begin(), words.end(), kUnknownWord);
  return 1 - static_cast<double>(unknown) / static_cast<double>(words.size());
}

Status CheckWords(const std::vector<Token>& question,
                  const std::vector<Token>& text) {
  const auto none = [](const char* what) {
    return Invalid("expected words in the " + std::string(what) +
                   ", found none");
  };
  if (question.empty()) return none("question");
  if (text.empty()) return none("text");
  const auto too_long = [](const std::string& what, std::size_t most,
                           std::size_t found) {
    return Error{ErrorCode::kTextTooLong,
                 "expected at most " + std::to_string(most) + " " + what +
                     ", found " + std::to_string(found)};
  };
  const std::size_t words = std::max(question.size(), text.size());
  if (words > kMaxWords) return too_long("words", kMaxWords, words);
  const std::size_t pairs = question.size() * text.size();
  if (pairs <= Reader::kMostPairs) return {};
  return too_long("pairs of a word of the question and one of the text",
                  Reader::kMostPairs, pairs);
}

// What stands at each position of a batch, time-major.
template <typename At>
Matrix ByPosition(const SequenceBatch& batch, Index width, const At& at) {
  Matrix all = Matrix::Zero(batch.max_length * batch.batch(), width);
  for (Index b = 0; b < batch.batch(); ++b) {
    const Matrix rows = at(static_cast<std::size_t>(b));
    for (Index t = 0; t < rows.rows(); ++t) {
      all.row(t * batch.batch() + b) = rows.row(t);
    }
  }
  return all;
}

}  // namespace

Reader::Reader(ReaderOptions options, Vocabulary vocabulary, Matrix vectors,
               ReaderNetwork network)
    : options_(std::move(options)),
      vocabulary_(std::move(vocabulary)),
      vectors_{std::string(kEmbeddingTensor), std::move(vectors)},
      network_(std::move(network)) {
  vocabulary_.ReadMisspelled(options_.spelling);
  if (options_.similarity) directions_ = Directions(vectors_.value);
}

Result<Reader> Reader::Make(ReaderOptions options, Vocabulary vocabulary,
                            Matrix vectors, std::uint64_t seed) {
  if (Status checked = CheckReaderOptions(options); !checked.ok()) {
    return checked.error();
  }
  Result<ReaderNetwork> network =
      ReaderNetwork::Make(options, vectors.cols() + options.features(), seed);
  if (!network.ok()) return network.error();
  return Reader(std::move(options), std::move(vocabulary), std::move(vectors),
                std::move(network).value());
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
  Result<ReaderNetwork> network = ReaderNetwork::Load(
      options, dimensions.value() + options.features(), tensors, files.tensors);
  if (!network.ok()) return network.error();
  return Reader(std::move(options), std::move(vocabulary), std::move(vectors),
                std::move(network).value());
}

Result<ModelFiles> Reader::Save(Dtype vectors, Dtype network,
                                std::string_view about) const {
  ReaderOptions options = options_;
  for (auto* layers : {&options.layers, &options.core, &options.after}) {
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
  if (!added.ok()) return added.error();
  Result<std::string> bytes = tensors.Serialize();
  if (!bytes.ok()) return bytes.error();
  files.tensors = std::move(bytes).value();
  return files;
}

PairSide Reader::WordsOf(Graph& graph,
                         std::span<const QuestionIds* const> questions,
                         const TextDropout& dropout, bool texts) const {
  std::vector<const WordIds*> ids;
  for (const QuestionIds* one : questions) {
    ids.push_back(texts ? &one->text : &one->question);
  }
  const TextDropout of_side = OfSide(dropout, texts ? 1 : 0);
  const WordBatch batch = MakeWordBatch(ids);
  const Sequences words = {
      LookUpWords(graph, vectors_, options_.train_vectors, batch, of_side),
      batch.sequences, std::nullopt};
  if (options_.features() == 0) return {words, of_side};
  const Matrix features =
      ByPosition(batch.sequences, options_.features(), [&](std::size_t b) {
        const QuestionIds& one = *questions[b];
        return texts
                   ? WordFeatures(options_, one.text, one.question, directions_)
                   : WordFeatures(options_, one.question, one.text,
                                  directions_);
      });
  return {AtEveryPosition(ConcatColumns(graph, AtPositions(graph, words),
                                        graph.Constant(features)),
                          words),
          of_side};
}

ReaderNetwork::Scored Reader::Score(
    Graph& graph, std::span<const QuestionIds* const> questions,
    const TextDropout& dropout) const {
  const PairSide asked = WordsOf(graph, questions, dropout, false);
  const PairSide texts = WordsOf(graph, questions, dropout, true);
  return network_.Apply(graph, asked, texts);
}

namespace {

BestAnswers BestOf(const Graph& graph, const ReaderNetwork::Scored& scored,
                   Index text, Index longest, std::size_t count) {
  const TextSpanScores scores =
      SpanScoresOf(graph, scored.scores, scored.texts.lengths, text);
  const double all = LogSumOfSpans(scores, longest);
  BestAnswers best{all - scores.none, BestSpans(scores, longest, count), {}};
  for (const ScoredSpan& span : best.spans) {
    best.shares.push_back(std::exp(span.score - all));
  }
  return best;
}

}  // namespace

std::vector<BestAnswers> Reader::Answer(
    Graph& graph, std::span<const QuestionIds* const> questions,
    std::size_t count) const {
  graph.Clear();
  const ReaderNetwork::Scored scored = Score(graph, questions);
  std::vector<BestAnswers> answers;
  for (std::size_t b = 0; b < questions.size(); ++b) {
    answers.push_back(
        BestOf(graph, scored, static_cast<Index>(b), options_.longest, count));
  }
  return answers;
}

Result<FoundAnswer> Reader::Find(std::string_view question,
                                 std::string_view text,
                                 std::size_t count) const {
  const std::vector<Token> asked = Tokenize(question);
  const std::vector<Token> tokens = Tokenize(text);
  if (Status checked = CheckWords(asked, tokens); !checked.ok()) {
    return checked.error();
  }
  const QuestionIds ids = {FindWords(vocabulary_, asked),
                           FindWords(vocabulary_, tokens)};
  const QuestionIds* const one = &ids;
  Graph graph(Graph::Mode::kInference);
  const ReaderNetwork::Scored scored = Score(graph, {&one, 1});
  const BestAnswers best = BestOf(graph, scored, 0, options_.longest,
                                  std::max<std::size_t>(count, 1));
  if (!std::isfinite(best.score) || best.spans.empty()) {
    return Error{ErrorCode::kNotFinite,
                 "expected finite scores of answers, found another: numbers of "
                 "the model are too large"};
  }
  FoundAnswer found;
  found.says = options_.calibration.Probability(best.score);
  found.known_question = KnownShare(ids.question);
  found.known_text = KnownShare(ids.text);
  for (std::size_t i = 0; i < best.spans.size(); ++i) {
    const auto [begin, end] = best.spans[i].words;
    const Span span = {tokens[static_cast<std::size_t>(begin)].span.start,
                       tokens[static_cast<std::size_t>(end - 1)].span.end};
    found.places.push_back({span, found.says * best.shares[i]});
  }
  for (const Token& token : asked) found.question.push_back(token.span);
  const auto [begin, end] = best.spans.front().words;
  for (Index t = begin; t < end; ++t) {
    found.words.push_back(tokens[static_cast<std::size_t>(t)].span);
  }
  const ConstMatrixView weights = graph.value(scored.weights);
  const auto width = static_cast<Index>(asked.size());
  found.weights = Eigen::Map<const Matrix>(weights.data() + begin * width,
                                           end - begin, width);
  return found;
}

std::vector<Parameter*> Reader::Parameters() {
  std::vector<Parameter*> parameters;
  if (options_.train_vectors) parameters.push_back(&vectors_);
  for (Parameter* parameter : network_.Parameters()) {
    parameters.push_back(parameter);
  }
  return parameters;
}

}  // namespace whylight
