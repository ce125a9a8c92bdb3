#include "core/systems/pairs/word_comparison.h"

#include <utility>

#include "core/systems/pairs/dense_comparison.h"
#include "core/systems/pairs/number_comparison.h"
#include "core/systems/pairs/stack_comparison.h"

namespace whylight {
namespace {

using Made = std::unique_ptr<WordComparison>;

template <typename Comparison>
Result<Made> LoadOwn(const PairOptions& options, Index inputs,
                     const SafetensorsView& tensors, std::string_view file) {
  if (Status checked = Comparison::Check(options, inputs); !checked.ok()) {
    return BadConfig(checked.error().message);
  }
  // Before memory is taken for as many.
  const auto numbers =
      static_cast<std::uint64_t>(Comparison::Size(options, inputs));
  if (Status fits = CheckModelSize(numbers, file); !fits.ok()) {
    return fits.error();
  }
  auto comparison = std::make_unique<Comparison>(options, inputs, 0);
  Status read = ReadParameters(tensors, comparison->Parameters());
  if (!read.ok()) return read.error();
  return Made(std::move(comparison));
}

template <typename Comparison>
Result<Made> MakeOwn(const PairOptions& options, Index inputs,
                     std::uint64_t seed) {
  if (Status checked = Comparison::Check(options, inputs); !checked.ok()) {
    return checked.error();
  }
  return Made(std::make_unique<Comparison>(options, inputs, seed));
}

}  // namespace

AlignmentOptions AlignmentOf(const PairOptions& options, Index inputs) {
  return {.inputs = inputs, .hidden = options.align};
}

Status WordComparison::Save(Dtype dtype, TensorCollector* tensors) const {
  // Only asked where they are.
  return SaveParameters(const_cast<WordComparison*>(this)->Parameters(), dtype,
                        tensors);
}

Result<Made> MakeWordComparison(const PairOptions& options, Index inputs,
                                std::uint64_t seed) {
  if (options.kind == PairKind::kCsran) {
    return StackComparison::Make(options, inputs, seed);
  }
  return options.words_get_numbers()
             ? MakeOwn<NumberComparison>(options, inputs, seed)
             : MakeOwn<DenseComparison>(options, inputs, seed);
}

Result<Made> LoadWordComparison(const PairOptions& options, Index inputs,
                                const SafetensorsView& tensors,
                                std::string_view file) {
  if (options.kind == PairKind::kCsran) {
    return StackComparison::Load(options, inputs, tensors, file);
  }
  return options.words_get_numbers()
             ? LoadOwn<NumberComparison>(options, inputs, tensors, file)
             : LoadOwn<DenseComparison>(options, inputs, tensors, file);
}

}  // namespace whylight
