// ONNX models in the making: graphs of nodes, tensors that are part of them,
// and bodies of loops, which are graphs as well. Written as protocol buffers
// have it, for which a few lines do.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/math/matrix.h"

namespace whylight {

/// A size of a value's shape; below zero, any number of words.
using OnnxShape = std::vector<std::int64_t>;

class OnnxGraph;

/// What a node is told besides its inputs.
using OnnxAttribute =
    std::variant<std::int64_t, float, std::string, std::vector<std::int64_t>,
                 std::vector<float>, std::vector<std::string>,
                 const OnnxGraph*>;
using OnnxAttributes = std::map<std::string, OnnxAttribute>;

/// A graph of values in single precision, known by their names. Names are made
/// of `prefix` and a number, so those of two graphs differ if their prefixes
/// do.
class OnnxGraph {
 public:
  explicit OnnxGraph(std::string prefix) : prefix_(std::move(prefix)) {}

  /// An input of the graph, of floats or of whole numbers of 64 bits.
  std::string Input(const std::string& name, const OnnxShape& shape,
                    bool whole = false);
  /// Gives `value` out as `name`.
  void Output(const std::string& value, const std::string& name,
              const OnnxShape& shape);

  /// Numbers that are part of the model: a matrix, or numbers in `shape`.
  std::string Constant(const Matrix& matrix);
  std::string Constant(const Matrix& matrix, const OnnxShape& shape);
  /// Sizes, places or axes, as operators take them.
  std::string Whole(const std::vector<std::int64_t>& numbers);

  /// A node and its result, or the first of several: the others are called
  /// like it, with .1 and so on behind.
  std::string Node(const std::string& operation,
                   const std::vector<std::string>& inputs,
                   const OnnxAttributes& attributes = {},
                   std::size_t results = 1);

  /// The bytes of the graph.
  std::string Serialize() const;

 private:
  std::string NewName();

  std::string prefix_;
  std::size_t names_ = 0;
  std::string fields_;  // All but the name.
};

/// The file of a model with this graph.
std::string SerializeOnnx(const OnnxGraph& graph,
                          const std::map<std::string, std::string>& about);

}  // namespace whylight
