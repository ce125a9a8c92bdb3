#include "core/training/data/reader.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/model/limits.h"
#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using Lines = std::vector<std::string>;

// The texts `VisitTexts` visits.
Result<Lines> Texts(const std::string& path, const DataOptions& options = {}) {
  Lines texts;
  const Status status = VisitTexts(
      path,
      [&](std::string_view text, std::size_t) -> Status {
        texts.emplace_back(text);
        return {};
      },
      options);
  if (!status.ok()) return status.error();
  return texts;
}

TEST(VisitTextsTest, TakesTheFieldOfJsonLinesAndTheWholeOfTextLines) {
  const ScratchFolder folder;
  const auto lines = Texts(folder.Write("a.jsonl", "{\"text\": \"a b\"}\n"));
  ASSERT_TRUE(lines.ok());
  EXPECT_EQ(lines.value(), Lines{"a b"});
  const auto text = Texts(folder.WriteGzip("a.txt.gz", "{a\n\nb\n"));
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(text.value(), (Lines{"{a", "", "b"}));
}

TEST(VisitEveryTextTest, TakesAllTextsOfWhateverRecordsTheFileHolds) {
  const ScratchFolder folder;
  for (const auto& [name, line] : std::map<std::string, std::string>{
           {"texts", R"({"text": "a b"})"},
           {"candidates",
            R"({"query": "a", "candidates": [{"text": "b", "label": 1}]})"},
           {"pairs", R"({"a": "a", "b": "b"})"},
           {"documents", R"({"documents": ["a", "b"]})"}}) {
    std::string all;
    const Status status =
        VisitEveryText(folder.Write(name + ".jsonl", line + "\n"),
                       [&](std::string_view text, std::size_t) -> Status {
                         all.append(all.empty() ? "" : " ").append(text);
                         return {};
                       });
    EXPECT_TRUE(status.ok()) << name;
    EXPECT_EQ(all, "a b") << name;
  }
  // Neither: the error is that of texts.
  const Status none =
      VisitEveryText(folder.Write("none.jsonl", "{\"x\": 1}\n"),
                     [](std::string_view, std::size_t) { return Status(); });
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().message.find("\"text\""), std::string::npos);
}

TEST(VisitTextsTest, PassesOverBlankLinesButCountsThem) {
  const ScratchFolder folder;
  std::vector<std::size_t> numbers;
  const Status status = VisitTexts(
      folder.Write("a.jsonl", "\n{\"text\": \"a\"}\n  \n{\"text\": \"b\"}\n"),
      [&](std::string_view, std::size_t line) -> Status {
        numbers.push_back(line);
        return {};
      });
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(numbers, (std::vector<std::size_t>{2, 4}));
}

TEST(VisitTextsTest, EndsWithTheErrorOfTheVisitor) {
  const ScratchFolder folder;
  int visits = 0;
  const Status status =
      VisitTexts(folder.Write("a.txt", "a\nb\n"),
                 [&](std::string_view, std::size_t) -> Status {
                   ++visits;
                   return Error{ErrorCode::kInterrupted, "enough"};
                 });
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kInterrupted);
  EXPECT_EQ(visits, 1);
}

TEST(VisitTextsTest, PutsAReplacementCharacterForHalfASurrogatePair) {
  const ScratchFolder folder;
  const auto texts = Texts(folder.Write(
      "a.jsonl",
      "{\"text\": \"a \\ud83c b \\udf7a c\"}\n"
      "{\"text\": \"whole \\ud83c\\udf7a, escaped \\\\ud83c\"}\n"));
  ASSERT_TRUE(texts.ok()) << texts.error().message;
  EXPECT_EQ(texts.value(), (Lines{"a \uFFFD b \uFFFD c",
                                  "whole \U0001F37A, escaped \\ud83c"}));
}

TEST(VisitTextsTest, NamesTheLineOfATextThatIsTooLong) {
  const ScratchFolder folder;
  std::string text;
  for (std::size_t i = 0; i <= kMaxWords; ++i) text += "a ";
  const std::string path = folder.Write("a.txt", "short\n" + text + "\n");
  const auto texts = Texts(path);
  ASSERT_FALSE(texts.ok());
  EXPECT_EQ(texts.error().code, ErrorCode::kTextTooLong);
  EXPECT_EQ(texts.error().message,
            path + ":2: expected at most 100000 words, found 100001");
}

TEST(VisitTextsTest, RefusesANameItCannotTellTheKindOf) {
  const ScratchFolder folder;
  const auto texts = Texts(folder.Write("a.doc", "a,b\n"));
  ASSERT_FALSE(texts.ok());
  EXPECT_EQ(texts.error().code, ErrorCode::kInvalidArgument);
  const auto none = Texts(folder.Path("none.doc"));
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code, ErrorCode::kNotFound);
}

