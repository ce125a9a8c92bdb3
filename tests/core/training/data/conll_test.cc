#include "core/training/data/conll.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using Strings = std::vector<std::string>;

// All sentences of a file.
std::vector<ConllSentence> Sentences(const std::string& content,
                                     ConllFormat format) {
  const ScratchFolder folder;
  auto reader = ConllReader::Open(folder.Write("a", content), format);
  EXPECT_TRUE(reader.ok());
  std::vector<ConllSentence> sentences;
  while (true) {
    auto read = reader.value().Next();
    EXPECT_TRUE(read.ok());
    if (!read.ok() || !read.value()) return sentences;
    sentences.push_back(std::move(*read.value()));
  }
}

// The error in the only sentence of a file, after its path.
std::string Problem(const std::string& content, ConllFormat format) {
  const auto sentences = Sentences(content, format);
  if (sentences.size() != 1) return "not one sentence";
  if (sentences[0].problem.ok()) return "nothing";
  const std::string& message = sentences[0].problem.error().message;
  return message.substr(sentences[0].place.path.size() + 1);
}

TEST(ConllReaderTest, TakesTheFirstColumnAndTheLast) {
  const auto sentences =
      Sentences("EU NNP B-NP B-ORG\nrejects VBZ B-VP O\n\n \n\n.\t.\tO \n",
                ConllFormat::kTags);
  ASSERT_EQ(sentences.size(), 2u);
  EXPECT_EQ(sentences[0].words, (Strings{"EU", "rejects"}));
  EXPECT_EQ(sentences[0].tags, (Strings{"B-ORG", "O"}));
  EXPECT_EQ(sentences[1].words, Strings{"."});
  EXPECT_EQ(sentences[1].tags, Strings{"O"});
  EXPECT_EQ(sentences[1].place.line, 6u);
}

TEST(ConllReaderTest, NamesALineWithoutATag) {
  for (const std::string bad : {"word", "word\t", "\tO"}) {
    EXPECT_EQ(
        Problem("a\tO\n" + bad + "\nb\tO\n", ConllFormat::kTags).substr(0, 38),
        "2: expected a word and its tag, found ");
  }
  EXPECT_TRUE(Sentences("\n\n", ConllFormat::kTags).empty());
}

TEST(ConllReaderTest, NamesWhatIsWrongWithALineOfConllU) {
  const std::string good = "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n";
  const auto problem = [&](const std::string& line) {
    return Problem("# a comment\n" + good + line, ConllFormat::kUniversal);
  };
  EXPECT_EQ(problem(""), "nothing");
  EXPECT_EQ(problem("2\tb\t_\n"),
            "3: expected 10 columns between tabs, found 3");
  EXPECT_EQ(problem("3\tb\t_\tX\t_\t_\t1\t_\t_\t_\n"),
            "3: expected word 2, found \"3\"");
  EXPECT_EQ(problem("2\tb\t_\tX\t_\t_\tone\t_\t_\t_\n"),
            "3: expected the number of a word as head, found \"one\"");
}

// The error in a tree of words "a", "b", ... that have these heads.
std::string TreeProblem(const std::vector<int>& heads) {
  ConllSentence sentence;
  sentence.place = {"f", 1};
  sentence.heads = heads;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    sentence.words.emplace_back(1, static_cast<char>('a' + i));
  }
  const Status tree = CheckIsTree(sentence);
  return tree.ok() ? "nothing" : tree.error().message;
}

TEST(CheckIsTreeTest, NamesTheWordsThatMakeItNone) {
  EXPECT_EQ(TreeProblem({2, 0, 2, 3}), "nothing");
  EXPECT_EQ(TreeProblem({0, 1, 0}),
            "f:1: expected one root, found word 1 (\"a\") and word 3 (\"c\")");
  EXPECT_EQ(
      TreeProblem({0, 3, 2}),
      "f:1: expected a tree, found that word 2 (\"b\") depends on itself");
  EXPECT_EQ(
      TreeProblem({0, 7}),
      "f:1: expected a head of word 2 (\"b\") among the 2 words, found 7");
  EXPECT_EQ(TreeProblem({0, -1}),
            "f:1: expected a head of word 2 (\"b\"), found none");
  EXPECT_EQ(TreeProblem({}), "f:1: expected a head for each word, found none");
}

}  // namespace
}  // namespace whylight
