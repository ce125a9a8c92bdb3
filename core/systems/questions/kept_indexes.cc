#include "core/systems/questions/kept_indexes.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/format/span_json.h"
#include "core/retrieval/byte_stream.h"
#include "core/systems/questions/match_json.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

// Documents nest no deeper.
constexpr std::size_t kMaxDepth = 100;

// What has to do with one index.
struct OfIndex {
  std::uint64_t index = 0;
};

template <typename Options>
Fields<Options> FieldsOfIndex() {
  return Fields<Options>()
      .Count("index", &Options::index, {0, 9007199254740992},
             "The number of the index.")
      .Required();
}

const Fields<OfIndex>& OfIndexFields() {
  static const auto fields = FieldsOfIndex<OfIndex>();
  return fields;
}

struct OfDocument : OfIndex {
  std::string id;
};

// The text of a request as JSON.
Result<json> ParseInput(const Request& request, std::string_view what) {
  Result<json> parsed = ParseJson(request.texts[0], what, kMaxDepth);
  if (parsed.ok()) return parsed;
  return Invalid(parsed.error().message);
}

// By the names of the fields; those without any are left out.
ordered_json SpansByField(const QuestionIndex& index,
                          const std::vector<std::vector<Span>>& spans) {
  ordered_json fields = ordered_json::object();
  for (std::size_t f = 0; f < spans.size(); ++f) {
    if (spans[f].empty()) continue;
    fields[index.index().options().fields[f].name] = SpansToJson(spans[f]);
  }
  return fields;
}

// Where any of the terms stands, in order, each place once.
std::vector<std::vector<Span>> AllSpans(const Hit& hit) {
  std::vector<std::vector<Span>> all;
  for (const TermMatch& match : hit.terms) {
    all.resize(std::max(all.size(), match.spans.size()));
    for (std::size_t f = 0; f < match.spans.size(); ++f) {
      all[f].insert(all[f].end(), match.spans[f].begin(), match.spans[f].end());
    }
  }
  for (std::vector<Span>& spans : all) {
    std::sort(spans.begin(), spans.end(),
              [](const Span& a, const Span& b) { return a.start < b.start; });
    spans.erase(std::unique(spans.begin(), spans.end(),
                            [](const Span& a, const Span& b) {
                              return a.start == b.start;
                            }),
                spans.end());
  }
  return all;
}

ordered_json TermsToJson(const QuestionIndex& index, const Hit& hit) {
  ordered_json terms = ordered_json::array();
  for (const TermMatch& match : hit.terms) {
    terms.push_back({{"query", match.query_term},
                     {"term", match.term},
                     {"bm25", match.bm25},
                     {"spans", SpansByField(index, match.spans)},
                     {"querySpans", SpansToJson(match.query_spans)}});
  }
  return terms;
}

ordered_json HitToJson(const QuestionIndex& index, const Hit& hit) {
  ordered_json one{{"id", hit.id}, {"score", hit.score}};
  if (const auto probability = index.Probability(hit)) {
    one["probability"] = *probability;
  }
  one["cosine"] = hit.cosine;
  one["bm25"] = hit.bm25;
  one["share"] = hit.bm25_share;
  one["parts"] = {{"model", hit.model_part}, {"bm25", hit.bm25_part}};
  one["spans"] = SpansByField(index, AllSpans(hit));
  one["terms"] = TermsToJson(index, hit);
  one["document"] = index.DocumentOf(hit.number);
  return one;
}

ordered_json OptionsToJson(const QuestionIndex& index) {
  return IndexFields().Write(index.index().options());
}

Result<Answer> Created(RetrieverAnswers& asked, Result<QuestionIndex> index) {
  if (!index.ok()) return index.error();
  ordered_json options = OptionsToJson(index.value());
  const std::size_t size = index.value().index().size();
  const std::uint64_t number = asked.indexes().Keep(std::move(index).value());
  return Answer{
      {{"index", number}, {"size", size}, {"options", std::move(options)}}};
}

Result<Answer> AnswerCreate(RetrieverAnswers& asked, const Request& /*request*/,
                            const IndexOptions& options) {
  return Created(asked, QuestionIndex::Make(asked.model(), options));
}

