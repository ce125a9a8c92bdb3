// An index of documents in memory, to be searched as one types: by their words,
// by what a model makes of them, or by both.
//
// A document has an id, some fields of text, bytes that come back with it, and
// a vector. The index knows no model: whoever asks brings the query's vector.
//
//   auto index = DocumentIndex::Make({.fields = {{"title", 2}, {"body", 1}}},
//                                    "questions-en", 200);
//   index.value().Add({"q1", {"Dark stout", "Roasted, a bit sweet."}, "", v});
//   auto hits = index.value().Search({.text = "roast", .vector = q,
//                                     .options = {.prefix =
//                                                     PrefixTokens::kLast}});
//
// Terms are the tokens of a text without punctuation. The words of a query are
// scored by BM25 over fields (BM25F, Robertson and Zaragoza 2009, section 3.6):
//
//   f = Σ over fields and over terms that stand for t:
//       boost · weight of the term · occurrences / (1 - b + b · length / mean)
//   bm25 = Σ over terms t of the query: idf(t) · (k1 + 1) · f / (k1 + f)
//
// so that a second field, or a second word that starts as typed, adds to what
// is said of t, and does not say it once more. A term that no document has is
// as rare as the commonest of those that stand for it.
//
// No document reaches (k1 + 1) Σ idf(t), whatever else is in the index. The
// share of it that a document reaches, bm25 / ((k1 + 1) Σ idf(t)), is in [0,
// 1): how much of the query it speaks of, rare words counting more. It is 1 /
// (1 + k1), 0.45, of a document of mean length that has each word of the query
// once in a field of boost 1. This share is the score of words, so that a
// threshold means the same for every query.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/span.h"
#include "core/retrieval/index_contents.h"
#include "core/retrieval/index_options.h"

namespace whylight {

/// The widest vectors of an index.
inline constexpr std::size_t kMostVectorWidth = 65536;

struct IndexedDocument {
  std::string id;                  ///< Not empty; no other document has it.
  std::vector<std::string> texts;  ///< One a field, in UTF-8; may be empty.
  std::string stored;              ///< Any bytes.
  /// As many finite numbers as the index is wide. Of unit length by rights, but
  /// only the direction is kept. One of zeros has the cosine 0 with all others.
  std::vector<float> vector;
};

struct IndexQuery {
  std::string_view text = {};
  /// As wide as the index; may be left out where the mode is bm25.
  std::span<const float> vector = {};
  SearchOptions options = {};
  /// One number for each of numbers() documents, 0 for those that are not to be
  /// found; empty: all are.
  std::span<const std::uint8_t> allowed = {};
};

/// A term of a document that stands for one of the query.
struct TermMatch {
  std::string query_term;
  std::string term;
  double bm25 = 0;  ///< Its part; those of a hit add up to its bm25.
  std::vector<std::vector<Span>> spans;  ///< By field: where the term stands.
  std::vector<Span> query_spans;  ///< Where the query's term stands in it.
};

struct Hit {
  std::uint32_t number = 0;  ///< As `allowed` counts; see numbers().
  std::string id;
  std::string stored;
  /// What hits are ordered by: in mode model the cosine, in mode bm25 the
  /// share, in mode hybrid weight · cosine + (1 - weight) · share.
  double score = 0;
  double cosine = 0;      ///< In [-1, 1]; 0 without vectors.
  double bm25 = 0;        ///< Not negative.
  double bm25_share = 0;  ///< In [0, 1); with k1 = 0 it can be 1.
  double model_part = 0;  ///< Of the score.
  double bm25_part = 0;   ///< Of the score: the rest.
  /// By the query's terms, then the document's.
  std::vector<TermMatch> terms;
};

struct PlacedHit {
  Hit hit;
  /// Counted from 1 among all hits, whatever `limit` and `least_score` say; 0
  /// of a document that is none.
  std::size_t rank = 0;
};

struct Suggestions {
  struct Term {
    std::string text;  ///< What was typed, with the last word completed.
    std::string term;  ///< The completed word.
    /// Those with the term among the documents that have all words before it.
    std::size_t documents = 0;
  };
  struct Document {
    std::uint32_t number = 0;
    std::string id;
    std::string text;  ///< Its first field.
  };
  std::vector<Term> terms;
  std::vector<Document> documents;
};

class DocumentIndex {
 public:
  /// An empty index. `model` names the encoder whose vectors it holds, `width`
  /// numbers each, 0 for none. Fails with kInvalidArgument if `options` are
  /// outside the range of their fields.
  static Result<DocumentIndex> Make(const IndexOptions& options,
                                    std::string model, std::size_t width);

