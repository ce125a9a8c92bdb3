#include "core/systems/tagger/train/data.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using Strings = std::vector<std::string>;

class TaggerDataTest : public testing::Test {
 protected:
  // The error in a file, after its path.
  std::string Problem(const std::string& name, const std::string& content,
                      bool bio, const DataOptions& options = {}) const {
    const std::string path = folder_.Write(name, content);
    const auto read = ReadTagged({path}, options, bio);
    if (read.ok()) return "nothing";
    return read.error().message.substr(path.size());
  }

  ScratchFolder folder_;
};

TEST_F(TaggerDataTest, PiecesOfAWordHaveItsTag) {
  const std::string path = folder_.Write(
      "t.conll",
      "Hi\tO\n@john\tB-who\nand\tO\n\nSt.\tB-who\nJohn's\tI-who\n!!\tO\n");
  const TaggedFiles marks = ReadTagged({path}, {}, true).value();
  EXPECT_EQ(marks.words,
            (Strings{"hi", "@", "john", "and", "st", ".", "john's", "!!"}));
  EXPECT_EQ(marks.labels, (Strings{"O", "B-who", "I-who"}));
  EXPECT_EQ(marks.sentences.tags[0], (TagIds{0, 1, 2, 0}));
  EXPECT_EQ(marks.sentences.firsts[0], (std::vector<std::size_t>{0, 1, 3}));
  EXPECT_EQ(marks.sentences.tags[1], (TagIds{1, 2, 2, 0}));
  EXPECT_EQ(marks.sentences.lines, (std::vector<std::size_t>{1, 5}));
  // Where tags mark nothing, all pieces have the same.
  EXPECT_EQ(ReadTagged({path}, {}, false).value().sentences.tags[0],
            (TagIds{0, 1, 1, 0}));
}

TEST_F(TaggerDataTest, ReadsCoNllU) {
  const std::string path = folder_.Write(
      "t.conllu",
      "# text = Du pain\n1-2\tDu\t_\t_\t_\t_\t_\t_\t_\t_\n"
      "1\tDe\t_\tADP\t_\t_\t_\t_\t_\t_\n2\tle\t_\tDET\t_\t_\t_\t_\t_\t_\n"
      "3\tpain\t_\tNOUN\t_\t_\t_\t_\t_\t_\n\n");
  const TaggedFiles file = ReadTagged({path}, {}, false).value();
  EXPECT_EQ(TagsOf(file, false), (Strings{"ADP", "DET", "NOUN"}));
  const Vocabulary words = Vocabulary::FromWords({"pain", "de"}).value();
  const TaggedSentences found =
      ToTagged(file, words, {.labels = {"NOUN", "DET", "ADP"}}).value();
  EXPECT_EQ(found.texts[0], (WordIds{1, -1, 0}));
  EXPECT_EQ(found.tags[0], (TagIds{2, 1, 0}));
}

TEST_F(TaggerDataTest, WordsOfNothingVisibleAreLeftOut) {
  const std::string path = folder_.Write(
      "t.conll",
      "a O\n\u200B B-who\nJohn I-who\n\uFE0F O\n\n\u200B O\n\nb O\n");
  const TaggedFiles file = ReadTagged({path}, {}, true).value();
  ASSERT_EQ(file.sentences.size(), 2u);
  EXPECT_EQ(file.words, (Strings{"a", "john", "b"}));
  // The span begins where it can be seen.
  EXPECT_EQ(file.labels, (Strings{"O", "B-who"}));
  EXPECT_EQ(file.sentences.tags[0], (TagIds{0, 1}));
}

TEST_F(TaggerDataTest, SpansOfOneWordMayBecomeLonger) {
  const std::string path = folder_.Write("t.conll", "a B-x\nb O\n");
  const TaggedFiles file = ReadTagged({path}, {}, true).value();
  EXPECT_EQ(TagsOf(file, true), (Strings{"B-x", "I-x", "O"}));
  EXPECT_EQ(TagsOf(file, false), (Strings{"B-x", "O"}));
}

TEST_F(TaggerDataTest, ErrorsNameTheFileAndTheLine) {
  EXPECT_EQ(Problem("a.conll", "a O\n\nb O\nc\n", false),
            ":4: expected a word and its tag, found \"c\"");
  EXPECT_EQ(Problem("b.conll", "a O\n\nb O\nc I-x\n", true),
            ":3: expected \"B-x\" before \"I-x\" of word 2, found \"O\"");
  EXPECT_EQ(Problem("c.conll", "a I-x\n", true),
            ":1: expected \"B-x\" before \"I-x\" of word 1, found \"O\"");
  EXPECT_EQ(Problem("d.conll", "a O\nb B-y\nc I-x\n", true),
            ":1: expected \"B-x\" before \"I-x\" of word 3, found \"B-y\"");
  EXPECT_EQ(Problem("e.conll", "a NOUN\n", true),
            ":1: expected \"O\", \"B-\" or \"I-\" and a label as the tag of "
            "word 1, found \"NOUN\"");
  EXPECT_EQ(Problem("f.conllu",
                    "# x\n1\ta\t_\tDET\t_\t_\t0\t_\t_\t_\n"
                    "2\tb\t_\t_\t_\t_\t1\t_\t_\t_\n\n",
                    false),
            ":2: expected a tag of word 2, found none");
  EXPECT_NE(Problem("g.conll", "\n", false), "nothing");
  EXPECT_NE(Problem("h.txt", "a text\n", false), "nothing");
  EXPECT_NE(Problem("i.conll", "a O\n", false, {.treebank = true}), "nothing");
}

