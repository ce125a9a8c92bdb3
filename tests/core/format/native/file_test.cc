#include "core/format/native/file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "tests/core/format/native/temporary_folder.h"

namespace whylight {
namespace {

namespace fs = std::filesystem;

class FileTest : public testing::Test {
 protected:
  std::string Path(const std::string& name) const {
    return (folder_.path() / name).string();
  }
  std::string Content(const std::string& name) const {
    const Result<std::string> bytes = ReadFile(Path(name));
    return bytes.ok() ? bytes.value() : bytes.error().message;
  }

  TemporaryFolder folder_;
};

TEST_F(FileTest, ReadsBackWhatItWrites) {
  const std::string bytes("line\r\n\0\xFF", 8);
  ASSERT_TRUE(WriteFileAtomically(Path("a"), bytes).ok());
  EXPECT_EQ(Content("a"), bytes);
  ASSERT_TRUE(WriteFileAtomically(Path("a"), "").ok());
  EXPECT_EQ(Content("a"), "");
  EXPECT_EQ(folder_.Names(), std::vector<std::string>{"a"});
}

TEST_F(FileTest, ReadsFilesWithoutASize) {
  const Result<std::string> status = ReadFile("/proc/self/status");
  ASSERT_TRUE(status.ok());
  EXPECT_FALSE(status.value().empty());
}

TEST_F(FileTest, SaysWhatItFoundInPlaceOfAFile) {
  const Result<std::string> missing = ReadFile(Path("missing"));
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(missing.error().message,
            Path("missing") + ": expected a file, found none");
  const Result<std::string> folder = ReadFile(folder_.path().string());
  ASSERT_FALSE(folder.ok());
  EXPECT_EQ(folder.error().code, ErrorCode::kIo);
}

TEST_F(FileTest, LeavesALinkToItselfAsItIs) {
  fs::create_symlink("loop", Path("loop"));
  const Status status = WriteFileAtomically(Path("loop"), "x");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kIo);
  EXPECT_TRUE(fs::is_symlink(Path("loop")));
  EXPECT_EQ(folder_.Names(), std::vector<std::string>{"loop"});
}

TEST_F(FileTest, RemovesWhatKilledWritersOfAFileLeft) {
  fs::create_symlink("a", Path("link"));
  for (const char* name : {"a", ".a.1-0.tmp", ".a.b.1-0.tmp", ".b.1-0.tmp"}) {
    ASSERT_TRUE(WriteNewFile(Path(name), "x").ok());
  }
  fs::create_directories(Path(".a.2-3.tmp/inside"));
  RemoveTemporarySiblings(Path("link"));
  EXPECT_EQ(folder_.Names(), (std::vector<std::string>{
                                 ".a.b.1-0.tmp", ".b.1-0.tmp", "a", "link"}));
}

TEST_F(FileTest, AddsAtTheEnd) {
  ASSERT_TRUE(AppendToFile(Path("log"), "one\n").ok());
  ASSERT_TRUE(AppendToFile(Path("log"), "two\n").ok());
  EXPECT_EQ(ReadFile(Path("log")).value(), "one\ntwo\n");
  EXPECT_EQ(AppendToFile(folder_.path().string(), "x").error().code,
            ErrorCode::kIo);
  EXPECT_EQ(AppendToFile(Path("missing/log"), "x").error().code,
            ErrorCode::kNotFound);
}

TEST_F(FileTest, WritesNeitherFoldersNorDevices) {
  for (const std::string& path :
       {folder_.path().string(), std::string("/dev/null")}) {
    const Status status = WriteFileAtomically(path, "x");
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, ErrorCode::kInvalidArgument);
  }
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(FileTest, FollowsLinksAndKeepsPermissions) {
  ASSERT_TRUE(WriteFileAtomically(Path("a"), "old").ok());
  fs::permissions(Path("a"), fs::perms(0640));
  fs::create_symlink("a", Path("link"));
  ASSERT_TRUE(WriteFileAtomically(Path("link"), "new").ok());
  EXPECT_TRUE(fs::is_symlink(Path("link")));
  EXPECT_EQ(Content("a"), "new");
  EXPECT_EQ(fs::status(Path("a")).permissions(), fs::perms(0640));
}

TEST_F(FileTest, LeavesTheOldFileWhenTheDiskIsFull) {
  ASSERT_TRUE(WriteFileAtomically(Path("a"), "old").ok());
  {
    const FileSizeLimit limit(1000);
    const Status status =
        WriteFileAtomically(Path("a"), std::string(5000, 'x'));
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, ErrorCode::kIo);
  }
  EXPECT_EQ(Content("a"), "old");
  EXPECT_EQ(folder_.Names(), std::vector<std::string>{"a"});
}

TEST_F(FileTest, FailsInAFolderThatIsNotThere) {
  const Status status = WriteFileAtomically(Path("no/a"), "x");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kNotFound);
}

TEST_F(FileTest, SwapsFoldersEitherWay) {
  fs::create_directory(Path("a"));
  fs::create_directory(Path("b"));
  ASSERT_TRUE(WriteNewFile(Path("a/one"), "1").ok());
  ASSERT_TRUE(WriteNewFile(Path("b/two"), "2").ok());
  ASSERT_TRUE(SwapFoldersByRenaming(Path("a"), Path("b")).ok());
  EXPECT_EQ(Content("b/one"), "1");
  EXPECT_EQ(Content("a/two"), "2");
  // Not every file system can; where it says so, it has to be true.
  if (ExchangeFolders(Path("a"), Path("b"))) {
    EXPECT_EQ(Content("a/one"), "1");
    EXPECT_EQ(Content("b/two"), "2");
  } else {
    EXPECT_EQ(Content("b/one"), "1");
  }
}

TEST_F(FileTest, UndoesASwapThatFails) {
  fs::create_directory(Path("b"));
  ASSERT_TRUE(WriteNewFile(Path("b/two"), "2").ok());
  EXPECT_FALSE(SwapFoldersByRenaming(Path("missing"), Path("b")).ok());
  EXPECT_EQ(Content("b/two"), "2");
  EXPECT_EQ(folder_.Names(), std::vector<std::string>{"b"});
}

}  // namespace
}  // namespace whylight
