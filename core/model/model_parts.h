// The parts that the model folders of all systems share: sizes in config.json,
// and parameters as tensors.
#pragma once

#include <cstdint>
#include <list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/format/document.h"
#include "core/format/quantise.h"
#include "core/format/safetensors.h"
#include "core/graph/parameter.h"

namespace whylight {

/// The tensor of a model's word vectors.
inline constexpr std::string_view kEmbeddingTensor = "embedding";

/// kBadModel: "config.json: message".
Error BadConfig(const std::string& message);

/// Fails unless config.json is that of a model for `task`.
Status CheckTask(const Document& config, std::string_view task);
Status CheckTask(const nlohmann::json& config, std::string_view task);

/// The whole number `key` of `object`, from 1 to `largest`.
Result<Index> ReadSize(const Document& object, std::string_view key,
                       Index largest);
Result<Index> ReadSize(const nlohmann::json& object, std::string_view key,
                       Index largest);

/// Fails when model.safetensors, of these bytes, cannot hold so many numbers,
/// each of at least a byte: to be asked before memory is taken for them.
Status CheckModelSize(std::uint64_t numbers, std::string_view tensors_file);

/// Sets each parameter to the tensor of its name and shape.
Status ReadParameters(const SafetensorsView& tensors,
                      const std::vector<Parameter*>& parameters);

/// Collects the tensors of a model.safetensors.
class TensorCollector {
 public:
  /// Messages of failures start with `name`.
  Status Add(const std::string& name, const Matrix& matrix, Dtype dtype);

  Result<std::string> Serialize() const;

 private:
  // The tensors point into these, so none of them may move.
  std::list<EncodedMatrix> encoded_;
  std::vector<Tensor> tensors_;
};

}  // namespace whylight
