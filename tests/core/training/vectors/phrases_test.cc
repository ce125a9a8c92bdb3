#include "core/training/vectors/phrases.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace whylight {
namespace {

NumberedText Number(const std::vector<std::string>& documents) {
  NumberedText text;
  text.starts = {0};
  for (const std::string& document : documents) {
    std::istringstream stream(document);
    for (std::string word; stream >> word;) {
      std::uint32_t number = 0;
      while (number < text.words.size() && text.words[number] != word) {
        ++number;
      }
      if (number == text.words.size()) {
        text.words.push_back(word);
        text.counts.push_back(0);
      }
      ++text.counts[number];
      text.text.push_back(number);
    }
    text.starts.push_back(text.text.size());
  }
  return text;
}

std::vector<std::string> Spell(const NumberedText& text) {
  std::vector<std::string> documents;
  for (std::size_t i = 0; i + 1 < text.starts.size(); ++i) {
    std::string document;
    for (std::size_t j = text.starts[i]; j < text.starts[i + 1]; ++j) {
      document += (document.empty() ? "" : " ") + text.words[text.text[j]];
    }
    documents.push_back(document);
  }
  return documents;
}

using Documents = std::vector<std::string>;

// 14 words. (count(new york) - 1) · 14 / (count(new) · count(york)) is
// 2 · 14 / (4 · 3) = 2.33; the other pairs occur once, and so score 0.
TEST(PhrasesTest, JoinsPairsThatScoreAboveTheThreshold) {
  const Documents documents = {"new york is big", "a new york beer",
                               "new beer from new york york"};
  // count(york) is 4 with the last one: 2 · 14 / 16 = 1.75.
  NumberedText text = Number(documents);
  JoinPhrases({.passes = 1, .threshold = 1.74, .min_count = 1}, text);
  EXPECT_EQ(Spell(text), (Documents{"new_york is big", "a new_york beer",
                                    "new beer from new_york york"}));
  EXPECT_EQ(text.words.back(), "new_york");
  EXPECT_EQ(text.counts.back(), 3u);
  EXPECT_EQ(text.counts[0], 1u);  // new
  text = Number(documents);
  JoinPhrases({.passes = 1, .threshold = 1.76, .min_count = 1}, text);
  EXPECT_EQ(Spell(text), documents);
}

TEST(PhrasesTest, AWordIsPartOfOnePhraseAPass) {
  NumberedText text = Number({"a b c", "a b c", "x", "b", "y"});
  const PhraseOptions options{.passes = 1, .threshold = 1, .min_count = 1};
  JoinPhrases(options, text);
  EXPECT_EQ(Spell(text), (Documents{"a_b c", "a_b c", "x", "b", "y"}));
  JoinPhrases(options, text);
  EXPECT_EQ(Spell(text), (Documents{"a_b_c", "a_b_c", "x", "b", "y"}));
}

TEST(PhrasesTest, DoNotReachAcrossDocuments) {
  NumberedText text = Number({"a", "b", "a", "b", "a", "b"});
  JoinPhrases({.passes = 3, .threshold = 0, .min_count = 0}, text);
  EXPECT_EQ(Spell(text), (Documents{"a", "b", "a", "b", "a", "b"}));
}

TEST(PhrasesTest, ThoseOfTheSameNameAreTheSameWord) {
  // "a_b c" in the first two and "a b_c" in the others, after one pass.
  NumberedText text = Number({"a_b c", "a_b c", "a b_c", "a b_c"});
  JoinPhrases({.passes = 1, .threshold = 0, .min_count = 1}, text);
  EXPECT_EQ(Spell(text), (Documents{"a_b_c", "a_b_c", "a_b_c", "a_b_c"}));
  EXPECT_EQ(text.counts.back(), 4u);
  EXPECT_EQ(text.words.size(), 5u);
}

}  // namespace
}  // namespace whylight
