#include "core/training/exchange/pytorch_layer.h"

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "core/format/json.h"
#include "core/layers/convolution.h"

namespace whylight {
namespace {

using nlohmann::json;

std::string InModule(const ModulePlace& place, std::string_view name) {
  return place.module.empty() ? std::string(name)
                              : place.module + "." + std::string(name);
}

// Part `index` of `parts` that stand one above the other; of a vector, side by
// side.
Result<Matrix> PartOf(ForeignTensors& theirs, const std::string& name,
                      Index index, Index parts) {
  Result<Matrix> all = theirs.Read(name);
  if (!all.ok()) return all;
  const Matrix& matrix = all.value();
  const bool vector = theirs.Find(name)->shape.size() == 1;
  const Index size = vector ? matrix.cols() : matrix.rows();
  if (size % parts != 0 || size == 0) {
    return Error{ErrorCode::kBadModel,
                 Quote(name) + ": expected a multiple of " +
                     std::to_string(parts) + " rows, found " +
                     std::to_string(size)};
  }
  const Index each = size / parts;
  if (vector) return Matrix(matrix.middleCols(index * each, each));
  return Matrix(matrix.middleRows(index * each, each));
}

// A recurrent module: weight_ih_l0 and so on; of a cell, weight_ih.
class RecurrentModule {
 public:
  RecurrentModule(const ModulePlace& place, Index gates, ForeignTensors& theirs)
      : place_(place), gates_(gates), theirs_(theirs) {}

  // W, U or b of a gate. Of both biases there is the sum, and zeros where the
  // module has neither.
  Result<Matrix> Read(Index gate, std::string_view kind) {
    if (kind == "W") return Part("weight_ih", gate);
    if (kind == "U") return Part("weight_hh", gate);
    if (kind != "b") {
      return Error{ErrorCode::kBadModel, "expected " +
                                             Quote(InModule(place_, kind)) +
                                             ", found no such tensor"};
    }
    if (theirs_.Find(Name("bias_ih")) == nullptr &&
        theirs_.Find(Name("bias_hh")) == nullptr) {
      Result<Matrix> weight = Part("weight_hh", gate);
      if (!weight.ok()) return weight;
      return Matrix(Matrix::Zero(1, weight.value().rows()));
    }
    Result<Matrix> one = Part("bias_ih", gate);
    if (!one.ok()) return one;
    const Result<Matrix> other = Part("bias_hh", gate);
    if (!other.ok()) return other.error();
    if (one.value().cols() != other.value().cols()) {
      return Error{ErrorCode::kBadModel,
                   "expected " + Quote(Name("bias_ih")) + " and " +
                       Quote(Name("bias_hh")) +
                       " of one size, found them different"};
    }
    one.value() += other.value();
    return one;
  }

  // One of the two biases, or zeros.
  Result<Matrix> Bias(std::string_view name, Index gate) {
    if (theirs_.Find(Name(name)) != nullptr) return Part(name, gate);
    Result<Matrix> weight = Part("weight_hh", gate);
    if (!weight.ok()) return weight;
    return Matrix(Matrix::Zero(1, weight.value().rows()));
  }

 private:
  std::string Name(std::string_view name) const {
    const std::string cell = InModule(place_, name);
    if (place_.number == 0 && !place_.reverse &&
        theirs_.Find(cell) != nullptr) {
      return cell;
    }
    return cell + "_l" + std::to_string(place_.number) +
           (place_.reverse ? "_reverse" : "");
  }
  Result<Matrix> Part(std::string_view name, Index gate) {
    return PartOf(theirs_, Name(name), gate, gates_);
  }

