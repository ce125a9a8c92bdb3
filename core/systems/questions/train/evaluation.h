// How well a model ranks candidates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/base/result.h"
#include "core/systems/questions/model.h"
#include "core/systems/questions/train/data.h"
#include "core/training/engine/thread_pool.h"
#include "core/training/metrics/ranking.h"

namespace whylight {

/// The point of each text, [texts x width]. The same on any number of threads.
Matrix EncodeAll(const Retriever& model,
                 const std::vector<QuestionWords>& texts,
                 const UnknownWords& unknown, ThreadPool& pool,
                 const Progress& progress = nullptr);

/// How alike each query is to its candidates.
std::vector<ScoredCandidates> ScoreCandidates(
    const Retriever& model, const RankedQueries& queries,
    const UnknownWords& unknown, ThreadPool& pool,
    const Progress& progress = nullptr);

/// Hits as a search among all texts of a file finds them, and whether they ask
/// the same as the query.
struct JudgedHits {
  std::vector<double> scores;
  std::vector<std::uint8_t> same;
};

/// The hits of a query that probabilities are fitted and measured on.
inline constexpr std::size_t kHitsJudged = 10;

/// Adds, for each query, the `count` texts of the file that are most like it,
/// besides itself. What is no relevant candidate of the query is taken to ask
/// something else, although nobody looked: probabilities are on the safe side.
void AddJudgedHits(const Retriever& model, const RankedQueries& queries,
                   const UnknownWords& unknown, std::size_t count,
                   ThreadPool& pool, JudgedHits* hits);

/// The figures of each file, as "sets", and their means.
Result<nlohmann::ordered_json> MeanRankingFigures(
    const Retriever& model, const std::vector<RankedQueries>& files,
    const UnknownWords& unknown, WithoutPositives protocol, ThreadPool& pool);

}  // namespace whylight
