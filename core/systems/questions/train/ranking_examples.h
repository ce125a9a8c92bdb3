// Queries as a stage learns from them: in batches, each with its positives and
// its negatives.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ops/ranking_loss.h"
#include "core/systems/questions/train/config.h"
#include "core/systems/questions/train/data.h"
#include "core/training/engine/stage.h"

namespace whylight {

/// The texts of a share of a batch, each once.
struct RankingBatch {
  std::vector<const QuestionWords*> texts;
  std::vector<std::int32_t> queries;  ///< The text of each query.
  /// What each text is to each query, one query after the other.
  std::vector<Relevance> relevance;
};

class RankingExamples {
 public:
  /// Both must outlive it.
  RankingExamples(const RetrieverData& data, const RetrieverConfig& config);

  /// The batches of an epoch of a stage; `key` tells the orders of stages
  /// apart.
  std::vector<std::vector<std::size_t>> Batches(int epoch, std::size_t batch,
                                                std::uint64_t key) const;
  std::uint64_t Words(std::size_t example) const;
  std::string Name(std::size_t example) const;

  RankingBatch Make(const Shard& shard, const Step& step) const;

  /// What it costs that the texts are as near to each other as these points.
  Var Loss(Graph& graph, const Retriever& model, const RankingBatch& batch,
           Var points, const Step& step) const;

 private:
  // A query with at least one positive, by its file and its number there.
  struct Example {
    std::size_t file;
    std::size_t query;
  };
  const RankedQuery& QueryOf(const Example& example) const {
    return data_.train[example.file].queries[example.query];
  }

  const RetrieverData& data_;
  const RetrieverConfig& config_;
  std::vector<Example> examples_;
};

}  // namespace whylight
