#include "core/training/data/record.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/model/limits.h"
#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using Strings = std::vector<std::string>;

Result<std::vector<Record>> Records(const std::string& path,
                                    const Wanted& wanted,
                                    const DataOptions& options = {}) {
  std::vector<Record> records;
  const Status read =
      VisitRecords(path, options, wanted, [&](Record& record) -> Status {
        records.push_back(std::move(record));
        return {};
      });
  if (!read.ok()) return read.error();
  return records;
}

// The error in a file, after its path.
std::string Problem(const std::string& path, const Wanted& wanted,
                    const DataOptions& options = {}) {
  const auto read = Records(path, wanted, options);
  if (read.ok()) return "nothing";
  return read.error().message.substr(path.size() + 1);
}

TEST(TwoTextsTest, AreReadFromJsonAndTables) {
  const ScratchFolder folder;
  const std::string objects = folder.Write(
      "a.jsonl", R"({"a": "It rains", "b": ["It", "pours"], "label": 1})");
  const std::string table =
      folder.Write("b.csv", "label,a,b\n1,It rains,It pours\n");
  for (const std::string& path : {objects, table}) {
    const auto read =
        Records(path, {.input = RecordInput::kTwoTexts, .label = true});
    ASSERT_TRUE(read.ok()) << read.error().message;
    ASSERT_EQ(read.value().size(), 1u);
    EXPECT_EQ(read.value()[0].text, "It rains");
    EXPECT_EQ(read.value()[0].second, "It pours");
    EXPECT_EQ(read.value()[0].label, "1");
  }
}

// As the paraphrases of Microsoft and SICK are published.
TEST(TwoTextsTest, HaveKeysLabelsAndGradesOfTheirOwn) {
  const ScratchFolder folder;
  const std::string quoted =
      folder.Write("msr.tsv",
                   "\xEF\xBB\xBFQuality\t#1 ID\t#1 String\t#2 String\r\n"
                   "0\t7\tHe said \"no\t\"No\", he said\r\n");
  const auto msr =
      Records(quoted, {.input = RecordInput::kTwoTexts, .label = true},
              {.first = "#1 String",
               .second = "#2 String",
               .label = "Quality",
               .quotes = false,
               .merge = {{"0", "different"}, {"1", "same"}}});
  ASSERT_TRUE(msr.ok()) << msr.error().message;
  EXPECT_EQ(msr.value()[0].text, "He said \"no");
  EXPECT_EQ(msr.value()[0].second, "\"No\", he said");
  EXPECT_EQ(msr.value()[0].label, "different");

  const std::string graded =
      folder.Write("sick.txt",
                   "sentence_A\tsentence_B\tscore\tjudgment\n"
                   "a\tb\t4.5\tNEUTRAL\n");
  const DataOptions sick = {.format = DataFormat::kTsv,
                            .first = "sentence_A",
                            .second = "sentence_B",
                            .label = "judgment",
                            .grade = "score"};
  const Wanted wanted = {
      .input = RecordInput::kTwoTexts, .label = true, .grade = true};
  const auto read = Records(graded, wanted, sick);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value()[0].label, "NEUTRAL");
  EXPECT_EQ(read.value()[0].grade, 4.5);
  EXPECT_EQ(Problem(folder.Write("bad.txt",
                                 "sentence_A\tsentence_B\tscore\t"
                                 "judgment\na\tb\tfine\tno\n"),
                    wanted, sick),
            "2: expected \"score\" to be a number, found \"fine\"");
}

