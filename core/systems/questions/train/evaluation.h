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

/// The probability that each word of each text is chosen.
std::vector<std::vector<Real>> AllWordProbabilities(
    const Retriever& model, const std::vector<QuestionWords>& texts,
    const UnknownWords& unknown, ThreadPool& pool);

/// What is read of queries and of their candidates.
struct ReadOf {
  QuestionPart query = QuestionPart::kAll;
  QuestionPart candidates = QuestionPart::kAll;
};

/// The words of the texts that are read. kRationale only if the model chooses.
std::vector<QuestionWords> ReadPart(const Retriever& model,
                                    const std::vector<QuestionWords>& texts,
                                    const UnknownWords& unknown,
                                    QuestionPart part, ThreadPool& pool);

/// The share of the words of `texts` that are in `read`, in percent.
double ShareRead(const std::vector<QuestionWords>& texts,
                 const std::vector<QuestionWords>& read);

/// How alike each query is to its candidates.
std::vector<ScoredCandidates> ScoreCandidates(
    const Retriever& model, const RankedQueries& queries,
    const UnknownWords& unknown, ThreadPool& pool,
    const Progress& progress = nullptr, const ReadOf& read = {});

/// The figures of each file, as "sets", and their means.
Result<nlohmann::ordered_json> MeanRankingFigures(
    const Retriever& model, const std::vector<RankedQueries>& files,
    const UnknownWords& unknown, WithoutPositives protocol, ThreadPool& pool,
    const ReadOf& read = {});

}  // namespace whylight
