#include "core/layers/dims.h"

#include <utility>

namespace whylight {
namespace {

// Sizes are ASCII, whatever the locale.
bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// The symbol that `dim` has at `start`, e.g. "h.1" in "2h.1+m"; else empty.
std::string SymbolAt(const std::string& dim, std::size_t start) {
  if (!IsLetter(dim[start])) return {};
  std::size_t end = start;
  while (end < dim.size() &&
         (IsLetter(dim[end]) || IsDigit(dim[end]) || dim[end] == '.')) {
    ++end;
  }
  return dim.substr(start, end - start);
}

}  // namespace

bool IsPlainDim(const std::string& dim) {
  return SymbolAt(dim, 0) == dim ||
         dim.find_first_not_of("0123456789") == std::string::npos;
}

std::string StackedDim(const std::string& dim, std::size_t number,
                       const std::string& given) {
  if (dim == "d") return given;
  std::string stacked;
  for (std::size_t i = 0; i < dim.size();) {
    const std::string symbol = SymbolAt(dim, i);
    if (symbol.empty()) {
      stacked += dim[i++];
      continue;
    }
    if (symbol != "d") {
      stacked += symbol + "." + std::to_string(number);
    } else {
      stacked += IsPlainDim(given) ? given : "(" + given + ")";
    }
    i += symbol.size();
  }
  return stacked;
}

void AddInnerTensors(const std::string& prefix, SequenceLayer& layer,
                     std::vector<LayerTensor>* tensors) {
  for (LayerTensor tensor : layer.Tensors()) {
    tensor.name = prefix + tensor.name;
    tensors->push_back(std::move(tensor));
  }
}

}  // namespace whylight
