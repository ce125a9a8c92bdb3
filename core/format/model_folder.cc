#include "core/format/model_folder.h"

#include <cstdint>

namespace whylight {

using nlohmann::json;

namespace {

Error Bad(std::string_view file, const std::string& message) {
  return {ErrorCode::kBadModel, std::string(file) + ": " + message};
}

Status CheckSize(const json& list, std::string_view file,
                 const std::string& bytes) {
  const auto entry = list.find(std::string(file));
  if (entry == list.end() || !entry->is_object()) {
    return Bad(kConfigFile, "expected " + Quote(file) + " in \"files\"");
  }
  const auto size = entry->find("bytes");
  const auto hash = entry->find("sha256");
  if (size == entry->end() || !size->is_number_unsigned() ||
      hash == entry->end() || !hash->is_string()) {
    return Bad(kConfigFile,
               "expected \"bytes\" and \"sha256\" of " + Quote(file));
  }
  if (size->get<std::uint64_t>() != bytes.size()) {
    return Bad(file, "expected " + std::to_string(size->get<std::uint64_t>()) +
                         " bytes, found " + std::to_string(bytes.size()));
  }
  return {};
}

}  // namespace

Result<json> ParseModelConfig(const ModelFiles& files, JsonParser parse) {
  const std::size_t start = files.config.find_first_not_of(" \t\r\n");
  if (start == std::string::npos) {
    return Bad(kConfigFile, "expected JSON, found an empty file");
  }
  if (files.config[start] == '<') {
    return Bad(kConfigFile,
               "expected JSON, found an HTML page; is the model at this "
               "address?");
  }
  Result<json> parsed = parse(files.config, kConfigFile, kMaxConfigDepth);
  if (!parsed.ok()) return parsed.error();
  const json& config = parsed.value();
  if (!config.is_object() || !config.contains("format") ||
      config["format"] != "whylight") {
    return Bad(kConfigFile,
               "expected a model with \"format\": \"whylight\", found "
               "something else");
  }
  const auto version = config.find("version");
  if (version == config.end() || !version->is_number_unsigned()) {
    return Bad(kConfigFile, "expected a whole number \"version\"");
  }
  if (*version != kModelVersion) {
    return Error{ErrorCode::kModelVersion,
                 std::string(kConfigFile) + ": expected a model of version " +
                     std::to_string(kModelVersion) + ", found version " +
                     std::to_string(version->get<std::uint64_t>())};
  }
  const auto list = config.find("files");
  if (list != config.end()) {
    if (!list->is_object()) {
      return Bad(kConfigFile, "expected \"files\" as an object");
    }
    Status tensors = CheckSize(*list, kTensorsFile, files.tensors);
    if (!tensors.ok()) return tensors.error();
    Status vocabulary = CheckSize(*list, kVocabularyFile, files.vocabulary);
    if (!vocabulary.ok()) return vocabulary.error();
  }
  return parsed;
}

}  // namespace whylight
