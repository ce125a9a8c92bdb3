#include "core/training/exchange/published_rcnn.h"

#include <string_view>
#include <utility>
#include <vector>

#include "core/format/json.h"
#include "core/format/quantise.h"
#include "core/model/limits.h"
#include "core/model/model_parts.h"
#include "core/ops/rcnn_form.h"
#include "core/training/exchange/foreign_tensors.h"

namespace whylight {
namespace {

using nlohmann::json;
using Kind = PickleValue::Kind;

constexpr std::int64_t kMostClasses = 100000;

Error Bad(const std::string& message) {
  return {ErrorCode::kBadModel, message};
}

// The options that the model was trained with.
class Options {
 public:
  explicit Options(const PickleValue& value) : value_(value) {}

  Result<std::string> Text(std::string_view key) const {
    const PickleValue* const found = value_.Find(key);
    if (found != nullptr && found->kind == Kind::kText) {
      return std::string(found->text);
    }
    return Bad("option " + Quote(key) + ": expected a text, found " +
               (found == nullptr ? "none" : "another value"));
  }

  Result<std::int64_t> Whole(std::string_view key, std::int64_t low,
                             std::int64_t high) const {
    const PickleValue* const found = value_.Find(key);
    const std::string expected =
        "option " + Quote(key) + ": expected a whole number from " +
        std::to_string(low) + " to " + std::to_string(high) + ", found ";
    if (found == nullptr) return Bad(expected + "none");
    if (found->kind != Kind::kWhole && found->kind != Kind::kBool) {
      return Bad(expected + "another value");
    }
    if (found->whole < low || found->whole > high) {
      return Bad(expected + std::to_string(found->whole));
    }
    return found->whole;
  }

  Result<double> Number(std::string_view key) const {
    const PickleValue* const found = value_.Find(key);
    if (found != nullptr && found->kind == Kind::kNumber) return found->number;
    if (found != nullptr && found->kind == Kind::kWhole) {
      return static_cast<double>(found->whole);
    }
    return Bad("option " + Quote(key) + ": expected a number, found " +
               (found == nullptr ? "none" : "another value"));
  }

 private:
  const PickleValue& value_;
};

// The parameters, which are in the order in which layers were made, and what is
// made of them.
class Parameters {
 public:
  explicit Parameters(const PickleValue& list) : list_(list) {}

  // The next one, [rows, columns]; a vector has one row.
  Result<Matrix> Next(Index rows, Index columns) {
    const std::string name = "parameter " + std::to_string(next_);
    if (next_ >= list_.items.size()) {
      return Bad(name + ": expected an array, found the end of the list");
    }
    const PickleValue& value = *list_.items[next_++];
    if (value.kind != Kind::kArray) {
      return Bad(name + ": expected an array, found another value");
    }
    std::vector<std::size_t> shape = {static_cast<std::size_t>(columns)};
    if (rows > 0) shape.insert(shape.begin(), static_cast<std::size_t>(rows));
    if (value.array.shape != shape) {
      return Bad(name + ": expected " + ShapeToText(shape) + ", found " +
                 ShapeToText(value.array.shape));
    }
    Tensor named = value.array;
    named.name = name;
    return TensorToMatrix(named);
  }

  // How wide the first matrix's inputs are.
  Result<Index> FirstRows(std::size_t place) const {
    if (place >= list_.items.size() ||
        list_.items[place]->kind != Kind::kArray ||
        list_.items[place]->array.shape.size() != 2 ||
        list_.items[place]->array.shape[0] > kMaxWidth) {
      return Bad("parameter " + std::to_string(place) +
                 ": expected a matrix of at most " + std::to_string(kMaxWidth) +
                 " rows, found another value");
    }
    return static_cast<Index>(list_.items[place]->array.shape[0]);
  }

