// Ways to rank candidates: the model, what it is compared with, and both
// together.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/systems/questions/model.h"
#include "core/systems/questions/train/data.h"
#include "core/systems/questions/train/evaluation.h"
#include "core/training/engine/thread_pool.h"
#include "core/training/metrics/ranking.h"

namespace whylight {

enum class Ranker {
  kModel,
  kBm25,
  kTfIdf,
  kSoftCosine,  ///< With the word vectors of the model.
  kHybrid,      ///< weight · the model's score + (1 - weight) · BM25's share
  kSvm,         ///< Trained on SimilarityFeatures of `train`.
  kGiven,       ///< As the file has them.
};

const std::vector<std::pair<std::string, Ranker>>& RankerNames();

struct RankerOptions {
  Ranker ranker = Ranker::kModel;
  double weight = 0.5;  ///< Of the model in kHybrid.
  ReadOf read = {};     ///< By the model.
  // Of kSvm: queries with candidates, how they are read, and C.
  std::string train = {};
  DataOptions reading = {};
  double cost = 1;
};

/// The scores of all candidates. Words are counted over the distinct candidates
/// of the file. The same on any number of threads.
Result<std::vector<ScoredCandidates>> ScoreBy(
    const RankerOptions& options, const Retriever& model, const QueryFile& file,
    ThreadPool& pool, const Progress& progress = nullptr);

}  // namespace whylight