struct NoOptions {};

const Fields<NoOptions>& NoFields() {
  static const Fields<NoOptions> fields;
  return fields;
}

Result<Answer> AnswerOpen(RetrieverAnswers& asked, const Request& request,
                          const NoOptions&) {
  return Created(asked,
                 QuestionIndex::FromBytes(asked.model(), request.texts[0]));
}

Answer SizeOf(const QuestionIndex& index) {
  return {{{"size", index.index().size()}}};
}

Result<Answer> AnswerAdd(RetrieverAnswers& asked, const Request& request,
                         const OfIndex& options) {
  const Result<QuestionIndex*> index = asked.indexes().Find(options.index);
  if (!index.ok()) return index.error();
  Result<json> documents = ParseInput(request, "documents");
  if (!documents.ok()) return documents.error();
  if (!documents.value().is_array()) {
    return Invalid("documents: expected a list, found another value");
  }
  const std::vector<json> list(documents.value().begin(),
                               documents.value().end());
  if (Status added = index.value()->AddAll(list); !added.ok()) {
    return added.error();
  }
  return SizeOf(*index.value());
}

Result<Answer> AnswerReplace(RetrieverAnswers& asked, const Request& request,
                             const OfIndex& options) {
  const Result<QuestionIndex*> index = asked.indexes().Find(options.index);
  if (!index.ok()) return index.error();
  const Result<json> document = ParseInput(request, "document");
  if (!document.ok()) return document.error();
  if (Status done = index.value()->Replace(document.value()); !done.ok()) {
    return done.error();
  }
  return SizeOf(*index.value());
}

struct RemoveOptions : OfIndex {
  std::vector<std::string> ids;
};

const Fields<RemoveOptions>& RemoveFields() {
  static const auto fields =
      FieldsOfIndex<RemoveOptions>()
          .Texts("ids", &RemoveOptions::ids, "The documents to remove.")
          .Required();
  return fields;
}

Result<Answer> AnswerRemove(RetrieverAnswers& asked, const Request& /*request*/,
                            const RemoveOptions& options) {
  const Result<QuestionIndex*> index = asked.indexes().Find(options.index);
  if (!index.ok()) return index.error();
  if (Status done = index.value()->RemoveAll(options.ids); !done.ok()) {
    return done.error();
  }
  return SizeOf(*index.value());
}

struct DocumentsOptions : OfIndex {
  std::uint64_t from = 0;
  std::uint64_t count = 1000;
};

const Fields<DocumentsOptions>& DocumentsFields() {
  static const auto fields =
      FieldsOfIndex<DocumentsOptions>()
          .Count("from", &DocumentsOptions::from, {0, 4294967295},
                 "Where to go on: `next` of the last answer.")
          .Count("count", &DocumentsOptions::count, {1, 1000000},
                 "The most documents to give.");
  return fields;
}

// In the order in which they were added; "next" where there are more.
Result<Answer> AnswerDocuments(RetrieverAnswers& asked,
                               const Request& /*request*/,
                               const DocumentsOptions& options) {
  const Result<QuestionIndex*> found = asked.indexes().Find(options.index);
  if (!found.ok()) return found.error();
  const QuestionIndex& index = *found.value();
  ordered_json documents = ordered_json::array();
  std::uint64_t number = options.from;
  for (; number < index.index().numbers() && documents.size() < options.count;
       ++number) {
    const json document = index.DocumentOf(static_cast<std::uint32_t>(number));
    if (!document.is_null()) documents.push_back(ordered_json(document));
  }
  ordered_json answer{{"documents", std::move(documents)}};
  if (number < index.index().numbers()) answer["next"] = number;
  return Answer{std::move(answer)};
}

struct IndexSearchOptions : OfIndex {
  SearchOptions search;
  double threshold = 0;
};

template <typename Options>
Fields<Options> WithSearchFields(Fields<Options> fields) {
  return std::move(fields).Include(&Options::search, SearchFields());
}

const Fields<IndexSearchOptions>& IndexSearchFields() {
  static const auto fields =
      WithSearchFields(FieldsOfIndex<IndexSearchOptions>())
          .Number("threshold", &IndexSearchOptions::threshold, {0, 1},
                  "Of the hits, only those whose probability is at least "
                  "this.");
  return fields;
}

