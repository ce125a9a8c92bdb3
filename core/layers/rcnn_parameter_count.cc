// Apart from the layer: who only counts links no graph.
#include "core/layers/rcnn.h"

namespace whylight {

std::uint64_t ParameterCount(const RcnnOptions& options) {
  const auto d = static_cast<std::uint64_t>(options.inputs);
  const auto h = static_cast<std::uint64_t>(options.hidden);
  const auto n = static_cast<std::uint64_t>(options.order);
  const std::uint64_t decays = options.scalar_decay ? 1 : h;
  std::uint64_t count = n * d * h;
  if (options.bias) count += h;
  if (options.form.state == ExposedState::kMix) count += n;
  if (options.output_matrix) count += h * h;
  if (options.decay != Decay::kConstant) count += decays;
  if (options.decay == Decay::kInput) count += d * decays;
  if (options.decay == Decay::kInputAndState) count += (d + h) * decays;
  if (options.output_gate) count += (d + h + 1) * h;
  if (options.highway) count += (d + 1) * h;
  return count;
}

}  // namespace whylight
