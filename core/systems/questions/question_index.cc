#include "core/systems/questions/question_index.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/first_characters.h"
#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/retrieval/terms.h"
#include "core/text/utf8.h"

namespace whylight {
namespace {

using nlohmann::json;

// Between the encoded fields of a document. The tokenizer ends a word and a
// title there.
constexpr char kBetweenFields = '\n';

std::size_t WidthOf(const Retriever& model, const IndexOptions& options) {
  const bool encoded =
      std::any_of(options.fields.begin(), options.fields.end(),
                  [](const IndexField& field) { return field.encoded; });
  return encoded ? static_cast<std::size_t>(model.width()) : 0;
}

Result<std::string> ReadId(const json& document, const std::string& key,
                           const std::string& where) {
  const auto found = document.find(key);
  if (found == document.end()) {
    return Invalid(where + ": expected the id " + Quote(key) + ", found none");
  }
  if (found->is_number_integer()) return found->dump();
  if (!found->is_string() || found->get_ref<const std::string&>().empty()) {
    return ExpectedField(where, key,
                         "a text that is not empty, or a whole number", *found);
  }
  return found->get<std::string>();
}

Result<std::string> ReadText(const json& document, const std::string& key,
                             const std::string& where) {
  const auto found = document.find(key);
  if (found == document.end() || found->is_null()) return std::string();
  if (!found->is_string()) return ExpectedField(where, key, "a text", *found);
  return found->get<std::string>();
}

// A space in place of a word, which keeps its neighbours apart.
std::string Without(std::string_view text, const Span& word) {
  const std::string_view cut = SliceUtf16(text, word);
  const auto start = static_cast<std::size_t>(cut.data() - text.data());
  std::string rest(text);
  return rest.replace(start, cut.size(), " ");
}

// Whether there is nothing in a document but what an index holds anyway.
bool IsPlain(const json& document, const IndexOptions& options) {
  const auto has_text = [&](const IndexField& field) {
    const auto found = document.find(field.name);
    return found != document.end() && found->is_string();
  };
  return document.size() == options.fields.size() + 1 &&
         document[options.id].is_string() &&
         std::all_of(options.fields.begin(), options.fields.end(), has_text);
}

}  // namespace

Result<QuestionIndex> QuestionIndex::Make(
    std::shared_ptr<const Retriever> model, const IndexOptions& options) {
  const std::size_t width = WidthOf(*model, options);
  if (width > 0 && model->options().similarity != Similarity::kCosine) {
    return Invalid(
        "index: expected a model whose similarity is the cosine, found one of "
        "distances");
  }
  Result<DocumentIndex> index =
      DocumentIndex::Make(options, model->name(), width);
  if (!index.ok()) return index.error();
  return QuestionIndex(std::move(model), std::move(index).value());
}

Result<QuestionIndex> QuestionIndex::FromBytes(
    std::shared_ptr<const Retriever> model, std::string_view bytes) {
  Result<DocumentIndex> index = DocumentIndex::FromBytes(bytes, model->name());
  if (!index.ok()) return index.error();
  const std::size_t width = WidthOf(*model, index.value().options());
  if (width != index.value().width()) {
    return Error{ErrorCode::kBadData,
                 "index: expected vectors of " + std::to_string(width) +
                     " numbers, found " +
                     std::to_string(index.value().width())};
  }
  return QuestionIndex(std::move(model), std::move(index).value());
}

Result<IndexedDocument> QuestionIndex::Read(const json& document,
                                            const std::string& where) const {
  const IndexOptions& options = index_->options();
  if (!document.is_object()) {
    return Invalid(where + ": expected an object, found " +
                   FirstCharacters(DumpJson(document)));
  }
  IndexedDocument read;
  Result<std::string> id = ReadId(document, options.id, where);
  if (!id.ok()) return id.error();
  read.id = std::move(id).value();
  for (const IndexField& field : options.fields) {
    Result<std::string> text = ReadText(document, field.name, where);
    if (!text.ok()) return text.error();
    read.texts.push_back(std::move(text).value());
  }
  if (!IsPlain(document, options)) read.stored = DumpJson(document);
  return read;
}

json QuestionIndex::DocumentOf(std::uint32_t number) const {
  const StoredDocument* document = index_->Find(number);
  if (document == nullptr) return nullptr;
  if (!document->stored.empty()) {
    return json::parse(document->stored, nullptr, /*allow_exceptions=*/false);
  }
  const IndexOptions& options = index_->options();
  json plain{{options.id, document->id}};
  for (std::size_t f = 0; f < options.fields.size(); ++f) {
    plain[options.fields[f].name] = document->texts[f];
  }
  return plain;
}

std::string QuestionIndex::EncodedText(
    const std::vector<std::string>& texts) const {
  std::string text;
  bool first = true;
  for (std::size_t f = 0; f < texts.size(); ++f) {
    if (!index_->options().fields[f].encoded) continue;
    if (!std::exchange(first, false)) text.push_back(kBetweenFields);
    text += texts[f];
  }
  return text;
}

Result<std::string> QuestionIndex::EncodedText(std::string_view id) const {
  const Result<std::uint32_t> number = index_->NumberOf(id);
  if (!number.ok()) return number.error();
  return EncodedText(index_->Find(number.value())->texts);
}

void QuestionIndex::Encode(std::span<IndexedDocument> documents) const {
  if (!has_vectors() || documents.empty()) return;
  std::vector<std::string> texts;
  for (const IndexedDocument& document : documents) {
    texts.push_back(EncodedText(document.texts));
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const Matrix points = model_->Encode(views);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto row = points.row(static_cast<Index>(i));
    documents[i].vector.assign(row.begin(), row.end());
  }
}

std::vector<float> QuestionIndex::Encode(std::string_view query) const {
  if (!has_vectors()) return {};
  const Matrix point = model_->Encode({&query, 1});
  return {point.row(0).begin(), point.row(0).end()};
}

Status QuestionIndex::AddAll(const std::vector<json>& documents) {
  std::vector<IndexedDocument> read;
  std::set<std::string> ids;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const std::string where = "documents[" + std::to_string(i) + "]";
    Result<IndexedDocument> one = Read(documents[i], where);
    if (!one.ok()) return one.error();
    const std::string& id = one.value().id;
    if (index_->Has(id) || !ids.insert(id).second) {
      return Invalid(where +
                     ": expected an id that no other document has, found " +
                     Quote(id) + " again");
    }
    read.push_back(std::move(one).value());
  }
  Encode(read);
  duplicates_.reset();
  std::vector<std::string> added;
  for (IndexedDocument& document : read) {
    std::string id = document.id;
    if (Status done = index_->Add(std::move(document)); !done.ok()) {
      if (Status undone = RemoveAll(added); !undone.ok()) return undone;
      return done;
    }
    added.push_back(std::move(id));
  }
  return {};
}

