#include "core/training/engine/task_inputs.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

namespace whylight {

namespace {

namespace fs = std::filesystem;

// Whether `path` is `end`, or ends in it after a folder.
bool EndsIn(const std::string& path, const std::string& end) {
  return path.ends_with(end) && (path.size() == end.size() ||
                                 path[path.size() - end.size() - 1] == '/');
}

}  // namespace

Result<std::string> FindDataFile(const TaskInputs& inputs,
                                 const std::string& key,
                                 const std::string& path) {
  const auto given = inputs.files.find(key);
  if (given != inputs.files.end()) return given->second;
  if (path.empty()) {
    return Error{ErrorCode::kInvalidArgument,
                 "expected \"" + key + "\" in the config or --" + key};
  }
  if (fs::path(path).is_absolute() || path.starts_with("./")) return path;
  const char* const variable = std::getenv("WHYLIGHT_DATA");
  const std::string root = variable == nullptr ? "" : variable;
  std::error_code ignored;
  if (!root.empty() && fs::exists(fs::path(root) / path, ignored)) {
    return (fs::path(root) / path).string();
  }
  if (fs::exists(path, ignored)) return path;
  return Error{ErrorCode::kNotFound,
               "expected a file \"" + path +
                   "\" below the working folder or WHYLIGHT_DATA, which is " +
                   (root.empty() ? "not set" : "\"" + root + "\"") +
                   ", found none (docs/guides/data.md); --" + key +
                   " FILE names another"};
}

Result<std::vector<DataFile>> FindDataFiles(const TaskInputs& inputs,
                                            const std::string& key,
                                            std::vector<std::string>* paths) {
  if (inputs.files.contains(key)) *paths = {""};
  if (paths->empty()) {
    return Error{ErrorCode::kInvalidArgument,
                 "expected \"" + key + "\" in the config or --" + key};
  }
  std::vector<DataFile> files;
  for (std::size_t i = 0; i < paths->size(); ++i) {
    Result<std::string> found = FindDataFile(inputs, key, (*paths)[i]);
    if (!found.ok()) return found.error();
    files.push_back({i == 0 ? key : key + "." + std::to_string(i),
                     std::move(found).value()});
  }
  return files;
}

Result<std::vector<DataFile>> FindTrainAndDev(const TaskInputs& inputs,
                                              const std::string& train,
                                              const std::string& dev) {
  std::vector<DataFile> data;
  for (const auto& [key, path] :
       {std::pair("train", train), std::pair("dev", dev)}) {
    Result<std::string> found = FindDataFile(inputs, key, path);
    if (!found.ok()) return found.error();
    data.push_back({key, std::move(found).value()});
  }
  return data;
}

Result<std::vector<DataFile>> FindTrainDevAndVectors(const TaskInputs& inputs,
                                                     const std::string& train,
                                                     const std::string& dev,
                                                     std::string* vectors) {
  Result<std::vector<DataFile>> found = FindTrainAndDev(inputs, train, dev);
  if (!found.ok()) return found;
  const auto given = inputs.files.find("vectors");
  if (given != inputs.files.end()) *vectors = given->second;
  if (!vectors->empty()) found.value().push_back({"vectors", *vectors});
  return found;
}

std::string RecordedPath(const std::string& path, const std::string& key,
                         const std::vector<DataFile>& data) {
  for (const DataFile& file : data) {
    if (file.key != key) continue;
    if (!path.empty() && EndsIn(file.path, path)) return path;
    return std::filesystem::path(file.path).filename().string();
  }
  return path;
}

}  // namespace whylight
