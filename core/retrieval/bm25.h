// BM25, the probabilistic ranking of documents for the words of a query
// (Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework").
//
//   score(q, d) = Σ over terms t of q:  idf(t) · (k1 + 1) · f / (k1 + f)
//   f = occurrences of t in d / (1 - b + b · length of d / mean length)
//   idf(t) = log(1 + (N - n + 0.5) / (n + 0.5)), t in n of N documents
//
// This idf is never negative, and the factor k1 + 1 makes idf(t) the score of a
// term that stands once in a document of mean length. k1 + 1 times the idf is
// what no term exceeds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/retrieval/text_map.h"

namespace whylight {

struct Bm25Options {
  double k1 = 1.2;  ///< How much more occurrences of a term say than the first.
  double b = 0.75;  ///< How much a long document's occurrences are discounted.
};

const Fields<Bm25Options>& Bm25Fields();

/// Fails with kInvalidArgument, naming the option outside its range.
Status CheckBm25Options(const Bm25Options& options);

/// log(1 + (N - n + 0.5) / (n + 0.5)): the idf of a term in `containing` of
/// `documents` documents.
double Bm25Idf(std::size_t documents, std::size_t containing);

/// 1 - b + b · length / mean: what occurrences in a text of that length are
/// divided by. 1 where no document has a word.
double Bm25Length(const Bm25Options& options, double length, double mean);

/// (k1 + 1) · f / (k1 + f) of occurrences divided so; in [0, k1 + 1).
double Bm25Saturation(const Bm25Options& options, double occurrences);

/// What is counted over the documents of a collection, each a list of tokens.
class CollectionStatistics {
 public:
  void Add(std::span<const std::string> tokens);

  std::size_t documents() const { return documents_; }
  /// The number of documents that contain the term.
  std::size_t Containing(std::string_view term) const;
  /// The mean number of tokens of a document; 0 of none.
  double MeanLength() const;

 private:
  std::size_t documents_ = 0;
  std::uint64_t tokens_ = 0;
  TextMap<std::size_t> containing_;
};

struct Bm25Score {
  double score = 0;
  /// What each term of the query adds, in its order; they add up to the score.
  std::vector<double> parts;
};

/// A term that a query repeats counts each time. Takes time linear in the sizes
/// of the query and the document. `options` are such as CheckBm25Options
/// passes.
Bm25Score ScoreBm25(const Bm25Options& options,
                    const CollectionStatistics& collection,
                    std::span<const std::string> query,
                    std::span<const std::string> document);

}  // namespace whylight