  const ModulePlace& place_;
  Index gates_;
  ForeignTensors& theirs_;
};

// "i.W" of gates "ifgo" is gate 0 and "W".
template <std::size_t kGates>
Result<Matrix> ReadGate(const std::array<char, kGates>& order,
                        const std::string& name, const ModulePlace& place,
                        ForeignTensors& theirs) {
  RecurrentModule module(place, kGates, theirs);
  for (std::size_t gate = 0; gate < kGates; ++gate) {
    if (name.size() == 3 && name[0] == order[gate]) {
      return module.Read(static_cast<Index>(gate), name.substr(2));
    }
  }
  return module.Read(0, name);
}

Result<Matrix> ReadGru(const json& spec, const std::string& name,
                       const ModulePlace& place, ForeignTensors& theirs) {
  if (spec.value("update_gate", json()) != "old_state" ||
      spec.value("reset", json()) != "after") {
    return Invalid(
        "a \"gru\" of PyTorch computes what ours does with \"update_gate\": "
        "\"old_state\" and \"reset\": \"after\": expected both, found others");
  }
  // The bias within the reset stays apart.
  if (name == "h.b") {
    return RecurrentModule(place, 3, theirs).Bias("bias_ih", 2);
  }
  if (name == "h.c") {
    return RecurrentModule(place, 3, theirs).Bias("bias_hh", 2);
  }
  return ReadGate(std::array{'r', 'z', 'h'}, name, place, theirs);
}

// W.k of a convolution are the columns of word k in each window.
Result<Matrix> ReadConvolution(const json& spec, const std::string& name,
                               const ModulePlace& place,
                               ForeignTensors& theirs) {
  if (name == "b") return theirs.Read(InModule(place, "bias"));
  const std::string weight = InModule(place, "weight");
  const Result<Matrix> all = theirs.Read(weight);
  if (!all.ok()) return all;
  const std::vector<std::size_t>& shape = theirs.Find(weight)->shape;
  const Index order = spec.value("order", ConvolutionOptions().order);
  Index word = 0;
  const char* const end = name.data() + name.size();
  if (name.starts_with("W.")) std::from_chars(name.data() + 2, end, word);
  if (shape.size() != 3 || static_cast<Index>(shape[2]) != order || word < 1 ||
      word > order) {
    return Error{ErrorCode::kBadModel,
                 Quote(weight) + ": expected [h, d, " + std::to_string(order) +
                     "], of a window of that many words, found " +
                     ShapeToText(shape)};
  }
  Matrix columns(all.value().rows(), static_cast<Index>(shape[1]));
  for (Index i = 0; i < columns.cols(); ++i) {
    columns.col(i) = all.value().col(i * order + word - 1);
  }
  return columns;
}

Result<Matrix> ReadAttention(const std::string& name, const ModulePlace& place,
                             ForeignTensors& theirs) {
  const bool bias = name.ends_with(".b");
  if (name.starts_with("o.")) {
    return theirs.Read(
        InModule(place, bias ? "out_proj.bias" : "out_proj.weight"));
  }
  constexpr std::string_view kOrder = "qkv";
  const std::size_t part = kOrder.find(name[0]);
  if (part == std::string_view::npos) {
    return theirs.Read(InModule(place, name));
  }
  return PartOf(theirs,
                InModule(place, bias ? "in_proj_bias" : "in_proj_weight"),
                static_cast<Index>(part), 3);
}

Result<Matrix> ReadTransformer(const std::string& name,
                               const ModulePlace& place,
                               ForeignTensors& theirs) {
  constexpr std::string_view kAttention = "attention.";
  if (name.starts_with(kAttention)) {
    return ReadAttention(name.substr(kAttention.size()),
                         {InModule(place, "self_attn")}, theirs);
  }
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8>
      kNames = {{{"attention_norm.g", "norm1.weight"},
                 {"attention_norm.b", "norm1.bias"},
                 {"1.W", "linear1.weight"},
                 {"1.b", "linear1.bias"},
                 {"2.W", "linear2.weight"},
                 {"2.b", "linear2.bias"},
                 {"norm.g", "norm2.weight"},
                 {"norm.b", "norm2.bias"}}};
  for (const auto& [ours, other] : kNames) {
    if (name == ours) return theirs.Read(InModule(place, other));
  }
  return theirs.Read(InModule(place, name));
}

// What stands before the first point, and what after it.
std::pair<std::string, std::string> Cut(const std::string& name) {
  const std::size_t point = name.find('.');
  if (point == std::string::npos) return {name, ""};
  return {name.substr(0, point), name.substr(point + 1)};
}

}  // namespace

Result<Matrix> ReadPyTorchTensor(const json& spec, const std::string& name,
                                 const ModulePlace& place,
                                 ForeignTensors& theirs) {
  const std::string own = InModule(place, name);
  if (!place.reverse && place.number == 0 && theirs.Find(own) != nullptr) {
    return theirs.Read(own);
  }
  const std::string type = spec.value("type", "");
  const auto [first, rest] = Cut(name);
  if (type == "bidirectional") {
    ModulePlace inner = place;
    inner.reverse = first == "backward";
    return ReadPyTorchTensor(spec.at("layer"), rest, inner, theirs);
  }
  if (type == "stacked") {
    std::size_t number = 1;
    std::from_chars(first.data(), first.data() + first.size(), number);
    ModulePlace inner = place;
    inner.number = place.number + static_cast<int>(number) - 1;
    return ReadPyTorchTensor(spec.at("layers").at(number - 1), rest, inner,
                             theirs);
  }
  if (type == "lstm") {
    return ReadGate(std::array{'i', 'f', 'g', 'o'}, name, place, theirs);
  }
  if (type == "gru") return ReadGru(spec, name, place, theirs);
  if (type == "elman" || type == "irnn") {
    return RecurrentModule(place, 1, theirs).Read(0, name);
  }
  if (place.reverse || place.number != 0) {
    return Invalid(
        "expected one layer that reads forwards, as only recurrent modules of "
        "PyTorch have several layers or directions, found " +
        Quote(type) + " as another");
  }
  if (type == "convolution") return ReadConvolution(spec, name, place, theirs);
  if (type == "self_attention") return ReadAttention(name, place, theirs);
  if (type == "transformer") return ReadTransformer(name, place, theirs);
  return theirs.Read(own);
}

}  // namespace whylight
