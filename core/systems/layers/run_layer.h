// One layer applied to tensors of one's own: for porting models, and for
// checking ours against other code (docs/reference/layers.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace whylight {

struct LayerOutput {
  /// A safetensors file, F32: "h" [L x h] (fewer or more rows where the layer
  /// pools or has windows). Of an RCNN also "c.1" .. "c.n", "z.1" .. "z.n" and
  /// "gate" (λ), each [L x h], "outgate" and "highway" where it has them; of
  /// attention also "alpha" [L].
  std::string tensors;
  /// Names of tensors that were given and not read.
  std::vector<std::string> unused;
};

/// Runs the layer that `spec` (JSON) describes over one text. `input` is a
/// safetensors file with "x" [L x d], the layer's tensors and, if words are to
/// be left out, "mask" [L] with numbers in [0, 1]. Numbers may have any type.
///
/// Fails with kInvalidArgument, naming the option or the tensor, what was
/// expected and what was found, and with kBadModel where `input` is no
/// safetensors file of finite numbers.
Result<LayerOutput> RunLayer(std::string_view spec, std::string_view input);

/// A tensor that a layer reads, e.g. {"W.1", "[h, d]"}.
struct WantedTensor {
  std::string name;
  std::string shape;
};

/// What `RunLayer` wants to find in its input for `spec`.
Result<std::vector<WantedTensor>> LayerShapes(std::string_view spec);

}  // namespace whylight