TEST(TwoTextsTest, ErrorsNameTheLineAndTheTextThatIsMissing) {
  const ScratchFolder folder;
  const Wanted wanted = {.input = RecordInput::kTwoTexts};
  EXPECT_EQ(Problem(folder.Write("a.jsonl", R"({"a": "x", "b": "y"})"
                                            "\n"
                                            R"({"a": "x"})"),
                    wanted),
            "2: expected a field \"b\", found \"a\"");
  EXPECT_EQ(Problem(folder.Write("a.jsonl", R"({"a": 1, "b": "y"})"), wanted),
            "1: expected \"a\" to be a string, found 1");
  EXPECT_EQ(Problem(folder.Write("a.csv", "a,text\n1,2\n"), wanted),
            "1: expected a column \"b\", found \"a\", \"text\"");
  EXPECT_EQ(Problem(folder.Write("a.txt", "x\n"), wanted),
            " expected pairs of texts as JSON lines, TSV or CSV, found a "
            "format without second texts");
  std::string words;
  for (std::size_t i = 0; i <= kMaxWords; ++i) words += "a ";
  EXPECT_EQ(Problem(folder.Write("a.csv", "a,b\nx," + words + "\n"), wanted),
            "2: expected at most 100000 words, found 100001");
}

// The query, then each candidate, a relevant one with a star.
Strings Spell(const Record& record) {
  Strings spelled = {record.text};
  for (const Candidate& candidate : record.candidates) {
    spelled.push_back(candidate.text + (candidate.relevant ? "*" : ""));
  }
  return spelled;
}

TEST(CandidatesTest, AreReadFromJsonAndFromTheRowsOfATable) {
  const ScratchFolder folder;
  const std::string objects = folder.Write(
      "a.jsonl", R"({"id": "1", "query": "q", "candidates": [)"
                 R"({"text": "x", "label": 0}, {"text": "y", "label": 1}]})"
                 "\n"
                 R"({"query": "r", "candidates": []})"
                 "\n");
  const std::string table =
      folder.Write("b.tsv", "query\ttext\tlabel\nq\tx\t0\nq\ty\t1\nr\tz\t0\n");
  const Wanted wanted = {.input = RecordInput::kCandidates, .label = true};
  const auto listed = Records(objects, wanted);
  ASSERT_TRUE(listed.ok()) << listed.error().message;
  ASSERT_EQ(listed.value().size(), 2u);
  EXPECT_EQ(Spell(listed.value()[0]), (Strings{"q", "x", "y*"}));
  EXPECT_EQ(Spell(listed.value()[1]), (Strings{"r"}));
  const auto rows = Records(table, wanted);
  ASSERT_TRUE(rows.ok()) << rows.error().message;
  ASSERT_EQ(rows.value().size(), 2u);
  EXPECT_EQ(Spell(rows.value()[0]), (Strings{"q", "x", "y*"}));
  EXPECT_EQ(rows.value()[0].place.line, 2u);
  EXPECT_EQ(Spell(rows.value()[1]), (Strings{"r", "z"}));
}

TEST(CandidatesTest, NeedNoLabelsToBeRanked) {
  const ScratchFolder folder;
  const auto read = Records(
      folder.Write("a.jsonl",
                   R"({"query": "q", "candidates": ["x", {"text": "y"}]})"),
      {.input = RecordInput::kCandidates});
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(Spell(read.value()[0]), (Strings{"q", "x", "y"}));
}

TEST(CandidatesTest, LabelsMayHaveOtherNames) {
  const ScratchFolder folder;
  const auto read =
      Records(folder.Write("a.tsv",
                           "query\ttext\tlabel\nq\tx\tPerfectMatch\n"
                           "q\ty\tIrrelevant\nq\tz\tunsure\n"),
              {.input = RecordInput::kCandidates, .label = true},
              {.merge = {{"PerfectMatch", "1"}, {"Irrelevant", "0"}}});
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(Spell(read.value()[0]), (Strings{"q", "x*", "y"}));
}

