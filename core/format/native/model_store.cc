#include "core/format/native/model_store.h"

#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/format/json.h"
#include "core/format/native/file.h"
#include "core/format/native/sha256.h"

namespace whylight {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

namespace fs = std::filesystem;

Error InFolder(const std::string& folder, const Error& error) {
  return {error.code, folder + "/" + error.message};
}

// Reading tells what else is wrong with it.
Status ExpectFolder(const std::string& path) {
  std::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  if (type == fs::file_type::directory || type == fs::file_type::none) {
    return {};
  }
  const bool missing = type == fs::file_type::not_found;
  return Error{ErrorCode::kNotFound,
               path + ": expected the folder of a model, found " +
                   (missing ? "none" : "a file")};
}

// `files.config` with the sizes and hashes of the files as they are now.
Result<std::string> CompleteConfig(const ModelFiles& files) {
  // Sizes may be left from another model, so they go before anything is
  // checked.
  Result<json> valid = ParseJson(files.config, kConfigFile, kMaxConfigDepth);
  if (!valid.ok()) return valid.error();
  ordered_json config = ordered_json::parse(files.config, nullptr, false);
  if (config.is_object()) config.erase("files");
  ModelFiles complete{config.dump(), {}, {}};
  Result<json> checked = ParseModelConfig(complete);
  if (!checked.ok()) return checked.error();

  ordered_json& list = config["files"];
  for (const auto& [name, bytes] :
       {std::pair(kTensorsFile, &files.tensors),
        std::pair(kVocabularyFile, &files.vocabulary)}) {
    const Result<std::string> hash = Sha256Hex(*bytes);
    if (!hash.ok()) return hash.error();
    list[std::string(name)] = {{"bytes", bytes->size()},
                               {"sha256", hash.value()}};
  }
  return config.dump(2) + "\n";
}

Status CheckHash(const json& config, std::string_view file,
                 const std::string& bytes) {
  const auto& expected = config["files"][std::string(file)]["sha256"];
  const Result<std::string> found = Sha256Hex(bytes);
  if (!found.ok()) return found.error();
  if (expected != found.value()) {
    return Error{ErrorCode::kBadModel,
                 std::string(file) + ": expected SHA-256 " +
                     Quote(expected.get_ref<const std::string&>()) +
                     ", found " + Quote(found.value())};
  }
  return {};
}

// Gives `to` everything in `from` that is no part of the model.
Status KeepOtherFiles(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::directory_iterator entries(from, error);
  while (!error && entries != fs::directory_iterator()) {
    const fs::path name = entries->path().filename();
    if (name != kConfigFile && name != kTensorsFile &&
        name != kVocabularyFile) {
      // A link costs no space, and a log that is being written goes on.
      const auto options =
          fs::copy_options::recursive | fs::copy_options::copy_symlinks;
      fs::copy(entries->path(), to / name,
               options | fs::copy_options::create_hard_links, error);
      if (error) {
        fs::remove_all(to / name, error);
        fs::copy(entries->path(), to / name, options, error);
      }
      if (error) {
        return IoError(entries->path().string(), "cannot be kept",
                       error.value());
      }
    }
    entries.increment(error);
  }
  if (error) return IoError(from.string(), "cannot be read", error.value());
  return {};
}

Status WriteFiles(const fs::path& folder, const std::string& config,
                  const ModelFiles& files) {
  for (const auto& [name, bytes] :
       {std::pair(kTensorsFile, &files.tensors),
        std::pair(kVocabularyFile, &files.vocabulary),
        std::pair(kConfigFile, &config)}) {
    Status status = WriteNewFile((folder / name).string(), *bytes);
    if (!status.ok()) return status;
  }
  return {};
}

// Puts the model of folder `from` where there is a model already.
Status ReplaceModel(const fs::path& from, const fs::path& target) {
  Status status = KeepOtherFiles(target, from);
  if (!status.ok()) return status;
  std::error_code error;
  const fs::file_status old = fs::status(target, error);
  if (!error) fs::permissions(from, old.permissions(), error);
  if (error) return IoError(target.string(), "cannot be read", error.value());
  status = SyncFolder(from.string());
  if (!status.ok()) return status;
  if (ExchangeFolders(from.string(), target.string())) return {};
  return SwapFoldersByRenaming(from.string(), target.string());
}

// Moves the files of folder `from` into one that holds no model.
Status AddModel(const fs::path& from, const fs::path& target) {
  for (const std::string_view name :
       {kTensorsFile, kVocabularyFile, kConfigFile}) {
    std::error_code error;
    fs::rename(from / name, target / name, error);
    if (error) {
      return IoError((target / name).string(), "cannot be written",
                     error.value());
    }
  }
  return SyncFolder(target.string());
}

}  // namespace

