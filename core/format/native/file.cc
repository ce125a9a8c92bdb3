#include "core/format/native/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <vector>

#include "core/format/native/uninterrupted.h"

namespace whylight {
namespace {

namespace fs = std::filesystem;

int Open(const std::string& path, int flags) {
  return Uninterrupted(
      [&] { return ::open(path.c_str(), flags | O_CLOEXEC, 0666); });
}

class FileDescriptor {
 public:
  explicit FileDescriptor(int number) : number_(number) {}
  ~FileDescriptor() { Close(); }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;

  bool ok() const { return number_ >= 0; }
  int number() const { return number_; }

  /// Some file systems report a failed write only here. What a signal cuts
  /// short is closed all the same.
  bool Close() {
    const int number = number_;
    number_ = -1;
    return number < 0 || ::close(number) == 0 || errno == EINTR;
  }

 private:
  int number_;
};

bool WriteAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = Uninterrupted(
        [&] { return ::write(descriptor, bytes.data(), bytes.size()); });
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// Some file systems have nothing to wait for and say so.
bool Sync(int descriptor) {
  return Uninterrupted([&] { return ::fsync(descriptor); }) == 0 ||
         errno == EINVAL || errno == ENOTSUP;
}

std::string FolderOf(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

// ".NAME.", which a process and a number follow: ".NAME.1234-0.tmp".
std::string StemOfTemporaries(const fs::path& target) {
  return "." + target.filename().string() + ".";
}

bool IsTemporary(std::string_view name, std::string_view stem) {
  constexpr std::string_view kEnd = ".tmp";
  if (!name.starts_with(stem) || !name.ends_with(kEnd)) return false;
  name.remove_prefix(stem.size());
  if (name.size() <= kEnd.size()) return false;
  name.remove_suffix(kEnd.size());
  return name.find_first_not_of("0123456789-") == name.npos;
}

}  // namespace

Error IoError(const std::string& path, const std::string& what,
              int error_number) {
  return {error_number == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo,
          path + ": " + what + ": " +
              std::generic_category().message(error_number)};
}

Result<std::string> ReadFile(const std::string& path) {
  FileDescriptor file(Open(path, O_RDONLY));
  if (!file.ok()) {
    if (errno == ENOENT || errno == ENOTDIR) {
      return Error{ErrorCode::kNotFound,
                   path + ": expected a file, found none"};
    }
    return IoError(path, "cannot be opened", errno);
  }
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) {
    return IoError(path, "cannot be read", errno);
  }
  if (S_ISDIR(status.st_mode)) {
    return Error{ErrorCode::kIo, path + ": expected a file, found a folder"};
  }
  // The size is a hint: a pipe has none, and a file may be growing.
  std::string bytes;
  std::size_t filled = 0;
  bytes.resize(static_cast<std::size_t>(status.st_size) + 1);
  while (true) {
    const ssize_t count = Uninterrupted([&] {
      return ::read(file.number(), bytes.data() + filled,
                    bytes.size() - filled);
    });
    if (count < 0) return IoError(path, "cannot be read", errno);
    if (count == 0) break;
    filled += static_cast<std::size_t>(count);
    if (filled == bytes.size()) bytes.resize(2 * filled + 4096);
  }
  bytes.resize(filled);
  return bytes;
}

Status WriteNewFile(const std::string& path, std::string_view bytes) {
  FileDescriptor file(Open(path, O_WRONLY | O_CREAT | O_EXCL));
  if (!file.ok()) return IoError(path, "cannot be created", errno);
  if (WriteAll(file.number(), bytes) && Sync(file.number()) && file.Close()) {
    return {};
  }
  Error error = IoError(path, "cannot be written", errno);
  ::unlink(path.c_str());
  return error;
}

Status AppendToFile(const std::string& path, std::string_view bytes) {
  FileDescriptor file(Open(path, O_WRONLY | O_CREAT | O_APPEND));
  struct stat before {};
  if (!file.ok() || ::fstat(file.number(), &before) != 0) {
    return IoError(path, "cannot be written", errno);
  }
  if (WriteAll(file.number(), bytes) && file.Close()) return {};
  Error error = IoError(path, "writing failed", errno);
  [[maybe_unused]] const int cut = ::truncate(path.c_str(), before.st_size);
  return error;
}

Status SyncFolder(const std::string& path) {
  FileDescriptor folder(Open(path, O_RDONLY | O_DIRECTORY));
  if (!folder.ok() || !Sync(folder.number())) {
    return IoError(path, "cannot be brought to the disk", errno);
  }
  return {};
}

Result<std::string> ResolvePath(const std::string& path) {
  std::error_code error;
  const fs::path resolved = fs::weakly_canonical(path, error);
  if (error) return IoError(path, "cannot be found", error.value());
  return resolved.string();
}

Result<std::string> ResolveFolder(const std::string& path) {
  Result<std::string> resolved = ResolvePath(path);
  if (!resolved.ok()) return resolved;
  const fs::path folder(resolved.value());
  return (folder.has_filename() ? folder : folder.parent_path()).string();
}

std::string TemporarySibling(const std::string& path) {
  const fs::path target(path);
  std::string stem = StemOfTemporaries(target);
  stem += std::to_string(::getpid());
  stem += '-';
  fs::path sibling;
  std::error_code error;
  // A folder that cannot be looked into fails at its next use, with a message.
  for (int i = 0; i < 1000; ++i) {
    sibling = target.parent_path() / (stem + std::to_string(i) + ".tmp");
    const fs::file_type found = fs::symlink_status(sibling, error).type();
    if (found == fs::file_type::not_found) break;
  }
  return sibling.string();
}

void RemoveTemporarySiblings(const std::string& path) {
  const Result<std::string> target = ResolveFolder(path);
  if (!target.ok()) return;
  const std::string stem = StemOfTemporaries(target.value());
  std::vector<fs::path> left;
  std::error_code ignored;
  for (const auto& entry :
       fs::directory_iterator(FolderOf(target.value()), ignored)) {
    if (IsTemporary(entry.path().filename().string(), stem)) {
      left.push_back(entry.path());
    }
  }
  for (const fs::path& each : left) fs::remove_all(each, ignored);
}

Status WriteFileAtomically(const std::string& path, std::string_view bytes) {
  const Result<std::string> resolved = ResolvePath(path);
  if (!resolved.ok()) return resolved.error();
  const std::string& target = resolved.value();
  struct stat old {};
  const bool replaces = ::stat(target.c_str(), &old) == 0;
  if (replaces && !S_ISREG(old.st_mode)) {
    return Error{ErrorCode::kInvalidArgument,
                 path + ": expected a file, found a folder or a device"};
  }
  const std::string temporary = TemporarySibling(target);
  Status status = WriteNewFile(temporary, bytes);
  if (!status.ok()) return status;
  if ((replaces && ::chmod(temporary.c_str(), old.st_mode & 07777) != 0) ||
      ::rename(temporary.c_str(), target.c_str()) != 0) {
    Error failure = IoError(path, "cannot be replaced", errno);
    ::unlink(temporary.c_str());
    return failure;
  }
  return SyncFolder(FolderOf(target));
}

bool ExchangeFolders([[maybe_unused]] const std::string& a,
                     [[maybe_unused]] const std::string& b) {
#ifdef RENAME_EXCHANGE
  return ::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(),
                     RENAME_EXCHANGE) == 0;
#else
  return false;
#endif
}

Status SwapFoldersByRenaming(const std::string& from, const std::string& to) {
  const std::string aside = TemporarySibling(to);
  if (::rename(to.c_str(), aside.c_str()) != 0) {
    return IoError(to, "cannot be renamed", errno);
  }
  if (::rename(from.c_str(), to.c_str()) != 0) {
    Error failure = IoError(to, "cannot be replaced", errno);
    ::rename(aside.c_str(), to.c_str());
    return failure;
  }
  if (::rename(aside.c_str(), from.c_str()) != 0) {
    return IoError(aside, "cannot be renamed", errno);
  }
  return {};
}

}  // namespace whylight
