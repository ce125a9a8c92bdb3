#include "core/systems/layers/run_layer.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "core/format/json.h"
#include "core/format/quantise.h"
#include "core/format/safetensors.h"
#include "core/layers/attention_pooling.h"
#include "core/layers/rcnn.h"
#include "core/model/layer_spec.h"
#include "core/model/limits.h"

namespace whylight {
namespace {

using nlohmann::json;

constexpr std::string_view kInputName = "input";
// Layers within layers.
constexpr std::size_t kMaxDepth = 16;

Error Problem(std::string_view tensor, const std::string& message) {
  return {ErrorCode::kInvalidArgument, std::string(kInputName) + ": tensor " +
                                           Quote(tensor) + ": " + message};
}

template <typename Sizes>
std::string ShapeText(const Sizes& sizes) {
  std::string text = "[";
  for (const auto& size : sizes) {
    if (text.size() > 1) text += ", ";
    if constexpr (std::is_same_v<typename Sizes::value_type, std::string>) {
      text += size;
    } else {
      text += std::to_string(size);
    }
  }
  return text + "]";
}

Result<json> ParseSpec(std::string_view spec) {
  Result<json> parsed = ParseJson(spec, "spec", kMaxDepth);
  if (parsed.ok()) return parsed;
  return Error{ErrorCode::kInvalidArgument, parsed.error().message};
}

// The tensors of the input, and which of them were read.
class Input {
 public:
  static Result<Input> Parse(std::string_view file) {
    Result<SafetensorsView> view = SafetensorsView::Parse(file, kInputName);
    if (!view.ok()) return view.error();
    return Input(std::move(view).value());
  }

  const Tensor* Find(std::string_view name) {
    read_.insert(std::string(name));
    return view_.Find(name);
  }

  Result<Matrix> Read(const Tensor& tensor) const {
    Result<Matrix> matrix = TensorToMatrix(tensor);
    if (matrix.ok()) return matrix;
    return Error{matrix.error().code,
                 std::string(kInputName) + ": " + matrix.error().message};
  }

  std::vector<std::string> Unused() const {
    std::vector<std::string> unused;
    for (const Tensor& tensor : view_.tensors()) {
      if (!read_.contains(tensor.name)) unused.push_back(tensor.name);
    }
    return unused;
  }

 private:
  explicit Input(SafetensorsView view) : view_(std::move(view)) {}

  SafetensorsView view_;
  std::set<std::string> read_;
};

Result<Matrix> ReadWords(Input& input) {
  const Tensor* tensor = input.Find("x");
  if (tensor == nullptr) {
    return Problem("x", "expected the words [L, d], found no such tensor");
  }
  if (tensor->shape.size() != 2 || tensor->shape[0] == 0 ||
      tensor->shape[1] == 0) {
    return Problem("x", "expected [L, d] with at least one word, found " +
                            ShapeText(tensor->shape));
  }
  return input.Read(*tensor);
}

// The mask as a column, or nothing if all words are read.
Result<std::optional<Matrix>> ReadMask(Input& input, Index length) {
  const Tensor* tensor = input.Find("mask");
  if (tensor == nullptr) return std::optional<Matrix>();
  const std::vector<std::size_t> shape = {static_cast<std::size_t>(length)};
  if (tensor->shape != shape) {
    return Problem("mask", "expected " + ShapeText(shape) +
                               ", a number a word, found " +
                               ShapeText(tensor->shape));
  }
  const Result<Matrix> mask = input.Read(*tensor);
  if (!mask.ok()) return mask.error();
  if (mask.value().minCoeff() < 0 || mask.value().maxCoeff() > 1) {
    return Problem("mask", "expected numbers from 0 to 1, found another");
  }
  if (mask.value().maxCoeff() == 0) {
    return Problem("mask",
                   "expected at least one selected word, found an empty "
                   "selection");
  }
  return std::optional<Matrix>(mask.value().transpose());
}

Status ReadTensors(Input& input, SequenceLayer& layer) {
  for (const LayerTensor& wanted : layer.Tensors()) {
    const Matrix like = TensorValue(wanted);
    std::vector<std::size_t> shape;
    if (wanted.dims.size() == 2) {
      shape.push_back(static_cast<std::size_t>(like.rows()));
    }
    shape.push_back(static_cast<std::size_t>(like.cols()));
    const std::string expected =
        ShapeText(shape) + " " + ShapeText(wanted.dims);
    const Tensor* tensor = input.Find(wanted.name);
    if (tensor == nullptr) {
      return Problem(wanted.name,
                     "expected " + expected + ", found no such tensor");
    }
    if (tensor->shape != shape) {
      return Problem(wanted.name, "expected " + expected + ", found " +
                                      ShapeText(tensor->shape));
    }
    const Result<Matrix> value = input.Read(*tensor);
    if (!value.ok()) return value.error();
    SetTensor(wanted, value.value());
  }
  return {};
}

// What a run writes.
class Output {
 public:
  Status Add(const std::string& name, const Matrix& value) {
    Result<EncodedMatrix> encoded = EncodeMatrix(value, Dtype::kF32);
    if (!encoded.ok()) {
      return Error{encoded.error().code, "output: tensor " + Quote(name) +
                                             ": " + encoded.error().message};
    }
    encoded_.emplace_back(name, std::move(encoded).value());
    return {};
  }

  Status AddVector(const std::string& name, const Matrix& value) {
    Status added = Add(name, value);
    if (added.ok()) encoded_.back().second.shape.pop_back();
    return added;
  }

