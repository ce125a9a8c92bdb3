#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/retrieval/document_index.h"
#include "core/retrieval/edit_distance.h"
#include "core/retrieval/top_k.h"
#include "tests/core/retrieval/random_documents.h"
#include "tests/core/retrieval/reference_distance.h"

namespace whylight {
namespace {

std::string IdsOf(const std::vector<Hit>& hits) {
  std::string ids;
  for (const Hit& hit : hits) ids += (ids.empty() ? "" : " ") + hit.id;
  return ids;
}

std::vector<Hit> SearchWords(const DocumentIndex& index, std::string_view text,
                             SearchOptions options = {}) {
  options.mode = SearchMode::kBm25;
  return index.Search({.text = text, .options = options}).value();
}

// Search as its header describes it, over documents in a list.
class ReferenceSearch {
 public:
  ReferenceSearch(const DocumentIndex& index, const IndexQuery& query)
      : index_(index), query_(query) {
    for (std::uint32_t i = 0; i < index.numbers(); ++i) {
      const StoredDocument* const document = index.Find(i);
      if (document == nullptr) continue;
      ++count_;
      auto& fields = words_[i];
      std::set<std::string> distinct;
      for (const std::string& text : document->texts) {
        fields.emplace_back();
        for (const TextTerm& term : TermsOf(text)) {
          fields.back().push_back(term.text);
          distinct.insert(term.text);
        }
      }
      for (const std::string& term : distinct) ++containing_[term];
    }
    for (std::size_t f = 0; f < index.options().fields.size(); ++f) {
      const std::string& name = index.options().fields[f].name;
      const double boost = index.options().fields[f].boost;
      const auto& boosts = query.options.boosts;
      boosts_.push_back(boosts.contains(name) ? boosts.at(name) : boost);
      double all = 0;
      for (const auto& [i, fields] : words_) {
        all += static_cast<double>(fields[f].size());
      }
      means_.push_back(all / count_);
    }
  }

  double Weight(const std::string& typed, const std::string& term,
                bool prefix) const {
    if (typed == term) return 1;
    const std::u32string a = CodePointsOf(typed);
    const std::u32string b = CodePointsOf(term);
    const auto length = static_cast<double>(b.size());
    double weight = 0;
    if (prefix && b.starts_with(a)) {
      weight = 0.375 * length /
               (length + 0.3 * (length - static_cast<double>(a.size())));
    }
    double edits = query_.options.fuzzy;
    if (edits < 1) {
      edits = std::round(edits * static_cast<double>(a.size()));
    }
    const auto distance = static_cast<double>(ReferenceDistance(a, b));
    if (distance <= std::min(edits, 2.0)) {
      weight = std::max(weight, 0.45 * length / (length + distance));
    }
    return weight;
  }

  // BM25 and the most there can be.
  std::pair<double, double> Bm25(std::uint32_t document) {
    const auto& [k1, b] = index_.options().bm25;
    double score = 0;
    double most = 0;
    const std::vector<TextTerm> typed = TermsOf(query_.text);
    for (const TextTerm& one : typed) {
      const bool prefix = query_.options.prefix == PrefixTokens::kAll ||
                          (query_.options.prefix == PrefixTokens::kLast &&
                           one.text == typed.back().text);
      double commonest = 0;
      auto& weights = weights_[{one.text, prefix}];
      for (const auto& [term, n] : containing_) {
        if (!weights.contains(term)) {
          weights[term] = Weight(one.text, term, prefix);
        }
        if (weights[term] > 0) commonest = std::max(commonest, n);
      }
      if (containing_.contains(one.text)) commonest = containing_.at(one.text);
      const double idf =
          std::log(1 + (count_ - commonest + 0.5) / (commonest + 0.5));
      double occurrences = 0;
      for (std::size_t f = 0; f < boosts_.size(); ++f) {
        const std::vector<std::string>& words = words_.at(document)[f];
        const double length = static_cast<double>(words.size()) / means_[f];
        for (const std::string& word : words) {
          occurrences += boosts_[f] * weights[word] / (1 - b + b * length);
        }
      }
      score += idf * (k1 + 1) * occurrences / (k1 + occurrences);
      most += idf * (k1 + 1);
    }
    return {score, most};
  }

