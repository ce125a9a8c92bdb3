#include "core/systems/parser/train/data.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using Strings = std::vector<std::string>;

struct Line {
  std::string word;
  std::string tag;
  std::string head;
  std::string relation;
};

// A sentence as CoNLL-U has it.
std::string Sentence(const std::vector<Line>& lines) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto& [word, tag, head, relation] = lines[i];
    text += std::to_string(i + 1) + "\t" + word + "\t_\t" + tag + "\t_\t_\t" +
            head + "\t" + relation + "\t_\t_\n";
  }
  return text + "\n";
}

class ParserDataTest : public testing::Test {
 protected:
  ParsedFile Read(const std::string& content) const {
    const auto read = ReadParsed(folder_.Write("t.conllu", content), {});
    EXPECT_TRUE(read.ok()) << read.error().message;
    return read.value();
  }
  // The error in a file, after its path.
  std::string Problem(const std::string& content,
                      const std::string& name = "t.conllu",
                      const DataOptions& options = {}) const {
    const std::string path = folder_.Write(name, content);
    const auto read = ReadParsed(path, options);
    if (read.ok()) return "nothing";
    return read.error().message.substr(path.size());
  }

  ScratchFolder folder_;
};

TEST_F(ParserDataTest, ReadsTreesAndNotRangesNorEmptyWords) {
  const ParsedFile file = Read(
      "# text = Du pain!\n1-2\tDu\t_\t_\t_\t_\t_\t_\t_\t_\n"
      "1\tDe\t_\tADP\t_\t_\t3\tcase\t_\t_\n"
      "2\tle\t_\tDET\t_\t_\t3\tdet\t_\t_\n2.1\tx\t_\t_\t_\t_\t_\t_\t_\t_\n"
      "3\tpain\t_\tNOUN\t_\t_\t0\troot\t_\t_\n"
      "4\t!\t_\tPUNCT\t_\t_\t3\tpunct\t_\t_\n");
  EXPECT_EQ(file.words, (Strings{"de", "le", "pain", "!"}));
  EXPECT_EQ(file.relations, (Strings{"case", "det", "root", "punct"}));
  EXPECT_EQ(file.sentences.trees[0],
            (DependencyTree{{3, 3, 0, 3}, {0, 1, 2, 3}, {0, 1, 2, 3}}));
  EXPECT_EQ(file.sentences.punctuation[0],
            (std::vector<bool>{false, false, false, true}));
  EXPECT_EQ(file.sentences.lines[0], 2u);
}

TEST_F(ParserDataTest, PiecesOfAWordHangOnItsFirst) {
  const ParsedFile file = Read(Sentence({{"@john", "PROPN", "2", "nsubj"},
                                         {"saw", "VERB", "0", "root"},
                                         {"St.John's", "PROPN", "2", "obj"}}));
  EXPECT_EQ(file.words, (Strings{"@", "john", "saw", "st", ".", "john's"}));
  EXPECT_EQ(file.relations, (Strings{"nsubj", "goeswith", "root", "obj"}));
  EXPECT_EQ(file.sentences.trees[0],
            (DependencyTree{
                {3, 1, 0, 3, 4, 4}, {0, 1, 2, 3, 1, 1}, {0, 0, 1, 0, 0, 0}}));
  EXPECT_EQ(file.sentences.firsts[0], (std::vector<std::size_t>{0, 2, 3}));
}

TEST_F(ParserDataTest, WhatHangsOnNothingVisibleHangsOnItsHead) {
  const ParsedFile file = Read(Sentence({{"a", "X", "2", "dep"},
                                         {"\u200B", "X", "3", "dep"},
                                         {"b", "X", "0", "root"}}) +
                               Sentence({{"a", "X", "2", "dep"},
                                         {"\u200B", "X", "0", "root"},
                                         {"b", "X", "2", "dep"}}) +
                               Sentence({{"\u200B", "X", "0", "root"}}));
  ASSERT_EQ(file.sentences.size(), 2u);
  EXPECT_EQ(file.sentences.trees[0].heads, (Heads{2, 0}));
  EXPECT_EQ(file.sentences.trees[1].heads, (Heads{0, 1}));
}

TEST_F(ParserDataTest, ErrorsNameTheFileAndTheLine) {
  const std::string good = Sentence({{"a", "X", "0", "root"}});
  EXPECT_EQ(Problem(good + Sentence({{"a", "X", "2", "dep"},
                                     {"b", "X", "1", "dep"},
                                     {"c", "X", "0", "root"}})),
            ":3: expected a tree, found that word 1 (\"a\") depends on itself");
  EXPECT_EQ(Problem(good + Sentence({{"a", "X", "0", "root"},
                                     {"b", "X", "0", "root"}})),
            ":3: expected one root, found word 1 (\"a\") and word 2 (\"b\")");
  EXPECT_EQ(Problem(good + Sentence({{"a", "X", "_", "root"}})),
            ":3: expected a head of word 1 (\"a\"), found none");
  EXPECT_EQ(Problem(good + Sentence({{"a", "X", "7", "root"}})),
            ":3: expected a head of word 1 (\"a\") among the 1 words, found 7");
  EXPECT_EQ(Problem(good + Sentence({{"a", "X", "x", "root"}})),
            ":3: expected the number of a word as head, found \"x\"");
  EXPECT_EQ(Problem(good + Sentence({{"a", "X", "0", "_"}})),
            ":3: expected a relation of word 1, found none");
  const std::string untagged = Sentence({{"a", "_", "0", "root"}});
  EXPECT_EQ(Problem(untagged), "nothing");
  const std::string path = folder_.Write("u.conllu", good + untagged);
  EXPECT_EQ(ReadParsed(path, {}, TagUse::kGiven).error().message,
            path + ":3: expected a tag of word 1, found none");
  std::string longest;
  for (int i = 0; i <= 500; ++i) longest += "!?";
  EXPECT_EQ(Problem(good + Sentence({{longest, "X", "0", "root"}})),
            ":3: expected a sentence of at most 500 words, found 1002");
  EXPECT_NE(Problem("\n"), "nothing");
  EXPECT_NE(Problem("a X\n", "t.conll"), "nothing");
  EXPECT_NE(Problem(good, "t.conllu", {.treebank = true}), "nothing");
}