  Result<std::string> File() const {
    std::vector<Tensor> tensors;
    for (const auto& [name, encoded] : encoded_) {
      AppendTensors(name, encoded, tensors);
    }
    return SerializeSafetensors(std::move(tensors));
  }

 private:
  std::vector<std::pair<std::string, EncodedMatrix>> encoded_;
};

Status RunRcnnLayer(const RcnnLayer& layer, Graph& graph,
                    const Sequences& input, Output& output) {
  RcnnInputs inputs = layer.Project(graph, input.words);
  inputs.mask = input.mask;
  const RcnnRun run = RunRcnn(graph, inputs, input.batch, Direction::kForward,
                              Keep::kEverything);
  Status added = output.Add("h", graph.value(run.states));
  const Index hidden = layer.outputs();
  for (Index j = 0; j < layer.options().order; ++j) {
    const std::string level = std::to_string(j + 1);
    const auto add = [&](const std::string& name, Var levels) {
      if (!added.ok()) return;
      added = output.Add(name + level,
                         graph.value(levels).middleCols(j * hidden, hidden));
    };
    add("c.", *run.c);
    add("z.", *run.z);
  }
  if (added.ok()) added = output.Add("gate", graph.value(*run.decays));
  if (added.ok() && run.output_gates) {
    added = output.Add("outgate", graph.value(*run.output_gates));
  }
  if (added.ok() && inputs.highway) {
    added = output.Add("highway", graph.value(inputs.highway->gate));
  }
  return added;
}

Status RunAnyLayer(const SequenceLayer& layer, Graph& graph,
                   const Sequences& input, Output& output) {
  const Sequences given = layer.Apply(graph, input);
  return output.Add("h", AtWords(graph, given.words, given.batch));
}

}  // namespace

Result<LayerOutput> RunLayer(std::string_view spec, std::string_view input) {
  const Result<json> parsed = ParseSpec(spec);
  if (!parsed.ok()) return parsed.error();
  Result<Input> tensors = Input::Parse(input);
  if (!tensors.ok()) return tensors.error();
  const Result<Matrix> words = ReadWords(tensors.value());
  if (!words.ok()) return words.error();
  const auto rows = [&](const std::string& name,
                        Index columns) -> Result<Index> {
    const Tensor* tensor = tensors.value().Find(name);
    const auto width = static_cast<std::size_t>(columns);
    if (tensor == nullptr || tensor->shape.size() != 2 ||
        tensor->shape[0] < 1 ||
        tensor->shape[0] > static_cast<std::size_t>(kMaxWidth) ||
        tensor->shape[1] != width) {
      return Problem(name, "expected [h, " + std::to_string(columns) +
                               "] with h from 1 to " +
                               std::to_string(kMaxWidth) + ", found " +
                               (tensor == nullptr ? "no such tensor"
                                                  : ShapeText(tensor->shape)));
    }
    return static_cast<Index>(tensor->shape[0]);
  };
  const Result<std::unique_ptr<SequenceLayer>> made =
      MakeLayer(parsed.value(), words.value().cols(), rows);
  if (!made.ok()) return made.error();
  SequenceLayer& layer = *made.value();
  if (Status read = ReadTensors(tensors.value(), layer); !read.ok()) {
    return read.error();
  }
  const Index length = words.value().rows();
  const Result<std::optional<Matrix>> mask = ReadMask(tensors.value(), length);
  if (!mask.ok()) return mask.error();

  Graph graph(Graph::Mode::kInference);
  Sequences text{graph.Constant(words.value()), {{length}, length, {}}, {}};
  for (Index t = 0; t < length; ++t) {
    text.batch.rows.push_back(static_cast<std::int32_t>(t));
  }
  if (mask.value()) text.mask = graph.Constant(*mask.value());
  Output output;
  Status run;
  // Modules of wasm do without types at run time, but a layer is what its
  // specification says.
  const json type = parsed.value().value("type", json());
  if (type == "rcnn") {
    const auto& rcnn = static_cast<const RcnnLayer&>(layer);
    if (mask.value() && rcnn.options().form.pooling == NgramPooling::kMax &&
        (mask.value()->array() * (Real{1} - mask.value()->array()) != 0)
            .any()) {
      return Problem("mask",
                     "expected 0 or 1 with max-pooling, found another number");
    }
    run = RunRcnnLayer(rcnn, graph, text, output);
  } else if (type == "attention") {
    const auto attended =
        static_cast<const AttentionPoolingLayer&>(layer).Attend(graph, text);
    run = output.Add("h", graph.value(attended.vectors));
    if (run.ok()) {
      run = output.AddVector("alpha", graph.value(attended.weights));
    }
  } else {
    run = RunAnyLayer(layer, graph, text, output);
  }
  if (!run.ok()) return run.error();
  Result<std::string> file = output.File();
  if (!file.ok()) return file.error();
  return LayerOutput{std::move(file).value(), tensors.value().Unused()};
}

Result<std::vector<WantedTensor>> LayerShapes(std::string_view spec) {
  const Result<json> parsed = ParseSpec(spec);
  if (!parsed.ok()) return parsed.error();
  const Result<std::vector<TensorSymbols>> tensors =
      TensorsOfLayer(parsed.value());
  if (!tensors.ok()) return tensors.error();
  std::vector<WantedTensor> wanted = {{"x", "[L, d]"}, {"mask", "[L]"}};
  for (const auto& [name, dims] : tensors.value()) {
    wanted.push_back({name, ShapeText(dims)});
  }
  return wanted;
}

}  // namespace whylight
