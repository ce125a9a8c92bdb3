#include "core/program/lost_input.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include "core/format/json.h"

namespace whylight {
namespace {

namespace fs = std::filesystem;

// Flags that name a file to write. What --out names is a folder, and those of
// `prepare split` are looked at where they are read.
constexpr std::array<std::string_view, 2> kWritten = {"output", "report"};

// What belongs to a model or a run, beside which a verb may write what it
// likes.
constexpr std::array<std::string_view, 6> kOfFolders = {
    "config.json", "model.safetensors", "vocab.txt",
    "log.jsonl",   "log.csv",           "run.json"};

bool IsWritten(const CLI::Option& option) {
  return std::any_of(kWritten.begin(), kWritten.end(),
                     [&](std::string_view name) {
                       return option.check_lname(std::string(name));
                     });
}

// Whether `file` is what is read at `path`, or belongs to the folder there.
bool BelongsTo(const fs::path& file, const fs::path& path) {
  std::error_code ignored;
  if (fs::equivalent(file, path, ignored)) return true;
  return fs::equivalent(file.parent_path(), path, ignored) &&
         std::find(kOfFolders.begin(), kOfFolders.end(),
                   file.filename().string()) != kOfFolders.end();
}

Status CheckVerb(const CLI::App& verb) {
  for (const CLI::Option* written : verb.get_options()) {
    if (!IsWritten(*written) || written->empty()) continue;
    const std::string name = written->results().back();
    std::error_code unknown;
    const fs::path file = fs::absolute(name, unknown);
    if (unknown || !fs::is_regular_file(file, unknown)) continue;
    for (const CLI::Option* read : verb.get_options()) {
      if (IsWritten(*read)) continue;
      for (const std::string& path : read->results()) {
        if (path.empty() || !BelongsTo(file, path)) continue;
        return Error{ErrorCode::kInvalidArgument,
                     written->get_name() +
                         ": expected another file than is read, found " +
                         Quote(name)};
      }
    }
  }
  for (const CLI::App* part : verb.get_subcommands()) {
    if (Status checked = CheckVerb(*part); !checked.ok()) return checked;
  }
  return {};
}

}  // namespace

Status CheckNoInputIsLost(const CLI::App& app) { return CheckVerb(app); }

}  // namespace whylight
