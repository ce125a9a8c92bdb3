#include "core/training/vectors/vector_text.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace whylight {
namespace {

WordVectors Sample() {
  WordVectors words;
  words.vocabulary =
      std::move(Vocabulary::FromWords({"foam", "caf\u00e9"})).value();
  words.vectors.resize(2, 3);
  words.vectors << 0.1f, -1, std::numeric_limits<float>::min(), 1e-30f, 2, 3e8f;
  return words;
}

// "foam" and the number 1 as word2vec writes them: \0 is part of it.
std::string Binary(std::string_view header) {
  std::string bytes(header);
  return bytes + "foam " + std::string("\0\0\x80\x3f", 4) + "\n";
}

std::string ErrorOf(std::string_view bytes) {
  const Result<WordVectors> words = ParseVectorFile(bytes, "v");
  if (words.ok()) return "none";
  EXPECT_EQ(words.error().code, ErrorCode::kBadData);
  return words.error().message;
}

TEST(VectorFileTest, EveryFormatComesBackToTheBit) {
  for (const VectorFormat format :
       {VectorFormat::kWord2vecText, VectorFormat::kWord2vecBinary,
        VectorFormat::kGlove}) {
    const Result<std::string> bytes = SerializeVectorFile(Sample(), format);
    ASSERT_TRUE(bytes.ok());
    const Result<WordVectors> words = ParseVectorFile(bytes.value(), "v");
    ASSERT_TRUE(words.ok()) << words.error().message;
    EXPECT_EQ(words.value().vocabulary.Serialize(), "foam\ncaf\u00e9\n");
    EXPECT_EQ(words.value().vectors, Sample().vectors);
    EXPECT_TRUE(words.value().counts.empty());
  }
}

TEST(VectorFileTest, WritesWhatOtherProgramsRead) {
  WordVectors words = Sample();
  words.vectors << 0.5f, -1, 2, 0, 1, 1e10f;
  EXPECT_EQ(SerializeVectorFile(words, VectorFormat::kWord2vecText).value(),
            "2 3\nfoam 0.5 -1 2\ncaf\u00e9 0 1 1e+10\n");
  EXPECT_EQ(SerializeVectorFile(words, VectorFormat::kGlove).value(),
            "foam 0.5 -1 2\ncaf\u00e9 0 1 1e+10\n");
  words.vocabulary = std::move(Vocabulary::FromWords({"foam"})).value();
  words.vectors.setConstant(1, 1, 1);
  EXPECT_EQ(SerializeVectorFile(words, VectorFormat::kWord2vecBinary).value(),
            Binary("1 1\n"));
  EXPECT_FALSE(SerializeVectorFile(words, VectorFormat::kFolder).ok());
}

TEST(VectorFileTest, ReadsWhatOtherProgramsWrite) {
  // word2vec ends lines with a blank; gensim's binary has no line breaks.
  for (const std::string& bytes :
       {std::string("1 1\nfoam 1 \n"),
        std::string("\xEF\xBB\xBF"
                    "1 1\r\nfoam +1.0e0\r\n"),
        std::string("foam 1"), std::string("foam\t1\n\n"), Binary("1 1\n"),
        Binary("1 1\n").substr(0, 13)}) {
    const Result<WordVectors> words = ParseVectorFile(bytes, "v");
    ASSERT_TRUE(words.ok()) << words.error().message;
    EXPECT_EQ(words.value().vocabulary.word(0), "foam");
    EXPECT_EQ(words.value().vectors, Matrix::Constant(1, 1, 1));
  }
}

TEST(VectorFileTest, TextIsTextHoweverShortItsFirstRow) {
  WordVectors words = Sample();
  words.vectors << 0, 0, 1, 1, 0, 0;
  const Result<std::string> bytes =
      SerializeVectorFile(words, VectorFormat::kWord2vecText);
  ASSERT_EQ(bytes.value(), "2 3\nfoam 0 0 1\ncaf\u00e9 1 0 0\n");
  const Result<WordVectors> read = ParseVectorFile(bytes.value(), "v");
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().vocabulary.Serialize(), "foam\ncaf\u00e9\n");
  EXPECT_EQ(read.value().vectors, words.vectors);
  EXPECT_EQ(ErrorOf("2 3\nfoam 0 0\ncaf\u00e9 1 0 0\n"),
            "v:2: expected a word and 3 numbers, found 3 fields");
}