Result<ModelFiles> ReadModelFolder(const std::string& path) {
  if (Status status = ExpectFolder(path); !status.ok()) return status.error();
  if (std::error_code error;
      !fs::exists(fs::path(path) / kTensorsFile, error) &&
      fs::exists(fs::path(path) / "model" / kConfigFile, error)) {
    return Error{ErrorCode::kNotFound,
                 path +
                     ": expected the folder of a model, found that of a run, "
                     "whose model is in " +
                     (fs::path(path) / "model").string()};
  }
  ModelFiles files;
  for (const auto& [name, bytes] :
       {std::pair(kConfigFile, &files.config),
        std::pair(kTensorsFile, &files.tensors),
        std::pair(kVocabularyFile, &files.vocabulary)}) {
    Result<std::string> read = ReadFile(path + "/" + std::string(name));
    if (!read.ok()) return read.error();
    *bytes = std::move(read).value();
  }
  const Result<json> config = ParseModelConfig(files);
  if (!config.ok()) return InFolder(path, config.error());
  if (!config.value().contains("files")) {
    return InFolder(path, {ErrorCode::kBadModel,
                           std::string(kConfigFile) +
                               ": expected \"files\" with sizes and hashes"});
  }
  for (const auto& [name, bytes] :
       {std::pair(kTensorsFile, &files.tensors),
        std::pair(kVocabularyFile, &files.vocabulary)}) {
    const Status status = CheckHash(config.value(), name, *bytes);
    if (!status.ok()) return InFolder(path, status.error());
  }
  return files;
}

Status CheckModelPlace(const std::string& path) {
  const auto exists = [&path](std::string_view name) {
    std::error_code error;
    return fs::exists(fs::path(path) / name, error);
  };
  const auto found = [&path](std::string_view name) {
    return Invalid(path + ": expected the folder of a model, or one without " +
                   Quote(name) + ", found one that belongs to no model; give " +
                   "another folder");
  };
  if (!exists(kConfigFile)) {
    // Of a model that was moved in only in part, this file is not the first.
    const bool alone = exists(kVocabularyFile) && !exists(kTensorsFile);
    return alone ? found(kVocabularyFile) : Status{};
  }
  const Result<std::string> bytes =
      ReadFile((fs::path(path) / kConfigFile).string());
  if (!bytes.ok()) return bytes.error();
  const Result<json> config =
      ParseJson(bytes.value(), kConfigFile, kMaxConfigDepth);
  const bool ours = config.ok() && config.value().is_object() &&
                    config.value().value("format", json()) == "whylight";
  return ours ? Status{} : found(kConfigFile);
}

Status WriteModelFolder(const std::string& path, const ModelFiles& files) {
  const Result<std::string> config = CompleteConfig(files);
  if (!config.ok()) return InFolder(path, config.error());

  const Result<std::string> resolved = ResolveFolder(path);
  if (!resolved.ok()) return resolved.error();
  std::error_code error;
  const fs::path target = fs::absolute(resolved.value(), error);
  const bool exists = fs::exists(target, error);
  if (exists && !fs::is_directory(target, error)) {
    return Error{ErrorCode::kInvalidArgument,
                 path + ": expected a folder, found something else"};
  }
  if (Status place = CheckModelPlace(path); !place.ok()) return place;
  fs::create_directories(target.parent_path(), error);
  if (error) {
    return IoError(target.parent_path().string(), "cannot be created",
                   error.value());
  }

  const fs::path temporary = TemporarySibling(target.string());
  fs::create_directory(temporary, error);
  if (error) {
    return IoError(temporary.string(), "cannot be created", error.value());
  }
  Status status = WriteFiles(temporary, config.value(), files);
  if (status.ok()) status = SyncFolder(temporary.string());
  if (status.ok()) {
    if (!exists) {
      fs::rename(temporary, target, error);
      if (error) status = IoError(path, "cannot be created", error.value());
    } else if (fs::exists(target / kConfigFile, error)) {
      status = ReplaceModel(temporary, target);
    } else {
      status = AddModel(temporary, target);
    }
  }
  // The old model after a success, the unfinished new one after a failure.
  fs::remove_all(temporary, error);
  if (!status.ok()) return status;
  return SyncFolder(target.parent_path().string());
}

}  // namespace whylight
