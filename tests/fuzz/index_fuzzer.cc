// An index of documents: after any changes it is, to the bit, the one that is
// made anew of the documents that are left, and it finds the same; a file of
// one is read as what was written, or refused.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/hash.h"
#include "core/retrieval/byte_stream.h"
#include "core/retrieval/document_index.h"
#include "core/text/utf8.h"
#include "tests/fuzz/fuzz.h"

namespace whylight {
namespace {

constexpr std::string_view kModel = "m";
constexpr std::size_t kWidth = 3;

std::string PickWords(FuzzedDataProvider* input, int most) {
  static constexpr std::array<std::string_view, 12> kWords = {
      "password", "pasword", "reset", "resets",     "caf\u00e9", "train",
      "trains",   "9.2",     "!!",    "\U0001F37A", "a",         "an"};
  std::string text;
  for (int i = input->ConsumeIntegralInRange(0, most); i > 0; --i) {
    const auto byte = input->ConsumeIntegral<std::uint8_t>();
    // Numbers stand for words that no other document has.
    text += byte < 128 ? std::string(kWords[byte % kWords.size()])
                       : std::to_string(byte);
    text += byte % 7 == 0 ? "" : " ";
  }
  return text;
}

IndexedDocument PickDocument(FuzzedDataProvider* input, std::size_t width) {
  IndexedDocument document;
  document.id = std::string(
      1, static_cast<char>('a' + input->ConsumeIntegralInRange(0, 9)));
  document.texts = {PickWords(input, 4), PickWords(input, 12)};
  document.stored = input->ConsumeRandomLengthString(4);
  for (std::size_t i = 0; i < width; ++i) {
    document.vector.push_back(
        static_cast<float>(input->ConsumeIntegralInRange(-2, 2)));
  }
  return document;
}

SearchOptions PickSearch(FuzzedDataProvider* input) {
  SearchOptions options;
  options.mode = static_cast<SearchMode>(input->ConsumeIntegralInRange(0, 2));
  if (input->ConsumeBool())
    options.weight = input->ConsumeProbability<double>();
  options.limit = input->ConsumeIntegralInRange<std::size_t>(1, 12);
  options.prefix =
      static_cast<PrefixTokens>(input->ConsumeIntegralInRange(0, 2));
  options.fuzzy = input->PickValueInArray({0.0, 0.2, 0.7, 1.0, 2.0});
  if (input->ConsumeBool()) {
    options.boosts = {
        {"body", input->PickValueInArray({0.0, 5e-324, 0.5, 1e6})}};
  }
  if (input->ConsumeBool()) {
    options.least_score = input->ConsumeProbability<double>();
  }
  return options;
}

bool IsSame(const TermMatch& a, const TermMatch& b) {
  return a.query_term == b.query_term && a.term == b.term && a.bm25 == b.bm25 &&
         a.spans == b.spans && a.query_spans == b.query_spans;
}

void ExpectSame(const std::vector<Hit>& found, const std::vector<Hit>& fresh) {
  Expect(found.size() == fresh.size(), "it finds as many documents");
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Hit& a = found[i];
    const Hit& b = fresh[i];
    Expect(a.id == b.id && a.stored == b.stored, "it finds the same");
    Expect(a.score == b.score && a.cosine == b.cosine && a.bm25 == b.bm25 &&
               a.bm25_share == b.bm25_share && a.model_part == b.model_part &&
               a.bm25_part == b.bm25_part,
           "it scores them the same");
    Expect(std::equal(a.terms.begin(), a.terms.end(), b.terms.begin(),
                      b.terms.end(), IsSame),
           "for the same terms");
  }
}

void CheckHits(const DocumentIndex& index, const IndexQuery& query,
               const std::vector<Hit>& hits) {
  Expect(hits.size() <= query.options.limit, "there are no more than wanted");
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const Hit& hit = hits[i];
    Expect(i == 0 || hits[i - 1].score >= hit.score, "the best come first");
    Expect(hit.score >= query.options.least_score, "all are good enough");
    Expect(hit.bm25_share >= 0 && hit.bm25_share < 1 && hit.cosine <= 1 &&
               hit.cosine >= -1,
           "scores are within their bounds");
    const StoredDocument* const document = index.Find(hit.number);
    Expect(document != nullptr && document->id == hit.id, "it is there");
    for (const TermMatch& term : hit.terms) {
      for (std::size_t f = 0; f < term.spans.size(); ++f) {
        for (const Span& span : term.spans[f]) {
          Expect(span.end <= Utf16Length(document->texts[f]),
                 "spans are within the text");
        }
      }
    }
  }
}

