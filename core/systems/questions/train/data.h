// Queries and their candidates as the system "questions" trains on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/subwords.h"
#include "core/systems/questions/model.h"
#include "core/text/tokenizer.h"
#include "core/training/data/data_options.h"

namespace whylight {

/// A query and the texts it ranks, by their numbers.
struct RankedQuery {
  std::size_t query = 0;
  std::vector<std::size_t> candidates;
  std::vector<std::uint8_t> relevant;  ///< One per candidate.
  std::size_t line = 0;                ///< Its place in the file.
};

/// The queries of a file, before it is known which words a model has.
struct QueryFile {
  std::string path;
  std::vector<std::string> texts;          ///< All different.
  std::vector<std::vector<Token>> tokens;  ///< Of each text.
  std::vector<RankedQuery> queries;
};

/// Reads queries with candidates. Fails if there is none.
Result<QueryFile> ReadQueryFile(const std::string& path,
                                const DataOptions& options);

/// Reads pairs labelled 1 or true where they ask the same, else 0 or false:
/// each as a query with one candidate. Fails if there is none.
Result<QueryFile> ReadPairFile(const std::string& path,
                               const DataOptions& options);

/// The words of all texts, the most frequent first.
std::vector<std::string> WordsByCount(const std::vector<QueryFile>& files);

/// Queries in the words of a model.
struct RankedQueries {
  std::string path;
  std::vector<QuestionWords> texts;
  std::vector<RankedQuery> queries;
};

/// A text whose vector is given, and one that is written from it.
struct DecodedPair {
  QuestionWords context;
  WordIds target;
};

/// The texts of a training, in the words of its model.
struct RetrieverData {
  std::vector<RankedQueries> train;
  std::vector<RankedQueries> dev;
  std::vector<DecodedPair> pairs;  ///< For pre-training.
  std::vector<DecodedPair> dev_pairs;
  UnknownWords unknown;
};

RankedQueries ToRankedQueries(const QueryFile& file, const Retriever& model,
                              UnknownWords& unknown);

}  // namespace whylight