  std::vector<Hit> Run() {
    const SearchOptions& options = query_.options;
    std::vector<Hit> hits;
    for (const auto& [i, fields] : words_) {
      if (!query_.allowed.empty() && query_.allowed[i] == 0) continue;
      const auto [bm25, most] = Bm25(i);
      Hit hit;
      hit.id = index_.Find(i)->id;
      hit.bm25 = bm25;
      const double share = most > 0 ? bm25 / most : 0;
      if (!query_.vector.empty()) {
        DocumentVectors vectors(index_.width());
        // Its seed is in the id that RandomIndex gave it.
        vectors.Append(RandomVector(std::stoull(hit.id.substr(1))));
        hit.cosine = vectors.Cosine(vectors.MakeQuery(query_.vector), 0);
      }
      const double weight = options.mode == SearchMode::kModel ? 1
                            : options.mode == SearchMode::kBm25
                                ? 0
                                : *options.weight;
      hit.score = weight * hit.cosine + (1 - weight) * share;
      if (options.mode == SearchMode::kBm25 && bm25 == 0) continue;
      if (hit.score >= options.least_score) hits.push_back(hit);
    }
    std::stable_sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
      return a.score > b.score;
    });
    hits.resize(std::min(hits.size(), options.limit));
    return hits;
  }

 private:
  const DocumentIndex& index_;
  const IndexQuery& query_;
  std::map<std::uint32_t, std::vector<std::vector<std::string>>> words_;
  std::map<std::string, double> containing_;
  double count_ = 0;
  std::vector<double> boosts_;
  std::vector<double> means_;
  // Of terms, by what was typed and whether it may go on.
  std::map<std::pair<std::string, bool>, std::map<std::string, double>>
      weights_;
};

TEST(IndexSearchTest, EqualsAPlainSearchOfAList) {
  DocumentIndex index = RandomIndex(150);
  for (const char* const id : {"d3", "d77", "d149"}) {
    ASSERT_TRUE(index.Remove(id).ok());
  }
  std::vector<std::uint8_t> allowed(index.numbers(), 1);
  for (std::size_t i = 0; i < allowed.size(); i += 3) allowed[i] = 0;
  const CounterRandom random(9, RandomPurpose::kSample);
  for (std::uint64_t i = 0; i < 90; ++i) {
    const std::string text =
        RandomWords(static_cast<std::size_t>(random.Below(i, 4)), 1000 + i);
    const std::vector<float> vector = RandomVector(1000 + i);
    IndexQuery query{.text = text, .vector = vector};
    query.options.mode = static_cast<SearchMode>(i % 3);
    query.options.prefix = static_cast<PrefixTokens>(i / 3 % 3);
    query.options.fuzzy = std::vector<double>{0, 0.3, 1, 2}[i % 4];
    query.options.weight = random.Uniform(500 + i);
    query.options.limit =
        1 + static_cast<std::size_t>(random.Below(600 + i, 200));
    if (i % 5 == 0) query.options.least_score = 0.1;
    if (i % 7 == 0) query.options.boosts = {{"title", 0}};
    if (i % 7 == 1) query.options.boosts = {{"body", 3}};
    if (i % 2 == 0) query.allowed = allowed;
    const std::vector<Hit> expected = ReferenceSearch(index, query).Run();
    const std::vector<Hit> found = index.Search(query).value();
    ASSERT_EQ(found.size(), expected.size()) << i;
    for (std::size_t k = 0; k < found.size(); ++k) {
      ASSERT_NEAR(found[k].score, expected[k].score, 1e-12) << i;
      ASSERT_NEAR(found[k].score, found[k].model_part + found[k].bm25_part,
                  1e-12);
      double parts = 0;
      for (const TermMatch& match : found[k].terms) parts += match.bm25;
      ASSERT_NEAR(found[k].bm25, parts, 1e-12);
      ASSERT_GE(found[k].bm25_share, 0);
      ASSERT_LT(found[k].bm25_share, 1);
      // Scores that differ by rounding may change places.
      const auto same =
          std::find_if(expected.begin(), expected.end(),
                       [&](const Hit& hit) { return hit.id == found[k].id; });
      if (same == expected.end()) continue;
      ASSERT_NEAR(found[k].score, same->score, 1e-12);
      ASSERT_NEAR(found[k].bm25, same->bm25, 1e-9);
      ASSERT_EQ(found[k].cosine, same->cosine);
    }
  }
}

