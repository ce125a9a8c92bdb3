#include "core/model/model_parts.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/json.h"
#include "core/format/model_folder.h"

namespace whylight {

Error BadConfig(const std::string& message) {
  return {ErrorCode::kBadModel, std::string(kConfigFile) + ": " + message};
}

Status CheckTask(const Document& config, std::string_view task) {
  const Document* const found = config.Find("task");
  if (found != nullptr && found->IsText(task)) return {};
  return BadConfig("expected \"task\" to be \"" + std::string(task) +
                   "\", found " +
                   (found == nullptr                   ? "none"
                    : found->is(Document::Kind::kText) ? Quote(found->text)
                                                       : "no text"));
}

Status CheckTask(const nlohmann::json& config, std::string_view task) {
  return CheckTask(ToDocument(config), task);
}

Result<Index> ReadSize(const Document& object, std::string_view key,
                       Index largest) {
  const std::string name = "\"" + std::string(key) + "\"";
  const Document* const found = object.Find(key);
  if (found == nullptr || !found->is(Document::Kind::kNumber) ||
      !found->whole) {
    return BadConfig("expected a whole number " + name);
  }
  if (found->number < 1 || found->number > static_cast<double>(largest)) {
    return BadConfig("expected " + name + " between 1 and " +
                     std::to_string(largest) + ", found " + CountText(*found));
  }
  return static_cast<Index>(found->number);
}

Result<Index> ReadSize(const nlohmann::json& object, std::string_view key,
                       Index largest) {
  return ReadSize(ToDocument(object), key, largest);
}

Status CheckModelSize(std::uint64_t numbers, std::string_view tensors_file) {
  if (numbers <= tensors_file.size()) return {};
  return BadConfig("expected sizes that fit model.safetensors, found " +
                   std::to_string(numbers) + " parameters for a file of " +
                   std::to_string(tensors_file.size()) + " bytes");
}

Status ReadParameters(const SafetensorsView& tensors,
                      const std::vector<Parameter*>& parameters) {
  for (Parameter* parameter : parameters) {
    Result<Matrix> value =
        ReadMatrix(tensors, parameter->name, parameter->value.rows(),
                   parameter->value.cols());
    if (!value.ok()) return value.error();
    parameter->value = std::move(value).value();
  }
  return {};
}

Status TensorCollector::Add(const std::string& name, const Matrix& matrix,
                            Dtype dtype) {
  Result<EncodedMatrix> encoded = EncodeMatrix(matrix, dtype);
  if (!encoded.ok()) {
    return Error{encoded.error().code, name + ": " + encoded.error().message};
  }
  encoded_.push_back(std::move(encoded).value());
  AppendTensors(name, encoded_.back(), tensors_);
  return {};
}

Result<std::string> TensorCollector::Serialize() const {
  return SerializeSafetensors(tensors_);
}

}  // namespace whylight
