#include "core/systems/questions/train/evaluation.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <utility>

namespace whylight {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kTextsAtOnce = 64;

}  // namespace

Matrix EncodeAll(const Retriever& model,
                 const std::vector<QuestionWords>& texts,
                 const UnknownWords& unknown, ThreadPool& pool,
                 const Progress& progress) {
  // Texts of like length go together, so that little is spent on padding.
  std::vector<std::size_t> order(texts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t left, std::size_t right) {
                     return texts[left].ids.size() < texts[right].ids.size();
                   });
  Matrix points(static_cast<Index>(texts.size()), model.width());
  const auto encode = [&](std::size_t i) {
    const std::size_t begin = i * kTextsAtOnce;
    const std::size_t end = std::min(begin + kTextsAtOnce, order.size());
    std::vector<const QuestionWords*> batch;
    for (std::size_t k = begin; k < end; ++k) {
      batch.push_back(&texts[order[k]]);
    }
    Graph graph(Graph::Mode::kInference);
    const ConstMatrixView encoded =
        graph.value(model.Points(graph, model.Vectors(graph, batch, unknown)));
    for (std::size_t k = begin; k < end; ++k) {
      points.row(static_cast<Index>(order[k])) =
          encoded.row(static_cast<Index>(k - begin));
    }
  };
  pool.ParallelFor((order.size() + kTextsAtOnce - 1) / kTextsAtOnce, encode,
                   progress);
  return points;
}

std::vector<std::vector<Real>> AllWordProbabilities(
    const Retriever& model, const std::vector<QuestionWords>& texts,
    const UnknownWords& unknown, ThreadPool& pool) {
  std::vector<std::vector<Real>> all(texts.size());
  const std::size_t batches = (texts.size() + kTextsAtOnce - 1) / kTextsAtOnce;
  pool.ParallelFor(batches, [&](std::size_t i) {
    const std::size_t begin = i * kTextsAtOnce;
    const std::size_t end = std::min(begin + kTextsAtOnce, texts.size());
    std::vector<const QuestionWords*> batch;
    for (std::size_t k = begin; k < end; ++k) batch.push_back(&texts[k]);
    std::vector<std::vector<Real>> found =
        model.WordProbabilities(batch, unknown);
    std::move(found.begin(), found.end(),
              all.begin() + static_cast<std::ptrdiff_t>(begin));
  });
  return all;
}

std::vector<QuestionWords> ReadPart(const Retriever& model,
                                    const std::vector<QuestionWords>& texts,
                                    const UnknownWords& unknown,
                                    QuestionPart part, ThreadPool& pool) {
  if (part == QuestionPart::kAll) return texts;
  std::vector<QuestionWords> read;
  if (part == QuestionPart::kTitle) {
    for (const QuestionWords& text : texts) read.push_back(FirstSentence(text));
    return read;
  }
  const auto probabilities = AllWordProbabilities(model, texts, unknown, pool);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    read.push_back(ChosenWords(texts[i], model.ChooseWords(probabilities[i])));
  }
  return read;
}

double ShareRead(const std::vector<QuestionWords>& texts,
                 const std::vector<QuestionWords>& read) {
  std::size_t all = 0;
  std::size_t some = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    all += texts[i].ids.size();
    some += read[i].ids.size();
  }
  return all == 0 ? 0
                  : 100 * static_cast<double>(some) / static_cast<double>(all);
}

std::vector<ScoredCandidates> ScoreCandidates(const Retriever& model,
                                              const RankedQueries& queries,
                                              const UnknownWords& unknown,
                                              ThreadPool& pool,
                                              const Progress& progress,
                                              const ReadOf& read) {
  const auto encode = [&](QuestionPart part) {
    return EncodeAll(model, ReadPart(model, queries.texts, unknown, part, pool),
                     unknown, pool, progress);
  };
  const Matrix points = encode(read.candidates);
  const Matrix query_points =
      read.query == read.candidates ? points : encode(read.query);
  std::vector<ScoredCandidates> scored;
  Graph graph(Graph::Mode::kInference);
  for (const RankedQuery& query : queries.queries) {
    graph.Clear();
    Matrix candidates(static_cast<Index>(query.candidates.size()),
                      points.cols());
    for (std::size_t k = 0; k < query.candidates.size(); ++k) {
      candidates.row(static_cast<Index>(k)) =
          points.row(static_cast<Index>(query.candidates[k]));
    }
    const ConstMatrixView likeness = graph.value(model.Likeness(
        graph,
        graph.Constant(query_points.row(static_cast<Index>(query.query))),
        graph.Constant(candidates)));
    ScoredCandidates& one = scored.emplace_back();
    one.scores.assign(likeness.data(), likeness.data() + likeness.size());
    one.relevant = query.relevant;
  }
  return scored;
}

Result<ordered_json> MeanRankingFigures(const Retriever& model,
                                        const std::vector<RankedQueries>& files,
                                        const UnknownWords& unknown,
                                        WithoutPositives protocol,
                                        ThreadPool& pool, const ReadOf& read) {
  const std::vector<std::string> figures = {"map", "mrr", "p_at_1", "p_at_5"};
  ordered_json means;
  for (const std::string& figure : figures) means[figure] = 0.0;
  ordered_json sets = ordered_json::array();
  for (const RankedQueries& file : files) {
    const std::vector<ScoredCandidates> scored =
        ScoreCandidates(model, file, unknown, pool, nullptr, read);
    const Result<RankingFigures> found = EvaluateRankings(scored, protocol);
    if (!found.ok()) return found.error();
    ordered_json set{
        {"data", std::filesystem::path(file.path).filename().string()}};
    set.update(RankingToJson(found.value()));
    for (const std::string& figure : figures) {
      means[figure] =
          means[figure].get<double>() +
          set[figure].get<double>() / static_cast<double>(files.size());
    }
    sets.push_back(std::move(set));
  }
  means["sets"] = std::move(sets);
  return means;
}

}  // namespace whylight
