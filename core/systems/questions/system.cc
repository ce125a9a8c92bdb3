#include "core/systems/questions/system.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "core/format/fields.h"
#include "core/format/span_json.h"
#include "core/systems/questions/gates.h"
#include "core/systems/questions/kept_indexes.h"
#include "core/systems/questions/match.h"
#include "core/systems/questions/match_json.h"
#include "core/systems/questions/model.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

struct RankOptions {
  std::size_t limit = 0;
  QuestionPart read_query = QuestionPart::kAll;
  QuestionPart read_candidates = QuestionPart::kAll;
};

const Fields<RankOptions>& RankFields() {
  static const auto fields =
      Fields<RankOptions>()
          .Count("limit", &RankOptions::limit, {0, 1e9},
                 "Maximum number of candidates to list; 0: all.")
          .Choice("read_query", &RankOptions::read_query, QuestionPartNames(),
                  "What is read of the query: all, the first sentence, or the "
                  "words that say what is asked.")
          .Choice("read_candidates", &RankOptions::read_candidates,
                  QuestionPartNames(), "What is read of the candidates.");
  return fields;
}

Status CheckChooses(const Retriever& model, const Request& request) {
  if (model.chooses()) return {};
  return Invalid(std::string(request.question) +
                 ": expected a model that learned to choose the words that say "
                 "what is asked, found one that did not");
}

Result<Answer> AnswerRank(RetrieverAnswers& asked, const Request& request,
                          const RankOptions& options) {
  const Retriever& model = asked.value();
  Graph graph(Graph::Mode::kInference);
  if (options.read_query == QuestionPart::kRationale ||
      options.read_candidates == QuestionPart::kRationale) {
    if (Status chooses = CheckChooses(model, request); !chooses.ok()) {
      return chooses.error();
    }
  }
  const Matrix query = model.Encode(request.texts.first(1), options.read_query);
  const Matrix points =
      model.Encode(request.texts.subspan(1), options.read_candidates);
  const Matrix likeness = graph.value(
      model.Likeness(graph, graph.Constant(query), graph.Constant(points)));
  std::vector<std::size_t> order(static_cast<std::size_t>(likeness.cols()));
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto score = [&](std::size_t i) {
    return static_cast<double>(likeness(0, static_cast<Index>(i)));
  };
  std::stable_sort(
      order.begin(), order.end(),
      [&](std::size_t a, std::size_t b) { return score(a) > score(b); });
  if (options.limit > 0) order.resize(std::min(options.limit, order.size()));
  ordered_json candidates = ordered_json::array();
  for (const std::size_t i : order) {
    candidates.push_back({{"candidate", i}, {"score", score(i)}});
    if (const auto probability = model.Probability(score(i))) {
      candidates.back()["probability"] = *probability;
    }
  }
  return Answer{{{"candidates", std::move(candidates)}}};
}

struct EmbedOptions {};

const Fields<EmbedOptions>& EmbedFields() {
  static const Fields<EmbedOptions> fields;
  return fields;
}

Result<Answer> AnswerEmbed(RetrieverAnswers& asked, const Request& request,
                           const EmbedOptions&) {
  const Matrix point = asked.value().Encode(request.texts);
  ordered_json numbers = ordered_json::array();
  for (const Real number : point.row(0)) numbers.push_back(number);
  return Answer{{{"vector", std::move(numbers)}}};
}

struct MatchOptions {
  std::size_t pairs = 10;
};

const Fields<MatchOptions>& MatchFields() {
  static const auto fields =
      Fields<MatchOptions>().Count("pairs", &MatchOptions::pairs, {0, 1000},
                                   "Number of pairs of n-grams to list.");
  return fields;
}

Result<Answer> AnswerMatch(RetrieverAnswers& asked, const Request& request,
                           const MatchOptions& options) {
  const Result<Match> explained = ExplainMatch(asked.value(), request.texts[0],
                                               request.texts[1], options.pairs);
  if (!explained.ok()) return explained.error();
  const Match& match = explained.value();
  ordered_json strongest = ordered_json::array();
  for (const MatchedPair& pair : match.strongest) {
    strongest.push_back({{"query", SpansToJson(pair.query)},
                         {"text", SpansToJson(pair.text)},
                         {"contribution", pair.contribution}});
  }
  ordered_json answer{{"score", match.score},
                      {"pairs", match.pairs},
                      {"bias", match.bias},
                      {"residual", match.residual},
                      {"error", match.error()},
                      {"strongest", std::move(strongest)},
                      {"queryWords", MatchedWordsToJson(match.query_words)},
                      {"textWords", MatchedWordsToJson(match.text_words)}};
  if (const auto probability = asked.value().Probability(match.score)) {
    answer["probability"] = *probability;
  }
  return Answer{std::move(answer)};
}

struct KeywordOptions {};