// One byte per document, in their order, as one per number.
Result<std::vector<std::uint8_t>> ReadChoice(const QuestionIndex& index,
                                             const Request& request) {
  std::vector<std::uint8_t> allowed;
  if (request.texts.size() < 2) return allowed;
  const std::string_view choice = request.texts[1];
  const DocumentIndex& documents = index.index();
  if (choice.size() != documents.size()) {
    return Invalid(std::string(request.question) + ": expected a choice of " +
                   std::to_string(documents.size()) + " bytes, found " +
                   std::to_string(choice.size()));
  }
  std::size_t next = 0;
  for (std::size_t i = 0; i < documents.numbers(); ++i) {
    const bool there = documents.Find(static_cast<std::uint32_t>(i)) != nullptr;
    allowed.push_back(there ? static_cast<std::uint8_t>(choice[next++]) : 0);
  }
  return allowed;
}

// What a search is told, the model's own weight where it is told none.
SearchOptions SearchOf(const QuestionIndex& index, SearchOptions options) {
  if (!options.weight) options.weight = index.model().options().weight;
  return options;
}

Result<Answer> AnswerSearch(RetrieverAnswers& asked, const Request& request,
                            const IndexSearchOptions& options) {
  const Result<QuestionIndex*> found = asked.indexes().Find(options.index);
  if (!found.ok()) return found.error();
  const QuestionIndex& index = *found.value();
  const Result<std::vector<std::uint8_t>> allowed = ReadChoice(index, request);
  if (!allowed.ok()) return allowed.error();
  const Result<std::vector<Hit>> hits =
      index.Search({.text = request.texts[0],
                    .options = SearchOf(index, options.search),
                    .allowed = allowed.value()});
  if (!hits.ok()) return hits.error();
  ordered_json list = ordered_json::array();
  for (const Hit& hit : hits.value()) {
    if (options.threshold > 0) {
      const auto probability = index.Probability(hit);
      if (!probability) {
        return Invalid(
            "search: \"threshold\": expected a calibrated model and an index "
            "with an encoded field, whose hits have probabilities");
      }
      if (*probability < options.threshold) continue;
    }
    list.push_back(HitToJson(index, hit));
  }
  return Answer{{{"hits", std::move(list)}}};
}

struct ExplainOptions : OfDocument {
  std::size_t pairs = 10;
};

const Fields<ExplainOptions>& ExplainFields() {
  static const auto fields =
      FieldsOfIndex<ExplainOptions>()
          .Text("id", &ExplainOptions::id, "The document.")
          .Required()
          .Count("pairs", &ExplainOptions::pairs, {0, 1000},
                 "Number of pairs of n-grams to list.");
  return fields;
}

Result<Answer> AnswerExplain(RetrieverAnswers& asked, const Request& request,
                             const ExplainOptions& options) {
  const Result<QuestionIndex*> found = asked.indexes().Find(options.index);
  if (!found.ok()) return found.error();
  const QuestionIndex& index = *found.value();
  const Result<HitReasons> reasons =
      index.Explain(request.texts[0], options.id, options.pairs);
  if (!reasons.ok()) return reasons.error();
  const auto& [match, hit] = reasons.value();
  const std::uint32_t number = hit.number;
  const auto locate = [&](const Span& span) {
    const FieldSpan place = index.Locate(number, span);
    const IndexField& field = index.index().options().fields[place.field];
    return ordered_json{{"field", field.name},
                        {"start", place.span.start},
                        {"end", place.span.end}};
  };
  ordered_json strongest = ordered_json::array();
  for (const MatchedPair& pair : match.strongest) {
    ordered_json words = ordered_json::array();
    for (const Span& span : pair.text) words.push_back(locate(span));
    strongest.push_back({{"query", SpansToJson(pair.query)},
                         {"document", std::move(words)},
                         {"contribution", pair.contribution}});
  }
  ordered_json words = ordered_json::array();
  for (const MatchedWord& word : match.text_words) {
    words.push_back(locate(word.span));
    words.back()["contribution"] = word.contribution;
  }
  ordered_json answer{{"score", match.score},
                      {"pairs", match.pairs},
                      {"bias", match.bias},
                      {"residual", match.residual},
                      {"error", match.error()}};
  if (const auto probability = index.Probability(hit)) {
    answer["probability"] = *probability;
  }
  answer["strongest"] = std::move(strongest);
  answer["queryWords"] = MatchedWordsToJson(match.query_words);
  answer["documentWords"] = std::move(words);
  answer["bm25"] = hit.bm25;
  answer["share"] = hit.bm25_share;
  answer["terms"] = TermsToJson(index, hit);
  return Answer{std::move(answer)};
}

