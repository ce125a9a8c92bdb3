#include "core/retrieval/index_contents.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/format/json.h"
#include "core/retrieval/bm25.h"
#include "core/retrieval/edit_distance.h"
#include "core/text/characters.h"
#include "core/text/tokenizer.h"
#include "core/text/utf8.h"

namespace whylight {
namespace {

std::size_t EditsOf(double fuzzy, std::string_view term) {
  double edits = fuzzy;
  if (fuzzy < 1) {
    edits = std::round(fuzzy * static_cast<double>(CodePointsOf(term).size()));
  }
  return std::min(EditDistance::kMost, static_cast<std::size_t>(edits));
}

// What stands for a term may be commoner than it, or all there is.
double IdfOf(const IndexContents& index, const QueryTerm& term) {
  std::size_t containing = 0;
  for (const TermExpansion& expansion : term.expansions) {
    const std::size_t documents = expansion.term->second.documents;
    if (expansion.weight == 1) return Bm25Idf(index.numbers.size(), documents);
    containing = std::max(containing, documents);
  }
  return Bm25Idf(index.numbers.size(), containing);
}

}  // namespace

double IndexContents::MeanLength(std::size_t field) const {
  if (numbers.empty()) return 0;
  return static_cast<double>(total_lengths[field]) /
         static_cast<double>(numbers.size());
}

Result<std::vector<double>> BoostsOf(const IndexContents& index,
                                     const SearchOptions& options) {
  std::vector<double> boosts;
  std::size_t named = 0;
  for (const IndexField& field : index.options.fields) {
    const auto found = options.boosts.find(field.name);
    const bool replaced = found != options.boosts.end();
    named += replaced ? 1 : 0;
    boosts.push_back(replaced ? found->second : field.boost);
  }
  if (named == options.boosts.size()) return boosts;
  std::string names;
  for (const IndexField& field : index.options.fields) {
    names.append(names.empty() ? "" : ", ").append(Quote(field.name));
  }
  for (const auto& [name, boost] : options.boosts) {
    const bool known = std::any_of(
        index.options.fields.begin(), index.options.fields.end(),
        [&name = name](const IndexField& field) { return field.name == name; });
    if (!known) {
      return Invalid("search: \"boosts\": expected fields of " + names +
                     ", found " + Quote(name));
    }
  }
  return boosts;
}

std::vector<QueryTerm> ReadQuery(const IndexContents& index,
                                 std::string_view text,
                                 const SearchOptions& options) {
  std::vector<QueryTerm> query;
  TextMap<std::size_t> places;
  std::size_t last = 0;
  for (TextTerm& term : TermsOf(text)) {
    const auto [place, added] = places.try_emplace(term.text, query.size());
    last = place->second;
    if (added) query.push_back({.text = std::move(term.text)});
    query[last].spans.push_back(term.span);
  }
  for (std::size_t i = 0; i < query.size(); ++i) {
    QueryTerm& term = query[i];
    const bool prefix = options.prefix == PrefixTokens::kAll ||
                        (options.prefix == PrefixTokens::kLast && i == last);
    term.expansions = index.terms.Expand(term.text, prefix,
                                         EditsOf(options.fuzzy, term.text));
    term.weight = IdfOf(index, term) * static_cast<double>(term.spans.size());
  }
  return query;
}

DocumentScores ScoreDocuments(const IndexContents& index,
                              std::span<const QueryTerm> query,
                              std::span<const double> boosts,
                              std::span<const std::uint8_t> allowed) {
  const Bm25Options& bm25 = index.options.bm25;
  DocumentScores found;
  found.scores.assign(index.documents.size(), 0);
  found.matched.assign(index.documents.size(), 0);
  std::vector<double> means;
  for (std::size_t f = 0; f < index.fields(); ++f) {
    means.push_back(index.MeanLength(f));
  }
  // Of one term of the query, by document; zeros again after each.
  std::vector<double> occurrences(index.documents.size(), 0);
  std::vector<std::uint32_t> with_term;
  for (const QueryTerm& term : query) {
    for (const TermExpansion& expansion : term.expansions) {
      for (const Posting& posting : expansion.term->second.postings) {
        const std::uint32_t document = posting.document;
        if (index.present[document] == 0) continue;
        if (!allowed.empty() && allowed[document] == 0) continue;
        const double boost = boosts[posting.field];
        if (boost == 0) continue;
        if (occurrences[document] == 0) with_term.push_back(document);
        occurrences[document] +=
            expansion.weight * boost * static_cast<double>(posting.count) /
            Bm25Length(bm25, index.length(document, posting.field),
                       means[posting.field]);
      }
    }
    for (const std::uint32_t document : with_term) {
      if (found.matched[document]++ == 0) found.documents.push_back(document);
      found.scores[document] +=
          term.weight * Bm25Saturation(bm25, occurrences[document]);
      occurrences[document] = 0;
    }
    with_term.clear();
  }
  return found;
}

}  // namespace whylight
