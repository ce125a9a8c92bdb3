#include "core/text/vocabulary.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace whylight {
namespace {

TEST(VocabularyTest, NumbersWordsByLine) {
  const Result<Vocabulary> parsed = Vocabulary::Parse("the\nbeer\ncaf\u00e9\n");
  ASSERT_TRUE(parsed.ok());
  const Vocabulary& vocabulary = parsed.value();
  EXPECT_EQ(vocabulary.size(), 3u);
  EXPECT_EQ(vocabulary.Find("the"), 0);
  EXPECT_EQ(vocabulary.Find("caf\u00e9"), 2);
  EXPECT_EQ(vocabulary.Find("wine"), -1);
  EXPECT_EQ(vocabulary.Find(""), -1);
  EXPECT_EQ(vocabulary.word(1), "beer");
}

TEST(VocabularyTest, ReadsBackWhatItWrites) {
  const Result<Vocabulary> built =
      Vocabulary::FromWords({"don't", "\U0001F37A", "<unk>", "9.2"});
  ASSERT_TRUE(built.ok());
  const std::string bytes = built.value().Serialize();
  EXPECT_EQ(bytes, "don't\n\U0001F37A\n<unk>\n9.2\n");
  const Result<Vocabulary> parsed = Vocabulary::Parse(bytes);
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed.value().Serialize(), bytes);
}

TEST(VocabularyTest, HoldsNoWordsInAnEmptyFile) {
  const Result<Vocabulary> parsed = Vocabulary::Parse("");
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed.value().size(), 0u);
  EXPECT_EQ(parsed.value().Find("the"), -1);
}

TEST(VocabularyTest, SurvivesCopiesAndMoves) {
  Result<Vocabulary> parsed = Vocabulary::Parse("a\nb\n");
  ASSERT_TRUE(parsed.ok());
  Vocabulary copy = parsed.value();
  parsed = Vocabulary::Parse("c\n");
  EXPECT_EQ(copy.Find("b"), 1);
  const Vocabulary moved = std::move(copy);
  EXPECT_EQ(moved.Find("b"), 1);
  EXPECT_EQ(moved.word(0), "a");
}

TEST(VocabularyTest, NamesTheLineItCannotRead) {
  const auto message = [](std::string_view bytes) {
    const Result<Vocabulary> parsed = Vocabulary::Parse(bytes);
    if (parsed.ok()) return std::string("no error");
    EXPECT_EQ(parsed.error().code, ErrorCode::kBadModel);
    return parsed.error().message;
  };
  EXPECT_EQ(message("a\n\nb\n"), "vocab.txt:2: expected a word, found nothing");
  EXPECT_EQ(message("a\nb\na\n"),
            "vocab.txt:3: expected a word, found \"a\" again, first at 1");
  EXPECT_EQ(message("a\nb\xFF\n"),
            "vocab.txt:2: expected a word, found bytes that are not UTF-8");
  EXPECT_EQ(message("a\r\nb\r\n"),
            "vocab.txt:1: expected a word, found white space or a control "
            "character");
  EXPECT_EQ(message("a\nb"),
            "vocab.txt:2: expected a newline after the last word, found the "
            "end of the file");
}

TEST(VocabularyTest, RefusesWordsThatCannotBeWritten) {
  for (const std::string word : {"", "two words", "a\nb", "\xC3"}) {
    const Result<Vocabulary> built = Vocabulary::FromWords({"fine", word});
    ASSERT_FALSE(built.ok());
    EXPECT_EQ(built.error().code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(built.error().message.substr(0, 7), "word 2:");
  }
}

}  // namespace
}  // namespace whylight