struct IndexPreferOptions : OfDocument {
  std::string other;
  std::size_t ngrams = 10;
};

const Fields<IndexPreferOptions>& IndexPreferFields() {
  static const auto fields =
      FieldsOfIndex<IndexPreferOptions>()
          .Text("id", &IndexPreferOptions::id, "The document above.")
          .Required()
          .Text("other", &IndexPreferOptions::other, "The one below.")
          .Required()
          .Count("ngrams", &IndexPreferOptions::ngrams, {0, 1000},
                 "Number of n-grams to list.");
  return fields;
}

Result<Answer> AnswerIndexPrefer(RetrieverAnswers& asked,
                                 const Request& request,
                                 const IndexPreferOptions& options) {
  const Result<QuestionIndex*> index = asked.indexes().Find(options.index);
  if (!index.ok()) return index.error();
  const Result<Preference> preference = index.value()->Prefer(
      request.texts[0], options.id, options.other, options.ngrams);
  if (!preference.ok()) return preference.error();
  return Answer{PreferenceToJson(preference.value())};
}

struct LeaveOutOptions : OfDocument {
  SearchOptions search;
};

const Fields<LeaveOutOptions>& LeaveOutFields() {
  static const auto fields =
      WithSearchFields(FieldsOfIndex<LeaveOutOptions>())
          .Text("id", &LeaveOutOptions::id, "The document.")
          .Required();
  return fields;
}

// A rank of 0 is none.
void SetPlace(double score, std::size_t rank, ordered_json* place) {
  (*place)["score"] = score;
  if (rank > 0) (*place)["rank"] = rank;
}

Result<Answer> AnswerLeaveOut(RetrieverAnswers& asked, const Request& request,
                              const LeaveOutOptions& options) {
  const Result<QuestionIndex*> found = asked.indexes().Find(options.index);
  if (!found.ok()) return found.error();
  const QuestionIndex& index = *found.value();
  const Result<std::vector<std::uint8_t>> allowed = ReadChoice(index, request);
  if (!allowed.ok()) return allowed.error();
  const Result<LeftOutWords> left =
      index.LeaveOutWords({.text = request.texts[0],
                           .options = SearchOf(index, options.search),
                           .allowed = allowed.value()},
                          options.id);
  if (!left.ok()) return left.error();
  ordered_json answer;
  SetPlace(left.value().score, left.value().rank, &answer);
  ordered_json words = ordered_json::array();
  for (const LeftOutWord& word : left.value().words) {
    words.push_back(SpanToJson(word.span));
    SetPlace(word.score, word.rank, &words.back());
  }
  answer["words"] = std::move(words);
  return Answer{std::move(answer)};
}

struct SuggestOptions : OfIndex {
  std::size_t limit = 5;
};

const Fields<SuggestOptions>& SuggestFields() {
  static const auto fields = FieldsOfIndex<SuggestOptions>().Count(
      "limit", &SuggestOptions::limit, {0, 1000}, "The most of each kind.");
  return fields;
}

Result<Answer> AnswerSuggest(RetrieverAnswers& asked, const Request& request,
                             const SuggestOptions& options) {
  const Result<QuestionIndex*> index = asked.indexes().Find(options.index);
  if (!index.ok()) return index.error();
  const Suggestions suggestions =
      index.value()->index().Suggest(request.texts[0], options.limit);
  ordered_json terms = ordered_json::array();
  for (const Suggestions::Term& term : suggestions.terms) {
    terms.push_back({{"text", term.text},
                     {"term", term.term},
                     {"documents", term.documents}});
  }
  ordered_json documents = ordered_json::array();
  for (const Suggestions::Document& document : suggestions.documents) {
    documents.push_back({{"id", document.id}, {"text", document.text}});
  }
  return Answer{
      {{"terms", std::move(terms)}, {"documents", std::move(documents)}}};
}

