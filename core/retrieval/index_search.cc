#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/retrieval/bm25.h"
#include "core/retrieval/check_options.h"
#include "core/retrieval/document_index.h"
#include "core/retrieval/top_k.h"

namespace whylight {
namespace {

// Documents whose vectors are compared at a time.
constexpr std::size_t kScan = 2048;

Status CheckQuery(const DocumentIndex& index, const IndexQuery& query) {
  if (Status checked = CheckOptions(SearchFields(), query.options, "search");
      !checked.ok()) {
    return checked;
  }
  const bool by_model = query.options.mode != SearchMode::kBm25;
  if (by_model && index.width() == 0) {
    return Invalid(
        "search: expected mode \"bm25\" of an index without vectors");
  }
  if ((by_model || !query.vector.empty()) &&
      query.vector.size() != index.width()) {
    return Invalid("search: expected a vector of " +
                   std::to_string(index.width()) + " numbers, found " +
                   std::to_string(query.vector.size()));
  }
  for (const float number : query.vector) {
    if (!std::isfinite(number)) {
      return Invalid("search: expected a vector of finite numbers, found " +
                     std::to_string(number));
    }
  }
  if (!query.allowed.empty() && query.allowed.size() != index.numbers()) {
    return Invalid("search: expected \"allowed\" of " +
                   std::to_string(index.numbers()) + " documents, found " +
                   std::to_string(query.allowed.size()));
  }
  return {};
}

// A search from its query to its hits.
class IndexSearch {
 public:
  IndexSearch(const IndexContents& index, const IndexQuery& query,
              std::vector<double> boosts)
      : index_(index),
        query_(query),
        mode_(query.options.mode),
        weight_(query.options.weight.value_or(0.5)),
        boosts_(std::move(boosts)),
        terms_(ReadQuery(index, query.text, query.options)) {
    double weights = 0;
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      weights += terms_[i].weight;
      for (const TermExpansion& expansion : terms_[i].expansions) {
        wanted_[expansion.term->first].push_back({i, expansion.weight});
      }
    }
    most_bm25_ = (index.options.bm25.k1 + 1) * weights;
    if (!query.vector.empty()) {
      vector_ = index.vectors.MakeQuery(query.vector);
    }
  }

  std::vector<Hit> Run() const {
    TopK top(query_.options.limit);
    VisitScores([&](const ScoredItem& item) {
      if (item.score >= query_.options.least_score) top.Offer(item);
    });
    std::vector<Hit> hits;
    for (const ScoredItem& item : top.Take()) hits.push_back(MakeHit(item));
    return hits;
  }

  Hit Describe(std::uint32_t number) const {
    Hit hit = MakeHit({number, 0});
    hit.score = hit.model_part + hit.bm25_part;
    return hit;
  }

  PlacedHit Place(std::uint32_t number) const {
    std::vector<ScoredItem> items;
    VisitScores([&](const ScoredItem& item) { items.push_back(item); });
    const auto found = std::find_if(
        items.begin(), items.end(),
        [&](const ScoredItem& item) { return item.number == number; });
    PlacedHit placed;
    placed.hit = Describe(number);
    if (found == items.end()) return placed;
    const auto better = std::count_if(
        items.begin(), items.end(),
        [&](const ScoredItem& item) { return IsBetter(item, *found); });
    placed.rank = static_cast<std::size_t>(better) + 1;
    return placed;
  }

 private:
  double Share(double bm25) const {
    return most_bm25_ > 0 ? bm25 / most_bm25_ : 0;
  }

  double ModelPart(double cosine) const {
    if (mode_ == SearchMode::kBm25) return 0;
    return mode_ == SearchMode::kModel ? cosine : weight_ * cosine;
  }

  double Bm25Part(double bm25) const {
    if (mode_ == SearchMode::kModel) return 0;
    return mode_ == SearchMode::kBm25 ? Share(bm25)
                                      : (1 - weight_) * Share(bm25);
  }

  double Score(double cosine, double bm25) const {
    return ModelPart(cosine) + Bm25Part(bm25);
  }

  // Of each document that is a hit.
  template <typename Visit>
  void VisitScores(const Visit& visit) const {
    DocumentScores words;
    if (mode_ != SearchMode::kModel) {
      words = ScoreDocuments(index_, terms_, boosts_, query_.allowed);
    }
    // A query that the model cannot read is like nothing.
    if (mode_ != SearchMode::kBm25 && vector_.scale != 0) {
      return Scan(words.scores, visit);
    }
    for (const std::uint32_t document : words.documents) {
      visit({document, Score(0, words.scores[document])});
    }
  }

  // All documents, `bm25` having no numbers where the mode is kModel.
  template <typename Visit>
  void Scan(const std::vector<double>& bm25, const Visit& visit) const {
    std::vector<double> cosines(kScan);
    const std::size_t count = index_.documents.size();
    for (std::size_t start = 0; start < count; start += kScan) {
      const std::size_t some = std::min(kScan, count - start);
      index_.vectors.Cosines(vector_, start, {cosines.data(), some});
      for (std::size_t i = start; i < start + some; ++i) {
        if (index_.present[i] == 0) continue;
        if (!query_.allowed.empty() && query_.allowed[i] == 0) continue;
        visit({static_cast<std::uint32_t>(i),
               Score(cosines[i - start], bm25.empty() ? 0 : bm25[i])});
      }
    }
  }

