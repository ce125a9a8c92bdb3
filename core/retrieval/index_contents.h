// What an index holds, for the sources that search, complete, compare and store
// it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/span.h"
#include "core/retrieval/document_vectors.h"
#include "core/retrieval/index_options.h"
#include "core/retrieval/term_index.h"
#include "core/retrieval/terms.h"
#include "core/retrieval/text_map.h"

namespace whylight {

/// A document without its vector.
struct StoredDocument {
  std::string id;
  std::vector<std::string> texts;  ///< One a field.
  std::string stored;
};

struct IndexContents {
  IndexOptions options;
  std::string model;
  DocumentVectors vectors{0};

  // By the number of a document. Those that were removed leave holes.
  std::vector<StoredDocument> documents;
  std::vector<std::uint8_t> present;
  std::vector<std::uint32_t> lengths;  // [documents x fields], in terms.
  std::vector<std::uint32_t> postings;

  TextMap<std::uint32_t> numbers;  // By id, of present documents.
  TermIndex terms;

  // Of present documents.
  std::vector<std::uint64_t> total_lengths;  // By field.
  std::size_t total_postings = 0;

  std::size_t fields() const { return options.fields.size(); }
  std::uint32_t length(std::size_t document, std::size_t field) const {
    return lengths[document * fields() + field];
  }
  /// The mean length of a field.
  double MeanLength(std::size_t field) const;
};

/// The boosts of all fields. Fails with kInvalidArgument on the name of no
/// field.
Result<std::vector<double>> BoostsOf(const IndexContents& index,
                                     const SearchOptions& options);

/// A distinct term of a query and what stands for it.
struct QueryTerm {
  std::string text;
  std::vector<Span> spans = {};  ///< Where it stands in the query.
  std::vector<TermExpansion> expansions = {};
  /// Its idf times how often it stands there: BM25 gives it less than k1 + 1
  /// times that.
  double weight = 0;
};

/// In the order in which they first stand in the text.
std::vector<QueryTerm> ReadQuery(const IndexContents& index,
                                 std::string_view text,
                                 const SearchOptions& options);

/// BM25 of documents.
struct DocumentScores {
  std::vector<double> scores;            ///< By document.
  std::vector<std::uint32_t> matched;    ///< The terms of the query in it.
  std::vector<std::uint32_t> documents;  ///< That have any, in no order.
};

/// `allowed` as in IndexQuery.
DocumentScores ScoreDocuments(const IndexContents& index,
                              std::span<const QueryTerm> query,
                              std::span<const double> boosts,
                              std::span<const std::uint8_t> allowed);

}  // namespace whylight
