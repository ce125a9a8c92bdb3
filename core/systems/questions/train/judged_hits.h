// Hits of a search, whether they ask the same as the query, and the
// probabilities that their scores stand for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/retrieval/document_index.h"
#include "core/systems/questions/model.h"
#include "core/systems/questions/train/data.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {

/// The hits of a query that probabilities are fitted and measured on: so many
/// by the model, and so many by BM25.
inline constexpr std::size_t kHitsJudged = 10;

struct JudgedHit {
  std::size_t query = 0;  ///< Its number; equal texts of a file have one.
  double score = 0;       ///< By the model.
  double share = 0;       ///< BM25's, of its largest possible score.
  bool by_model = false;  ///< Whether the model finds it, not only BM25.
  std::uint8_t same = 0;
};

struct JudgedHits {
  std::size_t queries = 0;
  std::vector<JudgedHit> hits;
};

/// The candidates of a file as a collection that its queries search.
class JudgedSearch {
 public:
  static Result<JudgedSearch> Make(const QueryFile& file);

  /// Adds the texts that are most like each query, besides itself. What is no
  /// relevant candidate of the query is taken to ask something else, although
  /// nobody looked: probabilities are on the safe side. `queries` are those of
  /// the file. The same on any number of threads.
  void AddHits(const Retriever& model, const RankedQueries& queries,
               const UnknownWords& unknown, ThreadPool& pool,
               JudgedHits* hits) const;

 private:
  explicit JudgedSearch(DocumentIndex index) : index_(std::move(index)) {}

  // BM25's best documents, but for those that are not allowed.
  std::vector<Hit> SearchWords(std::size_t query,
                               const std::vector<std::uint8_t>& allowed) const;

  DocumentIndex index_;
  std::vector<std::size_t> candidates_;  // The text of each document.
  std::vector<std::string> queries_;
  std::vector<std::size_t> numbers_;  // Of queries, from 0.
  std::size_t distinct_queries_ = 0;
};

/// Fits both curves of a model, and how good they are on queries that are held
/// out, a fifth at a time. Fails where too few queries have a hit that asks the
/// same.
Result<ScoreCalibration> FitCalibration(const JudgedHits& hits);

/// Fits a model's probabilities on the hits of dev files, which `searches` are
/// of. None where too few queries have a hit that asks the same.
void Calibrate(const std::vector<RankedQueries>& dev,
               const std::vector<JudgedSearch>& searches,
               const UnknownWords& unknown, ThreadPool& pool, Retriever* model);

/// How far the model's probabilities are from what comes true on these hits,
/// beside curves that are fitted on other queries of the same file.
Result<nlohmann::ordered_json> CalibrationFigures(const Retriever& model,
                                                  const JudgedHits& hits);

}  // namespace whylight