TEST_F(ParserDataTest, BadSentencesMayBePassedOver) {
  const std::string path =
      folder_.Write("t.conllu", Sentence({{"a", "X", "1", "dep"}}) +
                                    Sentence({{"c", "X", "0", "_"}}) +
                                    Sentence({{"b", "X", "0", "root"}}));
  EXPECT_EQ(ReadParsed(path, {.max_errors = 2}).value().words, Strings{"b"});
}

TEST_F(ParserDataTest, RelationsThatTheModelHasNotAreRefused) {
  const ParsedFile file =
      Read(Sentence({{"a", "X", "0", "root"}}) +
           Sentence({{"b", "X", "0", "root"}, {"c", "X", "1", "obj"}}));
  const Vocabulary words = Vocabulary::FromWords({"c", "a"}).value();
  EXPECT_EQ(
      ToParsed(file, words, {.relations = {"root", "dep"}}).error().message,
      file.sentences.path +
          ":3: expected a label of the model, one of \"root\", \"dep\", "
          "found \"obj\"");
  const ParsedSentences found =
      ToParsed(file, words, {.relations = {"obj", "root"}}).value();
  EXPECT_EQ(found.texts[1], (WordIds{-1, 0}));
  EXPECT_EQ(found.trees[1].relations, (std::vector<std::int32_t>{1, 0}));
}

TEST_F(ParserDataTest, TagsAreThoseOfTheModelAndOfAllPiecesOfAWord) {
  const ParsedFile file = Read(Sentence({{"@john", "PROPN", "2", "nsubj"},
                                         {"saw", "VERB", "0", "root"}}) +
                               Sentence({{"saw", "NOUN", "0", "root"}}));
  const Vocabulary words = Vocabulary::FromWords({"saw"}).value();
  ParserOptions options{.relations = file.relations};
  // As a model reads that has nothing to do with tags.
  EXPECT_EQ(ToParsed(file, words, options).value().texts[0],
            (WordIds{-1, -1, 0}));
  options.tags = {.use = TagUse::kGiven, .labels = {"NOUN", "VERB", "PROPN"}};
  const ParsedSentences given = ToParsed(file, words, options).value();
  std::vector<std::int32_t> tags;
  for (const WordIds& text : given.texts) {
    for (const std::int32_t form : text) {
      tags.push_back(given.forms[static_cast<std::size_t>(form)].tag);
    }
  }
  EXPECT_EQ(tags, (std::vector<std::int32_t>{2, 2, 1, 0}));
  EXPECT_TRUE(given.trees[0].tags.empty());
  options.tags.use = TagUse::kShared;
  const ParsedSentences learned = ToParsed(file, words, options).value();
  EXPECT_EQ(learned.trees[0].tags, (std::vector<std::int32_t>{2, 2, 1}));
  EXPECT_EQ(learned.texts[0], (WordIds{-1, -1, 0}));
  options.tags.labels = {"VERB", "PROPN"};
  EXPECT_EQ(ToParsed(file, words, options).error().message,
            file.sentences.path +
                ":4: expected a label of the model, one of \"VERB\", "
                "\"PROPN\", found \"NOUN\"");
}

TEST_F(ParserDataTest, FormsTellHowWordsAreWritten) {
  const ParsedFile file = Read(Sentence({{"Saw", "X", "0", "root"},
                                         {"saw", "X", "1", "dep"},
                                         {"Saw", "X", "1", "dep"}}));
  EXPECT_EQ(file.words, Strings{"saw"});
  ParserOptions options{.relations = file.relations, .surface = {.width = 2}};
  const ParsedSentences found =
      ToParsed(file, Vocabulary::FromWords({"saw"}).value(), options).value();
  EXPECT_EQ(found.texts[0], (WordIds{0, 1, 0}));
  EXPECT_EQ(found.forms[0].features[0],
            static_cast<std::int32_t>(WordShape::kCapitalised));
  EXPECT_EQ(found.forms[1].word, 0);
}

TEST_F(ParserDataTest, TreesWhoseArcsCrossAreLiftedAndCounted) {
  ParsedSentences sentences = Read(Sentence({{"a", "X", "3", "dep"},
                                             {"b", "X", "0", "root"},
                                             {"c", "X", "2", "dep"}}) +
                                   Sentence({{"a", "X", "0", "root"}}))
                                  .sentences;
  EXPECT_EQ(MakeTreesProjective(&sentences), 1u);
  EXPECT_EQ(sentences.trees[0].heads, (Heads{2, 0, 2}));
  EXPECT_EQ(MakeTreesProjective(&sentences), 0u);
}

}  // namespace
}  // namespace whylight