  Hit MakeHit(const ScoredItem& item) const {
    const StoredDocument& document = index_.documents[item.number];
    Hit hit;
    hit.number = item.number;
    hit.id = document.id;
    hit.stored = document.stored;
    hit.score = item.score;
    if (vector_.scale != 0) {
      hit.cosine = index_.vectors.Cosine(vector_, item.number);
    }
    hit.terms = MatchesIn(item.number);
    for (const TermMatch& match : hit.terms) hit.bm25 += match.bm25;
    hit.bm25_share = Share(hit.bm25);
    hit.model_part = ModelPart(hit.cosine);
    hit.bm25_part = Bm25Part(hit.bm25);
    return hit;
  }

  // Reads the document again: places of terms are not worth keeping for those
  // few that are looked at.
  std::vector<TermMatch> MatchesIn(std::uint32_t number) const {
    const std::vector<std::string>& texts = index_.documents[number].texts;
    // By term, then field.
    std::map<std::string, std::vector<std::vector<Span>>> places;
    for (std::size_t f = 0; f < texts.size() && !wanted_.empty(); ++f) {
      if (boosts_[f] == 0) continue;
      for (const TextTerm& term : TermsOf(texts[f])) {
        if (!wanted_.contains(term.text)) continue;
        auto& spans = places[term.text];
        spans.resize(texts.size());
        spans[f].push_back(term.span);
      }
    }
    std::vector<std::vector<TermMatch>> by_term(terms_.size());
    for (const auto& [text, spans] : places) {
      const double occurrences = Occurrences(number, spans);
      for (const auto& [term, weight] : wanted_.find(text)->second) {
        by_term[term].push_back({terms_[term].text, text, weight * occurrences,
                                 spans, terms_[term].spans});
      }
    }
    std::vector<TermMatch> matches;
    for (std::size_t i = 0; i < by_term.size(); ++i) {
      double all = 0;
      for (const TermMatch& match : by_term[i]) all += match.bm25;
      // What all together are given, each has its share of.
      const double bm25 =
          terms_[i].weight * Bm25Saturation(index_.options.bm25, all);
      // All of it may be nothing, of a boost that is next to none.
      const double share = all > 0 ? bm25 / all : 0;
      for (TermMatch& match : by_term[i]) {
        match.bm25 *= share;
        matches.push_back(std::move(match));
      }
    }
    return matches;
  }

  double Occurrences(std::uint32_t number,
                     const std::vector<std::vector<Span>>& spans) const {
    double occurrences = 0;
    for (std::size_t f = 0; f < spans.size(); ++f) {
      // With b = 1 an empty field's nothing would be divided by nothing.
      if (spans[f].empty()) continue;
      occurrences += boosts_[f] * static_cast<double>(spans[f].size()) /
                     Bm25Length(index_.options.bm25, index_.length(number, f),
                                index_.MeanLength(f));
    }
    return occurrences;
  }

  const IndexContents& index_;
  const IndexQuery& query_;
  SearchMode mode_;
  double weight_;
  std::vector<double> boosts_;
  std::vector<QueryTerm> terms_;
  // By what stands for them: terms of the query, and how much it counts.
  TextMap<std::vector<std::pair<std::size_t, double>>> wanted_;
  double most_bm25_ = 0;
  VectorQuery vector_;
};

Result<IndexSearch> MakeSearch(const DocumentIndex& index,
                               const IndexContents& contents,
                               const IndexQuery& query) {
  if (Status checked = CheckQuery(index, query); !checked.ok()) {
    return checked.error();
  }
  Result<std::vector<double>> boosts = BoostsOf(contents, query.options);
  if (!boosts.ok()) return boosts.error();
  return IndexSearch(contents, query, std::move(boosts).value());
}

}  // namespace

Result<std::vector<Hit>> DocumentIndex::Search(const IndexQuery& query) const {
  const Result<IndexSearch> search = MakeSearch(*this, contents_, query);
  if (!search.ok()) return search.error();
  return search.value().Run();
}

Result<Hit> DocumentIndex::Describe(const IndexQuery& query,
                                    std::string_view id) const {
  const Result<IndexSearch> search = MakeSearch(*this, contents_, query);
  if (!search.ok()) return search.error();
  const Result<std::uint32_t> number = NumberOf(id);
  if (!number.ok()) return number.error();
  return search.value().Describe(number.value());
}

Result<PlacedHit> DocumentIndex::Place(const IndexQuery& query,
                                       std::string_view id) const {
  const Result<IndexSearch> search = MakeSearch(*this, contents_, query);
  if (!search.ok()) return search.error();
  const Result<std::uint32_t> number = NumberOf(id);
  if (!number.ok()) return number.error();
  return search.value().Place(number.value());
}

}  // namespace whylight
