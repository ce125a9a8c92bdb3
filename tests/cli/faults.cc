// Loaded before the C library (LD_PRELOAD): calls on files of one folder are
// counted, and one of them fails as a full disk, a broken one or a signal would
// have it. The environment says which:
//
//   FAULT_FOLDER  the folder, an absolute path; without it nothing is counted
//   FAULT_CALLS   "write", calls that make, change, rename or remove; or "read"
//   FAULT_AT      the call that fails, from 1; 0 for none
//   FAULT_ERROR   its errno; 0 to do half of what is to be written
//   FAULT_LASTS   1 if all calls after it fail, too
//   FAULT_LOG     a file that gets the name of each call that was counted
//   FAULT_CLOCK   seconds that the time of day goes back at each look at it
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>

namespace {

constexpr int kMostFiles = 4096;

enum class Effect { kNone, kFail, kHalf };

std::string_view Setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

long Number(const char* name) {
  return std::strtol(std::string(Setting(name)).c_str(), nullptr, 10);
}

// The C library's own.
template <typename Function>
Function* Real(Function*, const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

#define REAL(name) static const auto real_##name = Real(&::name, #name)

struct Settings {
  std::string folder{Setting("FAULT_FOLDER")};
  std::string calls{Setting("FAULT_CALLS")};
  long at = Number("FAULT_AT");
  int error = static_cast<int>(Number("FAULT_ERROR"));
  bool lasts = Number("FAULT_LASTS") != 0;
  std::string log{Setting("FAULT_LOG")};
  long clock = Number("FAULT_CLOCK");
};

const Settings& Set() {
  static const Settings settings;
  return settings;
}

std::atomic<long> calls_counted{0};
// Whether a descriptor is of a file in the folder that is to be written.
std::array<std::atomic<bool>, kMostFiles> watched{};

bool Inside(const char* path) {
  const std::string& folder = Set().folder;
  return !folder.empty() && path != nullptr &&
         std::string_view(path).starts_with(folder);
}

void Log(const char* call) {
  if (Set().log.empty()) return;
  REAL(open);
  REAL(write);
  REAL(close);
  const int log =
      real_open(Set().log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
  const std::string line = std::string(call) + "\n";
  [[maybe_unused]] const ssize_t written =
      real_write(log, line.data(), line.size());
  real_close(log);
}

Effect Count(const char* calls, const char* call) {
  if (Set().calls != calls) return Effect::kNone;
  Log(call);
  const long number = ++calls_counted;
  const bool meant =
      number == Set().at || (Set().lasts && Set().at > 0 && number > Set().at);
  if (!meant) return Effect::kNone;
  if (Set().error == 0) return Effect::kHalf;
  errno = Set().error;
  return Effect::kFail;
}

bool Changes(int flags) { return (flags & (O_WRONLY | O_RDWR | O_CREAT)) != 0; }

bool Watched(int file) {
  return file >= 0 && file < kMostFiles &&
         watched[static_cast<std::size_t>(file)];
}

void Watch(int file, bool on) {
  if (file < 0 || file >= kMostFiles) return;
  watched[static_cast<std::size_t>(file)] = on;
}

// A call on a path, or on what is in an open folder of ours.
template <typename Call>
auto OnPath(const char* name, const char* path, Call call) {
  if (Inside(path) && Count("write", name) == Effect::kFail) {
    return decltype(call())(-1);
  }
  return call();
}

template <typename Call>
auto OnFile(const char* name, int file, Call call) {
  if (Watched(file) && Count("write", name) == Effect::kFail) {
    return decltype(call())(-1);
  }
  return call();
}

template <typename Call>
int Open(const char* path, int flags, Call call) {
  if (!Inside(path)) return call();
  const bool changes = Changes(flags);
  if (Count(changes ? "write" : "read", "open") == Effect::kFail) return -1;
  const int file = call();
  // A folder is opened to be brought to the disk.
  Watch(file, changes || (flags & O_DIRECTORY) != 0);
  return file;
}

mode_t ModeOf(int flags, std::va_list list) {
  return (flags & O_CREAT) != 0 ? va_arg(list, mode_t) : 0;
}

// `call` writes so many bytes.
template <typename Call>
ssize_t Write(const char* name, int file, std::size_t size, Call call) {
  if (!Watched(file)) return call(size);
  switch (Count("write", name)) {
    case Effect::kFail:
      return -1;
    case Effect::kHalf:
      return call((size + 1) / 2);
    case Effect::kNone:
      break;
  }
  return call(size);
}

// How far the time of day has gone back by now.
long ClockBehind() {
  static std::atomic<long> looks{0};
  return Set().clock == 0 ? 0 : Set().clock * ++looks;
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  REAL(open);
  std::va_list list;
  va_start(list, flags);
  const mode_t mode = ModeOf(flags, list);
  va_end(list);
  return Open(path, flags, [&] { return real_open(path, flags, mode); });
}

int open64(const char* path, int flags, ...) {
  REAL(open64);
  std::va_list list;
  va_start(list, flags);
  const mode_t mode = ModeOf(flags, list);
  va_end(list);
  return Open(path, flags, [&] { return real_open64(path, flags, mode); });
}

FILE* fopen(const char* path, const char* mode) {
  REAL(fopen);
  const bool changes = std::strpbrk(mode, "wa+") != nullptr;
  if (Inside(path) &&
      Count(changes ? "write" : "read", "fopen") == Effect::kFail) {
    return nullptr;
  }
  FILE* file = real_fopen(path, mode);
  if (file != nullptr && Inside(path)) Watch(fileno(file), changes);
  return file;
}

ssize_t write(int file, const void* bytes, std::size_t size) {
  REAL(write);
  return Write("write", file, size,
               [&](std::size_t some) { return real_write(file, bytes, some); });
}

ssize_t pwrite(int file, const void* bytes, std::size_t size, off_t at) {
  REAL(pwrite);
  return Write("pwrite", file, size, [&](std::size_t some) {
    return real_pwrite(file, bytes, some, at);
  });
}

ssize_t read(int file, void* bytes, std::size_t size) {
  REAL(read);
  std::size_t some = size;
  // What is read may be of any folder: files are told apart as they are opened.
  if (!Set().folder.empty() && Set().calls == "read") {
    switch (Count("read", "read")) {
      case Effect::kFail:
        return -1;
      case Effect::kHalf:
        some = (size + 1) / 2;
        break;
      case Effect::kNone:
        break;
    }
  }
  return real_read(file, bytes, some);
}

int fflush(FILE* file) {
  REAL(fflush);
  if (file == nullptr) return real_fflush(file);
  return OnFile("fflush", fileno(file), [&] { return real_fflush(file); });
}

int fclose(FILE* file) {
  REAL(fclose);
  const int number = fileno(file);
  const bool fails =
      Watched(number) && Count("write", "fclose") == Effect::kFail;
  const int error = errno;
  Watch(number, false);
  const int closed = real_fclose(file);
  if (!fails) return closed;
  errno = error;
  return EOF;
}

int close(int file) {
  REAL(close);
  const bool fails = Watched(file) && Count("write", "close") == Effect::kFail;
  const int error = errno;
  Watch(file, false);
  // The file is closed in any case, as Linux does it.
  const int closed = real_close(file);
  if (!fails) return closed;
  errno = error;
  return -1;
}

int fsync(int file) {
  REAL(fsync);
  return OnFile("fsync", file, [&] { return real_fsync(file); });
}

int ftruncate(int file, off_t size) noexcept {
  REAL(ftruncate);
  return OnFile("ftruncate", file, [&] { return real_ftruncate(file, size); });
}

int truncate(const char* path, off_t size) noexcept {
  REAL(truncate);
  return OnPath("truncate", path, [&] { return real_truncate(path, size); });
}

int flock(int file, int what) noexcept {
  REAL(flock);
  return OnFile("flock", file, [&] { return real_flock(file, what); });
}

int rename(const char* from, const char* to) noexcept {
  REAL(rename);
  return OnPath("rename", to, [&] { return real_rename(from, to); });
}

int renameat2(int from_in, const char* from, int to_in, const char* to,
              unsigned flags) noexcept {
  REAL(renameat2);
  return OnPath("renameat2", to, [&] {
    return real_renameat2(from_in, from, to_in, to, flags);
  });
}

int unlink(const char* path) noexcept {
  REAL(unlink);
  return OnPath("unlink", path, [&] { return real_unlink(path); });
}

int unlinkat(int in, const char* path, int flags) noexcept {
  REAL(unlinkat);
  // Of what is in a folder; its path says nothing of where that is.
  if (!Set().folder.empty() && in != AT_FDCWD &&
      Count("write", "unlinkat") == Effect::kFail) {
    return -1;
  }
  return OnPath("unlinkat", path,
                [&] { return real_unlinkat(in, path, flags); });
}

int remove(const char* path) noexcept {
  REAL(remove);
  return OnPath("remove", path, [&] { return real_remove(path); });
}

int mkdir(const char* path, mode_t mode) noexcept {
  REAL(mkdir);
  return OnPath("mkdir", path, [&] { return real_mkdir(path, mode); });
}

int chmod(const char* path, mode_t mode) noexcept {
  REAL(chmod);
  return OnPath("chmod", path, [&] { return real_chmod(path, mode); });
}

int fchmodat(int in, const char* path, mode_t mode, int flags) noexcept {
  REAL(fchmodat);
  return OnPath("fchmodat", path,
                [&] { return real_fchmodat(in, path, mode, flags); });
}

int link(const char* from, const char* to) noexcept {
  REAL(link);
  return OnPath("link", to, [&] { return real_link(from, to); });
}

int clock_gettime(clockid_t clock, timespec* time) noexcept {
  REAL(clock_gettime);
  const int result = real_clock_gettime(clock, time);
  if (clock == CLOCK_REALTIME && result == 0) time->tv_sec -= ClockBehind();
  return result;
}

std::time_t time(std::time_t* time) noexcept {
  REAL(time);
  const std::time_t now = real_time(nullptr) - ClockBehind();
  if (time != nullptr) *time = now;
  return now;
}
}
