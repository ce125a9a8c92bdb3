#include "core/systems/classifier/train/linear_svm.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

LabelledFile Read(const ScratchFolder& folder, const std::string& text) {
  return ReadLabelledFile(folder.Write("texts.txt", text), {}).value();
}

// Only the order of the words tells these two.
constexpr char kOrdered[] =
    "good not bad\ngood not bad at all\nbad bad not\nbad bad so not\n"
    "bad it is bad not\ngood it is not bad\n";

TEST(LinearSvmTest, SeparatesThreeLabelsByTheirWords) {
  const ScratchFolder folder;
  const LabelledFile file =
      Read(folder, "1 a x\n2 b x\n3 c x\n1 a y\n2 b y\n3 c y\n");
  const SvmTask task = SvmTask::Make(file, 1).value();
  const LinearSvm svm = task.Train({.order = 1});
  EXPECT_EQ(Accuracy(svm, task.Read(file).value()), 1);
  EXPECT_EQ(task.labels(), (std::vector<std::string>{"1", "2", "3"}));
  for (std::int32_t label = 0; label < 3; ++label) {
    const auto strongest = svm.Strongest(label, 1);
    ASSERT_EQ(strongest.size(), 1U);
    EXPECT_EQ(task.NgramText(strongest[0].first),
              std::string(1, static_cast<char>('a' + label)));
    EXPECT_GT(strongest[0].second, 0);
  }
}

TEST(LinearSvmTest, BigramsTellWhatSingleWordsDoNot) {
  const ScratchFolder folder;
  const LabelledFile file = Read(folder, "x a b\ny b a\nx c a b\ny c b a\n");
  const SvmTask task = SvmTask::Make(file, 2).value();
  const SvmTexts texts = task.Read(file).value();
  EXPECT_EQ(Accuracy(task.Train({.order = 1}), texts), 0.5);
  EXPECT_EQ(Accuracy(task.Train({.order = 2}), texts), 1);
}

// ½‖w‖² + C Σ max(0, 1 - y w·x)² with one text per label and one word each:
// both share the constant, so its weight is 0 and w = ±v of the two words
// solves v² + 2C (1 - v)² -> min.
TEST(LinearSvmTest, WeightsMinimiseTheLossThatIsWritten) {
  const ScratchFolder folder;
  const LabelledFile file = Read(folder, "good a\nbad b\n");
  const SvmTask task = SvmTask::Make(file, 1).value();
  for (const double cost : {0.5, 2.0}) {
    const LinearSvm svm = task.Train({.order = 1, .cost = cost});
    const double expected = 2 * cost / (1 + 2 * cost);
    // Labels are sorted: "bad" is the first.
    EXPECT_EQ(task.NgramText(svm.Strongest(0, 1)[0].first), "b");
    EXPECT_NEAR(svm.Strongest(0, 1)[0].second, expected, 0.01);
    EXPECT_NEAR(svm.Strongest(1, 1)[0].second, expected, 0.01);
  }
}

TEST(LinearSvmTest, NgramsOfTooFewTextsDoNotCount) {
  const ScratchFolder folder;
  const LabelledFile file = Read(folder, "x a b\ny b c\nx a d\ny c d\n");
  const SvmTask task = SvmTask::Make(file, 2).value();
  EXPECT_EQ(task.Train({.order = 1}).features(), 4U);
  EXPECT_EQ(task.Train({.order = 2}).features(), 8U);
  EXPECT_EQ(task.Train({.order = 2, .min_texts = 2}).features(), 4U);
}

TEST(LinearSvmTest, TheSameTextsGiveTheSameWeights) {
  const ScratchFolder folder;
  const SvmTask task = SvmTask::Make(Read(folder, kOrdered), 3).value();
  const LinearSvm one = task.Train({.order = 3});
  const LinearSvm other = task.Train({.order = 3});
  EXPECT_EQ(one.Strongest(0, 100), other.Strongest(0, 100));
  EXPECT_EQ(one.Strongest(1, 100), other.Strongest(1, 100));
}

TEST(LinearSvmTest, ChoosesTheFirstOfTheMostAccurateOnDev) {
  const ScratchFolder folder;
  const LabelledFile file = Read(folder, kOrdered);
  const SvmTask task = SvmTask::Make(file, 2).value();
  const SvmTexts dev = task.Read(file).value();
  const SvmChoice choice =
      ChooseSvm(task, dev,
                {{.order = 1},
                 {.order = 2, .min_texts = 1, .cost = 10},
                 {.order = 2, .min_texts = 1, .cost = 100}});
  EXPECT_EQ(choice.options.order, 2);
  EXPECT_EQ(choice.options.cost, 10);
  EXPECT_EQ(choice.accuracy, 1);
  EXPECT_EQ(Accuracy(choice.svm, dev), 1);
}

TEST(LinearSvmTest, TheGridIsThatOfThePaper) {
  const std::vector<LinearSvmOptions> grid = SvmGrid({1, 2, 3});
  EXPECT_EQ(grid.size(), 3U * 4 * 4);
  EXPECT_EQ(grid.front().order, 1);
  EXPECT_EQ(grid.back().order, 3);
}

TEST(LinearSvmTest, SaysWhatIsWrongWithTexts) {
  const ScratchFolder folder;
  const LabelledFile one = Read(folder, "x a\nx b\n");
  EXPECT_EQ(SvmTask::Make(one, 2).error().message,
            one.path + ": expected at least 2 labels, found 1");
  const SvmTask task = SvmTask::Make(Read(folder, "x a\ny b\n"), 2).value();
  const LabelledFile other = Read(folder, "x a\nz b\n");
  EXPECT_EQ(task.Read(other).error().message,
            other.path +
                ":2: expected a label of the model, one of \"x\", \"y\", "
                "found \"z\"");
}

}  // namespace
}  // namespace whylight