TEST_F(TaggerDataTest, ReadsSeveralFilesAsOne) {
  const std::string first = folder_.Write("a.conll", "a O\nb O\n");
  const std::string second = folder_.Write("b.conll", "b O\n\na X\nA O\n");
  const TaggedFiles files = ReadTagged({first, second}, {}, false).value();
  EXPECT_EQ(files.words, (Strings{"a", "b"}));
  EXPECT_EQ(files.word_counts, (std::vector<std::uint64_t>{3, 2}));
  const TaggedSentences found =
      ToTagged(files, Vocabulary::FromWords({"b", "a"}).value(),
               {.labels = {"O", "X"}})
          .value();
  EXPECT_EQ(found.texts, (std::vector<WordIds>{{1, 0}, {0}, {1, 1}}));
  EXPECT_EQ(found.place(2).path, second);
  EXPECT_EQ(found.place(2).line, 3u);
  // Each has to hold something.
  const std::string empty = folder_.Write("c.conll", "\n");
  EXPECT_EQ(ReadTagged({first, empty}, {}, false).error().message.find(empty),
            0u);
}

TEST_F(TaggerDataTest, FormsTellHowWordsAreWritten) {
  const std::string path =
      folder_.Write("t.conll", "Rome X\nrome O\n\nROME X\nRome X\n2nd O\n");
  const TaggedFiles file = ReadTagged({path}, {}, false).value();
  const SurfaceOptions surface = {.width = 2, .longest = 3, .buckets = 50};
  const TaggedSentences found =
      ToTagged(file, Vocabulary::FromWords({"rome"}).value(),
               {.labels = {"O", "X"}, .surface = surface})
          .value();
  EXPECT_EQ(found.texts, (std::vector<WordIds>{{0, 1}, {2, 0, 3}}));
  ASSERT_EQ(found.forms.size(), 4u);
  const WordForm expected = FormOf(0, "rome", WordShape::kCapitalised, surface);
  EXPECT_EQ(found.forms[0].word, 0);
  EXPECT_EQ(found.forms[0].features, expected.features);
  EXPECT_EQ(found.forms[3].word, kUnknownWord);
  EXPECT_EQ(found.forms[3].features[0],
            static_cast<std::int32_t>(WordShape::kWithDigits));
}

TEST_F(TaggerDataTest, TermsWithPolarityAreSpans) {
  const std::string path = folder_.Write(
      "t.xml",
      "<s><sentence><text>Great wine-list, slow staff</text><aspectTerms>\n"
      "<aspectTerm term=\"staff\" polarity=\"conflict\" from=\"22\" to=\"27\"/>"
      "<aspectTerm term=\"wine-list\" polarity=\"positive\" from=\"6\" "
      "to=\"15\"/></aspectTerms></sentence></s>");
  DataOptions options = {.format = DataFormat::kAspects};
  const TaggedFiles all = ReadTagged({path}, options, true).value();
  EXPECT_EQ(all.labels,
            (Strings{"O", "B-positive", "I-positive", "B-conflict"}));
  EXPECT_EQ(all.sentences.tags[0], (TagIds{0, 1, 2, 2, 0, 0, 3}));
  options.merge = {{"positive", "good"}};
  const TaggedFiles some = ReadTagged({path}, options, true).value();
  EXPECT_EQ(some.labels, (Strings{"O", "B-good", "I-good"}));
  EXPECT_EQ(some.sentences.tags[0], (TagIds{0, 1, 2, 2, 0, 0, 0}));
}

TEST_F(TaggerDataTest, TagsThatTheModelHasNotAreRefused) {
  const std::string path = folder_.Write("t.conll", "a X\n\nb X\nc Z\n");
  const TaggedFiles file = ReadTagged({path}, {}, false).value();
  EXPECT_EQ(
      ToTagged(file, Vocabulary(), {.labels = {"X", "Y"}}).error().message,
      path +
          ":3: expected a label of the model, one of \"X\", \"Y\", "
          "found \"Z\"");
}

}  // namespace
}  // namespace whylight