TEST(CandidatesTest, ErrorsNameTheLineAndWhatWasFound) {
  const ScratchFolder folder;
  const Wanted wanted = {.input = RecordInput::kCandidates, .label = true};
  const auto of_json = [&](const std::string& line) {
    return Problem(folder.Write("a.jsonl", line), wanted);
  };
  EXPECT_EQ(of_json(R"({"candidates": []})"),
            "1: expected a field \"query\", found \"candidates\"");
  EXPECT_EQ(of_json(R"({"query": "q"})"),
            "1: expected a field \"candidates\", found \"query\"");
  EXPECT_EQ(of_json(R"({"query": "q", "candidates": "x"})"),
            "1: expected \"candidates\" to be a list of objects with "
            "\"text\" and \"label\", found a string");
  EXPECT_EQ(of_json(R"({"query": "q", "candidates": ["x"]})"),
            "1: expected \"candidates\" to be a list of objects with "
            "\"text\" and \"label\", found in it a string");
  EXPECT_EQ(of_json(R"({"query": "q", "candidates": [{"text": "x"}]})"),
            "1: expected a field \"label\", found \"text\"");
  EXPECT_EQ(
      of_json(R"({"query": "q", "candidates": [{"text": "x", "label": 2}]})"),
      "1: expected \"label\" of a candidate to be 0 or 1, found \"2\"");
  EXPECT_EQ(Problem(folder.Write("a.tsv",
                                 "query\ttext\tlabel\nq\tx\t0\n"
                                 "r\ty\t1\nq\tz\t0\n"),
                    wanted),
            "4: expected the rows of a query to stand together, found more of "
            "\"q\"");
}

// As TrecQA is published.
TEST(CandidatesTest, AreReadFromQuestionsWithPositivesAndNegatives) {
  const ScratchFolder folder;
  const DataOptions trecqa = {.format = DataFormat::kQaPairs, .treebank = true};
  const Wanted wanted = {.input = RecordInput::kCandidates, .label = true};
  const std::string question =
      "<question>\nWho\tdid\tn't\t?\nWP\n</question>\n";
  const auto read =
      Records(folder.Write(
                  "a.xml",
                  "<QApairs id='1.4'>\n" + question +
                      "<positive>\nHe\t-LRB-\tme\t-RRB-\t\nPRP\n\n</positive>\n"
                      "<negative>\nA\t&\tB\n</negative>\n</QApairs>\n"
                      "<QApairs id='2'>\n" +
                      question + "</QApairs>\n"),
              wanted, trecqa);
  ASSERT_TRUE(read.ok()) << read.error().message;
  ASSERT_EQ(read.value().size(), 2u);
  EXPECT_EQ(Spell(read.value()[0]),
            (Strings{"Who didn't ?", "He ( me )*", "A & B"}));
  EXPECT_EQ(Spell(read.value()[1]), Strings{"Who didn't ?"});
  EXPECT_EQ(read.value()[1].place.line, 15u);

  const auto problem = [&](const std::string& content) {
    return Problem(folder.Write("b.xml", content), wanted, trecqa);
  };
  EXPECT_EQ(problem("hello\n"), "1: expected <QApairs ...>, found \"hello\"");
  EXPECT_EQ(problem("<QApairs>\n</QApairs>\n"),
            "1: expected a <question>, found none");
  EXPECT_EQ(problem("<QApairs>\n<answer>\n"),
            "2: expected <question>, <positive>, <negative> or </QApairs>, "
            "found \"<answer>\"");
  EXPECT_EQ(problem("<QApairs>\n<question>\n</question>\n"),
            "3: expected the words of a question, found \"</question>\"");
  EXPECT_EQ(problem("<QApairs>\n" + question),
            "5: expected </QApairs>, found the end of the file");
  EXPECT_EQ(Problem(folder.Write("c.xml", ""), {}, trecqa),
            " expected another format, found one that holds queries with "
            "candidates alone");
}

TEST(DocumentsTest, AreAListOfTexts) {
  const ScratchFolder folder;
  const Wanted wanted = {.input = RecordInput::kDocuments};
  const auto read =
      Records(folder.Write("a.jsonl", R"({"documents": ["one", ["t", "wo"]]})"),
              wanted);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value()[0].documents, (Strings{"one", "t wo"}));
  EXPECT_EQ(Problem(folder.Write("a.jsonl", R"({"documents": "one"})"), wanted),
            "1: expected \"documents\" to be a list of texts, found a string");
}

