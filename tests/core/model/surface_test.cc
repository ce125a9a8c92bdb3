#include "core/model/surface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace whylight {
namespace {

WordShape ShapeOf(const std::string& text) {
  const std::vector<Token> tokens = Tokenize(text);
  EXPECT_EQ(tokens.size(), 1u) << text;
  return ShapesOf(text, tokens).at(0);
}

TEST(SurfaceTest, ShapesAreThoseOfTheCallersCharacters) {
  for (const char* word :
       {"rome", "don't", "\u00e9t\u00e9", "\u0438", "\u6f22"}) {
    EXPECT_EQ(ShapeOf(word), WordShape::kLower) << word;
  }
  for (const char* word : {"Rome", "I", "Don't", "\u00c9t\u00e9"}) {
    EXPECT_EQ(ShapeOf(word), WordShape::kCapitalised) << word;
  }
  for (const char* word : {"ROME", "OK", "\u00c9T\u00c9", "DON'T"}) {
    EXPECT_EQ(ShapeOf(word), WordShape::kCapitals) << word;
  }
  for (const char* word : {"iPad", "McDonald", "oF"}) {
    EXPECT_EQ(ShapeOf(word), WordShape::kMixed) << word;
  }
  for (const char* word : {"7", "1,000.5"}) {
    EXPECT_EQ(ShapeOf(word), WordShape::kNumber) << word;
  }
  for (const char* word : {"2nd", "B52"}) {
    EXPECT_EQ(ShapeOf(word), WordShape::kWithDigits) << word;
  }
  for (const char* word : {"!!!", "\U0001F37A", "\xFF"}) {
    EXPECT_EQ(ShapeOf(word), WordShape::kSign) << word;
  }
}

TEST(SurfaceTest, ShapesStandWhereTheirTokensDo) {
  const std::string text = "\U0001F37A\xFF Rome, in  MAY";
  EXPECT_EQ(ShapesOf(text, Tokenize(text)),
            (std::vector<WordShape>{WordShape::kSign, WordShape::kSign,
                                    WordShape::kCapitalised, WordShape::kSign,
                                    WordShape::kLower, WordShape::kCapitals}));
}

TEST(SurfaceTest, FeaturesAreAShapeAndBothEnds) {
  const SurfaceOptions options = {.width = 1, .longest = 2, .buckets = 1 << 20};
  const WordIds rome =
      FormOf(3, "rome", WordShape::kCapitals, options).features;
  EXPECT_EQ(FormOf(3, "rome", WordShape::kCapitals, options).word, 3);
  ASSERT_EQ(rome.size(), 5u);
  EXPECT_EQ(rome[0], static_cast<std::int32_t>(WordShape::kCapitals));
  // r, e, ro, me: "some" has half of them, as its end.
  const WordIds some = FormOf(-1, "some", WordShape::kLower, options).features;
  for (const std::size_t i : {2u, 4u}) EXPECT_EQ(some[i], rome[i]);
  for (const std::size_t i : {0u, 1u, 3u}) EXPECT_NE(some[i], rome[i]);
  // The same letters at the beginning and at the end are two features.
  const WordIds a = FormOf(-1, "\u00e9", WordShape::kLower, options).features;
  ASSERT_EQ(a.size(), 3u);
  EXPECT_NE(a[1], a[2]);
}

TEST(SurfaceTest, RowsAreWithinTheTable) {
  const SurfaceOptions options = {.width = 1, .longest = 8, .buckets = 3};
  for (const char* word : {"rome", "a", "!", "incomprehensible"}) {
    for (const std::int32_t row :
         FormOf(-1, word, WordShape::kSign, options).features) {
      EXPECT_GE(row, 0);
      EXPECT_LT(row, SurfaceRows(options));
    }
  }
}

}  // namespace
}  // namespace whylight