  Status Add(const std::string& name, const Matrix& matrix) {
    return tensors_.Add(name, matrix, Dtype::kF32);
  }
  // The next one, [rows, columns], whose transpose is our tensor.
  Status Move(const std::string& name, Index rows, Index columns) {
    const Result<Matrix> matrix = Next(rows, columns);
    if (!matrix.ok()) return matrix.error();
    return Add(name, matrix.value().transpose());
  }
  Status MoveVector(const std::string& name, Index size) {
    const Result<Matrix> vector = Next(0, size);
    return vector.ok() ? Add(name, vector.value()) : Status(vector.error());
  }
  // A gate's: the weights of the word above those of the state, and a bias.
  Status MoveGate(const std::string& name, Index inputs, Index hidden) {
    const Result<Matrix> weight = Next(inputs + hidden, hidden);
    if (!weight.ok()) return weight.error();
    const Matrix& both = weight.value();
    Status added = Add(name + ".W", both.topRows(inputs).transpose());
    if (added.ok()) {
      added = Add(name + ".U", both.bottomRows(hidden).transpose());
    }
    return added.ok() ? MoveVector(name + ".b", hidden) : added;
  }

  Result<std::string> Finish() const {
    if (next_ < list_.items.size()) {
      return Bad("expected " + std::to_string(next_) +
                 " parameters for these options, found " +
                 std::to_string(list_.items.size()));
    }
    return tensors_.Serialize();
  }

