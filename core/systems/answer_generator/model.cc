#include "core/systems/answer_generator/model.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/format/safetensors.h"
#include "core/model/find_words.h"
#include "core/model/layer_spec.h"
#include "core/model/lexicon.h"
#include "core/model/model_parts.h"
#include "core/model/own_config.h"
#include "core/ops/ops.h"
#include "core/text/utf8.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

constexpr char kAnswerGenerator[] = "answer-generator";
// The dropout of words that were written is another than that of texts.
constexpr std::size_t kWrittenSide = 2;

// The words of a list are the end of an answer and those of `vocabulary`.
std::string FindProblemOfVocabulary(const AnswerGeneratorOptions& options,
                                    const Vocabulary& vocabulary) {
  if (options.generated <= static_cast<Index>(vocabulary.size())) return {};
  return "\"generated\": expected at most " +
         std::to_string(vocabulary.size()) +
         ", the words of the vocabulary, found " +
         std::to_string(options.generated);
}

// The word that each slot of a mixture spells, as a number: that of its slot in
// the list or, of words that are not there, one after these.
struct SlotWords {
  std::vector<std::size_t> places;
  std::size_t listed;  // Slots of the list.
  std::size_t words;   // Numbers that there are.
};

SlotWords SlotWordsOf(const std::vector<Token>& text,
                      const Vocabulary& vocabulary, Index generated) {
  SlotWords slots{{}, static_cast<std::size_t>(generated) + 1, 0};
  std::unordered_map<std::string_view, std::size_t> others;
  for (const Token& token : text) {
    const std::int32_t id = vocabulary.Find(token.text);
    if (id >= 0 && id < generated) {
      slots.places.push_back(static_cast<std::size_t>(id) + 1);
    } else {
      slots.places.push_back(
          others.try_emplace(token.text, slots.listed + others.size())
              .first->second);
    }
  }
  slots.words = slots.listed + others.size();
  return slots;
}

// A choice of the next word.
struct NextWord {
  std::size_t word;   // A number of the slots.
  double copied;      // Its probability as a copy
  double generated;   // and as a word of the list.
  std::size_t place;  // With the most attention; of any number if not copied.

  double probability() const { return copied + generated; }
};

// The likeliest word. Slots that spell the same are one choice.
NextWord LikeliestWord(const CopyMixture& mixture, const SlotWords& slots) {
  std::vector<NextWord> words(slots.words);
  for (std::size_t k = 0; k < words.size(); ++k) {
    words[k] = {k, 0, k < slots.listed ? mixture.OfWord(k) : 0, 0};
  }
  for (std::size_t i = 0; i < slots.places.size(); ++i) {
    NextWord& word = words[slots.places[i]];
    if (word.copied == 0 || mixture.places[i] > mixture.places[word.place]) {
      word.place = i;
    }
    word.copied += mixture.OfPlace(i);
  }
  return *std::max_element(words.begin(), words.end(),
                           [](const NextWord& x, const NextWord& y) {
                             return x.probability() < y.probability();
                           });
}

// The likeliest slot: each is a choice of its own.
NextWord LikeliestSlot(const CopyMixture& mixture, const SlotWords& slots) {
  NextWord best{0, 0, mixture.OfWord(0), 0};
  for (std::size_t k = 1; k < slots.listed; ++k) {
    if (mixture.OfWord(k) > best.probability()) {
      best = {k, 0, mixture.OfWord(k), 0};
    }
  }
  for (std::size_t i = 0; i < slots.places.size(); ++i) {
    if (mixture.OfPlace(i) > best.probability()) {
      best = {slots.places[i], mixture.OfPlace(i), 0, i};
    }
  }
  return best;
}

bool IsFinite(const CopyMixture& mixture) {
  const double shares =
      std::accumulate(mixture.places.begin(), mixture.places.end(), 0.0) +
      std::accumulate(mixture.words.begin(), mixture.words.end(), 0.0);
  return std::isfinite(mixture.copying + shares);
}

// Words that were copied side by side stay as they are in the text.
std::string JoinWords(const std::vector<WrittenWord>& words,
                      const std::vector<Token>& tokens,
                      const std::vector<std::size_t>& places,
                      std::string_view text) {
  std::string joined;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool follows = i > 0 && words[i].source && words[i - 1].source &&
                         places[i] == places[i - 1] + 1;
    if (follows) {
      joined += SliceUtf16(
          text, {tokens[places[i] - 1].span.end, tokens[places[i]].span.start});
    } else if (i > 0) {
      joined += " ";
    }
    joined += words[i].text;
  }
  return joined;
}

}  // namespace

