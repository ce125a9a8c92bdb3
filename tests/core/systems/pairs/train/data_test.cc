#include "core/systems/pairs/train/data.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using Strings = std::vector<std::string>;

class PairDataTest : public testing::Test {
 protected:
  // The error in a file, after its path.
  std::string Problem(const std::string& path, PairAnswer answer,
                      const DataOptions& options = {}) const {
    const auto read = ReadPairs(path, options, answer);
    if (read.ok()) return "nothing";
    return read.error().message.substr(path.size());
  }

  ScratchFolder folder_;
  const Vocabulary words_ = Vocabulary::FromWords({"lamp", "lit", "a"}).value();
};

// As SICK is published.
TEST_F(PairDataTest, PairsHaveLabelsOrGrades) {
  const std::string path =
      folder_.Write("sick.txt",
                    "pair_ID\tsentence_A\tsentence_B\tscore\tjudgment\r\n"
                    "7\tA lamp is lit\tA lit lamp\t4.5\tENTAILMENT\r\n"
                    "9\tA lamp\tNo light\t2\tNEUTRAL\r\n");
  const DataOptions sick = {.format = DataFormat::kTsv,
                            .first = "sentence_A",
                            .second = "sentence_B",
                            .label = "judgment",
                            .grade = "score"};
  const auto labelled = ReadPairs(path, sick, PairAnswer::kLabel);
  ASSERT_TRUE(labelled.ok()) << labelled.error().message;
  EXPECT_EQ(labelled.value().labels, (Strings{"ENTAILMENT", "NEUTRAL"}));
  EXPECT_TRUE(labelled.value().grades.empty());
  const auto pairs = ToLabelledPairs(labelled.value(), words_,
                                     {.labels = {"NEUTRAL", "ENTAILMENT"}});
  ASSERT_TRUE(pairs.ok()) << pairs.error().message;
  EXPECT_EQ(pairs.value().labels, (std::vector<std::int32_t>{1, 0}));
  EXPECT_EQ(pairs.value().pairs[0].first, (WordIds{2, 0, kUnknownWord, 1}));
  EXPECT_EQ(pairs.value().pairs[0].second, (WordIds{2, 1, 0}));
  EXPECT_EQ(pairs.value().lines, (std::vector<std::size_t>{2, 3}));

  const auto graded = ReadPairs(path, sick, PairAnswer::kGrade);
  ASSERT_TRUE(graded.ok()) << graded.error().message;
  EXPECT_EQ(graded.value().grades, (std::vector<double>{4.5, 2}));
  EXPECT_TRUE(ToLabelledPairs(graded.value(), words_, {.grades = {1, 5}}).ok());
  EXPECT_EQ(ToLabelledPairs(graded.value(), words_, {.grades = {1, 4}})
                .error()
                .message,
            path + ":2: expected a grade from 1.0 to 4.0, found 4.5");
}

TEST_F(PairDataTest, AQueryMakesAPairWithEachCandidate) {
  const auto read = ReadPairs(
      folder_.Write("a.jsonl", R"({"query": "a lamp", "candidates": [)"
                               R"({"text": "lit", "label": 0}, )"
                               R"({"text": "a lit lamp", "label": 1}]})"),
      {}, PairAnswer::kLabel);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().labels, (Strings{"0", "1"}));
  ASSERT_EQ(read.value().pairs.size(), 2u);
  EXPECT_EQ(read.value().pairs[1].first, read.value().pairs[0].first);
}

TEST_F(PairDataTest, BadLinesAreSkippedWhole) {
  Strings skipped;
  DataOptions options{.max_errors = 2};
  options.on_skip = [&](const Error& error) {
    skipped.push_back(error.message.substr(error.message.find(".")));
  };
  const auto pairs =
      ReadPairs(folder_.Write("a.csv", "a,b,label\nodd,,1\na lamp,lit,0\n"),
                options, PairAnswer::kLabel);
  ASSERT_TRUE(pairs.ok()) << pairs.error().message;
  EXPECT_EQ(pairs.value().pairs.size(), 1u);
  EXPECT_EQ(pairs.value().words, (Strings{"a", "lamp", "lit"}));
  EXPECT_EQ(pairs.value().labels, (Strings{"0"}));
  EXPECT_EQ(skipped,
            (Strings{".csv:2: expected two texts with words, found \"\""}));

  // Of candidates, too; that a file has them is no news.
  skipped.clear();
  const auto candidates = ReadPairs(
      folder_.Write("a.jsonl",
                    R"({"query": "odd", "candidates": [)"
                    R"({"text": "one", "label": 0}, {"text": "", "label": 1}]})"
                    "\n"
                    R"({"query": "a lamp", "candidates": [)"
                    R"({"text": "lit", "label": 1}]})"),
      options, PairAnswer::kLabel);
  ASSERT_TRUE(candidates.ok()) << candidates.error().message;
  EXPECT_EQ(candidates.value().pairs.size(), 1u);
  EXPECT_EQ(candidates.value().candidates, (std::vector<std::size_t>{1}));
  EXPECT_EQ(candidates.value().words, (Strings{"a", "lamp", "lit"}));
  EXPECT_EQ(skipped,
            (Strings{".jsonl:1: expected two texts with words, found \"\""}));
}

TEST_F(PairDataTest, ErrorsNameTheLineAndWhatIsMissing) {
  EXPECT_EQ(Problem(folder_.Write("a.csv", "a,b,label\nx,y,1\nx,,1\n"),
                    PairAnswer::kLabel),
            ":3: expected two texts with words, found \"\"");
  EXPECT_EQ(Problem(folder_.Write("b.csv", "a,b\nx,y\n"), PairAnswer::kLabel),
            ":1: expected a column \"label\", found \"a\", \"b\"");
  EXPECT_EQ(Problem(folder_.Write("c.csv", "a,b,grade\nx,y,fine\n"),
                    PairAnswer::kGrade),
            ":2: expected \"grade\" to be a number, found \"fine\"");
  EXPECT_EQ(
      Problem(folder_.Write("d.jsonl", R"({"a": "x"})"), PairAnswer::kLabel),
      ":1: expected a field \"b\", found \"a\"");
  EXPECT_EQ(Problem(folder_.Write("e.csv", "a,b,label\n"), PairAnswer::kLabel),
            ":1: expected a pair of texts, found none");
  const std::string path = folder_.Write("f.csv", "a,b,label\nx,y,1\nx,y,2\n");
  const auto file = ReadPairs(path, {}, PairAnswer::kLabel);
  EXPECT_EQ(ToLabelledPairs(file.value(), words_, {.labels = {"0", "1"}})
                .error()
                .message,
            path +
                ":3: expected a label of the model, one of \"0\", \"1\", "
                "found \"2\"");
}

TEST_F(PairDataTest, AGradeIsSharedByTheTwoAroundIt) {
  const std::vector<double> grades = {1, 2, 4};
  const auto share = [&](double grade) {
    const RowVector found = ShareOfGrades(grade, grades);
    return std::vector<Real>(found.data(), found.data() + found.size());
  };
  EXPECT_EQ(share(1), (std::vector<Real>{1, 0, 0}));
  EXPECT_EQ(share(1.75), (std::vector<Real>{0.25, 0.75, 0}));
  EXPECT_EQ(share(2), (std::vector<Real>{0, 1, 0}));
  EXPECT_EQ(share(3.5), (std::vector<Real>{0, 0.25, 0.75}));
  EXPECT_EQ(share(4), (std::vector<Real>{0, 0, 1}));
}

}  // namespace
}  // namespace whylight