 private:
  const PickleValue& list_;
  std::size_t next_ = 0;
  TensorCollector tensors_;
};

struct Shape {
  std::string layer;
  std::string activation;
  Index order = 0;
  bool multiplies = false;
  double decay = 0;
};

json Spec(const Shape& shape) {
  if (shape.layer == "lstm") return {{"type", "lstm"}};
  json spec = {{"type", "rcnn"},
               {"order", shape.order},
               {"activation", shape.activation}};
  if (shape.layer == "strcnn") {
    spec.update({{"mapping", "multiplicative"},
                 {"normalized", false},
                 {"state", "sum_z"},
                 {"output_matrix", true},
                 {"decay", {{"type", "constant"}, {"value", shape.decay}}}});
  } else if (shape.multiplies) {
    // c_{j-1} of the same word, as the program has it.
    spec.update({{"mapping", "multiplicative"}, {"same_step", true}});
  }
  return spec;
}

Status MoveLayer(const Shape& shape, const std::string& name, Index inputs,
                 Index hidden, Parameters& parameters) {
  Status moved;
  if (shape.layer == "lstm") {
    for (const char* gate : {".g", ".i", ".f", ".o"}) {
      if (moved.ok()) moved = parameters.MoveGate(name + gate, inputs, hidden);
    }
    return moved;
  }
  const bool convolution = shape.layer == "strcnn";
  if (convolution) {
    moved = parameters.MoveVector(name + ".b", hidden);
    if (!moved.ok()) return moved;
    // Oᵀ s in columns is s O in rows.
    const Result<Matrix> output = parameters.Next(hidden, hidden);
    if (!output.ok()) return output.error();
    moved = parameters.Add(name + ".O", output.value());
  }
  for (Index level = 1; level <= shape.order; ++level) {
    if (!moved.ok()) return moved;
    moved =
        parameters.Move(name + ".W." + std::to_string(level), inputs, hidden);
  }
  if (!moved.ok() || convolution) return moved;
  moved = parameters.MoveGate(name + ".gate", inputs, hidden);
  return moved.ok() ? parameters.MoveVector(name + ".b", hidden) : moved;
}

Result<Shape> ReadShape(const Options& options) {
  Shape shape;
  Result<std::string> layer = options.Text("layer");
  if (!layer.ok()) return layer.error();
  shape.layer = std::move(layer).value();
  for (char& letter : shape.layer) {
    if (letter >= 'A' && letter <= 'Z') letter += 'a' - 'A';
  }
  if (shape.layer == "lstm") return shape;
  if (shape.layer != "rcnn" && shape.layer != "strcnn") {
    return Bad(
        "option \"layer\": expected \"rcnn\", \"strcnn\" or \"lstm\", "
        "found " +
        Quote(shape.layer));
  }
  const Result<std::string> activation = options.Text("act");
  if (!activation.ok()) return activation.error();
  shape.activation = activation.value();
  if (shape.activation == "none" || shape.activation == "linear") {
    shape.activation = "identity";
  }
  if (shape.activation != "identity" && shape.activation != "relu" &&
      shape.activation != "tanh") {
    return Bad(
        "option \"act\": expected \"relu\", \"tanh\" or \"none\", found " +
        Quote(shape.activation));
  }
  const bool convolution = shape.layer == "strcnn";
  const Result<std::int64_t> order =
      options.Whole("order", 1, convolution ? 3 : kMaxOrder);
  if (!order.ok()) return order.error();
  shape.order = static_cast<Index>(order.value());
  if (convolution) {
    const Result<double> decay = options.Number("decay");
    if (!decay.ok()) return decay.error();
    shape.decay = decay.value();
    return shape;
  }
  const Result<std::int64_t> mode = options.Whole("mode", 0, 1);
  if (!mode.ok()) return mode.error();
  shape.multiplies = mode.value() == 0;
  return shape;
}

}  // namespace

bool IsPublishedModel(const PickleValue& value) {
  return value.kind == Kind::kList && value.items.size() == 3 &&
         value.items[0]->kind == Kind::kList &&
         value.items[1]->kind == Kind::kOptions &&
         value.items[2]->kind == Kind::kWhole;
}

Result<PublishedModel> ImportPublishedModel(const PickleValue& value) {
  if (!IsPublishedModel(value)) {
    return Bad(
        "expected a list of parameters, the options and the number of "
        "classes, found another value");
  }
  const Options options(*value.items[1]);
  const std::int64_t classes = value.items[2]->whole;
  if (classes < 2 || classes > kMostClasses) {
    return Bad("expected 2 to " + std::to_string(kMostClasses) +
               " classes, found " + std::to_string(classes));
  }
  const Result<Shape> shape = ReadShape(options);
  if (!shape.ok()) return shape.error();
  const Result<std::int64_t> depth =
      options.Whole("depth", 1, static_cast<std::int64_t>(kMaxListedLayers));
  if (!depth.ok()) return depth.error();
  const Result<std::int64_t> width = options.Whole("hidden_dim", 1, kMaxWidth);
  if (!width.ok()) return width.error();
  const Result<std::int64_t> pooling = options.Whole("pooling", 0, 1);
  if (!pooling.ok()) return pooling.error();

  Parameters parameters(*value.items[0]);
  const auto hidden = static_cast<Index>(width.value());
  // The first matrix is a gate's of an LSTM, follows b and O in a convolution.
  const bool lstm = shape.value().layer == "lstm";
  Result<Index> rows =
      parameters.FirstRows(shape.value().layer == "strcnn" ? 2 : 0);
  if (!rows.ok()) return rows.error();
  Index inputs = rows.value() - (lstm ? hidden : 0);
  if (inputs < 1) {
    return Bad("parameter 0: expected more than " + std::to_string(hidden) +
               " rows, found " + std::to_string(rows.value()));
  }
  json layers = json::array();
  for (std::int64_t k = 1; k <= depth.value(); ++k) {
    Status moved = MoveLayer(shape.value(), "layers." + std::to_string(k),
                             inputs, hidden, parameters);
    if (!moved.ok()) return moved.error();
    layers.push_back(Spec(shape.value()));
    inputs = hidden;
  }
  // The softmax reads all layers, and has no bias.
  const Result<Matrix> output = parameters.Next(
      static_cast<Index>(depth.value()) * hidden, static_cast<Index>(classes));
  if (!output.ok()) return output.error();
  Status added = parameters.Add("output.W", output.value());
  if (added.ok()) {
    added = parameters.Add("output.b",
                           Matrix::Zero(1, static_cast<Index>(classes)));
  }
  if (!added.ok()) return added.error();
  Result<std::string> tensors = parameters.Finish();
  if (!tensors.ok()) return tensors.error();

  json labels = json::array();
  for (std::int64_t label = 0; label < classes; ++label) {
    labels.push_back(std::to_string(label));
  }
  return PublishedModel{{{"task", "classifier"},
                         {"labels", std::move(labels)},
                         {"layers", std::move(layers)},
                         {"pooling", pooling.value() == 1 ? "mean" : "last"},
                         {"output", "all"}},
                        std::move(tensors).value()};
}

}  // namespace whylight
