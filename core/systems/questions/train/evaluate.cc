#include "core/systems/questions/train/evaluate.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/format/fields.h"
#include "core/systems/questions/train/config.h"
#include "core/systems/questions/train/gate_figures.h"
#include "core/systems/questions/train/judged_hits.h"
#include "core/systems/questions/train/rankers.h"
#include "core/training/data/line_reader.h"
#include "core/training/data/record.h"
#include "core/training/metrics/auc.h"
#include "core/training/metrics/bootstrap.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

constexpr std::uint64_t kSampleSeed = 1;

struct EvaluationOptions {
  Ranker ranker = Ranker::kModel;
  std::optional<double> weight;
  ReadOf read;
  std::string train;
  double cost = 1;
  WithoutPositives without_positives = WithoutPositives::kZero;
  std::size_t samples = 2000;
  bool gates = false;
};

const Fields<EvaluationOptions>& OptionFields() {
  using Options = EvaluationOptions;
  static const auto fields =
      Fields<Options>()
          .Choice(
              "ranker", &Options::ranker, RankerNames(),
              "What ranks: the model, BM25, TF-IDF, soft cosine over the "
              "model's word vectors, model and BM25 together, a support vector "
              "machine, or the order of the file.")
          .Number("weight", &Options::weight, {0, 1},
                  "Weight of the model beside BM25; by default the model's "
                  "own.")
          .When("ranker is hybrid")
          .Choice(
              "read_query",
              [](Options & options) -> auto& { return options.read.query; },
              QuestionPartNames(),
              "What the model reads of queries: all, the first sentence, or "
              "the words that it chooses.")
          .When("ranker is model or hybrid")
          .Choice(
              "read_candidates", [](Options & options) -> auto& {
                return options.read.candidates;
              },
              QuestionPartNames(), "What the model reads of candidates.")
          .When("ranker is model or hybrid")
          .Text("train", &Options::train,
                "Queries with candidates that a support vector machine learns "
                "to rank from: by pairs of a relevant candidate and another "
                "one, by how alike words and characters of query and candidate "
                "are.")
          .When("ranker is svm")
          .Number("cost", &Options::cost, {1e-6, 1e6},
                  "C of the support vector machine: the weight of pairs in the "
                  "wrong order relative to that of the squared weights.")
          .When("ranker is svm")
          .Choice("without_positives", &Options::without_positives,
                  WithoutPositivesNames(),
                  "Whether a query without a relevant candidate counts as 0 or "
                  "is left out.")
          .Count("samples", &Options::samples, {0, 1000000},
                 "Number of samples of the paired bootstrap against BM25; 0: "
                 "no bootstrap.")
          .Flag("gates", &Options::gates,
                "Also measure how far gates open at each position.");
  return fields;
}

// The average precision of each query that counts.
Result<std::vector<double>> AveragePrecisions(
    const std::vector<ScoredCandidates>& scored, WithoutPositives protocol) {
  std::vector<double> precisions;
  for (const ScoredCandidates& query : scored) {
    const Result<std::vector<std::uint8_t>> ranking = Rank(query);
    if (!ranking.ok()) return ranking.error();
    const bool has_positives =
        std::find(query.relevant.begin(), query.relevant.end(), 1) !=
        query.relevant.end();
    if (!has_positives && protocol == WithoutPositives::kSkip) continue;
    precisions.push_back(AveragePrecision(ranking.value()));
  }
  return precisions;
}

using Scores = std::vector<ScoredCandidates>;

Result<ordered_json> RankingFiguresOf(const Scores& scored,
                                      const Scores& by_words,
                                      const EvaluationOptions& options) {
  const Result<RankingFigures> figures =
      EvaluateRankings(scored, options.without_positives);
  if (!figures.ok()) return figures.error();
  ordered_json found = RankingToJson(figures.value());
  if (options.samples == 0 || options.ranker == Ranker::kBm25) {
    return found;
  }
  const Result<std::vector<double>> own =
      AveragePrecisions(scored, options.without_positives);
  if (!own.ok()) return own.error();
  const Result<std::vector<double>> others =
      AveragePrecisions(by_words, options.without_positives);
  if (!others.ok()) return others.error();
  if (own.value().empty()) return found;
  const Result<PairedDifference> difference = PairedBootstrap(
      own.value(), others.value(), options.samples, kSampleSeed);
  if (!difference.ok()) return difference.error();
  found["map_above_bm25"] = PairedDifferenceToJson(difference.value(), 100);
  return found;
}

Result<ordered_json> PairFiguresOf(const Scores& scored) {
  std::vector<double> scores;
  std::vector<std::uint8_t> same;
  for (const ScoredCandidates& pair : scored) {
    scores.push_back(pair.scores.front());
    same.push_back(pair.relevant.front());
  }
  const Result<double> auc = AreaUnderRoc(scores, same);
  if (!auc.ok()) return auc.error();
  const Result<double> precision = AveragePrecisionOfPairs(scores, same);
  if (!precision.ok()) return precision.error();
  return ordered_json{{"n", scores.size()},
                      {"auc", 100 * auc.value()},
                      {"average_precision", 100 * precision.value()}};
}