const Fields<KeywordOptions>& KeywordFields() {
  static const auto fields = Fields<KeywordOptions>();
  return fields;
}

Result<Answer> AnswerKeywords(RetrieverAnswers& asked, const Request& request,
                              const KeywordOptions& /*options*/) {
  const Retriever& model = asked.value();
  if (Status chooses = CheckChooses(model, request); !chooses.ok()) {
    return chooses.error();
  }
  const std::vector<Token> tokens = Tokenize(request.texts[0]);
  UnknownWords unknown = model.NoUnknownWords();
  const QuestionWords text = model.Read(tokens, unknown);
  const QuestionWords* const pointer = &text;
  const std::vector<Real> probabilities =
      model.WordProbabilities({&pointer, 1}, unknown).front();
  const std::vector<std::uint8_t> chosen = model.ChooseWords(probabilities);
  ordered_json words = ordered_json::array();
  ordered_json spans = ordered_json::array();
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    words.push_back(SpanToJson(tokens[i].span));
    words.back()["probability"] = probabilities[i];
    words.back()["chosen"] = chosen[i] == 1;
    if (chosen[i] == 0) continue;
    if (i > 0 && chosen[i - 1] == 1) {
      spans.back()["end"] = tokens[i].span.end;
    } else {
      spans.push_back(SpanToJson(tokens[i].span));
    }
  }
  return Answer{{{"spans", std::move(spans)}, {"words", std::move(words)}}};
}

struct GateOptions {};

const Fields<GateOptions>& GateFields() {
  static const auto fields = Fields<GateOptions>();
  return fields;
}

Result<Answer> AnswerGates(RetrieverAnswers& asked, const Request& request,
                           const GateOptions& /*options*/) {
  const Result<std::vector<RecurrenceGates>> found =
      ReadGates(asked.value(), request.texts[0]);
  if (!found.ok()) {
    return Error{found.error().code,
                 std::string(request.question) + ": " + found.error().message};
  }
  ordered_json recurrences = ordered_json::array();
  for (const RecurrenceGates& gates : found.value()) {
    ordered_json words = ordered_json::array();
    for (std::size_t i = 0; i < gates.words.size(); ++i) {
      words.push_back(SpanToJson(gates.words[i]));
      words.back().update({{"mean", gates.profile.mean[i]},
                           {"max", gates.profile.max[i]},
                           {"memory", gates.profile.memory[i]}});
    }
    recurrences.push_back(
        {{"layer", gates.layer + 1},
         {"direction", gates.reversed ? "backward" : "forward"},
         {"words", std::move(words)}});
  }
  return Answer{{{"recurrences", std::move(recurrences)}}};
}

struct PreferOptions {
  std::size_t ngrams = 10;
};

const Fields<PreferOptions>& PreferFields() {
  static const auto fields =
      Fields<PreferOptions>().Count("ngrams", &PreferOptions::ngrams, {0, 1000},
                                    "Number of n-grams to list.");
  return fields;
}

// The first two candidates.
Result<Answer> AnswerPrefer(RetrieverAnswers& asked, const Request& request,
                            const PreferOptions& options) {
  if (request.texts.size() != 3) {
    return Invalid(std::string(request.question) +
                   ": expected a query and 2 candidates, found " +
                   std::to_string(request.texts.size() - 1) + " candidates");
  }
  const Result<Preference> explained =
      ExplainPreference(asked.value(), request.texts[0], request.texts[1],
                        request.texts[2], options.ngrams);
  if (!explained.ok()) return explained.error();
  return Answer{PreferenceToJson(explained.value())};
}

}  // namespace

const System& QuestionsSystem() {
  static const System system = {
      "questions",
      "a model of questions",
      RetrieverAnswers::Load,
      {Answered<AnswerRank, RankFields>(
           {.name = "rank",
            .summary =
                "Candidates ranked by how closely they ask the same as a query",
            .inputs = Inputs::kCandidates}),
       Answered<AnswerEmbed, EmbedFields>(
           {.name = "embed",
            .summary = "The vector of a text, of length 1 where similarity is "
                       "the cosine",
            .repeats_text = true}),
       Answered<AnswerMatch, MatchFields>(
           {.name = "match",
            .summary = "How alike two texts are, as a sum over pairs of "
                       "n-grams, one from each",
            .inputs = Inputs::kTwoTexts}),
       Answered<AnswerKeywords, KeywordFields>(
           {.name = "keywords",
            .summary = "The words of a text that say what is asked"}),
       Answered<AnswerGates, GateFields>(
           {.name = "gates",
            .summary = "How far the gates of recurrent layers open at each "
                       "word"}),
       Answered<AnswerPrefer, PreferFields>(
           {.name = "prefer",
            .summary = "Why one candidate ranks above another, by the n-grams "
                       "of the query",
            .inputs = Inputs::kCandidates})},
      /*needs_files=*/true,
      IndexQuestions()};
  return system;
}

}  // namespace whylight
