#include "core/training/metrics/text_overlap.h"

#include <gtest/gtest.h>

#include <cmath>

namespace whylight {
namespace {

TEST(TextOverlapTest, WordsAreInLowerCaseWithoutPunctuation) {
  EXPECT_EQ(OverlapWords("The bar, LOUD."), (TextWords{"the", "bar", "loud"}));
  EXPECT_TRUE(OverlapWords("...").empty());
}

TEST(BleuTest, AWordCountsAsOftenAsTheRightTextHasIt) {
  BleuCounts counts;
  // Papineni et al. 2002, section 2.1: 2 of 7.
  counts.Add(OverlapWords("the the the the the the the"),
             {OverlapWords("the cat is on the mat"),
              OverlapWords("there is a cat on the mat")});
  EXPECT_NEAR(counts.Bleu(1), 2.0 / 7, 1e-12);
  EXPECT_EQ(counts.Bleu(4), 0);
}

TEST(BleuTest, NgramsCountOverAllTextsAndShortOnesCost) {
  BleuCounts counts;
  // Right: 3 of 4 words, 1 of 3 pairs, no triple.
  counts.Add(OverlapWords("the bar was loud"),
             {OverlapWords("the bar is very loud")});
  EXPECT_NEAR(counts.Bleu(1), 0.75 * std::exp(1 - 5.0 / 4), 1e-12);
  EXPECT_NEAR(counts.Bleu(2), std::sqrt(0.75 / 3) * std::exp(1 - 5.0 / 4),
              1e-12);
  EXPECT_EQ(counts.Bleu(3), 0);
  // With a text that is all right: 8 of 9, 5 of 7, 3 of 5, 2 of 3; of 9 words
  // where 10 are right.
  counts.Add(
      OverlapWords("a very good place indeed"),
      {OverlapWords("nothing"), OverlapWords("a very good place indeed")});
  EXPECT_NEAR(
      counts.Bleu(4),
      std::pow(8.0 / 9 * 5 / 7 * 3 / 5 * 2 / 3, 0.25) * std::exp(1 - 10.0 / 9),
      1e-12);
}

TEST(BleuTest, NothingWrittenIsWorthNothing) {
  BleuCounts counts;
  EXPECT_EQ(counts.Bleu(1), 0);
  counts.Add({}, {OverlapWords("the bar")});
  EXPECT_EQ(counts.Bleu(1), 0);
}

TEST(RougeTest, IsOfTheLongestCommonSubsequence) {
  // Lin 2004, section 3.1: "police ... the gunman" of 4 words each.
  const TextWords right = OverlapWords("police killed the gunman");
  const double beta = 1.2 * 1.2;
  const auto f = [&](double precision, double recall) {
    return (1 + beta) * precision * recall / (recall + beta * precision);
  };
  EXPECT_NEAR(RougeL(OverlapWords("police kill the gunman"), {right}),
              f(0.75, 0.75), 1e-12);
  EXPECT_NEAR(RougeL(OverlapWords("the gunman kill police"), {right}),
              f(0.5, 0.5), 1e-12);
  EXPECT_NEAR(RougeL(OverlapWords("the gunman"), {right}), f(1, 0.5), 1e-12);
  // The best of several.
  EXPECT_EQ(
      RougeL(OverlapWords("the gunman"), {right, OverlapWords("the gunman")}),
      1);
  EXPECT_EQ(RougeL({}, {right}), 0);
  EXPECT_EQ(RougeL(OverlapWords("nobody"), {right}), 0);
}

}  // namespace
}  // namespace whylight
