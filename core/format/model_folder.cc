#include "core/format/model_folder.h"

#include <cstdint>

namespace whylight {

using nlohmann::json;

namespace {

Error Bad(std::string_view file, const std::string& message) {
  return {ErrorCode::kBadModel, std::string(file) + ": " + message};
}

Status CheckSize(const Document& list, std::string_view file,
                 const std::string& bytes) {
  const Document* const entry = list.Find(file);
  if (entry == nullptr || !entry->is(Document::Kind::kObject)) {
    return Bad(kConfigFile, "expected " + Quote(file) + " in \"files\"");
  }
  const Document* const size = entry->Find("bytes");
  const Document* const hash = entry->Find("sha256");
  if (size == nullptr || !size->IsCount() || hash == nullptr ||
      !hash->is(Document::Kind::kText)) {
    return Bad(kConfigFile,
               "expected \"bytes\" and \"sha256\" of " + Quote(file));
  }
  if (size->number != static_cast<double>(bytes.size())) {
    return Bad(file, "expected " + CountText(*size) + " bytes, found " +
                         std::to_string(bytes.size()));
  }
  return {};
}

// Something that is no JSON at all, said in plain words.
Status CheckStart(const std::string& config) {
  const std::size_t start = config.find_first_not_of(" \t\r\n");
  if (start == std::string::npos) {
    return Bad(kConfigFile, "expected JSON, found an empty file");
  }
  if (config[start] == '<') {
    return Bad(kConfigFile,
               "expected JSON, found an HTML page; is the model at this "
               "address?");
  }
  return {};
}

Status CheckConfig(const Document& config, const ModelFiles& files) {
  const Document* const format = config.Find("format");
  if (format == nullptr || !format->IsText("whylight")) {
    return Bad(kConfigFile,
               "expected a model with \"format\": \"whylight\", found "
               "something else");
  }
  const Document* const version = config.Find("version");
  if (version == nullptr || !version->IsCount()) {
    return Bad(kConfigFile, "expected a whole number \"version\"");
  }
  if (version->number != kModelVersion) {
    return Error{ErrorCode::kModelVersion,
                 std::string(kConfigFile) + ": expected a model of version " +
                     std::to_string(kModelVersion) + ", found version " +
                     CountText(*version)};
  }
  const Document* const list = config.Find("files");
  if (list == nullptr) return {};
  if (!list->is(Document::Kind::kObject)) {
    return Bad(kConfigFile, "expected \"files\" as an object");
  }
  Status tensors = CheckSize(*list, kTensorsFile, files.tensors);
  if (!tensors.ok()) return tensors;
  return CheckSize(*list, kVocabularyFile, files.vocabulary);
}

}  // namespace

Result<json> ParseModelConfig(const ModelFiles& files) {
  if (Status start = CheckStart(files.config); !start.ok()) {
    return start.error();
  }
  Result<json> parsed = ParseJson(files.config, kConfigFile, kMaxConfigDepth);
  if (!parsed.ok()) return parsed;
  const Status checked = CheckConfig(ToDocument(parsed.value()), files);
  if (!checked.ok()) return checked.error();
  return parsed;
}

Result<Document> ReadModelConfig(const ModelFiles& files,
                                 DocumentParser parse) {
  if (Status start = CheckStart(files.config); !start.ok()) {
    return start.error();
  }
  Result<Document> parsed = parse(files.config, kConfigFile, kMaxConfigDepth);
  if (!parsed.ok()) return parsed;
  const Status checked = CheckConfig(parsed.value(), files);
  if (!checked.ok()) return checked.error();
  return parsed;
}

}  // namespace whylight