TEST(IndexSearchTest, HitsTellWhereTermsStand) {
  DocumentIndex index = MakeTestIndex(0);
  ASSERT_TRUE(index
                  .Add({"q",
                        {"Caf\u00e9 \U0001F37A beers!", "Beer, no beer."},
                        std::string("\0x", 2),
                        {}})
                  .ok());
  const std::vector<Hit> hits = SearchWords(index, "BEER... \U0001F37A beer",
                                            {.prefix = PrefixTokens::kLast});
  ASSERT_EQ(hits.size(), 1u);
  EXPECT_EQ(hits[0].stored, std::string("\0x", 2));
  ASSERT_EQ(hits[0].terms.size(), 3u);
  const TermMatch& beer = hits[0].terms[0];
  EXPECT_EQ(beer.query_term, "beer");
  EXPECT_EQ(beer.term, "beer");
  EXPECT_EQ(beer.query_spans, (std::vector<Span>{{0, 4}, {11, 15}}));
  EXPECT_TRUE(beer.spans[0].empty());
  EXPECT_EQ(beer.spans[1], (std::vector<Span>{{0, 4}, {9, 13}}));
  const TermMatch& beers = hits[0].terms[1];
  EXPECT_EQ(beers.query_term, "beer");
  EXPECT_EQ(beers.term, "beers");
  EXPECT_EQ(beers.spans[0], (std::vector<Span>{{8, 13}}));
  EXPECT_EQ(hits[0].terms[2].term, "\U0001F37A");
  EXPECT_EQ(hits[0].terms[2].spans[0], (std::vector<Span>{{5, 7}}));
  EXPECT_EQ(hits[0].terms[2].query_spans, (std::vector<Span>{{8, 10}}));
}

TEST(IndexSearchTest, FindsWhatIsBeingTypedAndMisspelled) {
  const DocumentIndex index = IndexOfTexts(
      {"roasted malt", "roast beef", "a pale ale", "toast", "roadside"});
  EXPECT_EQ(IdsOf(SearchWords(index, "roas")), "");
  EXPECT_EQ(IdsOf(SearchWords(index, "roast")), "1");
  EXPECT_EQ(IdsOf(SearchWords(index, "roast", {.prefix = PrefixTokens::kLast})),
            "1 0");
  EXPECT_EQ(IdsOf(SearchWords(index, "roast", {.fuzzy = 0.2})), "1 3");
  EXPECT_EQ(IdsOf(SearchWords(index, "raost", {.fuzzy = 1})), "1");
  EXPECT_EQ(
      IdsOf(SearchWords(index, "roa al", {.prefix = PrefixTokens::kLast})),
      "2");
  EXPECT_EQ(SearchWords(index, "roa al", {.prefix = PrefixTokens::kAll}).size(),
            4u);
}

TEST(IndexSearchTest, ScoresMeanTheSameForEveryQuery) {
  const DocumentIndex index = IndexOfTexts(
      {"hops malt", "hops malt", "hops rain", "rain snow", "snow sun"});
  // Both words once in a text of mean length, common words and rare.
  for (const char* const text : {"hops malt", "snow sun"}) {
    const std::vector<Hit> hits = SearchWords(index, text);
    EXPECT_NEAR(hits[0].score, 1 / 2.2, 1e-12);
    EXPECT_EQ(hits[0].score, hits[0].bm25_share);
  }
  // A word of none is not matched, and weighs more than any.
  EXPECT_LT(SearchWords(index, "hops barley")[0].score, 0.5 / 2.2);
  // Equal scores: first come, first served.
  EXPECT_EQ(IdsOf(SearchWords(index, "hops malt")), "0 1 2");
  EXPECT_EQ(IdsOf(SearchWords(index, "malt hops", {.limit = 1})), "0");
  EXPECT_EQ(IdsOf(SearchWords(index, "hops malt", {.least_score = 0.4})),
            "0 1");
}