struct DuplicatesOptions : OfIndex {
  double threshold = 0.9;
  bool restart = false;
  std::uint64_t pairs = 1000000;
};

const Fields<DuplicatesOptions>& DuplicatesFields() {
  static const auto fields =
      FieldsOfIndex<DuplicatesOptions>()
          .Number("threshold", &DuplicatesOptions::threshold, {0, 1},
                  "The cosine from which two documents are nearly the same.")
          .Flag("restart", &DuplicatesOptions::restart,
                "Whether to begin with the first pair.")
          .Count("pairs", &DuplicatesOptions::pairs, {1, 9007199254740992},
                 "Number of pairs to compare before answering.");
  return fields;
}

// "clusters" once all pairs are compared.
Result<Answer> AnswerDuplicates(RetrieverAnswers& asked,
                                const Request& /*request*/,
                                const DuplicatesOptions& options) {
  const Result<QuestionIndex*> index = asked.indexes().Find(options.index);
  if (!index.ok()) return index.error();
  const Result<DuplicateFinder*> advanced = index.value()->AdvanceDuplicates(
      options.threshold, options.restart, options.pairs);
  if (!advanced.ok()) return advanced.error();
  DuplicateFinder& finder = *advanced.value();
  ordered_json answer{{"done", finder.compared()}, {"total", finder.total()}};
  if (!finder.done()) return Answer{std::move(answer)};
  ordered_json clusters = ordered_json::array();
  for (const DuplicateCluster& cluster : finder.Take()) {
    ordered_json ids = ordered_json::array();
    for (const std::uint32_t number : cluster.documents) {
      ids.push_back(index.value()->index().Find(number)->id);
    }
    clusters.push_back({{"ids", std::move(ids)},
                        {"largest", cluster.largest},
                        {"smallest", cluster.smallest}});
  }
  answer["clusters"] = std::move(clusters);
  return Answer{std::move(answer)};
}

Result<Answer> AnswerBytes(RetrieverAnswers& asked, const Request& /*request*/,
                           const OfIndex& options) {
  const Result<QuestionIndex*> index = asked.indexes().Find(options.index);
  if (!index.ok()) return index.error();
  Answer answer = SizeOf(*index.value());
  answer.bytes = index.value()->index().ToBytes();
  return answer;
}

// In the order in which documents were added; the bytes are 32-bit floats,
// little-endian, a row of "width" for each of "ids"; "next" where there are
// more.
Result<Answer> AnswerVectors(RetrieverAnswers& asked,
                             const Request& /*request*/,
                             const DocumentsOptions& options) {
  const Result<QuestionIndex*> index = asked.indexes().Find(options.index);
  if (!index.ok()) return index.error();
  const DocumentIndex& documents = index.value()->index();
  const auto found =
      index.value()->VectorsFrom(static_cast<std::uint32_t>(options.from),
                                 static_cast<std::size_t>(options.count));
  if (!found.ok()) return found.error();
  ordered_json ids = ordered_json::array();
  for (const std::uint32_t number : found.value().numbers) {
    ids.push_back(documents.Find(number)->id);
  }
  Answer answer{{{"ids", std::move(ids)}, {"width", documents.width()}}};
  for (const Real number : found.value().vectors.reshaped<Eigen::RowMajor>()) {
    AppendNumber(static_cast<float>(number), answer.bytes);
  }
  if (found.value().next < documents.numbers()) {
    answer.json["next"] = found.value().next;
  }
  return answer;
}

Result<Answer> AnswerAbout(RetrieverAnswers& asked, const Request& /*request*/,
                           const OfIndex& options) {
  const Result<QuestionIndex*> found = asked.indexes().Find(options.index);
  if (!found.ok()) return found.error();
  const DocumentIndex& index = found.value()->index();
  return Answer{{{"size", index.size()},
                 {"model", index.model()},
                 {"width", index.width()},
                 {"memory", index.Memory()},
                 {"options", OptionsToJson(*found.value())}}};
}

