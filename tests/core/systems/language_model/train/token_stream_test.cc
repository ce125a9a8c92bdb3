#include "core/systems/language_model/train/token_stream.h"

#include <gtest/gtest.h>

#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

std::string Joined(const Vocabulary& vocabulary) {
  std::string words;
  for (std::size_t i = 0; i < vocabulary.size(); ++i) {
    words.append(i == 0 ? "" : " ").append(vocabulary.word(i));
  }
  return words;
}

TEST(TokenStreamTest, WordsAreCountedAndTheRarestLeftOut) {
  const ScratchFolder folder;
  const std::string path = folder.WriteGzip(
      "train.txt.gz", " the cat sat\n\nthe <unk> sat on the mat \n");
  // "<eos>" stands for the ends of two lines.
  EXPECT_EQ(Joined(CountWords(path, {}, 0).value()),
            "the <eos> sat <unk> cat mat on");
  EXPECT_EQ(Joined(CountWords(path, {}, 5).value()), "the <eos> sat <unk> cat");
  // Both special words are kept whatever their counts.
  EXPECT_EQ(Joined(CountWords(path, {}, 1).value()), "<eos> <unk>");
}

TEST(TokenStreamTest, LinesBecomeOneStream) {
  const ScratchFolder folder;
  const LanguageModel model =
      LanguageModel::Make(
          {.layers = 1},
          Vocabulary::FromWords({"<eos>", "<unk>", "a", "b"}).value(), 1)
          .value();
  EXPECT_EQ(
      ReadTokenStream(folder.Write("text", "a b\n\nb c\n"), {}, model).value(),
      (std::vector<std::int32_t>{2, 3, 0, 3, 1, 0}));
  const std::string empty = folder.Write("empty", "\n \n");
  EXPECT_EQ(ReadTokenStream(empty, {}, model).error().message,
            empty + ": expected words, found none");
}

TEST(TokenStreamTest, OtherFormatsThanPlainTextAreRefused) {
  const ScratchFolder folder;
  const auto error = [&](const char* name, const DataOptions& reading) {
    const Result<Vocabulary> counted =
        CountWords(folder.Write(name, "{\"text\": \"a b\"}\n"), reading, 0);
    return counted.ok() ? "" : counted.error().message;
  };
  EXPECT_EQ(error("a.jsonl", {}),
            folder.Path("a.jsonl") +
                ": expected plain text, one sentence per line, found the "
                "format \"jsonl\"; if it is plain text, give the format "
                "\"text\", else write the sentences to a .txt file, or train a "
                "model with \"direction\": \"both\", which reads all formats");
  EXPECT_NE(error("a.csv.gz", {}), "");
  EXPECT_NE(error("a.txt", {.format = DataFormat::kJsonLines}), "");
  EXPECT_NE(error("a", {.format = DataFormat::kTsv}), "");
  // No name tells that it is none.
  EXPECT_EQ(error("a.tokens", {}), "");
  EXPECT_EQ(error("a.jsonl", {.format = DataFormat::kText}), "");
}

TEST(StreamChunksTest, StreamsGoThroughPartsOfTheCorpusSideBySide) {
  const std::vector<std::int32_t> words = {10, 11, 12, 13, 14, 15, 16};
  const StreamChunks chunks(words, 2, 2, 9);
  ASSERT_EQ(chunks.streams(), 2u);
  ASSERT_EQ(chunks.chunks(), 2u);
  EXPECT_EQ(chunks.words(0), 2u);
  EXPECT_EQ(chunks.words(1), 1u);
  using Words = std::vector<std::int32_t>;
  const StreamChunks::Chunk first = chunks.Get(0, {0, 1});
  EXPECT_EQ(first.length, 2);
  EXPECT_EQ(first.inputs, (Words{9, 12, 10, 13}));
  EXPECT_EQ(first.targets, (Words{10, 13, 11, 14}));
  // Word 16 fills no stream.
  const StreamChunks::Chunk second = chunks.Get(1, {1});
  EXPECT_EQ(second.length, 1);
  EXPECT_EQ(second.inputs, (Words{14}));
  EXPECT_EQ(second.targets, (Words{15}));
}

TEST(StreamChunksTest, NoMoreStreamsThanWords) {
  const std::vector<std::int32_t> words = {1, 2};
  EXPECT_EQ(StreamChunks(words, 20, 35, 0).streams(), 2u);
}

}  // namespace
}  // namespace whylight