TEST(IndexSearchTest, ABoostThatIsNextToNoneGivesNoScore) {
  const DocumentIndex index = IndexOfTexts(
      {"a", "b", "c", "one two three four five six seven eight nine ten hops"});
  // Divided by how long the text is, it is nothing.
  const std::vector<Hit> hits =
      SearchWords(index, "hops", {.boosts = {{"text", 5e-324}}});
  ASSERT_EQ(IdsOf(hits), "3");
  EXPECT_EQ(hits[0].bm25, 0);
  EXPECT_EQ(hits[0].bm25_share, 0);
}

TEST(IndexSearchTest, FieldsWithoutWordsHaveNoPartInAScore) {
  IndexOptions options{.fields = {{"title", 1}, {"body", 1}}};
  options.bm25.b = 1;
  DocumentIndex index = DocumentIndex::Make(options, "none", 0).value();
  for (const auto& texts : std::vector<std::vector<std::string>>{
           {"hops", "malt"}, {"hops", ""}, {"yeast", "barley"}}) {
    ASSERT_TRUE(
        index.Add({std::to_string(index.numbers()), texts, {}, {}}).ok());
  }
  const std::vector<Hit> hits = SearchWords(index, "hops");
  ASSERT_EQ(IdsOf(hits), "0 1");
  EXPECT_GT(hits[1].bm25, 0);
  EXPECT_EQ(hits[1].bm25, hits[0].bm25);
  EXPECT_NEAR(hits[1].bm25_share, hits[1].score, 1e-12);
}

TEST(IndexSearchTest, NothingIsFoundOfNothing) {
  const std::vector<float> vector = RandomVector(1);
  const std::vector<float> zeros(kTestWidth, 0);
  for (const DocumentIndex& index : {RandomIndex(0), RandomIndex(30)}) {
    EXPECT_TRUE(SearchWords(index, "").empty());
    EXPECT_TRUE(SearchWords(index, " ... !").empty());
    EXPECT_TRUE(
        SearchWords(index, "", {.prefix = PrefixTokens::kAll, .fuzzy = 2})
            .empty());
    for (const SearchMode mode : {SearchMode::kModel, SearchMode::kHybrid}) {
      const IndexQuery query{.vector = vector, .options = {.mode = mode}};
      EXPECT_EQ(index.Search(query).value().size(),
                std::min<std::size_t>(10, index.size()));
      const IndexQuery unread{.vector = zeros, .options = {.mode = mode}};
      EXPECT_TRUE(index.Search(unread).value().empty());
    }
  }
}

TEST(IndexSearchTest, RefusesWhatItCannotDo) {
  const DocumentIndex index = RandomIndex(3);
  const DocumentIndex words = IndexOfTexts({"a"});
  const std::vector<float> vector = RandomVector(1);
  std::vector<float> spoilt = vector;
  spoilt[2] = std::numeric_limits<float>::infinity();
  const std::vector<std::uint8_t> two(2, 1);
  const auto message = [](const DocumentIndex& of, const IndexQuery& query) {
    const Result<std::vector<Hit>> hits = of.Search(query);
    if (hits.ok()) return std::string("no error");
    EXPECT_EQ(hits.error().code, ErrorCode::kInvalidArgument);
    return hits.error().message;
  };
  EXPECT_EQ(message(index, {.text = "a"}),
            "search: expected a vector of 20 numbers, found 0");
  EXPECT_EQ(message(words, {.text = "a"}),
            "search: expected mode \"bm25\" of an index without vectors");
  EXPECT_EQ(message(index, {.vector = spoilt}),
            "search: expected a vector of finite numbers, found inf");
  EXPECT_EQ(message(index, {.vector = vector, .allowed = two}),
            "search: expected \"allowed\" of 3 documents, found 2");
  EXPECT_EQ(
      message(index, {.vector = vector, .options = {.boosts = {{"tag", 1}}}}),
      "search: \"boosts\": expected fields of \"title\", \"body\", found "
      "\"tag\"");
  for (const SearchOptions& options :
       {SearchOptions{.weight = 2}, SearchOptions{.limit = 0},
        SearchOptions{.fuzzy = 1.5}, SearchOptions{.fuzzy = -1},
        SearchOptions{.boosts = {{"title", -1}}},
        SearchOptions{.least_score = 2}}) {
    EXPECT_NE(message(index, {.vector = vector, .options = options}),
              "no error");
  }
}

