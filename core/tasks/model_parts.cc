#include "core/tasks/model_parts.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/json.h"
#include "core/format/model_folder.h"

namespace whylight {

Error BadConfig(const std::string& message) {
  return {ErrorCode::kBadModel, std::string(kConfigFile) + ": " + message};
}

Status CheckTask(const nlohmann::json& config, std::string_view task) {
  const auto found = config.find("task");
  if (found != config.end() && *found == task) return {};
  return BadConfig(
      "expected \"task\" to be \"" + std::string(task) + "\", found " +
      (found == config.end() ? "none"
       : found->is_string()  ? Quote(found->get_ref<const std::string&>())
                             : "no text"));
}

Result<Index> ReadSize(const nlohmann::json& object, const char* key,
                       Index largest) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_integer()) {
    return BadConfig("expected a whole number \"" + std::string(key) + "\"");
  }
  const auto value = found->get<double>();
  if (value < 1 || value > static_cast<double>(largest)) {
    return BadConfig("expected \"" + std::string(key) + "\" between 1 and " +
                     std::to_string(largest) + ", found " +
                     (found->is_number_unsigned()
                          ? std::to_string(found->get<std::uint64_t>())
                          : std::to_string(found->get<std::int64_t>())));
  }
  return found->get<Index>();
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
