#include "core/program/lost_input.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include "core/format/json.h"
#include "core/training/engine/run_folder.h"

namespace whylight {
namespace {

namespace fs = std::filesystem;

// Flags that name a file or folder to write. Those of `prepare split` are
// looked at where they are read.
constexpr std::array<std::string_view, 2> kWritten = {"output", "report"};

// What writes a folder, some of them at the user's choice. A sweep's files have
// other names, and are looked at where they are written.
constexpr std::array<std::string_view, 6> kFolderVerbs = {
    "train", "vectors", "convert", "join", "import", "fit-domain"};

// Their flags that name a file or folder to read. What others say may be the
// name of a folder by chance: --task classifier.
constexpr std::array<std::string_view, 7> kRead = {
    "config", "dev", "input", "model", "train", "vectors", "vocabulary"};

// What belongs to a model or a run, beside which a verb may write what it
// likes.
constexpr std::array<std::string_view, 6> kOfFolders = {
    "config.json", "model.safetensors", "vocab.txt",
    "log.jsonl",   "log.csv",           "run.json"};

template <std::size_t kCount>
bool IsOneOf(const std::array<std::string_view, kCount>& names,
             const CLI::Option& option) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    return option.check_lname(std::string(name));
  });
}

bool IsWritten(const CLI::Option& option) { return IsOneOf(kWritten, option); }

// Whether `file` is what is read at `path`, or belongs to the folder there.
bool BelongsTo(const fs::path& file, const fs::path& path) {
  std::error_code ignored;
  if (fs::equivalent(file, path, ignored)) return true;
  return fs::equivalent(file.parent_path(), path, ignored) &&
         std::find(kOfFolders.begin(), kOfFolders.end(),
                   file.filename().string()) != kOfFolders.end();
}

Status CheckFile(const CLI::App& verb, const CLI::Option& written,
                 const fs::path& file) {
  for (const CLI::Option* read : verb.get_options()) {
    if (IsWritten(*read)) continue;
    for (const std::string& path : read->results()) {
      if (path.empty() || !BelongsTo(file, path)) continue;
      return Invalid(written.get_name() +
                     ": expected another file than is read, found " +
                     Quote(written.results().back()));
    }
  }
  return {};
}

// Whether `path`, which is read, is the folder, its model, or a file that is
// written there.
bool IsReplacedIn(const fs::path& folder, const fs::path& path) {
  std::error_code ignored;
  if (fs::equivalent(path, folder, ignored) ||
      fs::equivalent(path, folder / "model", ignored)) {
    return true;
  }
  return std::any_of(kOfFolders.begin(), kOfFolders.end(),
                     [&](std::string_view name) {
                       return fs::equivalent(path, folder / name, ignored);
                     });
}

Status CheckFolder(const CLI::App& verb, const CLI::Option& written,
                   const fs::path& folder) {
  if (std::find(kFolderVerbs.begin(), kFolderVerbs.end(), verb.get_name()) ==
      kFolderVerbs.end()) {
    return {};
  }
  // A run may go on with its own config, or be told to begin anew with it.
  const bool is_run = verb.get_name() == "train" &&
                      RunFolder(folder.string(), EarlierRun::kRefuse).HasRun();
  for (const CLI::Option* read : verb.get_options()) {
    if (!IsOneOf(kRead, *read) || IsWritten(*read)) continue;
    if (is_run && read->check_lname("config")) continue;
    for (const std::string& path : read->results()) {
      if (path.empty() || !IsReplacedIn(folder, path)) continue;
      return Invalid(
          written.get_name() + ": expected another folder than that of " +
          read->get_name() + ", found " + Quote(written.results().back()));
    }
  }
  return {};
}

Status CheckVerb(const CLI::App& verb) {
  for (const CLI::Option* written : verb.get_options()) {
    if (!IsWritten(*written) || written->empty()) continue;
    std::error_code unknown;
    const fs::path path = fs::absolute(written->results().back(), unknown);
    if (unknown) continue;
    Status checked;
    if (fs::is_regular_file(path, unknown)) {
      checked = CheckFile(verb, *written, path);
    } else if (fs::is_directory(path, unknown)) {
      checked = CheckFolder(verb, *written, path);
    }
    if (!checked.ok()) return checked;
  }
  for (const CLI::App* part : verb.get_subcommands()) {
    if (Status checked = CheckVerb(*part); !checked.ok()) return checked;
  }
  return {};
}

}  // namespace

Status CheckNoInputIsLost(const CLI::App& app) { return CheckVerb(app); }

}  // namespace whylight
