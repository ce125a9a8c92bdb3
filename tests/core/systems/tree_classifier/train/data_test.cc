#include "core/systems/tree_classifier/train/data.h"

#include <gtest/gtest.h>

#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using Strings = std::vector<std::string>;

class TreeDataTest : public testing::Test {
 protected:
  // What goes wrong with such a file, without its path.
  std::string Problem(const std::string& bytes, bool reads_constituents,
                      const DataOptions& options = {}) const {
    const std::string path = folder_.Write("t.trees", bytes);
    const auto file = ReadTrees(path, options, reads_constituents);
    if (file.ok()) return "nothing";
    const std::string& message = file.error().message;
    return message.starts_with(path) ? message.substr(path.size()) : message;
  }

  ScratchFolder folder_;
};

TEST_F(TreeDataTest, LeavesAreWordsInLowerCase) {
  const std::string path = folder_.Write(
      "t.trees", "(3 (2 A) (4 Well-Made))\n\n(1 (1 a) (2 \u200B))\n");
  const TreeFile file = ReadTrees(path, {}, false).value();
  EXPECT_EQ(file.words, (Strings{"a", "well-made"}));
  EXPECT_EQ(file.word_counts, (std::vector<std::uint64_t>{2, 1}));
  EXPECT_EQ(file.lines, (std::vector<std::size_t>{1, 3}));
  EXPECT_EQ(TargetsOf(file), (Strings{"1", "2", "3", "4"}));
}

TEST_F(TreeDataTest, LabelsAreMergedAndOthersAreNone) {
  const std::string path =
      folder_.Write("t.trees", "(3 (2 a) (4 b))\n(2 (1 a) (0 b))\n");
  const DataOptions options{
      .merge = {{"0", "-"}, {"1", "-"}, {"3", "+"}, {"4", "+"}}};
  const TreeFile file = ReadTrees(path, options, false).value();
  EXPECT_EQ(file.targets[0], (Strings{"+", "", "+"}));
  // A sentence without a label is kept for its phrases.
  EXPECT_EQ(file.targets[1], (Strings{"", "-", "-"}));
  EXPECT_EQ(TargetsOf(file), (Strings{"+", "-"}));
}

TEST_F(TreeDataTest, ConstituentsAndTheirPairsAreThoseOfTheFile) {
  const std::string path = folder_.Write(
      "t.trees",
      "(1/S (DT a) (NN b))\n(0/S (DT a) (X (DT a) (NN b)))\n(S (NN b))\n");
  const TreeFile file = ReadTrees(path, {}, true).value();
  EXPECT_EQ(ConstituentsOf(file), (Strings{"DT", "NN", "S", "X"}));
  EXPECT_EQ(PairsOf(file, 2), Strings{"DT NN"});
  EXPECT_EQ(PairsOf(file, 1), (Strings{"DT NN", "DT X"}));
  EXPECT_EQ(file.targets[1], (Strings{"0", "", "", "", ""}));
}

TEST_F(TreeDataTest, NodesThatAreNoPhraseHaveNoTarget) {
  const std::string path = folder_.Write("t.trees", "(1 (0 a) (1 b) (0 c))\n");
  const TreeFile file = ReadTrees(path, {}, false).value();
  const TreeClassifier model =
      TreeClassifier::Make({.labels = {"0", "1"}},
                           Vocabulary::FromWords({"a"}).value(),
                           Matrix::Ones(1, 2), 1)
          .value();
  const TrainingTrees trees = ToTrainingTrees(file, model).value();
  // c, b, a, the two of b and c, and the root.
  EXPECT_EQ(trees.NodeTargets(0, false),
            (std::vector<std::int32_t>{0, 1, 0, -1, 1}));
  EXPECT_EQ(trees.NodeTargets(0, true),
            (std::vector<std::int32_t>{-1, -1, -1, -1, 1}));
}

TEST_F(TreeDataTest, ErrorsNameTheFileAndTheLine) {
  EXPECT_EQ(Problem("(1 a)\n(1 (1 a) (2 b)\n", false),
            ":2:15: expected \")\", found the end of the line");
  EXPECT_EQ(Problem("(S (NP a) (3/ b))\n", true),
            ":1: expected a constituent, such as \"NP\" or \"3/NP\", found "
            "\"3/\"");
  EXPECT_NE(Problem("(S (NP a) (NP b))\n", true), "nothing");
  EXPECT_NE(Problem("\n", false), "nothing");
  std::string many = "(1";
  for (std::size_t i = 0; i <= kMaxTreeWords; ++i) many += " (1 a)";
  EXPECT_EQ(Problem("(1 a)\n" + many + ")\n", false),
            ":2: expected a tree of at most 1000 words, found 1001");
}

TEST_F(TreeDataTest, LabelsThatTheModelHasNotAreRefused) {
  const std::string path = folder_.Write("t.trees", "(1 a)\n(1 (5 a) (0 b))\n");
  const TreeClassifier model =
      TreeClassifier::Make({.labels = {"0", "1"}},
                           Vocabulary::FromWords({"a"}).value(),
                           Matrix::Ones(1, 2), 1)
          .value();
  EXPECT_EQ(ToTrainingTrees(ReadTrees(path, {}, false).value(), model)
                .error()
                .message,
            path +
                ":2: expected a label of the model, one of \"0\", \"1\", "
                "found \"5\"");
}

}  // namespace
}  // namespace whylight
