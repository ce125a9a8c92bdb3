// Tensors in a file: the public safetensors format.
//
//   8 bytes    length of the header, little-endian
//   header     JSON: {"name": {"dtype": "F32", "shape": [2, 3],
//                     "data_offsets": [0, 24]}, ...,
//                     "__metadata__": {"key": "value"}}
//   data       the tensors' numbers, little-endian, row-major, without gaps
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/format/json.h"

namespace whylight {

/// The types of number we read; the format has more. Models hold F32, F16 and
/// I8.
enum class Dtype { kF64, kF32, kF16, kBF16, kI64, kI32, kU8, kI8, kBool };

/// The name in the file, e.g. "F32".
std::string_view DtypeName(Dtype dtype);

/// The size of one number.
std::size_t DtypeBytes(Dtype dtype);

struct Tensor {
  std::string name;
  Dtype dtype;
  std::vector<std::size_t> shape;
  std::string_view bytes;  ///< Owned by somebody else, at any alignment.
};

/// The tensors of a file, all checked: every one lies inside the file, none
/// overlaps another, nothing is left over, and each has as many bytes as its
/// shape and type ask for. Points into the bytes it was parsed from, which must
/// outlive it.
class SafetensorsView {
 public:
  /// Fails with kBadModel on anything else; errors start with `name`.
  static Result<SafetensorsView> Parse(std::string_view file,
                                       std::string_view name,
                                       DocumentParser parse = ParseDocument);

  /// The tensor called `name`, or null.
  const Tensor* Find(std::string_view name) const;

  /// In the order of their bytes in the file.
  const std::vector<Tensor>& tensors() const { return tensors_; }

  const std::map<std::string, std::string>& metadata() const {
    return metadata_;
  }

 private:
  static Result<SafetensorsView> ParseFile(std::string_view file,
                                           DocumentParser parse);

  std::vector<Tensor> tensors_;
  std::map<std::string, std::string> metadata_;
};

/// The file that holds `tensors`. Wider types come first, then names in order,
/// and the header is padded, so every number is aligned in the file. Fails with
/// kInvalidArgument when a name is repeated or not UTF-8, or when a tensor's
/// bytes do not fit its shape.
Result<std::string> SerializeSafetensors(
    std::vector<Tensor> tensors,
    const std::map<std::string, std::string>& metadata = {});

}  // namespace whylight