AnswerGenerator::AnswerGenerator(AnswerGeneratorOptions options,
                                 Vocabulary vocabulary, Matrix vectors,
                                 AnswerNetwork network)
    : options_(std::move(options)),
      vocabulary_(std::move(vocabulary)),
      vectors_{std::string(kEmbeddingTensor), std::move(vectors)},
      network_(std::move(network)) {
  vocabulary_.ReadMisspelled(options_.spelling);
  if (options_.beside.similarity) directions_ = Directions(vectors_.value);
}

Result<AnswerGenerator> AnswerGenerator::Make(AnswerGeneratorOptions options,
                                              Vocabulary vocabulary,
                                              Matrix vectors,
                                              std::uint64_t seed) {
  if (Status checked = CheckAnswerGeneratorOptions(options); !checked.ok()) {
    return checked.error();
  }
  if (const std::string problem = FindProblemOfVocabulary(options, vocabulary);
      !problem.empty()) {
    return Invalid(problem);
  }
  Result<AnswerNetwork> network =
      AnswerNetwork::Make(options, vectors.cols(), seed);
  if (!network.ok()) return network.error();
  return AnswerGenerator(std::move(options), std::move(vocabulary),
                         std::move(vectors), std::move(network).value());
}

Result<AnswerGenerator> AnswerGenerator::Load(const ModelFiles& files) {
  Result<nlohmann::json> config = ReadOwnConfig(files, kAnswerGenerator);
  if (!config.ok()) return config.error();
  const Result<Index> dimensions = TakeDimensions(&config.value());
  if (!dimensions.ok()) return dimensions.error();
  AnswerGeneratorOptions options;
  Status read =
      AnswerGeneratorOptionsFields().Read(config.value(), "config", &options);
  if (read.ok()) read = CheckAnswerGeneratorOptions(options);
  if (!read.ok()) return BadConfig(read.error().message);
  Result<Lexicon> lexicon = ReadLexicon(files, dimensions.value());
  if (!lexicon.ok()) return lexicon.error();
  auto& [vocabulary, vectors, tensors] = lexicon.value();
  if (const std::string problem = FindProblemOfVocabulary(options, vocabulary);
      !problem.empty()) {
    return BadConfig(problem);
  }
  Result<AnswerNetwork> network =
      AnswerNetwork::Load(options, dimensions.value(), tensors, files.tensors);
  if (!network.ok()) return network.error();
  return AnswerGenerator(std::move(options), std::move(vocabulary),
                         std::move(vectors), std::move(network).value());
}

