// Documents that a model of questions searches: it reads their fields, keeps
// their vectors and words, and says why one is a hit.
//
//   auto index = QuestionIndex::Make(model, {.fields = {{"question"}}});
//   index.value().AddAll({{{"id", "1"}, {"question", "Where is my order?"}}});
//   auto hits = index.value().Search({"When will my parcel come?"});
//
// A document is a JSON object. Under the key of its id it has a text or a whole
// number, which stands for its digits; under the names of fields it has texts,
// of which any may be missing. Whatever else it has comes back with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/retrieval/document_index.h"
#include "core/retrieval/duplicate_finder.h"
#include "core/systems/questions/match.h"
#include "core/systems/questions/model.h"

namespace whylight {

/// A question to search for. `allowed` as in IndexQuery.
struct QuestionQuery {
  std::string_view text;
  SearchOptions options = {};
  std::span<const std::uint8_t> allowed = {};
};

/// Words of a document.
struct FieldSpan {
  std::size_t field = 0;  ///< Its place among the fields of the index.
  Span span;              ///< In the text of that field.
};

/// Why a document is a hit.
struct HitReasons {
  Match match;  ///< Of the query and the encoded fields, one a line.
  Hit hit;      ///< The words that both have.
};

/// What becomes of a hit when a word of the query is left out.
struct LeftOutWord {
  Span span;
  double score = 0;
  std::size_t rank = 0;  ///< Counted from 1; 0 of what is no hit then.
};

struct LeftOutWords {
  double score = 0;  ///< With all words.
  std::size_t rank = 0;
  std::vector<LeftOutWord> words;
};

class QuestionIndex {
 public:
  /// An empty index. Where no field is encoded, it is of words alone. Fails
  /// with kInvalidArgument if `options` are outside the range of their fields,
  /// and on a model whose likeness is no cosine.
  static Result<QuestionIndex> Make(std::shared_ptr<const Retriever> model,
                                    const IndexOptions& options);

  /// Reads what `index().ToBytes()` gave. Fails as DocumentIndex::FromBytes.
  static Result<QuestionIndex> FromBytes(std::shared_ptr<const Retriever> model,
                                         std::string_view bytes);

  // Each leaves the index as it was when it fails.

  /// Fails with kInvalidArgument on what is no document as described above, or
  /// has the id of another; the message starts with "documents[i]".
  Status AddAll(const std::vector<nlohmann::json>& documents);
  /// In place of the document of that id. Fails as AddAll, and with kNotFound.
  Status Replace(const nlohmann::json& document);
  /// Fails with kNotFound if one of them is not there.
  Status RemoveAll(const std::vector<std::string>& ids);

  const DocumentIndex& index() const { return *index_; }
  const Retriever& model() const { return *model_; }

  /// The document of a number as it was added; null where there is none.
  nlohmann::json DocumentOf(std::uint32_t number) const;

  /// What the model makes of up to `count` documents from number `from` on,
  /// those that are there: exactly, where the index keeps bytes.
  struct ExactVectors {
    std::vector<std::uint32_t> numbers;  ///< Of the documents.
    Matrix vectors;                      ///< [documents x width]
    std::uint32_t next = 0;              ///< Where to go on.
  };
  Result<ExactVectors> VectorsFrom(std::uint32_t from, std::size_t count) const;

  // All fail with kInvalidArgument on options outside their range, and with
  // kNotFound if there is no document of that id.

  Result<std::vector<Hit>> Search(const QuestionQuery& query) const;

  /// The probability that a hit asks the same as the query; nothing for a model
  /// that was not calibrated, or an index of words alone.
  std::optional<double> Probability(const Hit& hit) const;

  /// Lists `pairs` pairs of n-grams.
  Result<HitReasons> Explain(std::string_view query, std::string_view id,
                             std::size_t pairs) const;

  /// Where words of a document's encoded fields, one a line, are in them.
  FieldSpan Locate(std::uint32_t number, const Span& span) const;

  /// Why the document `id` is above `other`; lists `ngrams` of the query.
  Result<Preference> Prefer(std::string_view query, std::string_view id,
                            std::string_view other, std::size_t ngrams) const;

  /// Leaves out each word of the query in turn, of as many as the model reads.
  Result<LeftOutWords> LeaveOutWords(const QuestionQuery& query,
                                     std::string_view id) const;

  /// Compares the next `pairs` pairs of documents, from the first one if
  /// `restart`, the threshold is another one or the index was changed.
  Result<DuplicateFinder*> AdvanceDuplicates(double threshold, bool restart,
                                             std::uint64_t pairs);

 private:
  QuestionIndex(std::shared_ptr<const Retriever> model, DocumentIndex index)
      : model_(std::move(model)),
        index_(std::make_unique<DocumentIndex>(std::move(index))) {}

  struct Duplicates {
    double threshold;
    DuplicateFinder finder;
  };

  bool has_vectors() const { return index_->width() > 0; }
  Result<IndexedDocument> Read(const nlohmann::json& document,
                               const std::string& where) const;
  std::string EncodedText(const std::vector<std::string>& texts) const;
  Result<std::string> EncodedText(std::string_view id) const;
  void Encode(std::span<IndexedDocument> documents) const;
  std::vector<float> Encode(std::string_view query) const;
  Status CheckVectors(std::string_view what) const;

  std::shared_ptr<const Retriever> model_;
  std::unique_ptr<DocumentIndex> index_;  // The finder knows its place.
  std::optional<Duplicates> duplicates_;
};

}  // namespace whylight
