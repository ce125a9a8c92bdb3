#include "core/systems/rationale/boundaries.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/random.h"
#include "core/text/tokenizer.h"

namespace whylight {
namespace {

Boundaries EnglishBoundaries() {
  return {.cut_cost = 3,
          .sentence_ends = {".", "!"},
          .breaks = {"but", "and"},
          .open = {"and", "a", "the"},
          .negations = {"not", "never"},
          .glue = {"very", "a"}};
}

RunCosts CostsIn(const Boundaries& boundaries, const std::string& text) {
  WordFlags flags;
  for (const Token& token : Tokenize(text)) {
    flags.push_back(FlagsOf(boundaries, token.text));
  }
  return CostsOfRuns(boundaries, flags, 1);
}

constexpr Real kForbidden = std::numeric_limits<Real>::infinity();

TEST(BoundariesTest, CutsBesideABreakOrAnEndOfTheTextCostNoMore) {
  const RunCosts costs =
      CostsIn(EnglishBoundaries(), "thin body but nice smell");
  EXPECT_EQ(costs.start, (std::vector<Real>{1, 3, 1, 1, 3}));
  EXPECT_EQ(costs.end, (std::vector<Real>{3, 1, 1, 3, 1}));
}

TEST(BoundariesTest, NoRunStartsOrEndsAtPunctuationOrAnOpenWord) {
  // "!!!" and U+2026 are on no list and in no vocabulary.
  const RunCosts costs =
      CostsIn(EnglishBoundaries(), "nice , the smell and taste !!! \u2026");
  EXPECT_EQ(costs.start,
            (std::vector<Real>{1, kForbidden, kForbidden, 3, kForbidden, 1,
                               kForbidden, kForbidden}));
  EXPECT_EQ(costs.end,
            (std::vector<Real>{1, kForbidden, kForbidden, 1, kForbidden, 1,
                               kForbidden, kForbidden}));
}

TEST(BoundariesTest, NoRunLeavesOutTheNegationOfItsFirstWord) {
  const RunCosts costs = CostsIn(EnglishBoundaries(), "not a very good beer");
  EXPECT_EQ(costs.start,
            (std::vector<Real>{1, kForbidden, kForbidden, kForbidden, 3}));
  // A negation ends where something else stands between.
  EXPECT_EQ(CostsIn(EnglishBoundaries(), "not , good").start[2], 1);
  EXPECT_EQ(CostsIn(EnglishBoundaries(), "never not good").start,
            (std::vector<Real>{1, kForbidden, kForbidden}));
}

TEST(BoundariesTest, NoRunGoesBeyondItsSentence) {
  const RunCosts costs =
      CostsIn(EnglishBoundaries(), "nice head . smells , well ! good");
  EXPECT_EQ(costs.within,
            (std::vector<Real>{0, 0, kForbidden, 0, 0, 0, kForbidden, 0}));
  const std::vector<Real> scores(8, 2);
  EXPECT_EQ(DecodeSelection(scores, 0, costs),
            (std::vector<std::uint8_t>{1, 1, 0, 1, 1, 1, 0, 0}));
}

Boundaries WholeSentences() {
  Boundaries boundaries = EnglishBoundaries();
  boundaries.whole_sentences = true;
  return boundaries;
}

WordFlags FlagsIn(const std::vector<std::string>& words) {
  WordFlags flags;
  for (const std::string& word : words) {
    flags.push_back(FlagsOf(WholeSentences(), word));
  }
  return flags;
}

// Each as "first-last".
std::vector<std::string> SentencesIn(const std::string& text) {
  std::vector<std::string> words;
  for (const Token& token : Tokenize(text)) words.push_back(token.text);
  std::vector<std::string> found;
  for (const Run& run : SentencesOf(FlagsIn(words))) {
    found.push_back(words[run.first] + "-" + words[run.last]);
  }
  return found;
}

TEST(SentencesOfTest, LeaveOutTheirMarksAndThePunctuationAroundThem) {
  using Found = std::vector<std::string>;
  EXPECT_EQ(SentencesIn("Thin. And a dull, flat head"),
            (Found{"thin-thin", "and-head"}));
  EXPECT_EQ(SentencesIn("(He said: \"thin.\") \u2014 \"Not bad\"!!!"),
            (Found{"he-thin", "not-bad"}));
  EXPECT_EQ(SentencesIn("... ! , not the ."), (Found{"not-the"}));
  EXPECT_TRUE(SentencesIn("!!! , \"").empty());
  EXPECT_TRUE(SentencesIn("").empty());
}

TEST(BoundariesTest, EdgesOfWholeSentencesCostTheSameAndNoOthersMayBe) {
  const RunCosts costs =
      CostsIn(WholeSentences(), "not a head . , the smell and !");
  EXPECT_EQ(costs.start, (std::vector<Real>{
                             1, kForbidden, kForbidden, kForbidden, kForbidden,
                             1, kForbidden, kForbidden, kForbidden}));
  EXPECT_EQ(costs.end, (std::vector<Real>{kForbidden, kForbidden, 1, kForbidden,
                                          kForbidden, kForbidden, kForbidden, 1,
                                          kForbidden}));
}

// The sum over chosen sentences, bit s of `chosen` for sentence s, of what
// their words score above the threshold, less twice `cost`.
double WorthOf(const std::vector<Run>& sentences, unsigned chosen,
               const std::vector<Real>& scores, Real threshold, Real cost) {
  double value = 0;
  for (std::size_t s = 0; s < sentences.size(); ++s) {
    if (((chosen >> s) & 1U) == 0) continue;
    value -= 2 * static_cast<double>(cost);
    for (std::size_t t = sentences[s].first; t <= sentences[s].last; ++t) {
      value += static_cast<double>(scores[t] - threshold);
    }
  }
  return value;
}

std::vector<std::uint8_t> WordsOf(const std::vector<Run>& sentences,
                                  unsigned chosen, std::size_t length) {
  std::vector<std::uint8_t> selected(length);
  for (std::size_t s = 0; s < sentences.size(); ++s) {
    for (std::size_t t = sentences[s].first; t <= sentences[s].last; ++t) {
      selected[t] = (chosen >> s) & 1U;
    }
  }
  return selected;
}

TEST(BoundariesTest, TheBestOfAllUnionsOfSentencesIsDecoded) {
  const std::vector<std::string> words = {"a", "good", "not", "beer",
                                          ".", "!",    ",",   "\""};
  std::size_t several = 0;
  for (std::uint64_t trial = 0; trial < 400; ++trial) {
    const CounterRandom random(5, RandomPurpose::kSelection, trial);
    std::vector<std::string> text;
    std::vector<Real> scores;
    for (std::uint64_t t = 0; t < trial % 24; ++t) {
      text.push_back(words[random.Below(2 * t, words.size())]);
      scores.push_back(static_cast<Real>(4 * random.Uniform(2 * t + 1) - 2));
    }
    const auto cost = static_cast<Real>(trial % 3) / 2;
    const WordFlags flags = FlagsIn(text);
    const auto sentences = SentencesOf(flags);
    unsigned best = 0;
    for (unsigned chosen = 0; chosen < (1U << sentences.size()); ++chosen) {
      if (WorthOf(sentences, chosen, scores, Real(0.1), cost) >
          WorthOf(sentences, best, scores, Real(0.1), cost)) {
        best = chosen;
      }
    }
    const RunCosts costs = CostsOfRuns(WholeSentences(), flags, cost);
    EXPECT_EQ(DecodeSelection(scores, Real(0.1), costs),
              WordsOf(sentences, best, text.size()));
    several += (best & (best - 1)) != 0 ? 1 : 0;
    // Of one run alone, too, even where none is worth it.
    unsigned one = 0;
    for (unsigned s = 0; s < sentences.size(); ++s) {
      if (one == 0 || WorthOf(sentences, 1U << s, scores, 1, cost) >
                          WorthOf(sentences, one, scores, 1, cost)) {
        one = 1U << s;
      }
    }
    EXPECT_EQ(DecodeOneRun(scores, 1, costs),
              WordsOf(sentences, one, text.size()));
  }
  EXPECT_GT(several, 30u);
}

TEST(BoundariesTest, WithoutListsOnlyPunctuationCounts) {
  const RunCosts costs = CostsIn(Boundaries(), "not good . but cheap");
  EXPECT_EQ(costs.start, (std::vector<Real>{1, 1, kForbidden, 1, 1}));
  EXPECT_TRUE(CostsIn(Boundaries(), "").start.empty());
}

}  // namespace
}  // namespace whylight
