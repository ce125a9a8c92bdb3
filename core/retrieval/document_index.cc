#include "core/retrieval/document_index.h"

#include <cmath>
#include <limits>
#include <utility>

#include "core/format/json.h"
#include "core/retrieval/check_options.h"
#include "core/text/utf8.h"

namespace whylight {
namespace {

// Holes are not worth the filling below so many.
constexpr std::size_t kLeastWaste = 256;

constexpr std::size_t kMostDocuments =
    std::numeric_limits<std::uint32_t>::max() - 1;

Status CheckTexts(const IndexOptions& options,
                  const std::vector<std::string>& texts,
                  const std::string& where) {
  if (texts.size() != options.fields.size()) {
    return Invalid(
        where + ": expected " + std::to_string(options.fields.size()) +
        " texts, one a field, found " + std::to_string(texts.size()));
  }
  for (const std::string& text : texts) {
    if (text.size() > std::numeric_limits<std::uint32_t>::max()) {
      return Invalid(where + ": expected texts of fewer than 2^32 bytes");
    }
  }
  return {};
}

}  // namespace

Result<DocumentIndex> DocumentIndex::Make(const IndexOptions& options,
                                          std::string model,
                                          std::size_t width) {
  // Errors quote names, and JSON knows no other texts.
  for (const IndexField& field : options.fields) {
    if (!IsValidUtf8(field.name)) {
      return Invalid("index: expected names of fields in UTF-8");
    }
  }
  if (Status checked = CheckOptions(IndexFields(), options, "index");
      !checked.ok()) {
    return checked.error();
  }
  if (width > kMostVectorWidth) {
    return Invalid("index: expected vectors of at most " +
                   std::to_string(kMostVectorWidth) + " numbers, found " +
                   std::to_string(width));
  }
  DocumentIndex index;
  index.contents_.options = options;
  index.contents_.model = std::move(model);
  index.contents_.vectors = DocumentVectors(width);
  index.contents_.total_lengths.assign(options.fields.size(), 0);
  return index;
}

Status DocumentIndex::Check(const IndexedDocument& document) const {
  if (document.id.empty()) {
    return Invalid("document: expected an id, found an empty text");
  }
  const std::string where = "document " + Quote(document.id);
  if (Status texts = CheckTexts(options(), document.texts, where);
      !texts.ok()) {
    return texts;
  }
  if (document.vector.size() != width()) {
    return Invalid(where + ": expected a vector of " + std::to_string(width()) +
                   " numbers, found " + std::to_string(document.vector.size()));
  }
  for (const float number : document.vector) {
    if (!std::isfinite(number)) {
      return Invalid(where + ": expected a vector of finite numbers, found " +
                     std::to_string(number));
    }
  }
  return {};
}

Status DocumentIndex::Add(IndexedDocument document) {
  if (Status checked = Check(document); !checked.ok()) return checked;
  if (Has(document.id)) {
    return Invalid("expected documents of different ids, found " +
                   Quote(document.id) + " twice");
  }
  if (numbers() >= kMostDocuments) {
    return Invalid("expected at most " + std::to_string(kMostDocuments) +
                   " documents");
  }
  contents_.vectors.Append(document.vector);
  AppendTexts({std::move(document.id), std::move(document.texts),
               std::move(document.stored)});
  return {};
}

Status DocumentIndex::Replace(IndexedDocument document) {
  if (Status checked = Check(document); !checked.ok()) return checked;
  if (Status removed = Remove(document.id); !removed.ok()) return removed;
  return Add(std::move(document));
}

Status DocumentIndex::Remove(std::string_view id) {
  const Result<std::uint32_t> number = NumberOf(id);
  if (!number.ok()) return number.error();
  contents_.numbers.erase(contents_.numbers.find(id));
  RemoveNumber(number.value());
  CompactIfWorthIt();
  return {};
}

Result<std::uint32_t> DocumentIndex::NumberOf(std::string_view id) const {
  const auto found = contents_.numbers.find(id);
  if (found != contents_.numbers.end()) return found->second;
  return Error{ErrorCode::kNotFound,
               "expected the id of a document, found " + Quote(id)};
}

const StoredDocument* DocumentIndex::Find(std::uint32_t number) const {
  if (number >= numbers() || contents_.present[number] == 0) return nullptr;
  return &contents_.documents[number];
}

void DocumentIndex::AppendTexts(StoredDocument document) {
  const auto number = static_cast<std::uint32_t>(numbers());
  const std::size_t postings = contents_.terms.postings();
  for (std::size_t f = 0; f < document.texts.size(); ++f) {
    const std::vector<TextTerm> terms = TermsOf(document.texts[f]);
    for (const TextTerm& term : terms) {
      contents_.terms.Add(term.text, number, static_cast<std::uint32_t>(f));
    }
    contents_.lengths.push_back(static_cast<std::uint32_t>(terms.size()));
    contents_.total_lengths[f] += terms.size();
  }
  contents_.postings.push_back(
      static_cast<std::uint32_t>(contents_.terms.postings() - postings));
  contents_.total_postings += contents_.postings.back();
  contents_.numbers.emplace(document.id, number);
  contents_.present.push_back(1);
  contents_.documents.push_back(std::move(document));
}

void DocumentIndex::RemoveNumber(std::uint32_t number) {
  StoredDocument& document = contents_.documents[number];
  TextSet terms;
  for (std::size_t f = 0; f < document.texts.size(); ++f) {
    for (TextTerm& term : TermsOf(document.texts[f])) {
      terms.insert(std::move(term.text));
    }
    contents_.total_lengths[f] -= contents_.length(number, f);
  }
  for (const std::string& term : terms) contents_.terms.Remove(term);
  contents_.total_postings -= contents_.postings[number];
  contents_.present[number] = 0;
  document = {};
}

// What is filled was made by removing about as much, so that each removal pays
// for its own.
void DocumentIndex::CompactIfWorthIt() {
  const std::size_t used = size() + contents_.total_postings;
  const std::size_t all = numbers() + contents_.terms.postings();
  if (all <= 2 * used + kLeastWaste) return;
  const std::size_t fields = contents_.fields();
  std::vector<std::uint32_t> renumbered(numbers(), TermIndex::kGone);
  std::uint32_t kept = 0;
  for (std::size_t i = 0; i < renumbered.size(); ++i) {
    if (contents_.present[i] == 0) continue;
    renumbered[i] = kept;
    if (kept != i) {
      contents_.documents[kept] = std::move(contents_.documents[i]);
    }
    contents_.postings[kept] = contents_.postings[i];
    for (std::size_t f = 0; f < fields; ++f) {
      contents_.lengths[kept * fields + f] = contents_.length(i, f);
    }
    contents_.numbers.find(contents_.documents[kept].id)->second = kept;
    ++kept;
  }
  contents_.terms.Compact(renumbered);
  contents_.vectors.Keep(contents_.present);
  contents_.documents.resize(kept);
  contents_.postings.resize(kept);
  contents_.lengths.resize(kept * fields);
  contents_.present.assign(kept, 1);
}

std::size_t DocumentIndex::Memory() const {
  // A table's node holds a text, a number, a pointer and a hash.
  constexpr std::size_t kNode = 2 * sizeof(std::string);
  std::size_t bytes = contents_.vectors.Memory() + contents_.terms.Memory();
  for (const StoredDocument& document : contents_.documents) {
    bytes += sizeof(StoredDocument) + 2 * document.id.capacity() + kNode +
             document.stored.capacity() + 2 * sizeof(std::uint32_t);
    for (const std::string& text : document.texts) {
      bytes += sizeof(std::string) + text.capacity() + sizeof(std::uint32_t);
    }
  }
  return bytes;
}

}  // namespace whylight
