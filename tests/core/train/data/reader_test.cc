#include "core/train/data/reader.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "core/tasks/rationale.h"
#include "tests/core/train/scratch_folder.h"

namespace whylight {
namespace {

using Lines = std::vector<std::string>;

Lines ReadLines(const std::string& path) {
  Result<LineReader> reader = LineReader::Open(path);
  EXPECT_TRUE(reader.ok());
  Lines lines;
  while (reader.ok()) {
    const auto line = reader.value().Next();
    EXPECT_TRUE(line.ok());
    if (!line.ok() || !line.value().has_value()) break;
    lines.emplace_back(*line.value());
    EXPECT_EQ(reader.value().line(), lines.size());
  }
  return lines;
}

TEST(LineReaderTest, ReadsPlainAndGzipAlikeWhateverTheName) {
  const ScratchFolder folder;
  const Lines lines = {"one", "", "three"};
  EXPECT_EQ(ReadLines(folder.Write("a.gz", "one\n\nthree\n")), lines);
  EXPECT_EQ(ReadLines(folder.WriteGzip("b.txt", "one\n\nthree\n")), lines);
}

TEST(LineReaderTest, ToleratesCarriageReturnsByteOrderMarkAndNoLastLineEnd) {
  const ScratchFolder folder;
  EXPECT_EQ(ReadLines(folder.Write("a.txt", "\xEF\xBB\xBFone\r\ntwo")),
            (Lines{"one", "two"}));
  EXPECT_EQ(ReadLines(folder.Write("b.txt", "x")), Lines{"x"});
}

TEST(LineReaderTest, ReadsLinesLongerThanAnyBuffer) {
  const ScratchFolder folder;
  const std::string line(1'000'000, 'x');
  EXPECT_EQ(ReadLines(folder.WriteGzip("a.txt", line + "\n" + line + "y\nz")),
            (Lines{line, line + "y", "z"}));
}

TEST(LineReaderTest, NamesAMissingFile) {
  const ScratchFolder folder;
  const Result<LineReader> reader = LineReader::Open(folder.Path("none.txt"));
  ASSERT_FALSE(reader.ok());
  EXPECT_EQ(reader.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(reader.error().message,
            folder.Path("none.txt") +
                ": expected a file, found: No such file or directory");
}

TEST(LineReaderTest, AFolderIsAnError) {
  const ScratchFolder folder;
  const Result<LineReader> reader = LineReader::Open(folder.Path(""));
  ASSERT_FALSE(reader.ok());
  EXPECT_EQ(reader.error().code, ErrorCode::kIo);
}

TEST(LineReaderTest, NamesTheLineWhereATruncatedGzipStops) {
  const ScratchFolder folder;
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i * 7919) + "\n";
  const std::string path = folder.WriteGzip("a.txt.gz", text);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);

