#include "core/training/exchange/onnx_graph.h"

#include <bit>
#include <cstring>
#include <type_traits>
#include <utility>

namespace whylight {
namespace {

constexpr std::uint64_t kIrVersion = 8;
constexpr std::uint64_t kOperators = 17;  // The version of all operators.
// Types of numbers.
constexpr std::uint64_t kFloat = 1;
constexpr std::uint64_t kInt64 = 7;

// --- Protocol buffers: a field is its number and its kind, and what it holds.

std::string Varint(std::uint64_t number) {
  std::string bytes;
  for (; number >= 0x80; number >>= 7) {
    bytes.push_back(static_cast<char>(number | 0x80));
  }
  bytes.push_back(static_cast<char>(number));
  return bytes;
}

std::string WholeField(unsigned field, std::uint64_t number) {
  return Varint(field << 3) + Varint(number);
}

std::string BytesField(unsigned field, std::string_view bytes) {
  return Varint(field << 3 | 2) + Varint(bytes.size()) + std::string(bytes);
}

// Little-endian.
void AppendFloat(float number, std::string* bytes) {
  const auto bits = std::bit_cast<std::uint32_t>(number);
  for (int shift = 0; shift < 32; shift += 8) {
    bytes->push_back(static_cast<char>(bits >> shift));
  }
}

std::string FloatField(unsigned field, float number) {
  std::string bytes = Varint(field << 3 | 5);
  AppendFloat(number, &bytes);
  return bytes;
}

std::string ValueInfo(const std::string& name, const OnnxShape& shape,
                      std::uint64_t type) {
  std::string sizes;
  for (const std::int64_t size : shape) {
    const std::string text =
        size < 0 ? BytesField(2, "words")
                 : WholeField(1, static_cast<std::uint64_t>(size));
    sizes += BytesField(1, text);
  }
  const std::string tensor = WholeField(1, type) + BytesField(2, sizes);
  return BytesField(1, name) + BytesField(2, BytesField(1, tensor));
}

std::string TensorOf(const std::string& name, const OnnxShape& shape,
                     std::uint64_t type, std::string_view numbers) {
  std::string bytes;
  for (const std::int64_t size : shape) {
    bytes += WholeField(1, static_cast<std::uint64_t>(size));
  }
  return bytes + WholeField(2, type) + BytesField(8, name) +
         BytesField(9, numbers);
}

std::string Attribute(const std::string& name, const OnnxAttribute& value) {
  std::string bytes = BytesField(1, name);
  const auto of_kind = [&](std::uint64_t kind) {
    return bytes + WholeField(20, kind);
  };
  return std::visit(
      [&](const auto& held) {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, std::int64_t>) {
          bytes += WholeField(3, static_cast<std::uint64_t>(held));
          return of_kind(2);
        } else if constexpr (std::is_same_v<Held, float>) {
          bytes += FloatField(2, held);
          return of_kind(1);
        } else if constexpr (std::is_same_v<Held, std::string>) {
          bytes += BytesField(4, held);
          return of_kind(3);
        } else if constexpr (std::is_same_v<Held, const OnnxGraph*>) {
          bytes += BytesField(6, held->Serialize());
          return of_kind(5);
        } else if constexpr (std::is_same_v<Held, std::vector<float>>) {
          for (const float number : held) bytes += FloatField(7, number);
          return of_kind(6);
        } else if constexpr (std::is_same_v<Held, std::vector<std::int64_t>>) {
          for (const std::int64_t number : held) {
            bytes += WholeField(8, static_cast<std::uint64_t>(number));
          }
          return of_kind(7);
        } else {
          for (const std::string& text : held) bytes += BytesField(9, text);
          return of_kind(8);
        }
      },
      value);
}

}  // namespace

std::string OnnxGraph::NewName() {
  return prefix_ + "." + std::to_string(names_++);
}

std::string OnnxGraph::Input(const std::string& name, const OnnxShape& shape,
                             bool whole) {
  fields_ += BytesField(11, ValueInfo(name, shape, whole ? kInt64 : kFloat));
  return name;
}

void OnnxGraph::Output(const std::string& value, const std::string& name,
                       const OnnxShape& shape) {
  // What is given out needs a node of its own: it may be an input, too.
  fields_ += BytesField(1, BytesField(1, value) + BytesField(2, name) +
                               BytesField(4, "Identity"));
  fields_ += BytesField(12, ValueInfo(name, shape, kFloat));
}

std::string OnnxGraph::Constant(const Matrix& matrix) {
  return Constant(matrix, {matrix.rows(), matrix.cols()});
}

std::string OnnxGraph::Constant(const Matrix& matrix, const OnnxShape& shape) {
  std::string bytes;
  for (Index i = 0; i < matrix.size(); ++i) {
    AppendFloat(static_cast<float>(matrix.data()[i]), &bytes);
  }
  std::string name = NewName();
  fields_ += BytesField(5, TensorOf(name, shape, kFloat, bytes));
  return name;
}

std::string OnnxGraph::Whole(const std::vector<std::int64_t>& numbers) {
  std::string bytes(numbers.size() * sizeof(std::int64_t), '\0');
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  std::string name = NewName();
  fields_ +=
      BytesField(5, TensorOf(name, {static_cast<std::int64_t>(numbers.size())},
                             kInt64, bytes));
  return name;
}

std::string OnnxGraph::Node(const std::string& operation,
                            const std::vector<std::string>& inputs,
                            const OnnxAttributes& attributes,
                            std::size_t results) {
  std::string bytes;
  for (const std::string& input : inputs) bytes += BytesField(1, input);
  std::string name = NewName();
  bytes += BytesField(2, name);
  for (std::size_t i = 1; i < results; ++i) {
    bytes += BytesField(2, name + "." + std::to_string(i));
  }
  bytes += BytesField(4, operation);
  for (const auto& [key, value] : attributes) {
    bytes += BytesField(5, Attribute(key, value));
  }
  fields_ += BytesField(1, bytes);
  return name;
}

std::string OnnxGraph::Serialize() const {
  return BytesField(2, prefix_) + fields_;
}

std::string SerializeOnnx(const OnnxGraph& graph,
                          const std::map<std::string, std::string>& about) {
  std::string bytes = WholeField(1, kIrVersion) + BytesField(2, "whylight") +
                      BytesField(7, graph.Serialize()) +
                      BytesField(8, WholeField(2, kOperators));
  for (const auto& [key, value] : about) {
    bytes += BytesField(14, BytesField(1, key) + BytesField(2, value));
  }
  return bytes;
}

}  // namespace whylight
