#include "core/program/model_index.h"

#include "core/format/native/file.h"

namespace whylight {

using nlohmann::json;

Result<ModelIndex> ModelIndex::Make(const std::string& folder,
                                    const char* question,
                                    const std::vector<std::string_view>& inputs,
                                    const json& options) {
  Result<LoadedModel> model = LoadModel(folder);
  if (!model.ok()) return model.error();
  const System& system = *model.value().system;
  if (FindQuestion(system, question) == nullptr) {
    return Invalid(folder + ": expected a model that keeps an index, found " +
                   system.model);
  }
  ModelIndex index(std::move(model).value());
  const Result<Answer> made =
      whylight::Ask(system, *index.model_.model, {question, inputs, options});
  if (!made.ok()) return made.error();
  index.number_ = made.value().json["index"];
  index.options_ = made.value().json["options"];
  index.size_ = made.value().json["size"].get<std::size_t>();
  return index;
}

Result<ModelIndex> ModelIndex::Create(const std::string& folder,
                                      const json& options) {
  return Make(folder, "index-create", {}, options);
}

Result<ModelIndex> ModelIndex::Open(const std::string& folder,
                                    const std::string& path) {
  const Result<std::string> bytes = ReadFile(path);
  if (!bytes.ok()) return bytes.error();
  Result<ModelIndex> opened =
      Make(folder, "index-open", {bytes.value()}, json::object());
  if (opened.ok()) return opened;
  const Error& error = opened.error();
  const bool of_index = error.message.starts_with("index: ");
  return Error{error.code, of_index ? path + ": " + error.message.substr(7)
                                    : error.message};
}

Result<Answer> ModelIndex::Ask(std::string_view what,
                               const std::vector<std::string_view>& texts,
                               json options) {
  const std::string question = "index-" + std::string(what);
  options["index"] = number_;
  return whylight::Ask(*model_.system, *model_.model,
                       {question, texts, std::move(options)});
}

}  // namespace whylight
