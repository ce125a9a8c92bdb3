#include "core/retrieval/term_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/retrieval/edit_distance.h"
#include "core/retrieval/index_contents.h"
#include "tests/core/retrieval/random_documents.h"
#include "tests/core/retrieval/reference_distance.h"

namespace whylight {
namespace {

TermIndex IndexOfTerms(const std::vector<std::string>& terms) {
  TermIndex index;
  for (std::uint32_t i = 0; i < terms.size(); ++i) index.Add(terms[i], i, 0);
  return index;
}

std::string Shown(const std::vector<TermExpansion>& expansions) {
  std::string all;
  for (const TermExpansion& expansion : expansions) {
    all += (all.empty() ? "" : " ") + expansion.term->first;
  }
  return all;
}

TEST(TermIndexTest, FindsTermsByTheirStart) {
  const TermIndex index =
      IndexOfTerms({"beer", "bee", "beers", "bear", "be", "b\u00e9b\u00e9"});
  EXPECT_EQ(Shown(index.Expand("bee", true, 0)), "bee beer beers");
  EXPECT_EQ(Shown(index.Expand("b\u00e9", true, 0)), "b\u00e9b\u00e9");
  EXPECT_EQ(Shown(index.Expand("bee", false, 0)), "bee");
  EXPECT_EQ(Shown(index.Expand("bex", true, 0)), "");
  const std::vector<TermExpansion> found = index.Expand("bee", true, 0);
  EXPECT_EQ(found[0].weight, 1);
  EXPECT_DOUBLE_EQ(found[1].weight, 0.375 * 4 / 4.3);
  EXPECT_DOUBLE_EQ(found[2].weight, 0.375 * 5 / 5.6);
}

TEST(TermIndexTest, FindsMisspelledTerms) {
  const TermIndex index =
      IndexOfTerms({"foam", "foamy", "form", "from", "roam", "f"});
  EXPECT_EQ(Shown(index.Expand("foma", false, 1)), "foam");
  EXPECT_EQ(Shown(index.Expand("form", false, 1)), "foam form from");
  EXPECT_EQ(Shown(index.Expand("foma", false, 2)), "foam foamy form from roam");
  EXPECT_DOUBLE_EQ(index.Expand("foma", false, 1)[0].weight, 0.45 * 4 / 5);
  // What goes on and is near counts as the better of both.
  EXPECT_DOUBLE_EQ(index.Expand("foam", true, 1)[1].weight, 0.45 * 5 / 6);
}

TEST(TermIndexTest, MisspelledTermsAreThoseOfAFullSearch) {
  std::set<std::string> terms;
  for (TextTerm& term : TermsOf(RandomWords(3000, 5))) terms.insert(term.text);
  const TermIndex index = IndexOfTerms({terms.begin(), terms.end()});
  ASSERT_GT(terms.size(), 300u);
  for (const TextTerm& query : TermsOf(RandomWords(100, 6))) {
    for (const std::size_t edits : {1u, 2u}) {
      std::string expected;
      for (const std::string& term : terms) {
        if (ReferenceDistance(CodePointsOf(query.text), CodePointsOf(term)) <=
            edits) {
          expected += (expected.empty() ? "" : " ") + term;
        }
      }
      ASSERT_EQ(Shown(index.Expand(query.text, false, edits)), expected);
    }
  }
}

TEST(TermIndexTest, CountsDocumentsAndOccurrences) {
  TermIndex index;
  index.Add("ale", 0, 0);
  index.Add("ale", 0, 0);
  index.Add("ale", 0, 2);
  index.Add("ale", 3, 1);
  index.Add("dry", 3, 1);
  const TermPostings& ale = index.Find("ale")->second;
  EXPECT_EQ(ale.documents, 2u);
  ASSERT_EQ(ale.postings.size(), 3u);
  EXPECT_EQ(ale.postings[0].count, 2u);
  EXPECT_EQ(ale.postings[1].field, 2u);
  EXPECT_EQ(ale.postings[2].document, 3u);
  EXPECT_EQ(index.postings(), 4u);

  index.Remove("ale");
  EXPECT_EQ(index.Find("ale")->second.documents, 1u);
  EXPECT_EQ(index.postings(), 4u);
  index.Compact(std::vector<std::uint32_t>{TermIndex::kGone, 0, 0, 1});
  ASSERT_EQ(index.Find("ale")->second.postings.size(), 1u);
  EXPECT_EQ(index.Find("ale")->second.postings[0].document, 1u);
  EXPECT_EQ(index.postings(), 2u);

  index.Remove("ale");
  EXPECT_EQ(index.Find("ale"), nullptr);
  EXPECT_TRUE(index.StartingWith("a").empty());
  EXPECT_EQ(index.size(), 1u);
  EXPECT_EQ(index.postings(), 1u);
}

}  // namespace
}  // namespace whylight
