#include "core/format/native/writer_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <ctime>
#include <filesystem>
#include <utility>

#include "core/format/native/file.h"
#include "core/format/native/uninterrupted.h"

namespace whylight {
namespace {

namespace fs = std::filesystem;

// "process 1234 of HOST, since 2026-11-25 20:14:03 UTC".
std::string DescribeThisProcess() {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '?';
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  std::array<char, 64> time{};
  if (::gmtime_r(&now, &parts) != nullptr) {
    std::strftime(time.data(), time.size(), "%Y-%m-%d %H:%M:%S UTC", &parts);
  }
  return "process " + std::to_string(::getpid()) + " of " + host.data() +
         ", since " + time.data();
}

Error HeldBySomebody(const std::string& what, int file) {
  std::array<char, 400> said{};
  // The holder may not have said it yet.
  const bool known = ::pread(file, said.data(), said.size() - 1, 0) > 0;
  return {ErrorCode::kInvalidArgument,
          what + ": expected nobody else to write here, found " +
              (known ? said.data() : "another process") +
              "; wait for its end, or name another place"};
}

// Whether `path` still names the open file, which its last holder may have
// removed.
bool Names(const std::string& path, int file) {
  struct stat named {};
  struct stat opened {};
  return ::stat(path.c_str(), &named) == 0 && ::fstat(file, &opened) == 0 &&
         named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
}

}  // namespace

Result<WriterLock> WriterLock::Take(const std::string& path,
                                    const std::string& what) {
  while (true) {
    const int file = Uninterrupted([&] {
      return ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    });
    if (file < 0) return IoError(what, "cannot be written", errno);
    const int locked =
        Uninterrupted([&] { return ::flock(file, LOCK_EX | LOCK_NB); });
    if (locked != 0 && errno == EWOULDBLOCK) {
      Error held = HeldBySomebody(what, file);
      ::close(file);
      return held;
    }
    if (!Names(path, file)) {
      ::close(file);
      continue;
    }
    WriterLock lock(path, file);
    const std::string said = DescribeThisProcess();
    const auto cut = [&] { return ::ftruncate(file, 0); };
    const auto say = [&] {
      return ::pwrite(file, said.data(), said.size(), 0);
    };
    if (Uninterrupted(cut) != 0 || Uninterrupted(say) < 0) {
      return IoError(what, "cannot be written", errno);
    }
    return lock;
  }
}

Result<WriterLock> WriterLock::TakeFolder(const std::string& folder) {
  return Take((fs::path(folder) / ".lock").string(), folder);
}

Result<WriterLock> WriterLock::TakeOutput(const std::string& path) {
  const Result<std::string> target = ResolveFolder(path);
  if (!target.ok()) return target.error();
  const fs::path resolved(target.value());
  std::error_code unknown;
  const fs::file_status there = fs::status(resolved, unknown);
  if (fs::exists(there) && !fs::is_directory(there) &&
      !fs::is_regular_file(there)) {
    return Error{ErrorCode::kInvalidArgument,
                 path + ": expected a file, found a folder or a device"};
  }
  if (resolved.has_parent_path()) {
    std::error_code failed;
    fs::create_directories(resolved.parent_path(), failed);
    if (failed) return IoError(path, "cannot be written", failed.value());
  }
  std::string name = ".";
  name += resolved.filename().string();
  name += ".lock";
  Result<WriterLock> lock =
      Take((resolved.parent_path() / name).string(), path);
  if (lock.ok()) RemoveTemporarySiblings(target.value());
  return lock;
}

WriterLock::WriterLock(std::string path, int file)
    : path_(std::move(path)), file_(file) {}

WriterLock::WriterLock(WriterLock&& other) noexcept
    : path_(std::move(other.path_)), file_(std::exchange(other.file_, -1)) {}

WriterLock::~WriterLock() {
  if (file_ < 0) return;
  // Before others can have the lock, who would lose theirs.
  ::unlink(path_.c_str());
  ::close(file_);
}

}  // namespace whylight
