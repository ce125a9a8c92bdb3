#include "core/systems/pairs/train/evaluation.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/training/metrics/classification.h"
#include "core/training/metrics/ranking.h"
#include "core/training/metrics/regression.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

// Adds how well the candidates of each query are ranked by how likely they are
// to be relevant.
Status AddRankingFigures(const PairOptions& model,
                         const MatrixOf<double>& log_probabilities,
                         const LabelledPairs& pairs, ordered_json* figures) {
  const auto named =
      std::find(model.labels.begin(), model.labels.end(), kRelevant);
  if (pairs.candidates.empty() || named == model.labels.end()) return {};
  const Index relevant = named - model.labels.begin();
  std::vector<ScoredCandidates> queries;
  std::size_t next = 0;
  for (const std::size_t count : pairs.candidates) {
    ScoredCandidates& query = queries.emplace_back();
    for (const std::size_t end = next + count; next < end; ++next) {
      query.scores.push_back(
          log_probabilities(static_cast<Index>(next), relevant));
      query.relevant.push_back(pairs.labels[next] == relevant ? 1 : 0);
    }
  }
  const Result<RankingFigures> ranked =
      EvaluateRankings(queries, WithoutPositives::kSkip);
  if (!ranked.ok()) return ranked.error();
  const ordered_json all = RankingToJson(ranked.value());
  (*figures)["queries"] = all["n"];
  for (const char* key :
       {"map", "mrr", "p_at_1", "p_at_5", "queries_without_positives"}) {
    (*figures)[key] = all[key];
  }
  return {};
}

Result<ordered_json> LabelFigures(const PairOptions& model,
                                  const MatrixOf<double>& log_probabilities,
                                  const LabelledPairs& pairs) {
  double loss = 0;
  std::vector<std::int32_t> predicted;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto row = log_probabilities.row(static_cast<Index>(i));
    loss -= row(pairs.labels[i]);
    Index likeliest = 0;
    row.maxCoeff(&likeliest);
    predicted.push_back(static_cast<std::int32_t>(likeliest));
  }
  const Confusion confusion =
      CountConfusion(pairs.labels, predicted, model.labels.size());
  std::vector<double> class_f1;
  for (std::size_t k = 0; k < model.labels.size(); ++k) {
    class_f1.push_back(ClassF1(confusion, k));
  }
  ordered_json figures{{"n", pairs.size()},
                       {"accuracy", Accuracy(confusion)},
                       {"loss", loss / static_cast<double>(pairs.size())},
                       {"macro_f1", MacroF1(confusion)}};
  for (std::size_t k = 0; k < model.labels.size(); ++k) {
    if (model.labels[k] == model.positive) figures["f1"] = class_f1[k];
  }
  Status ranked = AddRankingFigures(model, log_probabilities, pairs, &figures);
  if (!ranked.ok()) return ranked.error();
  figures["labels"] = model.labels;
  figures["class_f1"] = class_f1;
  figures["confusion"] = confusion;
  return figures;
}

Result<ordered_json> GradeFigures(const PairOptions& model,
                                  const MatrixOf<double>& log_probabilities,
                                  const LabelledPairs& pairs) {
  const Eigen::Map<const Eigen::VectorXd> grades(
      model.grades.data(), static_cast<Index>(model.grades.size()));
  double loss = 0;
  std::vector<double> predicted;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto row = log_probabilities.row(static_cast<Index>(i));
    predicted.push_back(row.array().exp().matrix().dot(grades));
    loss -=
        ShareOfGrades(pairs.grades[i], model.grades).cast<double>().dot(row);
  }
  const Result<double> pearson = PearsonCorrelation(predicted, pairs.grades);
  if (!pearson.ok()) return pearson.error();
  const Result<double> spearman = SpearmanCorrelation(predicted, pairs.grades);
  if (!spearman.ok()) return spearman.error();
  const Result<double> mse = MeanSquaredError(predicted, pairs.grades);
  if (!mse.ok()) return mse.error();
  return ordered_json{{"n", pairs.size()},
                      {"pearson", pearson.value()},
                      {"spearman", spearman.value()},
                      {"mse", mse.value()},
                      {"loss", loss / static_cast<double>(pairs.size())}};
}

}  // namespace

LabelledPairs KeepWords(const PairModel& model, const LabelledPairs& pairs,
                        PairWordsRead read, ThreadPool& pool) {
  LabelledPairs kept = pairs;
  if (read == PairWordsRead::kAll) return kept;
  constexpr std::size_t kBatch = 64;
  const auto select = [&](std::size_t i) {
    const std::size_t begin = i * kBatch;
    const std::size_t end = std::min(begin + kBatch, pairs.size());
    std::vector<const PairIds*> batch;
    for (std::size_t k = begin; k < end; ++k) batch.push_back(&pairs.pairs[k]);
    Graph graph(Graph::Mode::kInference);
    const std::vector<PairSelection> selections = model.Select(graph, batch);
    for (std::size_t k = begin; k < end; ++k) {
      kept.pairs[k] = KeepWords(pairs.pairs[k], selections[k - begin],
                                read == PairWordsRead::kSelected);
    }
  };
  pool.ParallelFor((pairs.size() + kBatch - 1) / kBatch, select);
  return kept;
}

double ShareOfWords(const LabelledPairs& kept, const LabelledPairs& pairs) {
  const auto words = [](const LabelledPairs& all) {
    std::size_t sum = 0;
    for (const PairIds& pair : all.pairs) sum += pair.size();
    return static_cast<double>(sum);
  };
  return words(kept) / words(pairs);
}

MatrixOf<double> LogProbabilities(const PairModel& model,
                                  const LabelledPairs& pairs, ThreadPool& pool,
                                  const Progress& progress) {
  std::vector<std::size_t> lengths;
  for (const PairIds& pair : pairs.pairs) lengths.push_back(pair.size());
  const auto logits = [&](Graph& graph, std::span<const std::size_t> batch) {
    std::vector<const PairIds*> words;
    for (const std::size_t pair : batch) words.push_back(&pairs.pairs[pair]);
    return model.Logits(graph, MakePairBatch(words));
  };
  return LogProbabilities(lengths,
                          static_cast<Index>(model.options().outcomes()),
                          logits, pool, progress);
}

Result<ordered_json> EvaluatePairs(const PairOptions& model,
                                   const MatrixOf<double>& log_probabilities,
                                   const LabelledPairs& pairs) {
  if (model.grades.empty()) {
    return LabelFigures(model, log_probabilities, pairs);
  }
  return GradeFigures(model, log_probabilities, pairs);
}

Result<ordered_json> EvaluatePairs(const PairModel& model,
                                   const LabelledPairs& pairs,
                                   PairWordsRead read, ThreadPool& pool,
                                   const Progress& progress) {
  const LabelledPairs kept = KeepWords(model, pairs, read, pool);
  Result<ordered_json> figures = EvaluatePairs(
      model.options(), LogProbabilities(model, kept, pool, progress), kept);
  if (!figures.ok() || read == PairWordsRead::kAll) return figures;
  figures.value()["selected"] = ShareOfWords(kept, pairs);
  return figures;
}

}  // namespace whylight