  // Each takes time linear in the texts, some of it put off until holes are
  // filled, and leaves the index as it was when it fails.

  /// Fails with kInvalidArgument on a document that is not as described above,
  /// naming its id.
  Status Add(IndexedDocument document);
  /// Removes the document of that id and adds this one, which then is the last.
  /// Fails as Add does, and with kNotFound if there is none.
  Status Replace(IndexedDocument document);
  /// Fails with kNotFound if there is no such document.
  Status Remove(std::string_view id);

  bool Has(std::string_view id) const { return contents_.numbers.contains(id); }
  std::size_t size() const { return contents_.numbers.size(); }
  std::size_t width() const { return contents_.vectors.width(); }
  /// By number. Those of documents that were removed are of no meaning.
  const DocumentVectors& vectors() const { return contents_.vectors; }
  const IndexOptions& options() const { return contents_.options; }
  const std::string& model() const { return contents_.model; }

  /// Numbers of documents are below this. They are in the order in which
  /// documents were added, and hold until the index is changed.
  std::size_t numbers() const { return contents_.documents.size(); }
  /// The number of the document of that id, or kNotFound.
  Result<std::uint32_t> NumberOf(std::string_view id) const;
  /// The document of a number, or null where one was removed.
  const StoredDocument* Find(std::uint32_t number) const;

  /// The hits of a query, best first, of equals the one added first. Documents
  /// without a word of the query are hits only where the model scores them, and
  /// it scores all unless the query's vector is zeros. Fails with
  /// kInvalidArgument on options outside their range, the name of no field, and
  /// a vector or `allowed` of another size.
  Result<std::vector<Hit>> Search(const IndexQuery& query) const;

  /// One document as a hit, though it may be none. Fails as Search does, and
  /// with kNotFound if there is no such document.
  Result<Hit> Describe(const IndexQuery& query, std::string_view id) const;
  /// The same, and where it stands.
  Result<PlacedHit> Place(const IndexQuery& query, std::string_view id) const;

  /// Completions of what is being typed, at most `limit` of each kind.
  ///
  /// Terms complete the last word, unless something follows it; the ones that
  /// most documents have come first. They are counted among the documents that
  /// have all words before it or, if there are none, among all.
  ///
  /// Documents have all words typed in their first field, the last of them at
  /// least as its start. Those whose first field starts with what was typed
  /// come first, then those of the larger BM25. Of more than a few hundred,
  /// only the best by BM25 are looked at.
  Suggestions Suggest(std::string_view text, std::size_t limit) const;

  /// A file that FromBytes reads: the same for the same documents in the same
  /// order, on every platform.
  std::string ToBytes() const;

  /// Fails with kBadData on bytes that are not such a file, whole and of this
  /// version, and with kInvalidArgument on the index of another model.
  static Result<DocumentIndex> FromBytes(std::string_view bytes,
                                         std::string_view model);

  /// Bytes used, about.
  std::size_t Memory() const;

 private:
  DocumentIndex() = default;

  Status Check(const IndexedDocument& document) const;
  // What is left of adding a document once its vector is appended.
  void AppendTexts(StoredDocument document);
  void RemoveNumber(std::uint32_t number);
  void CompactIfWorthIt();

  IndexContents contents_;
};

}  // namespace whylight
