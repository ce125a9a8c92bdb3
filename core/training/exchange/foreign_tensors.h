// The tensors of another program's model, and which of them were of use.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/format/safetensors.h"
#include "core/math/matrix.h"

namespace whylight {

/// "[2, 3]"
std::string ShapeToText(const std::vector<std::size_t>& shape);

class ForeignTensors {
 public:
  /// The bytes of `tensors` must outlive it.
  explicit ForeignTensors(std::vector<Tensor> tensors)
      : tensors_(std::move(tensors)) {}

  const std::vector<Tensor>& tensors() const { return tensors_; }

  /// The tensor called `name`, or null.
  const Tensor* Find(std::string_view name) const;

  /// Its numbers, which are then used: of one dimension as a row, of more than
  /// two with all but the first side by side. Fails with kBadModel where it is
  /// not there, is empty, or holds others than finite numbers.
  Result<Matrix> Read(const std::string& name);

  /// Takes it for used.
  void Use(const std::string& name) { used_.insert(name); }

  /// Those that nothing used, in their order.
  std::vector<const Tensor*> Unused() const;

 private:
  std::vector<Tensor> tensors_;
  std::set<std::string> used_;
};

}  // namespace whylight
