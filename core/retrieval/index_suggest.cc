#include <algorithm>
#include <utility>

#include "core/retrieval/document_index.h"
#include "core/retrieval/top_k.h"
#include "core/text/utf8.h"

namespace whylight {
namespace {

// Documents whose texts are compared with what was typed.
constexpr std::size_t kLeastLookedAt = 256;

// What was typed, as a query.
struct Typed {
  std::vector<TextTerm> terms;
  bool open = false;  // The last word may go on.
  SearchOptions options;
  std::vector<QueryTerm> query;
};

Typed ReadTyped(const IndexContents& index, std::string_view text) {
  Typed typed;
  typed.terms = TermsOf(text);
  typed.open =
      !typed.terms.empty() && typed.terms.back().span.end == Utf16Length(text);
  if (typed.open) typed.options.prefix = PrefixTokens::kLast;
  typed.query = ReadQuery(index, text, typed.options);
  return typed;
}

// By document: whether it has all words before the last. Empty if none has.
std::vector<std::uint8_t> WithContext(const IndexContents& index,
                                      const Typed& typed,
                                      const std::vector<double>& boosts) {
  if (typed.terms.size() < 2) return {};
  const TextTerm& last = typed.terms.back();
  std::vector<QueryTerm> context;
  for (const QueryTerm& term : typed.query) {
    if (term.text == last.text && term.spans.size() == 1) continue;
    // Words before the last are whole.
    QueryTerm whole{.text = term.text, .spans = term.spans};
    whole.expansions = index.terms.Expand(term.text, false, 0);
    context.push_back(std::move(whole));
  }
  const DocumentScores found = ScoreDocuments(index, context, boosts, {});
  std::vector<std::uint8_t> with(index.documents.size(), 0);
  bool any = false;
  for (const std::uint32_t document : found.documents) {
    if (found.matched[document] < context.size()) continue;
    with[document] = 1;
    any = true;
  }
  return any ? with : std::vector<std::uint8_t>();
}

std::size_t CountDocuments(const IndexContents& index, const IndexTerm& term,
                           const std::vector<std::uint8_t>& among) {
  if (among.empty()) return term.second.documents;
  std::size_t count = 0;
  std::uint32_t last = TermIndex::kGone;
  for (const Posting& posting : term.second.postings) {
    if (posting.document == last) continue;
    last = posting.document;
    if (index.present[last] != 0 && among[last] != 0) ++count;
  }
  return count;
}

std::vector<Suggestions::Term> SuggestTerms(const IndexContents& index,
                                            const Typed& typed,
                                            std::string_view text,
                                            std::size_t limit) {
  if (!typed.open) return {};
  const TextTerm& last = typed.terms.back();
  const std::vector<double> boosts(index.fields(), 1);
  const std::vector<std::uint8_t> among = WithContext(index, typed, boosts);
  const std::vector<const IndexTerm*> longer =
      index.terms.StartingWith(last.text);
  TopK top(limit);
  for (std::size_t i = 0; i < longer.size(); ++i) {
    if (longer[i]->first == last.text) continue;
    const std::size_t documents = CountDocuments(index, *longer[i], among);
    if (documents == 0) continue;
    top.Offer({static_cast<std::uint32_t>(i), static_cast<double>(documents)});
  }
  const std::string before(SliceUtf16(text, {0, last.span.start}));
  std::vector<Suggestions::Term> terms;
  for (const ScoredItem& item : top.Take()) {
    const std::string& term = longer[item.number]->first;
    terms.push_back(
        {before + term, term, static_cast<std::size_t>(item.score)});
  }
  return terms;
}

// Whether a text starts with what was typed.
bool StartsAsTyped(const Typed& typed, std::string_view text) {
  const std::vector<TextTerm> terms = TermsOf(text);
  const std::size_t count = typed.terms.size();
  if (terms.size() < count) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const bool whole = i + 1 < count || !typed.open;
    if (whole ? terms[i].text != typed.terms[i].text
              : !terms[i].text.starts_with(typed.terms[i].text)) {
      return false;
    }
  }
  return true;
}

std::vector<Suggestions::Document> SuggestDocuments(const IndexContents& index,
                                                    const Typed& typed,
                                                    std::size_t limit) {
  std::vector<double> boosts(index.fields(), 0);
  boosts[0] = 1;
  const DocumentScores found = ScoreDocuments(index, typed.query, boosts, {});
  TopK best(std::max(limit, kLeastLookedAt));
  for (const std::uint32_t document : found.documents) {
    if (found.matched[document] == typed.query.size()) {
      best.Offer({document, found.scores[document]});
    }
  }
  std::vector<ScoredItem> documents = best.Take();
  std::stable_partition(
      documents.begin(), documents.end(), [&](const ScoredItem& item) {
        return StartsAsTyped(typed, index.documents[item.number].texts[0]);
      });
  documents.resize(std::min(documents.size(), limit));
  std::vector<Suggestions::Document> suggestions;
  for (const ScoredItem& item : documents) {
    const StoredDocument& document = index.documents[item.number];
    suggestions.push_back({item.number, document.id, document.texts[0]});
  }
  return suggestions;
}

}  // namespace

Suggestions DocumentIndex::Suggest(std::string_view text,
                                   std::size_t limit) const {
  const Typed typed = ReadTyped(contents_, text);
  if (typed.terms.empty() || limit == 0) return {};
  return {SuggestTerms(contents_, typed, text, limit),
          SuggestDocuments(contents_, typed, limit)};
}

}  // namespace whylight