// The index, and the documents that it must hold, in their order.
class Check {
 public:
  explicit Check(FuzzedDataProvider* input)
      : input_(*input),
        width_(input->ConsumeBool() ? kWidth : 0),
        options_{.fields = {{"title", 2.0}, {"body"}}},
        index_(DocumentIndex::Make(options_, std::string(kModel), width_)
                   .value()) {}

  // A fresh index takes most of the time. It is made at the end alone, since
  // what an input has on the way, a shorter one has at its end.
  void Run() {
    // First, as nothing may be left for it later.
    const Sought sought = PickSought();
    const std::string begun = PickWords(&input_, 3);
    for (int step = 0; step < 24 && input_.remaining_bytes() > 0; ++step) {
      switch (input_.ConsumeIntegralInRange(0, 5)) {
        case 0:
        case 1:
          Add();
          break;
        case 2:
          Replace();
          break;
        case 3:
          Remove();
          break;
        case 4:
          Reload();
          break;
        default:
          Search();
      }
    }
    const DocumentIndex fresh = MakeFresh();
    Expect(fresh.size() == index_.size(), "it has as many documents");
    Expect(fresh.ToBytes() == index_.ToBytes(), "it has the same file");
    CompareSearch(fresh, sought.query());
    CompareSuggestions(fresh, begun);
    Reload();
  }

 private:
  bool Has(const std::string& id) const {
    return std::any_of(documents_.begin(), documents_.end(),
                       [&](const auto& one) { return one.id == id; });
  }
  void Forget(const std::string& id) {
    std::erase_if(documents_, [&](const auto& one) { return one.id == id; });
  }

  void Add() {
    IndexedDocument document = PickDocument(&input_, width_);
    const Status added = index_.Add(document);
    Expect(added.ok() != Has(document.id), "each id is there once");
    if (added.ok()) documents_.push_back(std::move(document));
  }

  void Replace() {
    IndexedDocument document = PickDocument(&input_, width_);
    const Status replaced = index_.Replace(document);
    Expect(replaced.ok() == Has(document.id), "what is there is replaced");
    if (!replaced.ok())
      return ExpectError(replaced.error(), ErrorCode::kNotFound);
    Forget(document.id);
    documents_.push_back(std::move(document));
  }

  void Remove() {
    const std::string id(
        1, static_cast<char>('a' + input_.ConsumeIntegralInRange(0, 9)));
    Expect(index_.Remove(id).ok() == Has(id), "what is there is removed");
    Forget(id);
  }

  DocumentIndex MakeFresh() const {
    DocumentIndex fresh =
        DocumentIndex::Make(options_, std::string(kModel), width_).value();
    for (const IndexedDocument& document : documents_) {
      Expect(fresh.Add(document).ok(), "a document can be added");
    }
    return fresh;
  }

  struct Sought {
    std::string text;
    std::vector<float> vector;
    SearchOptions options;
    IndexQuery query() const {
      return {.text = text, .vector = vector, .options = options};
    }
  };

  Sought PickSought() {
    Sought sought;
    sought.text = PickWords(&input_, 5);
    for (std::size_t i = 0; i < width_; ++i) {
      sought.vector.push_back(
          static_cast<float>(input_.ConsumeIntegralInRange(-2, 2)));
    }
    sought.options = PickSearch(&input_);
    return sought;
  }