TEST(VectorFileTest, LeavesOutWordsOfGloveThatHaveBlanks) {
  const Result<WordVectors> words = ParseVectorFile(
      ". . . 9 9\nfoam 1 2\nat name@example.com 8 8\nhead 3 -4\n", "v");
  ASSERT_TRUE(words.ok()) << words.error().message;
  EXPECT_EQ(words.value().vocabulary.Serialize(), "foam\nhead\n");
  EXPECT_EQ(words.value().vectors, (Matrix(2, 2) << 1, 2, 3, -4).finished());
  EXPECT_EQ(words.value().left_out, 2u);
  EXPECT_EQ(ErrorOf("foam 1 2\nat home 1\n"),
            "v:2: expected a finite number, found \"home\"");
  EXPECT_EQ(ErrorOf("foam 1 2\nat all home 1\n"),
            "v:2: expected a word and 2 numbers, found 4 fields");
  EXPECT_EQ(ErrorOf("foam 1 2\nhead 1 2 3\n"),
            "v:2: expected a word and 2 numbers, found 4 fields");
  EXPECT_EQ(ErrorOf("at home 1 2\n"),
            "v:1: expected a word without blanks, found none");
}

TEST(VectorFileTest, BytesAreNoTextThoughALineEndsAmongThem) {
  // Floats near 1 and 2.5 that start with a line break and a digit.
  const std::string numbers(
      "\n\0\x80\x3f"
      "1\0\x20\x40",
      8);
  const Result<WordVectors> words =
      ParseVectorFile("1 2\nfoam " + numbers, "v");
  ASSERT_TRUE(words.ok()) << words.error().message;
  EXPECT_EQ(words.value().vectors.cols(), 2);
}

TEST(VectorFileTest, WhatIsTooSmallForAFloatIsZero) {
  const Result<WordVectors> words = ParseVectorFile("foam 1e-60 -1e-50\n", "v");
  ASSERT_TRUE(words.ok()) << words.error().message;
  EXPECT_TRUE(words.value().vectors.isZero());
}

TEST(VectorFileTest, ErrorsNameThePlace) {
  EXPECT_EQ(ErrorOf(""), "v:1: expected word vectors, found none");
  EXPECT_EQ(ErrorOf("foam\n"),
            "v:1: expected 1 to 4096 numbers a word, found 0");
  EXPECT_EQ(ErrorOf("foam 1 2\nhead 1\n"),
            "v:2: expected a word and 2 numbers, found 2 fields");
  EXPECT_EQ(ErrorOf("foam 1 2\n\nhead 1 x\n"),
            "v:3: expected a finite number, found \"x\"");
  EXPECT_EQ(ErrorOf("foam 1 \xFF\n"),
            "v:1: expected a finite number, found \"\\xff\"");
  EXPECT_EQ(ErrorOf("foam 1 nan\n"),
            "v:1: expected a finite number, found \"nan\"");
  EXPECT_EQ(ErrorOf("foam 1 1e60\n"),
            "v:1: expected a finite number, found \"1e60\"");
  EXPECT_EQ(ErrorOf("2 1\nfoam 1\n"),
            "v:2: expected 2 words as line 1 says, found 1");
  EXPECT_EQ(ErrorOf("1 1\nfoam 1\nhead 2\n"),
            "v:3: expected 1 words as line 1 says, found more");
  EXPECT_EQ(ErrorOf("9000000000 300\nfoam 1\n"),
            "v:1: expected as many words as the file holds, found 9000000000");
  EXPECT_EQ(ErrorOf(Binary("1 1\n").substr(0, 11)),
            "v: byte 4: expected 1 words of 1 numbers, found the end after 0 "
            "words");
  EXPECT_EQ(ErrorOf(Binary("1 1\n") + "head"),
            "v: byte 14: expected the end after 1 words, found more");
  EXPECT_EQ(ErrorOf("1 1\nfoam " + std::string("\0\0\x80\x7f", 4)),
            "v: byte 9: expected finite numbers for \"foam\", found a NaN or "
            "an infinity");
  EXPECT_EQ(ErrorOf("foam 1\nfoam 2\n").substr(0, 3), "v: ");
}

}  // namespace
}  // namespace whylight
