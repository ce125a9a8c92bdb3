#include "core/model/find_words.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "core/model/word_batch.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"

namespace whylight {
namespace {

double KnownOf(std::string_view text) {
  const Vocabulary vocabulary =
      Vocabulary::FromWords({"hazy", "gold", "!", "\U0001F37A"}).value();
  const std::vector<Token> tokens = Tokenize(text);
  return KnownShare(tokens, FindWords(vocabulary, tokens));
}

TEST(KnownShareTest, IsOfWordsAndNotOfPunctuation) {
  EXPECT_EQ(KnownOf("Hazy gold!"), 1);
  EXPECT_EQ(KnownOf("hazy gold, hazy qwertz"), 0.75);
  EXPECT_EQ(KnownOf("hazy \U0001F37A \U0001F600 9!"), 0.5);
  EXPECT_EQ(KnownOf("asdf qwertz!"), 0);
  EXPECT_EQ(KnownOf("!!! ..."), 0);
  EXPECT_EQ(KnownOf(""), 0);
}

TEST(IsKnownWordTest, IsNoPunctuationAndNothingUnknown) {
  const Vocabulary vocabulary = Vocabulary::FromWords({"hazy", "..."}).value();
  EXPECT_TRUE(IsKnownWord(vocabulary, 0));
  EXPECT_FALSE(IsKnownWord(vocabulary, 1));
  EXPECT_FALSE(IsKnownWord(vocabulary, kUnknownWord));
}

}  // namespace
}  // namespace whylight