Result<ModelFiles> AnswerGenerator::Save(Dtype vectors, Dtype network,
                                         std::string_view about) const {
  AnswerGeneratorOptions options = options_;
  for (auto* layers : {&options.layers, &options.after}) {
    for (nlohmann::json& layer : *layers) layer = WithoutWidths(layer);
  }
  ordered_json config{{"format", "whylight"},
                      {"version", kModelVersion},
                      {"task", kAnswerGenerator},
                      {"dimensions", vectors_.value.cols()}};
  config.update(AnswerGeneratorOptionsFields().Write(options));
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

std::span<const Real> AnswerGenerator::VectorOf(std::string_view word) const {
  const std::int32_t id = vocabulary_.Find(word);
  if (id < 0) return {};
  return {vectors_.value.row(id).data(),
          static_cast<std::size_t>(vectors_.value.cols())};
}

PointerDecoder::Reading AnswerGenerator::Read(
    Graph& graph, std::span<const QuestionIds* const> questions,
    const TextDropout& dropout) const {
  const auto side_of = [&](WordIds QuestionIds::*words,
                           WordIds QuestionIds::*others, std::size_t number) {
    std::vector<const WordIds*> ids;
    for (const QuestionIds* one : questions) ids.push_back(&(one->*words));
    const TextDropout of_side = OfSide(dropout, number);
    const WordBatch batch = MakeWordBatch(ids);
    const Sequences vectors = {
        LookUpWords(graph, vectors_, options_.train_vectors, batch, of_side),
        batch.sequences, std::nullopt};
    const auto features_of = [&](std::size_t b) {
      return WordFeatures(options_.beside, questions[b]->*words,
                          questions[b]->*others, directions_);
    };
    return PairSide{
        WithFeatures(graph, vectors, options_.beside.count(), features_of),
        of_side};
  };
  PairSide asked = side_of(&QuestionIds::question, &QuestionIds::text, 0);
  return network_.Read(graph, std::move(asked),
                       side_of(&QuestionIds::text, &QuestionIds::question, 1));
}

Var AnswerGenerator::Loss(Graph& graph,
                          std::span<const AnswerExample* const> examples,
                          std::span<const Real> weights,
                          const TextDropout& dropout) const {
  std::vector<const QuestionIds*> questions;
  // Each word after the one before it; nothing is before the first.
  std::vector<WordIds> before;
  std::size_t steps = 0;
  for (const AnswerExample* example : examples) {
    questions.push_back(&example->ids);
    WordIds& words = before.emplace_back(WordIds{kUnknownWord});
    words.insert(words.end(), example->words.begin(), example->words.end());
    steps = std::max(steps, example->targets.size());
  }
  const PointerDecoder::Reading reading = Read(graph, questions, dropout);
  std::vector<const WordIds*> written;
  for (const WordIds& words : before) written.push_back(&words);
  const WordBatch batch = MakeWordBatch(written);
  const Var vectors = LookUpWords(graph, vectors_, options_.train_vectors,
                                  batch, OfSide(dropout, kWrittenSide));
  PointerDecoder::State state = network_.decoder().Start(graph, reading);
  std::vector<Var> losses;
  for (std::size_t t = 0; t < steps; ++t) {
    const std::span<const std::int32_t> rows(
        batch.sequences.rows.data() + t * examples.size(), examples.size());
    const PointerDecoder::Step step = network_.decoder().Next(
        graph, reading, state, Gather(graph, vectors, rows));
    state = step.state;
    std::vector<const CopyTarget*> targets;
    std::vector<Real> shares;
    for (std::size_t b = 0; b < examples.size(); ++b) {
      const std::vector<CopyTarget>& right = examples[b]->targets;
      targets.push_back(t < right.size() ? &right[t] : nullptr);
      shares.push_back(weights[b] / static_cast<Real>(right.size()));
    }
    losses.push_back(CopyLoss(graph, step.scores, reading.words.batch.lengths,
                              targets, shares));
  }
  return WeightedSum(graph, losses, std::vector<Real>(losses.size(), 1));
}

Result<WrittenAnswer> AnswerGenerator::Write(std::string_view question,
                                             std::string_view text) const {
  const std::vector<Token> asked = Tokenize(question);
  const std::vector<Token> tokens = Tokenize(text);
  if (Status checked =
          CheckQuestionWords(asked.size(), tokens.size(), kMostPairs);
      !checked.ok()) {
    return checked.error();
  }
  const QuestionIds ids = {FindWords(vocabulary_, asked),
                           FindWords(vocabulary_, tokens)};
  const SlotWords slots = SlotWordsOf(tokens, vocabulary_, options_.generated);
  WrittenAnswer answer;
  answer.known_question = KnownShare(asked, ids.question);
  answer.known_text = KnownShare(tokens, ids.text);
  Graph graph(Graph::Mode::kInference);
  const QuestionIds* const one = &ids;
  const std::vector<Index> lengths = {static_cast<Index>(tokens.size())};
  PointerSteps steps(network_.decoder(), graph, Read(graph, {&one, 1}, {}));
  Matrix before = Matrix::Zero(1, vectors_.value.cols());
  std::vector<std::size_t> places;
  while (!answer.ended &&
         answer.words.size() < static_cast<std::size_t>(options_.longest)) {
    const CopyMixture mixture =
        CopyMixtureOf(graph, steps.Next(before), lengths, 0);
    if (!IsFinite(mixture)) {
      return Error{ErrorCode::kNotFinite,
                   "expected finite scores of words, found another: numbers "
                   "of the model are too large"};
    }
    const NextWord next = options_.sum_slots ? LikeliestWord(mixture, slots)
                                             : LikeliestSlot(mixture, slots);
    answer.ended = next.word == static_cast<std::size_t>(kEnd);
    if (answer.ended) break;
    WrittenWord& word = answer.words.emplace_back();
    word.probability = next.probability();
    word.copying = mixture.copying;
    word.copied = next.copied / next.probability();
    const Token& there = tokens[next.place];
    auto id = static_cast<std::int32_t>(next.word) - 1;
    if (next.copied > next.generated) {
      word.source = {there.span, mixture.places[next.place]};
      word.text = SliceUtf16(text, there.span);
      id = vocabulary_.Read(there.text);
    } else {
      word.text = vocabulary_.word(static_cast<std::size_t>(id));
    }
    if (id == kUnknownWord) {
      before.setZero();
    } else {
      before = vectors_.value.row(id);
    }
    places.push_back(next.place);
  }
  answer.text = JoinWords(answer.words, tokens, places, text);
  return answer;
}

std::vector<Parameter*> AnswerGenerator::Parameters() {
  std::vector<Parameter*> parameters;
  if (options_.train_vectors) parameters.push_back(&vectors_);
  for (Parameter* parameter : network_.Parameters()) {
    parameters.push_back(parameter);
  }
  return parameters;
}

}  // namespace whylight
