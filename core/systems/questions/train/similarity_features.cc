#include "core/systems/questions/train/similarity_features.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "core/base/hash.h"
#include "core/retrieval/tf_idf.h"
#include "core/text/character_ngrams.h"

namespace whylight {
namespace {

// Of the vector that stands for the spelling of a word.
constexpr std::size_t kSpellingWidth = 128;

void SortOnce(std::vector<std::uint64_t>* hashes) {
  std::sort(hashes->begin(), hashes->end());
  hashes->erase(std::unique(hashes->begin(), hashes->end()), hashes->end());
}

std::vector<std::uint64_t> WordNgrams(const std::vector<std::string>& words,
                                      std::size_t n) {
  std::vector<std::uint64_t> hashes;
  for (std::size_t i = 0; i + n <= words.size(); ++i) {
    std::string ngram;
    for (std::size_t k = i; k < i + n; ++k) ngram += words[k] + ' ';
    hashes.push_back(Fnv1a(ngram));
  }
  SortOnce(&hashes);
  return hashes;
}

// Of all words, the blanks between them included.
std::vector<std::uint64_t> CharacterHashes(
    const std::vector<std::string>& words, std::size_t n) {
  std::string text = " ";
  for (const std::string& word : words) text += word + ' ';
  std::vector<std::uint64_t> hashes;
  for (const std::string_view ngram : CharacterNgrams(text, n, n)) {
    hashes.push_back(Fnv1a(ngram));
  }
  SortOnce(&hashes);
  return hashes;
}

// The n-grams of a word's characters as a vector: words that are spelled alike
// have a cosine near 1, others one near 0.
std::vector<Real> SpellingVector(std::string_view word) {
  std::vector<Real> vector(kSpellingWidth, 0);
  const std::string marked = " " + std::string(word) + " ";
  for (const std::string_view ngram : CharacterNgrams(marked, 2, 4)) {
    const std::uint64_t hash = Fnv1a(ngram);
    // Of the bits that the place does not show, one is the sign.
    vector[(hash >> 8) % kSpellingWidth] += (hash >> 40) % 2 == 0 ? 1 : -1;
  }
  return vector;
}

double Share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0
                    : static_cast<double>(part) / static_cast<double>(whole);
}

std::size_t InBoth(const std::vector<std::uint64_t>& a,
                   const std::vector<std::uint64_t>& b) {
  std::vector<std::uint64_t> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(),
                        std::back_inserter(both));
  return both.size();
}

struct CommonWords {
  std::size_t subsequence = 0;  // The longest, with gaps.
  std::size_t run = 0;          // Without.
};

CommonWords LongestCommon(const std::vector<std::string>& a,
                          const std::vector<std::string>& b) {
  std::vector<std::size_t> longest(b.size() + 1, 0);
  std::vector<std::size_t> runs(b.size() + 1, 0);
  CommonWords common;
  for (const std::string& word : a) {
    std::size_t diagonal = 0;
    for (std::size_t j = b.size(); j > 0; --j) {
      runs[j] = word == b[j - 1] ? runs[j - 1] + 1 : 0;
      common.run = std::max(common.run, runs[j]);
    }
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = longest[j];
      longest[j] =
          word == b[j - 1] ? diagonal + 1 : std::max(above, longest[j - 1]);
      diagonal = above;
    }
  }
  common.subsequence = longest.back();
  return common;
}

}  // namespace

Result<SimilarityFeatures> SimilarityFeatures::Make(const QueryFile& file) {
  SimilarityFeatures features((FileWords(file)));
  Result<TfIdf> tf_idf = TfIdf::Make({});
  if (!tf_idf.ok()) return tf_idf.error();
  for (const std::size_t text : features.words_.documents()) {
    tf_idf.value().Add(features.words_.words()[text]);
  }
  std::map<std::string, std::vector<Real>, std::less<>> spellings;
  const auto spelling = [&](std::string_view word) -> std::span<const Real> {
    auto found = spellings.find(word);
    if (found == spellings.end()) {
      found = spellings.emplace(word, SpellingVector(word)).first;
    }
    return found->second;
  };
  for (const std::vector<std::string>& words : features.words_.words()) {
    Text& text = features.texts_.emplace_back();
    for (std::size_t n = 0; n < 3; ++n) {
      text.words[n] = WordNgrams(words, n + 1);
      text.characters[n] = CharacterHashes(words, n + 2);
    }
    text.soft = MakeSoftText(tf_idf.value().Weigh(words), spelling);
  }
  return features;
}

const std::vector<std::string>& SimilarityFeatures::Names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const char* kind :
         {"1-grams of words", "2-grams of words", "3-grams of words",
          "2-grams of characters", "3-grams of characters",
          "4-grams of characters"}) {
      for (const char* of :
           {" over both", " over the query's", " over the candidate's"}) {
        all.push_back(std::string(kind) + of);
      }
    }
    for (const char* other :
         {"TF-IDF", "soft cosine by spelling", "BM25",
          "common subsequence over the query",
          "common subsequence over the candidate", "common run over the query",
          "shorter over longer", "same first word"}) {
      all.emplace_back(other);
    }
    return all;
  }();
  return names;
}

std::vector<double> SimilarityFeatures::Compare(std::size_t query,
                                                std::size_t candidate) const {
  const Text& q = texts_[query];
  const Text& c = texts_[candidate];
  std::vector<double> numbers;
  for (const auto member : {&Text::words, &Text::characters}) {
    for (std::size_t n = 0; n < 3; ++n) {
      const NgramSet& of_query = (q.*member)[n];
      const NgramSet& of_candidate = (c.*member)[n];
      const std::size_t both = InBoth(of_query, of_candidate);
      numbers.push_back(
          Share(both, of_query.size() + of_candidate.size() - both));
      numbers.push_back(Share(both, of_query.size()));
      numbers.push_back(Share(both, of_candidate.size()));
    }
  }
  numbers.push_back(DotProduct(q.soft.words, c.soft.words));
  numbers.push_back(SoftCosine(q.soft, c.soft));
  numbers.push_back(words_.Bm25Share(query, candidate));
  const std::vector<std::string>& query_words = words_.words()[query];
  const std::vector<std::string>& words = words_.words()[candidate];
  const CommonWords common = LongestCommon(query_words, words);
  numbers.push_back(Share(common.subsequence, query_words.size()));
  numbers.push_back(Share(common.subsequence, words.size()));
  numbers.push_back(Share(common.run, query_words.size()));
  numbers.push_back(Share(std::min(query_words.size(), words.size()),
                          std::max(query_words.size(), words.size())));
  const bool same_start = !query_words.empty() && !words.empty() &&
                          query_words.front() == words.front();
  numbers.push_back(same_start ? 1 : 0);
  return numbers;
}

}  // namespace whylight