  // What is found depends on nothing but the documents, and changes none.
  void Search() {
    const Sought sought = PickSought();
    const Result<std::vector<Hit>> hits = index_.Search(sought.query());
    if (!hits.ok()) {
      return ExpectError(hits.error(), ErrorCode::kInvalidArgument);
    }
    CheckHits(index_, sought.query(), hits.value());
  }

  void CompareSearch(const DocumentIndex& fresh, const IndexQuery& query) {
    const Result<std::vector<Hit>> hits = index_.Search(query);
    const Result<std::vector<Hit>> expected = fresh.Search(query);
    Expect(hits.ok() == expected.ok(), "both can be searched");
    if (!hits.ok()) {
      return ExpectError(hits.error(), ErrorCode::kInvalidArgument);
    }
    ExpectSame(hits.value(), expected.value());
    CheckHits(index_, query, hits.value());
    for (const Hit& hit : hits.value()) {
      const auto place = index_.Place(query, hit.id);
      Expect(place.ok() && place.value().rank > 0, "a hit has its place");
      // Added up in another order.
      Expect(std::abs(place.value().hit.score - hit.score) < 1e-9,
             "a hit has its score");
    }
  }

  void CompareSuggestions(const DocumentIndex& fresh, std::string_view text) {
    const Suggestions found = index_.Suggest(text, 4);
    const Suggestions expected = fresh.Suggest(text, 4);
    Expect(std::equal(found.terms.begin(), found.terms.end(),
                      expected.terms.begin(), expected.terms.end(),
                      [](const auto& a, const auto& b) {
                        return a.text == b.text && a.term == b.term &&
                               a.documents == b.documents;
                      }),
           "it completes the same words");
    Expect(std::equal(found.documents.begin(), found.documents.end(),
                      expected.documents.begin(), expected.documents.end(),
                      [](const auto& a, const auto& b) {
                        return a.id == b.id && a.text == b.text;
                      }),
           "it suggests the same documents");
  }

  void Reload() {
    const std::string bytes = index_.ToBytes();
    Result<DocumentIndex> read = DocumentIndex::FromBytes(bytes, kModel);
    Expect(read.ok(), "what was written is read again");
    Expect(read.value().ToBytes() == bytes, "and is the same file");
    index_ = std::move(read).value();
  }

  FuzzedDataProvider& input_;
  std::size_t width_;
  IndexOptions options_;
  DocumentIndex index_;
  std::vector<IndexedDocument> documents_;
};

// With the checksum that it must have.
void CheckFile(std::string_view content) {
  std::string bytes = "whyindex";
  AppendNumber(std::uint32_t{1}, bytes);
  AppendNumber(Checksum(content), bytes);
  bytes += content;
  const Result<DocumentIndex> read = DocumentIndex::FromBytes(bytes, kModel);
  if (!read.ok()) {
    return ExpectError(read.error(),
                       read.error().code == ErrorCode::kInvalidArgument
                           ? ErrorCode::kInvalidArgument
                           : ErrorCode::kBadData);
  }
  const DocumentIndex& index = read.value();
  Expect(index.ToBytes() == bytes, "it is the file that it was read from");
  const std::vector<float> vector(index.width(), 1);
  const IndexQuery query{.text = "password a", .vector = vector};
  const Result<std::vector<Hit>> hits = index.Search(query);
  Expect(hits.ok(), "it can be searched");
  CheckHits(index, query, hits.value());
  index.Suggest("pass", 3);
}

}  // namespace
}  // namespace whylight

// The first byte: 0 for a file without its preamble, else changes and searches.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace whylight;
  if (size == 0) return 0;
  if (data[0] == 0) {
    CheckFile(AsText(data + 1, size - 1));
    return 0;
  }
  FuzzedDataProvider input(data + 1, size - 1);
  Check(&input).Run();
  return 0;
}
