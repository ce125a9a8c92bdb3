#include "core/format/native/writer_lock.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/format/native/file.h"
#include "tests/core/format/native/temporary_folder.h"

namespace whylight {
namespace {

namespace fs = std::filesystem;

class WriterLockTest : public testing::Test {
 protected:
  std::string Path(const std::string& name) const {
    return (folder_.path() / name).string();
  }

  TemporaryFolder folder_;
};

TEST_F(WriterLockTest, IsHeldByOneAndSaysByWhom) {
  {
    const Result<WriterLock> held = WriterLock::Take(Path("lock"), "runs/a");
    ASSERT_TRUE(held.ok());
    const Result<WriterLock> second = WriterLock::Take(Path("lock"), "runs/a");
    ASSERT_FALSE(second.ok());
    EXPECT_EQ(second.error().code, ErrorCode::kInvalidArgument);
    const std::string& message = second.error().message;
    EXPECT_TRUE(message.starts_with(
        "runs/a: expected nobody else to write here, found process " +
        std::to_string(::getpid()) + " of "))
        << message;
    EXPECT_NE(message.find(", since 20"), std::string::npos) << message;
  }
  EXPECT_TRUE(WriterLock::Take(Path("lock"), "runs/a").ok());
  EXPECT_TRUE(folder_.Names().empty());
}

TEST_F(WriterLockTest, IsHeldAsLongAsItIsMovedAround) {
  std::optional<WriterLock> kept;
  kept.emplace(WriterLock::TakeFolder(folder_.path().string()).value());
  EXPECT_FALSE(WriterLock::TakeFolder(folder_.path().string()).ok());
  kept.reset();
  EXPECT_TRUE(WriterLock::TakeFolder(folder_.path().string()).ok());
}

TEST_F(WriterLockTest, IsLetGoByDeath) {
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const Result<WriterLock> held = WriterLock::Take(Path("lock"), "a");
    const char said = held.ok() ? 'y' : 'n';
    if (::write(ready[1], &said, 1) == 1) ::pause();
    ::_exit(1);
  }
  char said = 0;
  ASSERT_EQ(::read(ready[0], &said, 1), 1);
  EXPECT_EQ(said, 'y');
  EXPECT_FALSE(WriterLock::Take(Path("lock"), "a").ok());
  ::kill(child, SIGKILL);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  for (const int end : ready) ::close(end);
  EXPECT_TRUE(WriterLock::Take(Path("lock"), "a").ok());
}

TEST_F(WriterLockTest, OfAnOutputIsBesideWhatItsLinksLeadTo) {
  fs::create_directory(folder_.path() / "real");
  fs::create_directory_symlink(folder_.path() / "real", Path("link"));
  const Result<WriterLock> held = WriterLock::TakeOutput(Path("link") + "/a/");
  ASSERT_TRUE(held.ok());
  EXPECT_TRUE(fs::exists(folder_.path() / "real" / ".a.lock"));
  EXPECT_FALSE(WriterLock::TakeOutput(Path("real/a")).ok());
  EXPECT_TRUE(WriterLock::TakeOutput(Path("real/b")).ok());
}

TEST_F(WriterLockTest, OfAnOutputRemovesWhatKilledWritersLeft) {
  ASSERT_TRUE(WriteNewFile(Path(".a.1234-0.tmp"), "half").ok());
  ASSERT_TRUE(WriteNewFile(Path(".b.1234-0.tmp"), "of another").ok());
  ASSERT_TRUE(WriterLock::TakeOutput(Path("a")).ok());
  EXPECT_EQ(folder_.Names(), std::vector<std::string>{".b.1234-0.tmp"});
}

TEST_F(WriterLockTest, OfAnOutputMakesTheFoldersAboveIt) {
  ASSERT_TRUE(WriterLock::TakeOutput(Path("new/deep/a")).ok());
  EXPECT_TRUE(fs::is_directory(Path("new/deep")));
  EXPECT_FALSE(fs::exists(Path("new/deep/a")));
}

TEST_F(WriterLockTest, OfAnOutputSaysWhereNoFolderCanBe) {
  ASSERT_TRUE(WriteNewFile(Path("file"), "").ok());
  const Result<WriterLock> lock = WriterLock::TakeOutput(Path("file/deep/a"));
  ASSERT_FALSE(lock.ok());
  EXPECT_EQ(lock.error().code, ErrorCode::kIo);
  EXPECT_NE(lock.error().message.find(Path("file/deep/a")), std::string::npos);
}

TEST_F(WriterLockTest, IsOfNoDevice) {
  const Result<WriterLock> lock = WriterLock::TakeOutput("/dev/null");
  ASSERT_FALSE(lock.ok());
  EXPECT_EQ(lock.error().code, ErrorCode::kInvalidArgument);
  EXPECT_FALSE(fs::exists("/dev/.null.lock"));
}

TEST_F(WriterLockTest, SaysWhereItCannotBe) {
  const Result<WriterLock> lock = WriterLock::TakeFolder(Path("missing"));
  ASSERT_FALSE(lock.ok());
  EXPECT_EQ(lock.error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace whylight