TEST(VisitTextsTest, TakesTheTextAloneOfEveryOtherFormat) {
  const ScratchFolder folder;
  const struct {
    std::string name;
    std::string content;
    DataOptions options;
    Lines expected;
  } cases[] = {
      {"a.csv", "id,text\n1,\"a, b\"\n2,c\n", {}, {"a, b", "c"}},
      {"b.tsv.gz", "n\tbody\n1\ta \"b\"\n", {.text = "body"}, {"a \"b\""}},
      {"c.trees", "(1 (0 A) (1 pint))\n", {}, {"A pint"}},
      {"d.txt", "neg a b\n", {.format = DataFormat::kLabelledText}, {"a b"}},
      {"f.txt", "it is n't\n", {.treebank = true}, {"it isn't"}},
      {"e.anything",
       "{\"body\": \"a\"}\n",
       {.format = DataFormat::kJsonLines, .text = "body"},
       {"a"}},
  };
  for (const auto& [name, content, options, expected] : cases) {
    const auto texts = Texts(folder.Write(name, content), options);
    ASSERT_TRUE(texts.ok()) << texts.error().message;
    EXPECT_EQ(texts.value(), expected) << name;
  }
}

using Labelled = std::vector<std::pair<std::string, std::string>>;

// The labels and words `VisitLabelledTexts` visits.
Result<Labelled> LabelledTexts(const std::string& path,
                               const DataOptions& options = {}) {
  Labelled texts;
  const Status status = VisitLabelledTexts(
      path, options, [&](const LabelledText& text) -> Status {
        std::string words;
        for (const Token& token : text.tokens) words += token.text + " ";
        texts.emplace_back(text.label, words);
        return {};
      });
  if (!status.ok()) return status.error();
  return texts;
}

TEST(VisitLabelledTextsTest, ReadsTheSameFromEveryFormat) {
  const ScratchFolder folder;
  const struct {
    std::string name;
    std::string content;
  } cases[] = {
      {"a.txt", "1 A fine pint\n0\tflat\n"},
      {"a.jsonl",
       "{\"text\": \"A fine pint\", \"label\": 1}\n\n"
       "{\"label\": \"0\", \"text\": \"flat\"}\n"},
      {"a.trees", "(1 (0 A) (1 (1 fine) (0 pint)))\n(0 flat)\n"},
      {"a.tsv", "label\ttext\n1\tA fine pint\n0\tflat\n"},
      {"a.csv", "text,label\nA fine pint,1\n\"flat\",0\n"},
  };
  for (const auto& [name, content] : cases) {
    for (const std::string& path : {folder.Write(name, content),
                                    folder.WriteGzip(name + ".gz", content)}) {
      const auto texts = LabelledTexts(path);
      ASSERT_TRUE(texts.ok()) << texts.error().message;
      EXPECT_EQ(texts.value(),
                (Labelled{{"1", "a fine pint "}, {"0", "flat "}}))
          << path;
    }
  }
}

TEST(VisitLabelledTextsTest, GivesEveryPhraseOfATreeOnRequest) {
  const ScratchFolder folder;
  const auto texts = LabelledTexts(
      folder.Write("a.trees", "(3 (2 A) (4 (4 fine) (2 pint)))\n"),
      {.phrases = true});
  ASSERT_TRUE(texts.ok());
  EXPECT_EQ(texts.value(), (Labelled{{"3", "a fine pint "},
                                     {"2", "a "},
                                     {"4", "fine pint "},
                                     {"4", "fine "},
                                     {"2", "pint "}}));
}

TEST(VisitLabelledTextsTest, PutsTheTextOfATreebankBackInEveryFormat) {
  const ScratchFolder folder;
  for (const auto& [name, content] :
       {std::pair("a.txt", "1 it is n't\n"),
        std::pair("a.jsonl", "{\"text\": \"it is n't\", \"label\": 1}\n"),
        std::pair("a.csv", "text,label\nit is n't,1\n"),
        std::pair("a.trees", "(1 (2 it) (1 (2 is) (1 n't)))\n")}) {
    const auto texts =
        LabelledTexts(folder.Write(name, content), {.treebank = true});
    ASSERT_TRUE(texts.ok()) << texts.error().message;
    EXPECT_EQ(texts.value(), (Labelled{{"1", "it isn't "}})) << name;
  }
  const auto phrases =
      LabelledTexts(folder.Write("a.trees", "(1 (2 is) (1 n't))\n"),
                    {.phrases = true, .treebank = true});
  ASSERT_TRUE(phrases.ok());
  EXPECT_EQ(phrases.value(),
            (Labelled{{"1", "isn't "}, {"2", "is "}, {"1", "not "}}));
}