TEST(TreeTest, StandsBesideTheTextOfTheWhole) {
  const ScratchFolder folder;
  const auto read =
      Records(folder.Write("a.trees", "(3 (2 A) (4 (4 fine) (2 pint)))\n"),
              {.label = true, .tree = true});
  ASSERT_TRUE(read.ok()) << read.error().message;
  ASSERT_EQ(read.value().size(), 1u);
  EXPECT_EQ(read.value()[0].text, "A fine pint");
  EXPECT_EQ(read.value()[0].label, "3");
  ASSERT_TRUE(read.value()[0].tree);
  EXPECT_EQ(read.value()[0].tree->phrases.size(), 5u);
}

// Where a question is asked about the tree itself.
TEST(TreeTest, IsATextOfItsOwnAsItStandsInTheFile) {
  const ScratchFolder folder;
  const Wanted wanted = {.input = RecordInput::kTree};
  const std::string bare = "(It ('s (not lovely)))";
  for (const auto& [name, content] :
       {std::pair("a.trees", bare + "\n\n"), std::pair("a.txt", bare + "\n"),
        std::pair("a.csv", "text\n" + bare + "\n"),
        std::pair("a.jsonl", "{\"text\": \"" + bare + "\"}\n")}) {
    const auto read = Records(folder.Write(name, content), wanted);
    ASSERT_TRUE(read.ok()) << read.error().message;
    ASSERT_EQ(read.value().size(), 1u) << name;
    EXPECT_EQ(read.value()[0].text, bare) << name;
  }
  EXPECT_EQ(Problem(folder.Write("a.conll", "It\tO\n"), wanted),
            " expected trees in brackets, one per line, or as JSON lines, TSV "
            "or CSV, found a format without them");
}

TEST(TaggedSentencesTest, AreRecordsWithTokens) {
  const ScratchFolder folder;
  const auto read =
      Records(folder.Write("a.conll",
                           "Empire\tB-location\nState\tI-location\n"
                           "\n#fun\tO\n"),
              {.tags = true});
  ASSERT_TRUE(read.ok()) << read.error().message;
  ASSERT_EQ(read.value().size(), 2u);
  const Record& first = read.value()[0];
  EXPECT_EQ(first.text, "Empire State");
  EXPECT_EQ(first.tokens, (std::vector<Span>{{0, 6}, {7, 12}}));
  EXPECT_EQ(first.tags, (Strings{"B-location", "I-location"}));
  EXPECT_EQ(read.value()[1].text, "#fun");
  EXPECT_EQ(read.value()[1].place.line, 4u);
  EXPECT_EQ(Problem(folder.Write("a.jsonl", "{}"), {.tags = true}),
            " expected tagged sentences as CoNLL, CoNLL-U or aspects, found a "
            "format without tags");
}

TEST(ParsedSentencesTest, AreRecordsWithHeads) {
  const ScratchFolder folder;
  const std::string path =
      folder.Write("a.conllu",
                   "# text = Won't it\n"
                   "1-2\tWon't\t_\t_\t_\t_\t_\t_\t_\t_\n"
                   "1\tWo\twill\tAUX\tMD\t_\t0\troot\t_\t_\n"
                   "2\tn't\tnot\tPART\tRB\t_\t1\tadvmod\t_\t_\n"
                   "2.1\twork\t_\tVERB\t_\t_\t_\t_\t_\t_\n"
                   "3\tit\tit\tPRON\tPRP\t_\t1\tnsubj\t_\t_\n");
  const auto read = Records(path, {.tags = true, .heads = true});
  ASSERT_TRUE(read.ok()) << read.error().message;
  const Record& record = read.value()[0];
  EXPECT_EQ(record.text, "Wo n't it");
  EXPECT_EQ(record.tags, (Strings{"AUX", "PART", "PRON"}));
  EXPECT_EQ(record.heads, (std::vector<int>{0, 1, 1}));
  EXPECT_EQ(record.relations, (Strings{"root", "advmod", "nsubj"}));
}

