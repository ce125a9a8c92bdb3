#include "core/training/exchange/foreign_tensors.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/format/json.h"
#include "core/format/quantise.h"

namespace whylight {

std::string ShapeToText(const std::vector<std::size_t>& shape) {
  std::string text = "[";
  for (const std::size_t extent : shape) {
    text.append(text.size() > 1 ? ", " : "").append(std::to_string(extent));
  }
  return text + "]";
}

const Tensor* ForeignTensors::Find(std::string_view name) const {
  const auto found =
      std::find_if(tensors_.begin(), tensors_.end(),
                   [&](const Tensor& tensor) { return tensor.name == name; });
  return found == tensors_.end() ? nullptr : &*found;
}

Result<Matrix> ForeignTensors::Read(const std::string& name) {
  const Tensor* const found = Find(name);
  if (found == nullptr) {
    return Error{ErrorCode::kBadModel,
                 "expected " + Quote(name) + ", found no such tensor"};
  }
  Use(name);
  if (std::count(found->shape.begin(), found->shape.end(), 0U) > 0) {
    return Error{ErrorCode::kBadModel, Quote(name) +
                                           ": expected no size of 0, found " +
                                           ShapeToText(found->shape)};
  }
  Tensor flat = *found;
  if (flat.shape.size() > 2) {
    // None is zero, so all multiply to the bytes there are.
    const std::size_t rest =
        std::accumulate(flat.shape.begin() + 1, flat.shape.end(),
                        std::size_t{1}, std::multiplies<>());
    flat.shape = {flat.shape[0], rest};
  }
  return TensorToMatrix(flat);
}

std::vector<const Tensor*> ForeignTensors::Unused() const {
  std::vector<const Tensor*> unused;
  for (const Tensor& tensor : tensors_) {
    if (!used_.contains(tensor.name)) unused.push_back(&tensor);
  }
  return unused;
}

}  // namespace whylight