TEST(VisitLabelledTextsTest, LabelsHaveNoWhiteSpaceAroundThem) {
  const ScratchFolder folder;
  for (const auto& [name, content] :
       {std::pair("a.csv", "text,label\nlamp, a bug \nlamp,\"\ta bug\n\"\n"),
        std::pair("a.jsonl",
                  "{\"text\": \"lamp\", \"label\": \" a bug\"}\n"
                  "{\"text\": \"lamp\", \"label\": \"a bug\"}\n")}) {
    const auto texts = LabelledTexts(folder.Write(name, content));
    ASSERT_TRUE(texts.ok()) << texts.error().message;
    EXPECT_EQ(texts.value(), (Labelled{{"a bug", "lamp "}, {"a bug", "lamp "}}))
        << name;
  }
}

TEST(VisitLabelledTextsTest, MergesLabelsAndLeavesOthersOut) {
  const ScratchFolder folder;
  const DataOptions options = {
      .phrases = true, .merge = {{"0", "bad"}, {"1", "bad"}, {"4", "good"}}};
  const auto phrases = LabelledTexts(
      folder.Write("a.trees", "(3 (2 a) (4 (4 fine) (1 pint)))\n(0 flat)\n"),
      options);
  ASSERT_TRUE(phrases.ok()) << phrases.error().message;
  EXPECT_EQ(phrases.value(), (Labelled{{"good", "fine pint "},
                                       {"good", "fine "},
                                       {"bad", "pint "},
                                       {"bad", "flat "}}));
  const auto texts =
      LabelledTexts(folder.Write("a.txt", "1 a\n2 b\n4 c\n2 \n"), options);
  ASSERT_TRUE(texts.ok()) << texts.error().message;
  EXPECT_EQ(texts.value(), (Labelled{{"bad", "a "}, {"good", "c "}}));
}

TEST(VisitLabelledTextsTest, TakesTheSameWordsAndLabelOnceOnRequest) {
  const ScratchFolder folder;
  const std::string path =
      folder.Write("a.txt", "1 a b\n1 A  b\n0 a b\n1 a\n1 a b\n2 a\n");
  const auto texts = LabelledTexts(path, {.distinct = true});
  ASSERT_TRUE(texts.ok());
  EXPECT_EQ(texts.value(),
            (Labelled{{"1", "a b "}, {"0", "a b "}, {"1", "a "}, {"2", "a "}}));
  EXPECT_EQ(LabelledTexts(path).value().size(), 6u);
}

TEST(VisitLabelledTextsTest, ExpectsALabelThatIsNotLeftOut) {
  const ScratchFolder folder;
  const std::string path = folder.Write("a.txt", "2 a\n3 b\n");
  const auto texts = LabelledTexts(path, {.merge = {{"0", "bad"}}});
  ASSERT_FALSE(texts.ok());
  EXPECT_EQ(texts.error().code, ErrorCode::kBadData);
  EXPECT_EQ(texts.error().message,
            path +
                ":1: expected a text with a label that \"merge\" names, found "
                "none");
}

TEST(VisitLabelledTextsTest, TakesKeysByTheirNamesAndBooleansAsLabels) {
  const ScratchFolder folder;
  const auto texts = LabelledTexts(
      folder.Write("a.jsonl", "{\"body\": \"a\", \"spam\": true}\n"),
      {.text = "body", .label = "spam"});
  ASSERT_TRUE(texts.ok());
  EXPECT_EQ(texts.value(), (Labelled{{"true", "a "}}));
}

TEST(VisitLabelledTextsTest, ErrorsNameTheLineAndWhatWasFound) {
  const struct {
    std::string name;
    std::string content;
    std::string error;
  } cases[] = {
      {"a.txt", "1 a\n1\n",
       ":2: expected a label, a space and a text, found \"1\""},
      {"a.txt", "1 a\n b\n",
       ":2: expected a label, a space and a text, found \" b\""},
      {"a.txt", "1 a\n1  \n", ":2: expected a text with words, found \" \""},
      {"a.jsonl", "{\"text\": \"a\"}\n",
       ":1: expected a field \"label\", found \"text\""},
      {"a.jsonl", "{\"text\": \"a\", \"label\": 0.5}\n",
       ":1: expected \"label\" to be a string, a whole number, true or false, "
       "found 0.5"},
      {"a.jsonl", "{\"text\": \"a\", \"label\": \"\"}\n",
       ":1: expected a label, found an empty one; \"max_errors\" lets a number "
       "of bad lines pass"},
      {"a.csv", "text,label\n\"a\nb\",1\nc\n",
       ":4: expected 2 fields as in the header, found 1"},
      {"a.csv", "text,label\na, \t\n",
       ":2: expected a label, found an empty one; \"max_errors\" lets a number "
       "of bad lines pass"},
      {"a.csv", "text,stars\na,1\n",
       ":1: expected a column \"label\", found \"text\", \"stars\""},
      {"a.trees", "(1 a)\n(1 (0 a)\n",
       ":2:9: expected \")\", found the end of the line"},
      {"a.txt", "", ":1: expected a line, found an empty file"},
      {"a.txt", "\n", ":1: expected a labelled text, found none"},
      {"a.csv", "text,label\n", ":1: expected a labelled text, found none"},
  };
  const ScratchFolder folder;
  for (const auto& [name, content, error] : cases) {
    const std::string path = folder.Write(name, content);
    const auto texts = LabelledTexts(path);
    ASSERT_FALSE(texts.ok()) << content;
    EXPECT_EQ(texts.error().code, ErrorCode::kBadData);
    EXPECT_EQ(texts.error().message, path + error);
  }
}

