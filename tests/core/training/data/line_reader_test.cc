#include "core/training/data/line_reader.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/core/training/scratch_folder.h"

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
    EXPECT_EQ(reader.value().place().line, lines.size());
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

TEST(LineReaderTest, TellsWhatCanBeReadOnlyOnce) {
  const ScratchFolder folder;
  const std::string pipe = folder.Path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_TRUE(IsReadOnce(pipe));
  EXPECT_TRUE(IsReadOnce("-"));
  EXPECT_FALSE(IsReadOnce(folder.Write("a.txt", "one\n")));
  EXPECT_FALSE(IsReadOnce(folder.path().string()));
  EXPECT_FALSE(IsReadOnce(folder.Path("none.txt")));
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

TEST(LineReaderTest, TellsHowTheFileAndItsLinesAreMarked) {
  const ScratchFolder folder;
  Result<LineReader> reader =
      LineReader::Open(folder.Write("a.txt", "\xEF\xBB\xBFone\r\ntwo\nx\r"));
  ASSERT_TRUE(reader.ok());
  EXPECT_EQ(reader.value().byte_order_mark(), "\xEF\xBB\xBF");
  for (const char* const end : {"\r\n", "\n", "\r"}) {
    ASSERT_TRUE(reader.value().Next().ok());
    EXPECT_EQ(reader.value().line_end(), end);
  }
  const Result<LineReader> plain = LineReader::Open(folder.Write("b", "x"));
  ASSERT_TRUE(plain.ok());
  EXPECT_EQ(plain.value().byte_order_mark(), "");
}

TEST(LineReaderTest, RefusesUtf16) {
  const ScratchFolder folder;
  using namespace std::string_view_literals;
  for (const std::string_view bytes :
       {"\xFF\xFEt\0e\0"sv, "\xFE\xFF\0t\0e"sv, "t\0e\0"sv, "\0t\0e"sv}) {
    for (const std::string& path :
         {folder.Write("a.csv", bytes), folder.WriteGzip("a.gz", bytes)}) {
      const Result<LineReader> reader = LineReader::Open(path);
      ASSERT_FALSE(reader.ok());
      EXPECT_EQ(
          reader.error().message,
          path + ":1: expected UTF-8, found UTF-16: save the file as UTF-8");
    }
  }
}

// Found by records_fuzzer: its own file, written again, was refused.
TEST(LineReaderTest, AByteOrderMarkOfUtf8OutweighsANul) {
  const ScratchFolder folder;
  using namespace std::string_view_literals;
  Result<LineReader> reader =
      LineReader::Open(folder.Write("a.csv", "\xEF\xBB\xBF\0t\n"sv));
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  EXPECT_EQ(reader.value().Next().value(), "\0t"sv);
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

}  // namespace
}  // namespace whylight
