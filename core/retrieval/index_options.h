// What an index of documents is told once, and what a search is told each time.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/format/fields_fwd.h"
#include "core/retrieval/bm25.h"

namespace whylight {

struct IndexField {
  std::string name;
  double boost = 1;  ///< What each occurrence of a term in it counts.
  /// Whether the vector of a document speaks of it. Whoever makes the vectors
  /// heeds this, as the index does not.
  bool encoded = true;
};

struct IndexOptions {
  std::vector<IndexField> fields;
  /// What documents call their id. It is kept for whoever reads documents.
  std::string id = "id";
  Bm25Options bm25 = {};
};

const Fields<IndexOptions>& IndexFields();

/// How documents are scored.
enum class SearchMode {
  kModel,   ///< "model": by the cosine of vectors.
  kBm25,    ///< "bm25": by the words of the query.
  kHybrid,  ///< "hybrid": by both.
};

/// Which tokens of a query also stand for terms that start so.
enum class PrefixTokens {
  kNone,  ///< "none"
  kLast,  ///< "last": the one that is being typed.
  kAll,   ///< "all"
};

struct SearchOptions {
  SearchMode mode = SearchMode::kHybrid;
  /// Of the model in kHybrid; unless it is said, a half.
  std::optional<double> weight = {};
  std::size_t limit = 10;  ///< The most hits.
  /// Of fields by name, in place of those of the index; 0 leaves a field out.
  std::map<std::string, double> boosts = {};
  PrefixTokens prefix = PrefixTokens::kNone;
  /// The most edits to a misspelled term: 1 or 2, or, below 1, a share of the
  /// term's letters, rounded, never more than 2.
  double fuzzy = 0;
  double least_score = -1;  ///< Hits score at least this.
};

const Fields<SearchOptions>& SearchFields();

}  // namespace whylight
