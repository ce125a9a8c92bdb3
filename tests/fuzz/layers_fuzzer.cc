// Single layers by any specification, over tensors of the shapes that it asks
// for: a layer gives numbers for words, or says what is wrong.
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/format/safetensors.h"
#include "core/systems/layers/run_layer.h"
#include "tests/fuzz/fuzz.h"

namespace whylight {
namespace {

// Sizes by symbol; every digit string is itself, and whatever is added or
// multiplied is given a size of its own as well.
class Sizes {
 public:
  explicit Sizes(FuzzedDataProvider* input) : input_(*input) {}

  std::size_t Of(const std::string& dim) {
    if (!dim.empty() && dim.find_first_not_of("0123456789") == dim.npos) {
      return std::stoul(dim.substr(0, 3));
    }
    const auto [found, added] = sizes_.try_emplace(dim, 1);
    if (added) found->second = input_.ConsumeIntegralInRange<std::size_t>(1, 4);
    return found->second;
  }

 private:
  FuzzedDataProvider& input_;
  std::map<std::string, std::size_t> sizes_;
};

// The sizes of "[h, 2d]": 2d is twice what d is.
std::vector<std::size_t> ShapeOf(std::string_view text, Sizes* sizes) {
  text = text.substr(1, text.size() - 2);
  std::vector<std::size_t> shape;
  while (!text.empty()) {
    std::string_view dim = TakeUntil(',', text);
    if (text.starts_with(' ')) text.remove_prefix(1);
    std::size_t times = 1;
    if (dim.size() > 1 && dim[0] >= '2' && dim[0] <= '9' && dim[1] >= 'a' &&
        dim[1] <= 'z') {
      times = static_cast<std::size_t>(dim[0] - '0');
      dim.remove_prefix(1);
    }
    shape.push_back(times * sizes->Of(std::string(dim)));
  }
  return shape;
}

float PickNumber(FuzzedDataProvider* input) {
  const auto byte = input->ConsumeIntegral<std::int8_t>();
  if (byte == 127) {
    return std::bit_cast<float>(input->ConsumeIntegral<std::uint32_t>());
  }
  return static_cast<float>(byte) / 16;
}

std::string MakeInput(const std::vector<WantedTensor>& wanted,
                      FuzzedDataProvider* input) {
  Sizes sizes(input);
  const bool masked = input->ConsumeBool();
  std::vector<std::string> bytes;
  std::vector<Tensor> tensors;
  for (const WantedTensor& tensor : wanted) {
    if (tensor.name == "mask" && !masked) continue;
    const std::vector<std::size_t> shape = ShapeOf(tensor.shape, &sizes);
    std::size_t count = 1;
    for (const std::size_t size : shape) count *= size;
    if (count > 4096) return {};
    std::string& numbers = bytes.emplace_back();
    for (std::size_t i = 0; i < count; ++i) {
      const float number = tensor.name == "mask" ? input->ConsumeBool() ? 1 : 0
                                                 : PickNumber(input);
      numbers.append(std::bit_cast<std::array<char, 4>>(number).data(), 4);
    }
    tensors.push_back({tensor.name, Dtype::kF32, shape, {}});
  }
  for (std::size_t i = 0; i < tensors.size(); ++i) tensors[i].bytes = bytes[i];
  return SerializeSafetensors(std::move(tensors)).value();
}

void CheckOutput(const Result<LayerOutput>& run) {
  if (!run.ok()) {
    const ErrorCode code = run.error().code;
    Expect(code == ErrorCode::kInvalidArgument ||
               code == ErrorCode::kBadModel || code == ErrorCode::kNotFinite ||
               code == ErrorCode::kTextTooLong,
           "it is the specification or the tensors that are wrong");
    Expect(!run.error().message.empty(), "an error says something");
    return;
  }
  const auto view = SafetensorsView::Parse(run.value().tensors, "output");
  Expect(view.ok(), "the output is a file of tensors");
  const Tensor* const states = view.value().Find("h");
  Expect(states != nullptr && states->shape.size() == 2, "it has states");
}

}  // namespace
}  // namespace whylight

// A specification, a zero byte, and what sizes and numbers are made of or,
// after a second zero byte, the file itself.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace whylight;
  std::string_view rest = AsText(data, size);
  const std::string_view spec = TakeUntil('\0', rest);
  const Result<std::vector<WantedTensor>> wanted = LayerShapes(spec);
  if (!wanted.ok()) {
    ExpectError(wanted.error(), ErrorCode::kInvalidArgument);
    Expect(!RunLayer(spec, rest).ok(), "a layer that is none does not run");
    return 0;
  }
  if (rest.starts_with('\0')) {
    CheckOutput(RunLayer(spec, rest.substr(1)));
    return 0;
  }
  FuzzedDataProvider input(reinterpret_cast<const std::uint8_t*>(rest.data()),
                           rest.size());
  CheckOutput(RunLayer(spec, MakeInput(wanted.value(), &input)));
  return 0;
}