TEST(IndexSearchTest, AnyBytesCanBeSearched) {
  DocumentIndex index = MakeTestIndex(0);
  ASSERT_TRUE(
      index.Add({"\xFF", {"a\xFF\xC3 b", "\xE2\x82"}, "\xFE", {}}).ok());
  EXPECT_EQ(IdsOf(SearchWords(index, "\xC3", {.fuzzy = 2})), "\xFF");
  EXPECT_EQ(IdsOf(SearchWords(index, "\xFF x", {.prefix = PrefixTokens::kAll})),
            "\xFF");
}

TEST(IndexSearchTest, LongTextsTakeLinearTime) {
  DocumentIndex index = MakeTestIndex(0);
  const std::string text = RandomWords(100000, 4);
  ASSERT_TRUE(index.Add({"long", {text, text}, {}, {}}).ok());
  ASSERT_TRUE(
      index.Add({"letters", {std::string(200000, 'a'), {}}, {}, {}}).ok());
  EXPECT_EQ(SearchWords(index, text, {.prefix = PrefixTokens::kLast}).size(),
            1u);
  EXPECT_EQ(SearchWords(index, std::string(199999, 'a'), {.fuzzy = 1}).size(),
            1u);
  ASSERT_TRUE(index.Remove("long").ok());
}

TEST(TopKTest, EqualsASort) {
  const CounterRandom random(2, RandomPurpose::kSample);
  for (const std::size_t limit : {0u, 1u, 7u, 100u, 500u}) {
    std::vector<ScoredItem> items;
    TopK top(limit);
    for (std::uint32_t i = 0; i < 300; ++i) {
      // Many equal scores, in any order of numbers.
      items.push_back({static_cast<std::uint32_t>(i * 7 % 300),
                       static_cast<double>(random.Below(i, 20))});
      top.Offer(items.back());
    }
    std::sort(items.begin(), items.end(), IsBetter);
    items.resize(std::min(items.size(), limit));
    const std::vector<ScoredItem> found = top.Take();
    ASSERT_EQ(found.size(), items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
      EXPECT_EQ(found[i].number, items[i].number);
      EXPECT_EQ(found[i].score, items[i].score);
    }
  }
}

// What the hit of a search says of it.
TEST(IndexSearchTest, ADocumentHasItsPlaceAmongAllHits) {
  const DocumentIndex index = RandomIndex(50);
  for (std::uint64_t i = 0; i < 12; ++i) {
    const std::string text = RandomWords(3, 700 + i);
    const std::vector<float> vector = RandomVector(700 + i);
    IndexQuery query{.text = text, .vector = vector, .options = {.limit = 100}};
    query.options.mode = i % 3 == 0   ? SearchMode::kModel
                         : i % 3 == 1 ? SearchMode::kBm25
                                      : SearchMode::kHybrid;
    const std::vector<Hit> hits = index.Search(query).value();
    query.options.limit = 1;
    std::size_t placed = 0;
    for (std::size_t k = 0; k < 50; ++k) {
      const std::string id = "d" + std::to_string(k);
      const PlacedHit place = index.Place(query, id).value();
      EXPECT_EQ(place.hit.id, id);
      EXPECT_EQ(index.Describe(query, id).value().score, place.hit.score);
      if (place.rank == 0) continue;
      ++placed;
      EXPECT_EQ(hits[place.rank - 1].id, id);
      EXPECT_NEAR(hits[place.rank - 1].score, place.hit.score, 1e-12);
    }
    EXPECT_EQ(placed, hits.size());
  }
  EXPECT_EQ(index.Place({.options = {.mode = SearchMode::kBm25}}, "nobody")
                .error()
                .code,
            ErrorCode::kNotFound);
}

}  // namespace
}  // namespace whylight
