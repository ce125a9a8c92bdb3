#include "core/training/engine/run_record.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <thread>
#include <utility>

#include "core/format/json.h"
#include "core/format/native/sha256.h"

namespace whylight {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

// The text behind the first `key` in a file of such lines; white space and
// quotes around it left out.
std::string FindInFile(const char* path, std::string_view key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!std::string_view(line).starts_with(key)) continue;
    constexpr const char* kAround = " \t:=\"";
    const std::size_t start = line.find_first_not_of(kAround, key.size());
    if (start == std::string::npos) break;
    return line.substr(start, line.find_last_not_of(kAround) + 1 - start);
  }
  return "unknown";
}

std::uint64_t MemoryBytes() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGE_SIZE);
  if (pages < 0 || page < 0) return 0;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
}

// The widest that the processor has.
const char* InstructionSet() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") != 0) return "AVX-512";
  if (__builtin_cpu_supports("avx2") != 0) return "AVX2";
  return "SSE2";
#else
  return "baseline";
#endif
}

std::string Compiler() {
#if defined(__clang__)
  return "Clang " __clang_version__;
#elif defined(__GNUC__)
  return "GCC " __VERSION__;
#else
  return "unknown";
#endif
}

Result<FileHash> HashData(const std::string& path) {
  std::error_code failed;
  if (!fs::is_directory(path, failed)) return HashFile(path);
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(path, failed)) {
    if (entry.is_regular_file()) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  FileHash all;
  std::string hashes;
  for (const std::string& file : files) {
    const Result<FileHash> hash = HashFile(file);
    if (!hash.ok()) return hash;
    all.bytes += hash.value().bytes;
    hashes += hash.value().sha256;
  }
  Result<std::string> hash = Sha256Hex(hashes);
  if (!hash.ok()) return hash.error();
  all.sha256 = std::move(hash).value();
  return all;
}

// As FindDifference, of parts that are at `where` in an identity.
std::string FindDifferenceAt(const ordered_json& began, const ordered_json& now,
                             const std::string& where) {
  if (began.is_object() && now.is_object()) {
    for (const auto& [key, value] : began.items()) {
      const auto found = now.find(key);
      std::string difference =
          FindDifferenceAt(value, found == now.end() ? ordered_json() : *found,
                           where.empty() ? key : where + "." + key);
      if (!difference.empty()) return difference;
    }
    for (const auto& [key, value] : now.items()) {
      if (!began.contains(key)) {
        return FindDifferenceAt(ordered_json(), value,
                                where.empty() ? key : where + "." + key);
      }
    }
    return {};
  }
  if (began == now) return {};
  return where + ": expected " + DumpJson(began) +
         ", as when the run began, found " + DumpJson(now);
}

}  // namespace

ordered_json MachineDescription() {
  utsname system{};
  uname(&system);
  return {{"processor", FindInFile("/proc/cpuinfo", "model name")},
          {"cores", std::thread::hardware_concurrency()},
          {"instruction_set", InstructionSet()},
          {"memory_bytes", MemoryBytes()},
          {"system", FindInFile("/etc/os-release", "PRETTY_NAME")},
          {"kernel", std::string(system.sysname) + " " + system.release + " " +
                         system.machine},
          {"compiler", Compiler()}};
}

Result<ordered_json> RecordData(const std::vector<DataFile>& data) {
  ordered_json record = ordered_json::array();
  for (const DataFile& file : data) {
    const Result<FileHash> hash = HashData(file.path);
    if (!hash.ok()) return hash.error();
    record.push_back({{"key", file.key},
                      {"file", fs::path(file.path).filename().string()},
                      {"bytes", hash.value().bytes},
                      {"sha256", hash.value().sha256}});
  }
  return record;
}

ordered_json RunIdentity(const ordered_json& config, const ordered_json& data) {
  ordered_json files;
  for (const ordered_json& file : data) {
    const auto key = file.find("key");
    if (key == file.end() || !key->is_string()) continue;
    files[key->get<std::string>()] = file.value("sha256", ordered_json());
  }
  return {{"config", config}, {"SHA-256 of the data", files}};
}

std::string FindDifference(const ordered_json& began, const ordered_json& now) {
  return FindDifferenceAt(began, now, "");
}

}  // namespace whylight