Status QuestionIndex::Replace(const json& document) {
  Result<IndexedDocument> read = Read(document, "document");
  if (!read.ok()) return read.error();
  if (const Result<std::uint32_t> old = index_->NumberOf(read.value().id);
      !old.ok()) {
    return old.error();
  }
  Encode({&read.value(), 1});
  duplicates_.reset();
  return index_->Replace(std::move(read).value());
}

Status QuestionIndex::RemoveAll(const std::vector<std::string>& ids) {
  for (const std::string& id : ids) {
    if (const auto number = index_->NumberOf(id); !number.ok()) {
      return number.error();
    }
  }
  duplicates_.reset();
  for (const std::string& id : ids) {
    // It may have been named twice.
    if (!index_->Has(id)) continue;
    if (Status removed = index_->Remove(id); !removed.ok()) return removed;
  }
  return {};
}

Result<QuestionIndex::ExactVectors> QuestionIndex::VectorsFrom(
    std::uint32_t from, std::size_t count) const {
  if (Status checked = CheckVectors("vectors"); !checked.ok()) {
    return checked.error();
  }
  ExactVectors found{{}, Matrix(0, model_->width()), from};
  std::vector<std::string> texts;
  for (; found.next < index_->numbers() && texts.size() < count; ++found.next) {
    const StoredDocument* document = index_->Find(found.next);
    if (document == nullptr) continue;
    found.numbers.push_back(found.next);
    texts.push_back(EncodedText(document->texts));
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  if (!views.empty()) found.vectors = model_->Encode(views);
  return found;
}

Result<std::vector<Hit>> QuestionIndex::Search(
    const QuestionQuery& query) const {
  const std::vector<float> vector = Encode(query.text);
  return index_->Search({.text = query.text,
                         .vector = vector,
                         .options = query.options,
                         .allowed = query.allowed});
}

std::optional<double> QuestionIndex::Probability(const Hit& hit) const {
  if (!has_vectors()) return std::nullopt;
  return model_->Probability(hit.cosine, hit.bm25_share);
}

Status QuestionIndex::CheckVectors(std::string_view what) const {
  if (has_vectors()) return {};
  return Invalid(std::string(what) +
                 ": expected an index with an encoded field, found one of "
                 "words alone");
}

Result<HitReasons> QuestionIndex::Explain(std::string_view query,
                                          std::string_view id,
                                          std::size_t pairs) const {
  if (Status checked = CheckVectors("explain"); !checked.ok()) {
    return checked.error();
  }
  const Result<std::string> text = EncodedText(id);
  if (!text.ok()) return text.error();
  Result<Match> match = ExplainMatch(*model_, query, text.value(), pairs);
  if (!match.ok()) return match.error();
  const std::vector<float> vector = Encode(query);
  Result<Hit> hit = index_->Describe({.text = query, .vector = vector}, id);
  if (!hit.ok()) return hit.error();
  return HitReasons{std::move(match).value(), std::move(hit).value()};
}

FieldSpan QuestionIndex::Locate(std::uint32_t number, const Span& span) const {
  const std::vector<std::string>& texts = index_->Find(number)->texts;
  const std::vector<IndexField>& fields = index_->options().fields;
  std::uint32_t start = 0;
  FieldSpan found;
  for (std::size_t f = 0; f < texts.size(); ++f) {
    if (!fields[f].encoded) continue;
    const std::uint32_t end = start + Utf16Length(texts[f]);
    found = {f, {span.start - start, span.end - start}};
    if (span.end <= end) break;
    start = end + 1;
  }
  return found;
}

Result<Preference> QuestionIndex::Prefer(std::string_view query,
                                         std::string_view id,
                                         std::string_view other,
                                         std::size_t ngrams) const {
  if (Status checked = CheckVectors("prefer"); !checked.ok()) {
    return checked.error();
  }
  const Result<std::string> first = EncodedText(id);
  if (!first.ok()) return first.error();
  const Result<std::string> second = EncodedText(other);
  if (!second.ok()) return second.error();
  return ExplainPreference(*model_, query, first.value(), second.value(),
                           ngrams);
}

Result<LeftOutWords> QuestionIndex::LeaveOutWords(const QuestionQuery& query,
                                                  std::string_view id) const {
  const auto place = [&](std::string_view text) {
    const std::vector<float> vector = Encode(text);
    return index_->Place({.text = text,
                          .vector = vector,
                          .options = query.options,
                          .allowed = query.allowed},
                         id);
  };
  const Result<PlacedHit> whole = place(query.text);
  if (!whole.ok()) return whole.error();
  LeftOutWords left{whole.value().hit.score, whole.value().rank, {}};
  std::vector<TextTerm> words = TermsOf(query.text);
  words.resize(std::min(words.size(), model_->options().longest));
  for (const TextTerm& word : words) {
    const Result<PlacedHit> placed = place(Without(query.text, word.span));
    if (!placed.ok()) return placed.error();
    left.words.push_back(
        {word.span, placed.value().hit.score, placed.value().rank});
  }
  return left;
}

Result<DuplicateFinder*> QuestionIndex::AdvanceDuplicates(double threshold,
                                                          bool restart,
                                                          std::uint64_t pairs) {
  if (restart || !duplicates_ || duplicates_->threshold != threshold) {
    Result<DuplicateFinder> finder = DuplicateFinder::Make(*index_, threshold);
    if (!finder.ok()) return finder.error();
    duplicates_.emplace(Duplicates{threshold, std::move(finder).value()});
  }
  duplicates_->finder.Advance(pairs);
  return &duplicates_->finder;
}

}  // namespace whylight