Result<Answer> AnswerClose(RetrieverAnswers& asked, const Request& /*request*/,
                           const OfIndex& options) {
  asked.indexes().Close(options.index);
  return Answer{ordered_json::object()};
}

}  // namespace

// NOLINTNEXTLINE(performance-unnecessary-value-param): as System has it.
Result<std::unique_ptr<Model>> RetrieverAnswers::Load(ModelFiles files) {
  Result<Retriever> loaded = Retriever::Load(files);
  if (!loaded.ok()) return loaded.error();
  return std::unique_ptr<Model>(std::make_unique<RetrieverAnswers>(
      std::make_shared<const Retriever>(std::move(loaded).value())));
}

ordered_json RetrieverAnswers::About() const {
  ordered_json about{{"width", model_->width()},
                     {"calibrated", model_->Probability(0, 0).has_value()},
                     {"weight", model_->options().weight}};
  if (about["calibrated"]) {
    about["threshold"] = model_->options().calibration.threshold;
  }
  return about;
}

Result<std::unique_ptr<Model>> RetrieverAnswers::ForAnotherThread() const {
  return std::unique_ptr<Model>(std::make_unique<RetrieverAnswers>(model_));
}

std::vector<Question> IndexQuestions() {
  return {
      Answered<AnswerCreate, IndexFields>({.name = "index-create",
                                           .summary = "A new index",
                                           .inputs = Inputs::kNothing}),
      Answered<AnswerOpen, NoFields>({.name = "index-open",
                                      .summary = "An index from its file",
                                      .inputs = Inputs::kFile}),
      Answered<AnswerAdd, OfIndexFields>(
          {.name = "index-add",
           .summary = "Adds a list of documents, a text of JSON",
           .inputs = Inputs::kText}),
      Answered<AnswerReplace, OfIndexFields>(
          {.name = "index-replace",
           .summary = "Replaces a document by one of the same id",
           .inputs = Inputs::kText}),
      Answered<AnswerRemove, RemoveFields>({.name = "index-remove",
                                            .summary = "Removes documents",
                                            .inputs = Inputs::kNothing}),
      Answered<AnswerDocuments, DocumentsFields>(
          {.name = "index-documents",
           .summary = "The documents, a piece at a time",
           .inputs = Inputs::kNothing}),
      Answered<AnswerSearch, IndexSearchFields>(
          {.name = "index-search",
           .summary = "The documents that ask the same as a text",
           .inputs = Inputs::kTextAndChoice}),
      Answered<AnswerExplain, ExplainFields>(
          {.name = "index-explain",
           .summary = "Why a document is a hit",
           .inputs = Inputs::kText}),
      Answered<AnswerIndexPrefer, IndexPreferFields>(
          {.name = "index-prefer",
           .summary = "Why one document is above another",
           .inputs = Inputs::kText}),
      Answered<AnswerLeaveOut, LeaveOutFields>(
          {.name = "index-without-words",
           .summary = "Where a hit stands without each word of the query",
           .inputs = Inputs::kTextAndChoice}),
      Answered<AnswerSuggest, SuggestFields>(
          {.name = "index-suggest",
           .summary = "Completions of what is being typed",
           .inputs = Inputs::kText}),
      Answered<AnswerDuplicates, DuplicatesFields>(
          {.name = "index-duplicates",
           .summary = "Documents that are nearly the same, a piece at a time",
           .inputs = Inputs::kNothing}),
      Answered<AnswerBytes, OfIndexFields>({.name = "index-bytes",
                                            .summary = "The file of an index",
                                            .inputs = Inputs::kNothing,
                                            .bytes = "The file"}),
      Answered<AnswerVectors, DocumentsFields>(
          {.name = "index-vectors",
           .summary = "The vectors of documents, a piece at a time",
           .inputs = Inputs::kNothing,
           .bytes = "The vectors"}),
      Answered<AnswerAbout, OfIndexFields>({.name = "index-about",
                                            .summary = "What an index is",
                                            .inputs = Inputs::kNothing}),
      Answered<AnswerClose, OfIndexFields>({.name = "index-close",
                                            .summary = "Lets go of an index",
                                            .inputs = Inputs::kNothing}),
  };
}

}  // namespace whylight
