#include "core/systems/classifier/train/data.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using Strings = std::vector<std::string>;

LabelledFile Read(const std::string& path) {
  Result<LabelledFile> file = ReadLabelledFile(path, {});
  EXPECT_TRUE(file.ok());
  return std::move(file).value();
}

TEST(ClassifierDataTest, TextsBecomeIdsOfTheModelsWordsAndLabels) {
  const ScratchFolder folder;
  const LabelledFile file =
      Read(folder.Write("a.txt", "good a fine pint\n\nbad a flat pint\n"));
  const auto texts = ToClassifiedTexts(
      file, Vocabulary::FromWords({"pint", "a", "fine"}).value(),
      {"bad", "good"});
  ASSERT_TRUE(texts.ok());
  EXPECT_EQ(texts.value().texts,
            (std::vector<WordIds>{{1, 2, 0}, {1, kUnknownWord, 0}}));
  EXPECT_EQ(texts.value().labels, (std::vector<std::int32_t>{1, 0}));
  EXPECT_EQ(texts.value().lines, (std::vector<std::size_t>{1, 3}));
}

TEST(ClassifierDataTest, MisspelledWordsAreReadAsTheVocabularySays) {
  const ScratchFolder folder;
  const LabelledFile file =
      Read(folder.Write("a.txt", "good a fiiine pint\n\nbad a flat pinnnt\n"));
  Vocabulary vocabulary = Vocabulary::FromWords({"pint", "a", "fine"}).value();
  vocabulary.ReadMisspelled(true);
  const auto texts = ToClassifiedTexts(file, vocabulary, {"bad", "good"});
  ASSERT_TRUE(texts.ok());
  EXPECT_EQ(texts.value().texts,
            (std::vector<WordIds>{{1, 2, 0}, {1, kUnknownWord, 0}}));
}

TEST(ClassifierDataTest, ALabelThatTheModelDoesNotKnowIsNamedWithItsLine) {
  const ScratchFolder folder;
  const std::string path = folder.Write("a.txt", "0 a\n1 a\n2 a\n");
  const auto texts = ToClassifiedTexts(
      Read(path), Vocabulary::FromWords({"a"}).value(), {"0", "1"});
  ASSERT_FALSE(texts.ok());
  EXPECT_EQ(texts.error().code, ErrorCode::kBadData);
  EXPECT_EQ(texts.error().message,
            path +
                ":3: expected a label of the model, one of \"0\", \"1\", found "
                "\"2\"");
}

TEST(ClassifierDataTest, TextsThatHoldOneHeldOutAreNotTaken) {
  const ScratchFolder folder;
  const std::string path = folder.Write("dev.txt", "0 a fine pint\n");
  const HeldOutTexts held_out = ReadHeldOutTexts({path}, {}).value();
  const Result<LabelledFile> file = ReadLabelledFile(
      folder.Write("a.txt", "1 not A fine pint !\n1 a pint\n0 a fine pint\n"),
      {}, held_out);
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(file.value().lines, std::vector<std::size_t>{2});
  EXPECT_EQ(file.value().words, (Strings{"a", "pint"}));
  EXPECT_EQ(file.value().held_out, 2u);
  const Result<LabelledFile> none = ReadLabelledFile(path, {}, held_out);
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().message,
            path +
                ": expected a text that holds none of those held out, found "
                "none");
}

}  // namespace
}  // namespace whylight
