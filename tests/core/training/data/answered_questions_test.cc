#include "core/training/data/answered_questions.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using Strings = std::vector<std::string>;

class AnsweredQuestionsTest : public testing::Test {
 protected:
  // The error in a file, after its path.
  std::string Problem(const std::string& content,
                      const std::string& name = "q.jsonl",
                      const DataOptions& options = {}) const {
    const std::string path = folder_.Write(name, content);
    const auto read = ReadQuestions({path}, options);
    if (read.ok()) return "nothing";
    return read.error().message.substr(path.size());
  }

  ScratchFolder folder_;
};

TEST_F(AnsweredQuestionsTest, PlacesCountCodePoints) {
  const std::string path = folder_.Write(
      "q.jsonl",
      "{\"question\": \"How is it?\", \"text\": \"\U0001F37A caf\u00e9 was "
      "loud.\", \"answers\": [[2, 6], [11, 15], [2, 7]], \"no_answer_votes\": "
      "1}\n\n"
      "{\"question\": \"Quiet?\", \"text\": \"No.\", \"answers\": []}\n");
  const AnsweredQuestions data = ReadQuestions({path}, {}).value();
  ASSERT_EQ(data.size(), 2u);
  const AnsweredQuestion& first = data.questions[0];
  EXPECT_EQ(first.asked, (Strings{"how", "is", "it", "?"}));
  EXPECT_EQ(first.answers, (Strings{"caf\u00e9", "loud", "caf\u00e9 "}));
  // Each once.
  EXPECT_EQ(first.places, (std::vector<WordRange>{{1, 2}, {3, 4}}));
  EXPECT_EQ(first.TextOf({1, 4}), "caf\u00e9 was loud");
  EXPECT_EQ(first.no_answer_votes, 1u);
  EXPECT_TRUE(data.questions[1].answers.empty());
  EXPECT_EQ(data.questions[1].place.line, 3u);
}

TEST_F(AnsweredQuestionsTest, FilesAreReadOneAfterTheOther) {
  const std::string line =
      R"({"question": "Loud?", "text": "Very loud.", "answers": [[5, 9]]})";
  const std::string one = folder_.Write("a.jsonl", line + "\n");
  const std::string two = folder_.Write("b.jsonl", line + "\n" + line + "\n");
  AnsweredQuestions data = ReadQuestions({one, two}, {}).value();
  EXPECT_EQ(data.size(), 3u);
  EXPECT_EQ(data.words, (Strings{"loud", "?", "very", "."}));
  EXPECT_EQ(data.word_counts, (std::vector<std::uint64_t>{6, 3, 3, 3}));
  EXPECT_EQ(data.questions[2].place.path, two);
  data.ReadWords(Vocabulary::FromWords({"very", "loud"}).value());
  EXPECT_EQ(data.ids[2].text, (WordIds{0, 1, -1}));
  EXPECT_EQ(data.ids[2].question, (WordIds{1, -1}));
}

TEST_F(AnsweredQuestionsTest, ErrorsNameTheFileAndTheLine) {
  const auto with = [](const std::string& answers) {
    return R"({"question": "Loud?", "text": "Very.", "answers": )" + answers +
           "}\n";
  };
  const std::string places =
      ":1: expected \"answers\" to be places [start, end] of the text, 0 <= "
      "start < end <= 5, found ";
  EXPECT_EQ(Problem(with("[[0, 6]]")), places + "[0,6]");
  EXPECT_EQ(Problem(with("[[3, 2]]")), places + "[3,2]");
  EXPECT_EQ(Problem(with("[[2, 2]]")), places + "[2,2]");
  EXPECT_EQ(Problem(with("[[0, 1], [-1, 2]]")).find(places), 0u);
  EXPECT_EQ(Problem(with("[3]")).find(places), 0u);
  EXPECT_EQ(Problem(with("7")).find(":1: expected \"answers\" to be a list"),
            0u);
  EXPECT_EQ(Problem(R"({"text": "a", "answers": []})"),
            ":1: expected a field \"question\", found \"answers\", \"text\"");
  EXPECT_EQ(Problem(R"({"question": "a", "answers": []})"),
            ":1: expected a field \"text\", found \"answers\", \"question\"");
  EXPECT_EQ(Problem(R"({"question": "a", "text": "b"})"),
            ":1: expected a field \"answers\", found \"question\", \"text\"");
  EXPECT_EQ(Problem("\n"
                    R"({"question": " ", "text": "b", "answers": []})"),
            ":2: expected a question and a text with words, found \" \"");
  EXPECT_EQ(
      Problem(R"({"question": "a", "text": "b  c", "answers": [[1, 2]]})"),
      ":1: expected an answer with words, found \" \"");
  EXPECT_EQ(Problem(R"({"question": "a", "text": "b", "answers": [],
                        "no_answer_votes": -1})"
                    "\n")
                .find(":1: "),
            0u);
  EXPECT_NE(Problem("question,text\na,b\n", "q.csv"), "nothing");
  EXPECT_NE(Problem("{\"question\": \"a\"", "broken.jsonl"), "nothing");
  EXPECT_NE(Problem("", "empty.jsonl"), "nothing");
  EXPECT_NE(Problem(with("[]"), "t.jsonl", {.treebank = true}), "nothing");
}

TEST_F(AnsweredQuestionsTest, BadLinesOfAnyKindAreSkippedWhereSomeMayBe) {
  const std::string path = folder_.Write(
      "q.jsonl",
      "{\"question\": \"\", \"text\": \"No.\", \"answers\": []}\n"
      "{\"question\": \"Late?\", \"text\": \" \", \"answers\": []}\n"
      "{\"question\": \"Late?\", \"text\": \"So late.\", \"answers\": "
      "[[2, 3]]}\n"
      "{\"question\": \"Quiet?\", \"text\": \"No.\", \"answers\": []}\n");
  DataOptions options{.max_errors = 3};
  Strings skipped;
  options.on_skip = [&](const Error& error) {
    skipped.push_back(error.message.substr(path.size()));
  };
  const auto data = ReadQuestions({path}, options);
  ASSERT_TRUE(data.ok()) << data.error().message;
  EXPECT_EQ(data.value().size(), 1u);
  EXPECT_EQ(data.value().words, (Strings{"quiet", "?", "no", "."}));
  EXPECT_EQ(
      skipped,
      (Strings{":1: expected a question and a text with words, found \"\"",
               ":2: expected a question and a text with words, found \" "
               "\"",
               ":3: expected an answer with words, found \" \""}));
  options.max_errors = 2;
  EXPECT_FALSE(ReadQuestions({path}, options).ok());
}

TEST_F(AnsweredQuestionsTest, KeysMayHaveOtherNames) {
  EXPECT_EQ(
      Problem(R"({"q": "a", "review": "b", "spans": [[0, 1]]})", "k.jsonl",
              {.text = "review", .question = "q", .answers = "spans"}),
      "nothing");
}

}  // namespace
}  // namespace whylight