  Result<LineReader> reader = LineReader::Open(path);
  ASSERT_TRUE(reader.ok());
  while (true) {
    const auto line = reader.value().Next();
    if (line.ok()) {
      ASSERT_TRUE(line.value().has_value()) << "took half a file for a whole";
      continue;
    }
    EXPECT_EQ(line.error().code, ErrorCode::kBadData);
    const std::string place =
        path + ":" + std::to_string(reader.value().line() + 1) + ": ";
    EXPECT_EQ(line.error().message,
              place +
                  "expected complete gzip data, found: unexpected end of "
                  "file");
    break;
  }
  EXPECT_GT(reader.value().line(), 10'000u);
}

TEST(LineReaderTest, CorruptGzipIsAnError) {
  const ScratchFolder folder;
  const std::string path = folder.WriteGzip("a.gz", "some text\n");
  std::fstream(path, std::ios::in | std::ios::out).seekp(12) << "????";
  const Result<LineReader> reader = LineReader::Open(path);
  ASSERT_FALSE(reader.ok());
  EXPECT_EQ(reader.error().code, ErrorCode::kBadData);
}

TEST(ReadReviewsTest, ReadsTextAndTheWantedRatingsInOrder) {
  const ScratchFolder folder;
  const std::string path = folder.WriteGzip(
      "a.jsonl.gz",
      R"({"text": "a \u00e9", "ratings": {"aroma": 0.25, "look": 1}})"
      "\n"
      R"({"ratings": {"look": 0, "aroma": 0.5, "taste": 9}, "text": ""})"
      "\n");
  const auto reviews = ReadReviews(path, {"look", "aroma"});
  ASSERT_TRUE(reviews.ok()) << reviews.error().message;
  ASSERT_EQ(reviews.value().size(), 2u);
  EXPECT_EQ(reviews.value()[0].text, "a \u00e9");
  EXPECT_EQ(reviews.value()[0].ratings, (std::vector<Real>{1, 0.25}));
  EXPECT_EQ(reviews.value()[1].text, "");
  EXPECT_EQ(reviews.value()[1].ratings, (std::vector<Real>{0, 0.5}));
}

TEST(ReadReviewsTest, ComplaintsNameTheLineAndWhatWasFound) {
  const std::string good = R"({"text": "t", "ratings": {"aroma": 0.5}})";
  const struct {
    std::string line;
    std::string complaint;
  } cases[] = {
      {"{\"text\": ", "expected a JSON object, found text that is not JSON"},
      {"\"\xFF\"", "expected a JSON object, found text that is not JSON"},
      {"[1]", "expected a JSON object, found an array"},
      {"{}", "expected a field \"text\", found none"},
      {R"({"text": 3})", "expected \"text\" to be a string, found 3"},
      {R"({"text": ""})",
       "expected a field \"ratings\" with an object, found none"},
      {R"({"text": "", "ratings": [1]})",
       "expected a field \"ratings\" with an object, found an array"},
      {R"({"text": "", "ratings": {}})",
       "expected a rating \"aroma\" between 0 and 1, found none"},
      {R"({"text": "", "ratings": {"aroma": null}})",
       "expected a rating \"aroma\" between 0 and 1, found null"},
      {R"({"text": "", "ratings": {"aroma": "1"}})",
       "expected a rating \"aroma\" between 0 and 1, found a string"},
      {R"({"text": "", "ratings": {"aroma": 1.5}})",
       "expected a rating \"aroma\" between 0 and 1, found 1.5"},
      {R"({"text": "", "ratings": {"aroma": -0.5}})",
       "expected a rating \"aroma\" between 0 and 1, found -0.5"},
  };
  const ScratchFolder folder;
  for (const auto& [line, complaint] : cases) {
    std::string content = good;
    content.append("\n").append(line).append("\n").append(good).append("\n");
    std::string message = folder.Write("a.jsonl", content);
    const auto reviews = ReadReviews(message, {"aroma"});
    message.append(":2: ").append(complaint);
    ASSERT_FALSE(reviews.ok()) << line;
    EXPECT_EQ(reviews.error().code, ErrorCode::kBadData);
    EXPECT_EQ(reviews.error().message, message);
  }
}

TEST(ReadReviewsTest, AnEmptyFileIsAnError) {
  const ScratchFolder folder;
  for (const std::string& path :
       {folder.Write("a.jsonl", ""), folder.WriteGzip("b.jsonl.gz", "")}) {
    const auto reviews = ReadReviews(path, {"aroma"});
    ASSERT_FALSE(reviews.ok());
    EXPECT_EQ(reviews.error().message,
              path + ":1: expected a line, found an empty file");
  }
}

// The texts `VisitTexts` visits.
Result<Lines> Texts(const std::string& path) {
  Lines texts;
  const Status status =
      VisitTexts(path, [&](std::string_view text, std::size_t) -> Status {
        texts.emplace_back(text);
        return {};
      });
  if (!status.ok()) return status.error();
  return texts;
}

TEST(VisitTextsTest, TakesTheFieldOfJsonLinesAndTheWholeOfTextLines) {
  const ScratchFolder folder;
  const auto json = Texts(folder.Write("a.jsonl", "{\"text\": \"a b\"}\n"));
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(json.value(), Lines{"a b"});
  const auto text = Texts(folder.WriteGzip("a.txt.gz", "{a\n\nb\n"));
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(text.value(), (Lines{"{a", "", "b"}));
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
  const auto texts = Texts(folder.Write("a.csv", "a,b\n"));
  ASSERT_FALSE(texts.ok());
  EXPECT_EQ(texts.error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace whylight
