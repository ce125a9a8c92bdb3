#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "core/retrieval/byte_stream.h"
#include "core/retrieval/document_index.h"
#include "tests/core/retrieval/random_documents.h"

namespace whylight {
namespace {

constexpr std::size_t kStart = 20;  // Of what the checksum is of.

// With the checksum of what is there.
std::string Sealed(std::string bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  std::size_t at = kStart;
  while (at < bytes.size()) {
    const std::size_t size = at + 8 <= bytes.size() ? 8 : 1;
    std::uint64_t number = 0;
    std::memcpy(&number, bytes.data() + at, size);
    hash = (hash ^ number) * 0x100000001b3u;
    at += size;
  }
  std::memcpy(bytes.data() + 12, &hash, sizeof(hash));
  return bytes;
}

std::string LoadError(std::string_view bytes,
                      std::string_view model = "test-model",
                      ErrorCode code = ErrorCode::kBadData) {
  const Result<DocumentIndex> index = DocumentIndex::FromBytes(bytes, model);
  if (index.ok()) return "no error";
  EXPECT_EQ(index.error().code, code);
  return index.error().message;
}

TEST(IndexFileTest, GivesBackTheIndex) {
  for (const std::size_t count : {0u, 1u, 60u}) {
    DocumentIndex index = RandomIndex(count);
    if (count > 1) {
      ASSERT_TRUE(index.Remove("d4").ok());
      ASSERT_TRUE(index.Replace(RandomDocument("d7", 700)).ok());
    }
    const std::string bytes = index.ToBytes();
    const Result<DocumentIndex> loaded =
        DocumentIndex::FromBytes(bytes, "test-model");
    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    const DocumentIndex& copy = loaded.value();
    EXPECT_EQ(copy.ToBytes(), bytes);
    EXPECT_EQ(copy.size(), index.size());
    EXPECT_EQ(copy.model(), "test-model");
    EXPECT_EQ(copy.width(), kTestWidth);
    EXPECT_EQ(copy.options().fields[0].name, "title");
    EXPECT_EQ(copy.options().fields[0].boost, 2);
    EXPECT_EQ(copy.options().bm25.k1, 1.3);
    const std::vector<float> vector = RandomVector(900);
    const std::string text = RandomWords(4, 900);
    const IndexQuery query{
        .text = text, .vector = vector, .options = {.limit = 100, .fuzzy = 1}};
    const std::vector<Hit> found = copy.Search(query).value();
    const std::vector<Hit> expected = index.Search(query).value();
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].id, expected[i].id);
      EXPECT_EQ(found[i].score, expected[i].score);
      EXPECT_EQ(found[i].stored, expected[i].stored);
    }
  }
}

TEST(IndexFileTest, BytesAreTheSameOnEveryPlatform) {
  DocumentIndex index = DocumentIndex::Make({{{"t", 1}}}, "m", 2).value();
  ASSERT_TRUE(index.Add({"i", {"ab"}, "", {0.6F, -0.8F}}).ok());
  std::string body;
  AppendText("m", body);
  AppendNumber(std::uint64_t{2}, body);
  AppendNumber(1.2, body);
  AppendNumber(0.75, body);
  AppendText("id", body);
  AppendNumber(std::uint64_t{1}, body);
  AppendText("t", body);
  AppendNumber(1.0, body);
  AppendNumber(std::uint8_t{1}, body);
  AppendNumber(std::uint64_t{1}, body);
  for (const char* const text : {"i", "ab", ""}) AppendText(text, body);
  body.push_back(95);
  body.push_back(-127);
  const std::string start("whyindex\1\0\0\0........", kStart);
  EXPECT_EQ(index.ToBytes(), Sealed(start + body));
  EXPECT_EQ(body[0], 1);
  EXPECT_EQ(body[7], 0);
}

TEST(IndexFileTest, NoPieceOfAFileIsRead) {
  const std::string bytes = RandomIndex(4).ToBytes();
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const std::string_view piece = std::string_view(bytes).substr(0, length);
    ASSERT_NE(LoadError(piece), "no error") << length;
    // Nor one that someone has given a checksum.
    if (length >= kStart) {
      ASSERT_NE(LoadError(Sealed(std::string(piece))), "no error") << length;
    }
  }
  EXPECT_EQ(LoadError(""),
            "index: expected a file that starts with \"whyindex\", found "
            "another");
  EXPECT_EQ(LoadError(std::string_view(bytes).substr(0, 15)),
            "index: expected at least 20 bytes, found 15");
  EXPECT_EQ(LoadError(Sealed(bytes + "x")),
            "index: expected the end of the file, found 1 more bytes");
}

TEST(IndexFileTest, EveryFlippedBitIsFound) {
  const std::string bytes = RandomIndex(3).ToBytes();
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    ASSERT_NE(LoadError(flipped), "no error") << bit;
  }
}

// What is wrong though its checksum is right must not be believed either.
TEST(IndexFileTest, SealedBytesAreRefusedOrAnIndex) {
  const std::string bytes = RandomIndex(3).ToBytes();
  const CounterRandom random(8, RandomPurpose::kSample);
  std::size_t refused = 0;
  for (std::uint64_t i = 0; i < 4000; ++i) {
    std::string changed = bytes;
    for (std::uint64_t k = 0; k <= i % 3; ++k) {
      const std::uint64_t at =
          kStart + random.Below(8 * i + 2 * k, bytes.size() - kStart);
      changed[static_cast<std::size_t>(at)] =
          static_cast<char>(random.Bits(8 * i + 2 * k + 1));
    }
    changed = Sealed(std::move(changed));
    const Result<DocumentIndex> loaded =
        DocumentIndex::FromBytes(changed, "test-model");
    if (loaded.ok()) {
      ASSERT_EQ(loaded.value().ToBytes(), changed);
    } else {
      ++refused;
      ASSERT_TRUE(loaded.error().code == ErrorCode::kBadData ||
                  loaded.error().code == ErrorCode::kInvalidArgument);
    }
  }
  EXPECT_GT(refused, 100u);
}

TEST(IndexFileTest, SaysWhatWasExpectedAndFound) {
  const std::string bytes = RandomIndex(3).ToBytes();
  EXPECT_EQ(LoadError(bytes, "other", ErrorCode::kInvalidArgument),
            "index: expected an index of model \"other\", found one of model "
            "\"test-model\"");
  std::string changed = bytes;
  changed[8] = 2;
  EXPECT_EQ(LoadError(changed), "index: expected version 1, found version 2");
  changed = bytes;
  changed.back() = static_cast<char>(-128);
  EXPECT_EQ(LoadError(Sealed(changed)),
            "index: expected vectors of numbers from -127, found -128");
  // The ids d0, d1 and d2.
  changed = bytes;
  changed[changed.find("d1") + 1] = '0';
  EXPECT_EQ(LoadError(Sealed(changed)),
            "index: expected documents of different ids, found \"d0\" twice");
  // The number of documents, before the length of the first id.
  changed = bytes;
  changed[changed.find("d0") - 16] = 4;
  EXPECT_EQ(LoadError(Sealed(changed)).substr(0, 20), "index: expected more");
  changed[changed.find("d0") - 9] = 0x7F;
  EXPECT_EQ(LoadError(Sealed(changed)).substr(0, 20), "index: expected more");
}

}  // namespace
}  // namespace whylight