// Whether the probabilities of hits are what they say; null for a model
// without.
Result<ordered_json> CalibrationOf(const Retriever& model,
                                   const QueryFile& file, ThreadPool& pool) {
  if (!model.Probability(0)) return ordered_json();
  const Result<JudgedSearch> search = JudgedSearch::Make(file);
  if (!search.ok()) return search.error();
  UnknownWords unknown = model.NoUnknownWords();
  const RankedQueries queries = ToRankedQueries(file, model, unknown);
  JudgedHits hits;
  search.value().AddHits(model, queries, unknown, pool, &hits);
  return CalibrationFigures(model, hits);
}

// The share of the words of queries and of candidates that is read, in percent.
ordered_json WordsRead(const Retriever& model, const QueryFile& file,
                       const ReadOf& read, ThreadPool& pool) {
  UnknownWords unknown = model.NoUnknownWords();
  const RankedQueries all = ToRankedQueries(file, model, unknown);
  const auto share = [&](const std::set<std::size_t>& numbers,
                         QuestionPart part) {
    std::vector<QuestionWords> texts;
    for (const std::size_t number : numbers) texts.push_back(all.texts[number]);
    return ShareRead(texts, ReadPart(model, texts, unknown, part, pool));
  };
  std::set<std::size_t> queries;
  std::set<std::size_t> candidates;
  for (const RankedQuery& query : file.queries) {
    queries.insert(query.query);
    candidates.insert(query.candidates.begin(), query.candidates.end());
  }
  return {{"queries", share(queries, read.query)},
          {"candidates", share(candidates, read.candidates)}};
}

}  // namespace

const FieldTable& RetrieverEvaluationFields() { return OptionFields(); }

Result<ordered_json> EvaluateRetriever(const EvaluationInputs& inputs) {
  EvaluationOptions options;
  if (Status read = OptionFields().Read(inputs.options, "eval", &options);
      !read.ok()) {
    return read.error();
  }
  const Result<Retriever> model = LoadFrom<Retriever>(inputs.models.front());
  if (!model.ok()) return model.error();
  const bool by_rationale = options.read.query == QuestionPart::kRationale ||
                            options.read.candidates == QuestionPart::kRationale;
  if (by_rationale && !model.value().chooses()) {
    return Invalid(inputs.models.front().path +
                   ": expected a model that learned to choose words, to read "
                   "rationales by, found one that did not");
  }
  if (const bool reads_parts = options.read.query != QuestionPart::kAll ||
                               options.read.candidates != QuestionPart::kAll;
      reads_parts && options.ranker != Ranker::kModel &&
      options.ranker != Ranker::kHybrid) {
    return Invalid(
        "read_query and read_candidates: expected the ranker model or hybrid, "
        "as others read all of a text, found " +
        Quote(NameOf(RankerNames(), options.ranker)));
  }
  // What is no query with candidates may be a pair, where it can be read again.
  const auto holds = [&](RecordInput input) {
    return HoldsRecords(inputs.data, inputs.reading, input);
  };
  const bool pairs = !IsReadOnce(inputs.data) &&
                     !holds(RecordInput::kCandidates) &&
                     holds(RecordInput::kTwoTexts);
  const Result<QueryFile> file =
      pairs ? ReadPairFile(inputs.data, inputs.reading)
            : ReadQueryFile(inputs.data, inputs.reading);
  if (!file.ok()) return file.error();
  const RankerOptions ranker{
      .ranker = options.ranker,
      .weight = options.weight.value_or(model.value().options().weight),
      .read = options.read,
      .train = options.train,
      .reading = inputs.reading,
      .cost = options.cost};
  const Result<Scores> scored = ScoreBy(ranker, model.value(), file.value(),
                                        inputs.pool, inputs.progress);
  if (!scored.ok()) return scored.error();
  ordered_json figures{{"ranker", NameOf(RankerNames(), options.ranker)}};
  if (options.read.query != QuestionPart::kAll ||
      options.read.candidates != QuestionPart::kAll) {
    figures["words_read"] =
        WordsRead(model.value(), file.value(), options.read, inputs.pool);
  }
  Result<ordered_json> found = ordered_json();
  if (pairs) {
    found = PairFiguresOf(scored.value());
    if (!found.ok()) {
      found =
          Error{found.error().code, inputs.data + ": " + found.error().message};
    }
  } else {
    const Result<Scores> by_words = ScoreBy(
        {.ranker = Ranker::kBm25}, model.value(), file.value(), inputs.pool);
    if (!by_words.ok()) return by_words.error();
    found = RankingFiguresOf(scored.value(), by_words.value(), options);
  }
  if (!found.ok()) return found.error();
  figures.update(found.value());
  // One probability, whichever of these finds a hit.
  const bool searches = options.ranker == Ranker::kModel ||
                        options.ranker == Ranker::kBm25 ||
                        options.ranker == Ranker::kHybrid;
  if (!pairs && searches) {
    const Result<ordered_json> calibration =
        CalibrationOf(model.value(), file.value(), inputs.pool);
    if (!calibration.ok()) return calibration.error();
    if (!calibration.value().is_null()) {
      figures["calibration"] = calibration.value();
    }
  }
  if (options.gates) {
    const Result<ordered_json> gates =
        GatesByPosition(model.value(), file.value(), inputs.pool);
    if (!gates.ok()) return gates.error();
    figures["gates"] = gates.value();
  }
  return figures;
}

}  // namespace whylight