// Twelve lines of which the third, sixth, ninth and twelfth are bad.
std::string SomeBadLines(const ScratchFolder& folder) {
  std::string content;
  for (int i = 1; i <= 12; ++i) content += i % 3 == 0 ? "bad\n" : "1 good\n";
  return folder.Write("a.txt", content);
}

TEST(MaxErrorsTest, BadLinesAreReportedAndSkipped) {
  const ScratchFolder folder;
  const std::string path = SomeBadLines(folder);
  Lines skipped;
  const auto texts =
      LabelledTexts(path, {.max_errors = 4, .on_skip = [&](const Error& error) {
                             skipped.push_back(error.message);
                           }});
  ASSERT_TRUE(texts.ok()) << texts.error().message;
  EXPECT_EQ(texts.value().size(), 8u);
  ASSERT_EQ(skipped.size(), 4u);
  EXPECT_EQ(skipped[1], path +
                            ":6: expected a label, a space and a text, found "
                            "\"bad\"");
}

TEST(MaxErrorsTest, OneMoreEndsTheReadingAndIsCounted) {
  const ScratchFolder folder;
  const std::string path = SomeBadLines(folder);
  int skipped = 0;
  const auto texts = LabelledTexts(
      path, {.max_errors = 2, .on_skip = [&](const Error&) { ++skipped; }});
  ASSERT_FALSE(texts.ok());
  EXPECT_EQ(skipped, 2);
  EXPECT_EQ(texts.error().message,
            path +
                ":9: expected a label, a space and a text, found \"bad\"; "
                "found 3 bad lines, expected at most 2");
}

TEST(MaxErrorsTest, CountsBadJsonAndBadRecordsOfTables) {
  const ScratchFolder folder;
  for (const auto& [name, content] :
       {std::pair("a.jsonl", "{\n[1]\n{\"text\": 1}\n{\"text\": \"a\"}\n"),
        std::pair("a.csv", "n,text\n1\n\"2\"x,b\n1,2,3\n1,a\n")}) {
    const std::string path = folder.Write(name, content);
    const auto texts = Texts(path, {.max_errors = 3});
    ASSERT_TRUE(texts.ok()) << texts.error().message;
    EXPECT_EQ(texts.value(), Lines{"a"});
    EXPECT_FALSE(Texts(path, {.max_errors = 2}).ok());
  }
}

TEST(MaxErrorsTest, AFileThatEndsEarlyIsAnErrorWhateverMayBeSkipped) {
  const ScratchFolder folder;
  std::string content;
  for (int i = 0; i < 50'000; ++i) {
    content += "1 " + std::to_string(i * 7919) + "\n";
  }
  const std::string path = folder.WriteGzip("a.txt.gz", content);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  const auto half = LabelledTexts(path, {.max_errors = 1000});
  ASSERT_FALSE(half.ok());
  EXPECT_NE(half.error().message.find("expected complete gzip data"),
            std::string::npos);

  const std::string open = folder.Write("a.csv", "text,label\na,1\n\"b,1\n");
  const auto unclosed = LabelledTexts(open, {.max_errors = 1000});
  ASSERT_FALSE(unclosed.ok());
  EXPECT_EQ(unclosed.error().message.find(open + ":3: expected a closing"), 0u);
}

TEST(MaxErrorsTest, ErrorsOfTheVisitorAreNotSkipped) {
  const ScratchFolder folder;
  int visits = 0;
  const Status status = VisitLabelledTexts(
      folder.Write("a.txt", "1 a\n1 b\n"), {.max_errors = 10},
      [&](const LabelledText&) -> Status {
        ++visits;
        return Error{ErrorCode::kBadData, "enough"};
      });
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(visits, 1);
}

}  // namespace
}  // namespace whylight
