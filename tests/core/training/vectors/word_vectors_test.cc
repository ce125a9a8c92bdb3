#include "core/training/vectors/word_vectors.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "core/format/native/model_store.h"
#include "core/format/quantise.h"
#include "core/format/safetensors.h"
#include "core/model/model_parts.h"
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

TEST(WordVectorsTest, MayBeThoseOfAModel) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "model").string();
  const WordVectors words = Sample();
  std::vector<Tensor> tensors;
  const EncodedMatrix encoded =
      EncodeMatrix(words.vectors, Dtype::kF32).value();
  AppendTensors(std::string(kEmbeddingTensor), encoded, tensors);
  ASSERT_TRUE(
      WriteModelFolder(
          path, {R"({"format": "whylight", "version": 1, "task": "questions"})",
                 SerializeSafetensors(std::move(tensors)).value(),
                 words.vocabulary.Serialize()})
          .ok());
  const Result<WordVectors> read = ReadWordVectors(path);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().vocabulary.Serialize(), "foam\nhead\nmalt\n");
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

TEST(WordVectorsTest, ThereIsARowAWord) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "vectors").string();
  WordVectors words = Sample();
  words.counts.clear();
  ASSERT_TRUE(WriteWordVectors(path, words, "{}").ok());
  for (const char* other : {"foam\nhead\n", "foam\nhead\nmalt\nhop\n"}) {
    Result<ModelFiles> files = ReadModelFolder(path);
    ASSERT_TRUE(files.ok());
    files.value().vocabulary = other;
    ASSERT_TRUE(WriteModelFolder(path, files.value()).ok());
    const Result<WordVectors> read = ReadWordVectors(path);
    ASSERT_FALSE(read.ok()) << other;
    EXPECT_EQ(read.error().code, ErrorCode::kBadModel);
    EXPECT_EQ(read.error().message.find(path + "/model.safetensors: "), 0u)
        << read.error().message;
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

TEST(WordVectorsTest, CountsMayBeUnknown) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "vectors").string();
  WordVectors words = Sample();
  words.counts.clear();
  ASSERT_TRUE(WriteWordVectors(path, words, "{}").ok());
  const Result<WordVectors> read = ReadWordVectors(path);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_TRUE(read.value().counts.empty());
}

TEST(WordVectorsTest, ComeBackFromTheFilesOfOtherPrograms) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "vectors").string();
  for (const VectorFormat format :
       {VectorFormat::kWord2vecText, VectorFormat::kWord2vecBinary,
        VectorFormat::kGlove}) {
    const Status written = WriteWordVectors(path, Sample(), format);
    ASSERT_TRUE(written.ok()) << written.error().message;
    const Result<WordVectors> read = ReadWordVectors(path);
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(read.value().vocabulary.Serialize(), "foam\nhead\nmalt\n");
    EXPECT_EQ(read.value().vectors, Sample().vectors);
  }
}

TEST(WordVectorsTest, FilesMayBeGzip) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "vectors.gz").string();
  gzFile_s* file = gzopen(path.c_str(), "wb");
  const std::string text = "3 2\nfoam 1 0.125\nhead 2 -1\nmalt 0 3\n";
  gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  gzclose(file);
  const Result<WordVectors> read = ReadWordVectors(path);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().vectors, Sample().vectors);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 9);
  const Result<WordVectors> cut = ReadWordVectors(path);
  ASSERT_FALSE(cut.ok());
  EXPECT_EQ(cut.error().code, ErrorCode::kBadData);
  EXPECT_EQ(cut.error().message.rfind(path + ": expected complete gzip", 0), 0u)
      << cut.error().message;
}

}  // namespace
}  // namespace whylight