TEST(ParsedSentencesTest, BadOnesAreSkippedIfTheyMayBe) {
  const ScratchFolder folder;
  const std::string path = folder.Write("a.conllu",
                                        "1\ta\t_\tX\t_\t_\t1\t_\t_\t_\n"
                                        "\n"
                                        "1\tb\t_\tX\t_\t_\t0\troot\t_\t_\n");
  Strings skipped;
  const auto read =
      Records(path, {.heads = true},
              {.max_errors = 1, .on_skip = [&](const Error& error) {
                 skipped.push_back(error.message);
               }});
  ASSERT_TRUE(read.ok()) << read.error().message;
  ASSERT_EQ(read.value().size(), 1u);
  EXPECT_EQ(read.value()[0].text, "b");
  EXPECT_EQ(skipped, Strings{path + ":1: expected a tree, found that word 1 "
                                    "(\"a\") depends on itself"});
}

TEST(MissingColumnsTest, AreNamedByWhatTheCallerHas) {
  const ScratchFolder folder;
  const std::string path = folder.Write("a.csv", "body,label\nx,1\n");
  const DataOptions none;
  const DataOptions some = {
      .named_by = {{"text", "--data.text"}, {"columns", "--data.columns"}}};
  const std::string lacks_text =
      "1: expected a column \"text\", found \"body\", \"label\"";
  EXPECT_EQ(Problem(path, {}, none), lacks_text);
  EXPECT_EQ(Problem(path, {}, some),
            lacks_text + "; --data.text names another");
  EXPECT_EQ(Problem(folder.Write("a.jsonl", R"({"body": "x"})"), {}, some),
            "1: expected a field \"text\", found \"body\""
            "; --data.text names another");
  DataOptions body = some;
  body.text = "body";
  EXPECT_EQ(Problem(path, {.ratings = {"aroma"}}, body),
            "1: expected a column \"aroma\", found \"body\", \"label\""
            "; --data.columns names another");
  body.columns = {{"aroma", "smell"}};
  EXPECT_EQ(Problem(path, {.ratings = {"aroma"}}, body),
            "1: expected a column \"smell\", found \"body\", \"label\""
            "; --data.columns names another");
  // Nothing names the question.
  EXPECT_EQ(Problem(path, {.input = RecordInput::kQuestionAndText}, some),
            "1: expected a column \"question\", found \"body\", \"label\"");
}

TEST(BadLinesTest, OfAFileAndOfWhoReadsItAreCountedTogether) {
  const ScratchFolder folder;
  const std::string path = folder.Write("a.jsonl",
                                        "{\"text\": 1}\n"
                                        "{\"text\": \"a\"}\n"
                                        "{\"text\": \"b\"}\n");
  const auto read = [&](std::size_t most, Strings* skipped) {
    const DataOptions options = {.max_errors = most,
                                 .on_skip = [&](const Error& error) {
                                   skipped->push_back(error.message);
                                 }};
    BadLines bad(options);
    return VisitRecords(path, options, {}, bad, [&](Record& record) {
      return record.text == "a" ? bad.Skip(record.place.Fail("no a"))
                                : Status();
    });
  };
  Strings skipped;
  EXPECT_TRUE(read(2, &skipped).ok());
  EXPECT_EQ(skipped, (Strings{path + ":1: expected \"text\" to be a string, "
                                     "found 1",
                              path + ":2: no a"}));
  EXPECT_EQ(read(1, &skipped).error().message,
            path + ":2: no a; found 2 bad lines, expected at most 1");
}

}  // namespace
}  // namespace whylight
