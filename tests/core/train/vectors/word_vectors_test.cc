#include "core/train/vectors/word_vectors.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "tests/core/format/native/temporary_folder.h"

namespace whylight {
namespace {

WordVectors Sample() {
  WordVectors words;
  words.vocabulary =
      std::move(Vocabulary::FromWords({"foam", "head", "malt"})).value();
  words.counts = {9, 5, 5};
  words.vectors.resize(3, 2);
  words.vectors << 1, 0.125f, 2, -1, 0, 3;
  return words;
}

TEST(WordVectorsTest, ComeBackFromTheFolderAsTheyWere) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "vectors").string();
  const WordVectors words = Sample();
  const Status written = WriteWordVectors(path, words, R"({"seed": 1})");
  ASSERT_TRUE(written.ok()) << written.error().message;
  const Result<WordVectors> read = ReadWordVectors(path);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().vocabulary.Serialize(), "foam\nhead\nmalt\n");
  EXPECT_EQ(read.value().counts, words.counts);
  EXPECT_EQ(read.value().vectors, words.vectors);
}

TEST(WordVectorsTest, DamagedFilesAreErrorsThatNameThem) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "vectors").string();
  for (const std::string name :
       {"config.json", "model.safetensors", "vocab.txt"}) {
    ASSERT_TRUE(WriteWordVectors(path, Sample(), "{}").ok());
    const std::filesystem::path file = std::filesystem::path(path) / name;
    std::filesystem::resize_file(file, std::filesystem::file_size(file) - 2);
    const Result<WordVectors> cut = ReadWordVectors(path);
    ASSERT_FALSE(cut.ok()) << name;
    EXPECT_EQ(cut.error().code, ErrorCode::kBadModel);
    EXPECT_NE(cut.error().message.find(name), std::string::npos)
        << cut.error().message;
    std::filesystem::remove(file);
    const Result<WordVectors> gone = ReadWordVectors(path);
    ASSERT_FALSE(gone.ok()) << name;
    EXPECT_EQ(gone.error().code, ErrorCode::kNotFound);
  }
}

TEST(WordVectorsTest, CountsMustMatchTheWords) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "vectors").string();
  WordVectors words = Sample();
  words.counts.pop_back();
  ASSERT_TRUE(WriteWordVectors(path, words, "{}").ok());
  const Result<WordVectors> read = ReadWordVectors(path);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().message,
            path + "/config.json: expected \"counts\", 3 whole numbers");
}

TEST(WordVectorsTest, NeighboursComeByCosineNotByLength) {
  WordVectors words;
  words.vocabulary =
      std::move(Vocabulary::FromWords({"a", "b", "c", "d", "e"})).value();
  words.vectors.resize(5, 2);
  words.vectors << 2, 0,  // a
      9, 9,               // b: 45 degrees off, long
      0.5f, 0.1f,         // c: about 11 degrees off, short
      -1, 0,              // d: the opposite
      0, 0;               // e: no direction
  const auto neighbours = NearestNeighbours(words, 0, 10);
  ASSERT_EQ(neighbours.size(), 4u);
  EXPECT_EQ(neighbours[0].word, 2u);
  EXPECT_NEAR(neighbours[0].cosine, 0.98058, 1e-4);
  EXPECT_EQ(neighbours[1].word, 1u);
  EXPECT_NEAR(neighbours[1].cosine, 0.70711, 1e-4);
  EXPECT_EQ(neighbours[2].word, 4u);
  EXPECT_EQ(neighbours[2].cosine, 0);
  EXPECT_EQ(neighbours[3].word, 3u);
}

}  // namespace
}  // namespace whylight
