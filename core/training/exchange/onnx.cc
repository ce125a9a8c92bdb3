#include "core/training/exchange/onnx.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "core/format/json.h"
#include "core/format/quantise.h"
#include "core/format/safetensors.h"
#include "core/model/model_parts.h"
#include "core/training/exchange/onnx_graph.h"

namespace whylight {
namespace {

using nlohmann::json;
using Strings = std::vector<std::string>;

constexpr std::int64_t kAnyLength = -1;

// A value of the graph, [words, width].
struct Words {
  std::string name;
  Index width;
};

// A part of the graph that is a layer: its specification with what is not said
// left out, and what its tensors' names start with.
struct Part {
  const json& spec;
  std::string prefix;

  std::string Text(const char* key, const char* otherwise) const {
    return spec.value(key, otherwise);
  }
  bool Flag(const char* key, bool otherwise) const {
    return spec.value(key, otherwise);
  }
  Index Count(const char* key, Index otherwise) const {
    return spec.value(key, otherwise);
  }
  std::string type() const { return Text("type", ""); }
};

class Exporter {
 public:
  Exporter(const json& config, const SafetensorsView& tensors)
      : config_(config), tensors_(tensors), graph_("g") {}

  Result<std::string> Run() {
    const Result<Words> words = LookUp();
    if (!words.ok()) return words.error();
    const json& layers = config_.at("layers");
    const bool all = config_.at("output") == "all";
    Words x = words.value();
    Strings features;
    Index width = 0;
    for (std::size_t k = 0; k < layers.size(); ++k) {
      Result<Words> given =
          Layer({layers[k], "layers." + std::to_string(k + 1) + "."}, x);
      if (!given.ok()) return given.error();
      x = given.value();
      if (!all && k + 1 < layers.size()) continue;
      features.push_back(Pool(x.name, config_.at("pooling")));
      width += x.width;
    }
    if (layers.empty()) {
      features.push_back(Pool(x.name, config_.at("pooling")));
      width = x.width;
    }
    const std::string text =
        features.size() == 1
            ? features[0]
            : graph_.Node("Concat", features, {{"axis", std::int64_t{1}}});
    const Result<Matrix> weight = Read("output.W");
    if (!weight.ok()) return weight.error();
    const Result<Matrix> bias = Read("output.b");
    if (!bias.ok()) return bias.error();
    const auto labels = static_cast<std::int64_t>(config_.at("labels").size());
    if (weight.value().rows() != width || weight.value().cols() != labels) {
      return BadConfig("expected output.W for the layers' output, found " +
                       std::to_string(weight.value().rows()) + " rows");
    }
    const std::string logits = graph_.Node(
        "Gemm",
        {text, graph_.Constant(weight.value()), graph_.Constant(bias.value())});
    const std::string flat = graph_.Whole({labels});
    graph_.Output(graph_.Node("Reshape", {logits, flat}), "logits", {labels});
    const std::string shares =
        graph_.Node("Softmax", {logits}, {{"axis", std::int64_t{1}}});
    graph_.Output(graph_.Node("Reshape", {shares, flat}), "probabilities",
                  {labels});
    return SerializeOnnx(graph_, {{"task", "classifier"},
                                  {"labels", DumpJson(config_.at("labels"))}});
  }

 private:
  // --- Tensors.

  // A matrix of the file, whatever it is stored as.
  Result<Matrix> Read(const std::string& name) const {
    const Tensor* const found = tensors_.Find(name);
    if (found == nullptr || found->shape.size() != 2) {
      return Error{ErrorCode::kBadModel, std::string(kTensorsFile) +
                                             ": expected a matrix " +
                                             Quote(name) + ", found none"};
    }
    return ReadMatrix(tensors_, name, static_cast<Index>(found->shape[0]),
                      static_cast<Index>(found->shape[1]));
  }

  // One that a layer has, as a constant; with its transpose, which multiplies
  // rows. Failures are kept, so that an equation reads as one.
  Matrix Own(const Part& part, const std::string& name) {
    Result<Matrix> read = Read(part.prefix + name);
    if (read.ok()) return std::move(read).value();
    if (failed_.ok()) failed_ = read.error();
    return Matrix::Zero(1, 1);
  }
  std::string Row(const Part& part, const std::string& name) {
    return graph_.Constant(Own(part, name));
  }
  std::string Transposed(const Part& part, const std::string& name) {
    return graph_.Constant(Own(part, name).transpose());
  }
  bool Has(const Part& part, const std::string& name) const {
    return tensors_.Find(part.prefix + name) != nullptr;
  }

  // --- Pieces of graphs.

  std::string Product(const std::string& x, const std::string& matrix) {
    return graph_.Node("MatMul", {x, matrix});
  }
  // x Wᵀ + b, of tensors `name`W and `name`b.
  std::string Affine(const Part& part, const std::string& x,
                     const std::string& name) {
    std::string y = Product(x, Transposed(part, name + "W"));
    if (!Has(part, name + "b")) return y;
    return graph_.Node("Add", {y, Row(part, name + "b")});
  }
  Index Height(const Part& part, const std::string& name) {
    return Own(part, name).rows();
  }
  static std::string Activated(OnnxGraph& graph, const std::string& x,
                               const std::string& activation) {
    if (activation == "tanh") return graph.Node("Tanh", {x});
    if (activation == "relu") return graph.Node("Relu", {x});
    return x;
  }

  std::string Slice(const std::string& x, std::int64_t begin, std::int64_t end,
                    std::int64_t axis, std::int64_t step = 1) {
    return graph_.Node("Slice", {x, graph_.Whole({begin}), graph_.Whole({end}),
                                 graph_.Whole({axis}), graph_.Whole({step})});
  }
  std::string Reversed(const std::string& x) {
    return Slice(x, -1, std::numeric_limits<std::int64_t>::min(), 0, -1);
  }

  // [words, width] -> [1, width].
  std::string Pool(const std::string& x, const std::string& kind) {
    if (kind == "last") {
      return Slice(x, -1, std::numeric_limits<std::int64_t>::max(), 0);
    }
    return graph_.Node(kind == "max" ? "ReduceMax" : "ReduceMean", {x},
                       {{"axes", std::vector<std::int64_t>{0}},
                        {"keepdims", std::int64_t{1}}});
  }

  static Error Refuse(const Part& part, const std::string& what) {
    return Invalid(part.prefix.substr(0, part.prefix.size() - 1) +
                   ": expected a layer that is written as ONNX, found " + what);
  }

  // --- Layers.

  Result<Words> LookUp() {
    const Result<Matrix> vectors = Read(std::string(kEmbeddingTensor));
    if (!vectors.ok()) return vectors.error();
    const Matrix& known = vectors.value();
    Matrix table = Matrix::Zero(known.rows() + 1, known.cols());
    table.topRows(known.rows()) = known;
    const std::string words = graph_.Input("words", {kAnyLength}, true);
    return Words{graph_.Node("Gather", {graph_.Constant(table), words}),
                 known.cols()};
  }

  Result<Words> Layer(const Part& part, const Words& x) {
    Result<Words> given = AnyLayer(part, x);
    return failed_.ok() ? given : Result<Words>(failed_.error());
  }

  Result<Words> AnyLayer(const Part& part, const Words& x) {
    const std::string type = part.type();
    if (type == "bidirectional") return Bidirectional(part, x);
    if (type == "stacked") return Stacked(part, x);
    if (type == "lstm") return Lstm(part, x);
    if (type == "gru") return Gru(part, x);
    if (type == "elman" || type == "irnn") return Elman(part, x);
    if (type == "rcnn") return Rcnn(part, x);
    if (type == "convolution") return Convolution(part, x);
    if (type == "pooling") return Pooling(part, x);
    if (type == "bag") {
      const bool sum = part.Text("mode", "mean") == "sum";
      if (sum) {
        return Words{graph_.Node("ReduceSum", {x.name, graph_.Whole({0})},
                                 {{"keepdims", std::int64_t{1}}}),
                     x.width};
      }
      return Words{Pool(x.name, "mean"), x.width};
    }
    if (type == "dan") return Dan(part, x);
    if (type == "attention") return AttentionPooling(part, x);
    if (type == "self_attention") return SelfAttention(part, x);
    if (type == "transformer") return Transformer(part, x);
    return Refuse(part, Quote(type));
  }

  Result<Words> Bidirectional(const Part& part, const Words& x) {
    const json& inner = part.spec.at("layer");
    const Result<Words> forward = Layer({inner, part.prefix + "forward."}, x);
    if (!forward.ok()) return forward;
    const Result<Words> backward =
        Layer({inner, part.prefix + "backward."}, {Reversed(x.name), x.width});
    if (!backward.ok()) return backward;
    return Words{
        graph_.Node("Concat",
                    {forward.value().name, Reversed(backward.value().name)},
                    {{"axis", std::int64_t{1}}}),
        forward.value().width + backward.value().width};
  }

  Result<Words> Stacked(const Part& part, const Words& input) {
    const json& layers = part.spec.at("layers");
    Words x = input;
    Words all{"", 0};
    Strings names;
    for (std::size_t k = 0; k < layers.size(); ++k) {
      const Result<Words> given =
          Layer({layers[k], part.prefix + std::to_string(k + 1) + "."}, x);
      if (!given.ok()) return given;
      x = given.value();
      names.push_back(x.name);
      all.width += x.width;
    }
    if (part.Text("output", "last") != "all") return x;
    all.name = graph_.Node("Concat", names, {{"axis", std::int64_t{1}}});
    return all;
  }

  // Matrices of gates one above the other, as [1, k·h, d]; vectors side by
  // side.
  Matrix Above(const Part& part, const Strings& names) {
    Matrix all(0, 0);
    for (const std::string& name : names) {
      const Matrix one = Own(part, name);
      if (all.size() == 0) {
        all = one;
        continue;
      }
      Matrix next(all.rows() + one.rows(), all.cols());
      if (one.cols() != all.cols()) {
        if (failed_.ok()) failed_ = BadConfig("expected gates of one width");
        return all;
      }
      next << all, one;
      all = std::move(next);
    }
    return all;
  }
  std::string AsOneDirection(const Matrix& matrix) {
    return graph_.Constant(matrix, {1, matrix.rows(), matrix.cols()});
  }
  // The biases of the words, then those of the state.
  std::string Biases(const Matrix& words, const Matrix& state) {
    Matrix all(1, words.size() + state.size());
    all << Eigen::Map<const Matrix>(words.data(), 1, words.size()),
        Eigen::Map<const Matrix>(state.data(), 1, state.size());
    return graph_.Constant(all);
  }

  // A recurrent operator of ONNX, [words, width] -> [words, hidden].
  Words Recurrent(const std::string& operation, const Words& x,
                  const Matrix& words, const Matrix& state,
                  const std::string& biases, OnnxAttributes attributes) {
    const Index hidden = state.cols();
    attributes["hidden_size"] = std::int64_t{hidden};
    const std::string one_text =
        graph_.Node("Reshape", {x.name, graph_.Whole({-1, 1, x.width})});
    const std::string states = graph_.Node(
        operation,
        {one_text, AsOneDirection(words), AsOneDirection(state), biases},
        attributes);
    return {graph_.Node("Reshape", {states, graph_.Whole({-1, hidden})}),
            hidden};
  }

  Result<Words> Lstm(const Part& part, const Words& x) {
    if (part.Text("state", "h") != "h") {
      return Refuse(part, "an \"lstm\" that gives its cells");
    }
    const Matrix bias = Above(part, {"i.b", "o.b", "f.b", "g.b"});
    return Recurrent("LSTM", x, Above(part, {"i.W", "o.W", "f.W", "g.W"}),
                     Above(part, {"i.U", "o.U", "f.U", "g.U"}),
                     Biases(bias, Matrix::Zero(1, bias.size())), {});
  }

  Result<Words> Gru(const Part& part, const Words& x) {
    Matrix words = Above(part, {"z.W", "r.W", "h.W"});
    Matrix state = Above(part, {"z.U", "r.U", "h.U"});
    Matrix bias = Above(part, {"z.b", "r.b", "h.b"});
    const Index hidden = state.cols();
    if (part.Text("update_gate", "new_state") == "new_state") {
      // 1 - σ(x) = σ(-x): there z is the old state's.
      words.topRows(hidden) *= -1;
      state.topRows(hidden) *= -1;
      bias.topRows(1) *= -1;
    }
    Matrix inner = Matrix::Zero(3, hidden);
    const bool after = part.Text("reset", "before") == "after";
    if (after) inner.row(2) = Own(part, "h.c");
    return Recurrent("GRU", x, words, state, Biases(bias, inner),
                     {{"linear_before_reset", std::int64_t{after ? 1 : 0}}});
  }

  Result<Words> Elman(const Part& part, const Words& x) {
    const std::string activation =
        part.Text("activation", part.type() == "irnn" ? "relu" : "tanh");
    OnnxAttributes attributes;
    if (activation == "identity") {
      attributes["activations"] = Strings{"Affine"};
      attributes["activation_alpha"] = std::vector<float>{1};
      attributes["activation_beta"] = std::vector<float>{0};
    } else {
      attributes["activations"] =
          Strings{activation == "relu" ? "Relu" : "Tanh"};
    }
    const Matrix bias = Own(part, "b");
    return Recurrent("RNN", x, Own(part, "W"), Own(part, "U"),
                     Biases(bias, Matrix::Zero(1, bias.size())), attributes);
  }

  // The loop over words of a recurrent convolution: its equations one by one.
  // What depends on a word alone comes in; h and the levels go round.
  Result<Words> Rcnn(const Part& part, const Words& x) {
    if (part.Text("pooling", "sum") != "sum") {
      return Refuse(part, "an \"rcnn\" that takes the largest of n-grams");
    }
    const json decay_spec = part.spec.value("decay", json::object());
    const std::string decay = decay_spec.value("type", "xh");
    const bool additive = part.Text("mapping", "additive") == "additive";
    const bool normalized = part.Flag("normalized", true);
    const bool counts = additive && !normalized;
    const bool same_step = !additive && part.Flag("same_step", false);
    const Index order = part.Count("order", 2);
    const Index hidden = Height(part, "W.1");

    const std::string loop = "loop" + std::to_string(loops_++);
    OnnxGraph body(loop);
    const OnnxShape row = {1, hidden};
    Strings carried;  // Where they start.
    Strings scanned;
    Strings c_before;
    Strings count_before;
    const auto carry = [&](const std::string& name) {
      carried.push_back(graph_.Constant(Matrix::Zero(1, hidden)));
      return body.Input(loop + name, row);
    };
    const auto scan = [&](const std::string& value, const std::string& name,
                          Index width) {
      // A row of a matrix is a vector in the body; ours have one row.
      scanned.push_back(
          graph_.Node("Reshape", {value, graph_.Whole({-1, 1, width})}));
      return std::pair(loop + name, OnnxShape{1, width});
    };
    const std::string h = carry("h");
    for (Index j = 0; j < order; ++j) {
      c_before.push_back(carry("c" + std::to_string(j)));
      if (counts) count_before.push_back(carry("n" + std::to_string(j)));
    }
    // Inputs that are scanned come after those that go round.
    std::vector<std::pair<std::string, OnnxShape>> inputs;
    Strings u;
    for (Index j = 1; j <= order; ++j) {
      const std::string number = std::to_string(j);
      inputs.push_back(scan(Product(x.name, Transposed(part, "W." + number)),
                            "u" + number, hidden));
      u.push_back(inputs.back().first);
    }
    const auto scan_gate = [&](const std::string& name) {
      inputs.push_back(scan(Affine(part, x.name, name + "."), name,
                            Height(part, name + ".W")));
      return inputs.back().first;
    };
    std::string decay_words;
    if (decay == "x" || decay == "xh") decay_words = scan_gate("gate");
    std::string output_words;
    if (part.Flag("output_gate", false)) output_words = scan_gate("outgate");
    std::string highway_words;
    std::string word;
    if (part.Flag("highway", false)) {
      highway_words = scan_gate("highway");
      inputs.push_back(scan(x.name, "x", x.width));
      word = inputs.back().first;
    }
    for (const auto& [name, shape] : inputs) body.Input(name, shape);

    const auto add = [&](const std::string& a, const std::string& b) {
      return body.Node("Add", {a, b});
    };
    const auto times = [&](const std::string& a, const std::string& b) {
      return body.Node("Mul", {a, b});
    };
    const std::string one = body.Constant(Matrix::Ones(1, 1));
    // λ
    std::string keep;
    if (decay == "constant") {
      keep = body.Constant(Matrix::Constant(
          1, 1, static_cast<Real>(decay_spec.value("value", 0.5))));
    } else {
      keep =
          decay == "trained" ? body.Constant(Own(part, "gate.b")) : decay_words;
      if (decay == "xh") {
        keep = add(keep, body.Node("MatMul",
                                   {h, body.Constant(Matrix(
                                           Own(part, "gate.U").transpose()))}));
      }
      keep = body.Node("Sigmoid", {keep});
    }
    const std::string take = body.Node("Sub", {one, keep});
    Strings c;
    Strings z;
    Strings count;
    for (std::size_t j = 0; j < c_before.size(); ++j) {
      std::string enters = u[j];
      if (j > 0) {
        const std::string& below = same_step ? c[j - 1] : c_before[j - 1];
        if (!additive) {
          enters = times(below, enters);
        } else {
          enters =
              add(below, counts ? times(count_before[j - 1], enters) : enters);
        }
      }
      z.push_back(enters);
      c.push_back(add(times(keep, c_before[j]),
                      normalized ? times(take, enters) : enters));
      if (counts) {
        count.push_back(add(times(keep, count_before[j]),
                            j == 0 ? one : count_before[j - 1]));
      }
    }
    const auto sum = [&](const Strings& values) {
      return values.size() == 1 ? values[0] : body.Node("Sum", values);
    };
    const std::string state = part.Text("state", "c");
    std::string s = c.back();
    if (state == "z") s = z.back();
    if (state == "sum_c") s = sum(c);
    if (state == "sum_z") s = sum(z);
    if (state == "mix") {
      const Matrix mix = Own(part, "mix");
      Strings parts;
      for (Index j = 0; j < std::min(order, mix.cols()); ++j) {
        parts.push_back(
            times(c[static_cast<std::size_t>(j)],
                  body.Constant(Matrix::Constant(1, 1, mix(0, j)))));
      }
      s = sum(parts);
    }
    if (part.Flag("output_matrix", false)) {
      s = body.Node("MatMul", {s, body.Constant(Own(part, "O"))});
    }
    if (part.Flag("bias", true)) s = add(s, body.Constant(Own(part, "b")));
    std::string next = Activated(body, s, part.Text("activation", "tanh"));
    if (!output_words.empty()) {
      const std::string gate =
          body.Constant(Matrix(Own(part, "outgate.U").transpose()));
      next =
          times(body.Node("Sigmoid",
                          {add(output_words, body.Node("MatMul", {h, gate}))}),
                next);
    }
    if (!highway_words.empty()) {
      const std::string gate = body.Node("Sigmoid", {highway_words});
      next = add(times(gate, next), times(body.Node("Sub", {one, gate}), word));
    }
    body.Output(next, loop + "h_next", row);
    for (std::size_t j = 0; j < c.size(); ++j) {
      const std::string number = std::to_string(j);
      body.Output(c[j], loop + "c_next" + number, row);
      if (counts) body.Output(count[j], loop + "n_next" + number, row);
    }
    body.Output(next, loop + "given", row);

    Strings all = carried;
    all.insert(all.end(), scanned.begin(), scanned.end());
    const std::string last = graph_.Node(
        "Scan", all,
        {{"body", &body},
         {"num_scan_inputs", static_cast<std::int64_t>(scanned.size())}},
        carried.size() + 1);
    return Words{
        graph_.Node("Reshape", {last + "." + std::to_string(carried.size()),
                                graph_.Whole({-1, hidden})}),
        hidden};
  }

  Result<Words> Convolution(const Part& part, const Words& x) {
    const Index order = part.Count("order", 2);
    if (part.Text("mapping", "additive") != "additive") {
      return Refuse(part, "a multiplicative \"convolution\"");
    }
    const std::string border = part.Text("border", "causal");
    const Index hidden = Height(part, "W.1");
    // [h, d, n], as rows of [h, d·n].
    Matrix weight(hidden, x.width * order);
    for (Index k = 0; k < order; ++k) {
      const Matrix one = Own(part, "W." + std::to_string(k + 1));
      if (one.rows() != hidden || one.cols() != x.width) {
        return BadConfig("expected windows of one width");
      }
      for (Index i = 0; i < x.width; ++i)
        weight.col(i * order + k) = one.col(i);
    }
    const std::int64_t before = border == "narrow" ? 0 : order - 1;
    const std::int64_t after = border == "wide" ? order - 1 : 0;
    Strings inputs = {
        graph_.Node("Unsqueeze",
                    {graph_.Node("Transpose", {x.name},
                                 {{"perm", std::vector<std::int64_t>{1, 0}}}),
                     graph_.Whole({0})}),
        graph_.Constant(weight, {hidden, x.width, order})};
    if (part.Flag("bias", true)) {
      inputs.push_back(graph_.Constant(Own(part, "b"), {hidden}));
    }
    const std::string windows = graph_.Node(
        "Conv", inputs, {{"pads", std::vector<std::int64_t>{before, after}}});
    const std::string rows = graph_.Node(
        "Transpose", {graph_.Node("Squeeze", {windows, graph_.Whole({0})})},
        {{"perm", std::vector<std::int64_t>{1, 0}}});
    return Words{Activated(graph_, rows, part.Text("activation", "tanh")),
                 hidden};
  }

  Result<Words> Pooling(const Part& part, const Words& x) {
    const std::string kind = part.Text("kind", "max");
    if (kind != "max" && kind != "average" && kind != "last") {
      return Refuse(part, "\"pooling\" of the kind " + Quote(kind));
    }
    return Words{Pool(x.name, kind), x.width};
  }

  Result<Words> Dan(const Part& part, const Words& x) {
    std::string y = Pool(x.name, "mean");
    Index width = x.width;
    for (Index k = 1; k <= part.Count("layers", 2); ++k) {
      const std::string prefix = std::to_string(k) + ".";
      y = Activated(graph_, Affine(part, y, prefix),
                    part.Text("activation", "tanh"));
      width = Height(part, prefix + "W");
    }
    return Words{y, width};
  }

  Result<Words> AttentionPooling(const Part& part, const Words& x) {
    std::string scored = x.name;
    if (part.Flag("projection", false)) {
      scored = graph_.Node("Tanh", {Product(x.name, Transposed(part, "W"))});
    }
    const std::string scores = Product(scored, Transposed(part, "v"));
    const std::string shares =
        graph_.Node("Softmax", {scores}, {{"axis", std::int64_t{0}}});
    return Words{
        Product(graph_.Node("Transpose", {shares},
                            {{"perm", std::vector<std::int64_t>{1, 0}}}),
                x.name),
        x.width};
  }

  // What the words read, before the output matrix; `prefix` is that of q, k, v.
  Words Attend(const Part& part, const std::string& prefix,
               const std::string& x, Index heads, bool scaled) {
    const std::string q = Affine(part, x, prefix + "q.");
    const std::string k = Affine(part, x, prefix + "k.");
    const std::string v = Affine(part, x, prefix + "v.");
    const Index width = Height(part, prefix + "v.W");
    const Index each = std::max<Index>(1, width / heads);
    const std::string scale = graph_.Constant(Matrix::Constant(
        1, 1, scaled ? 1 / std::sqrt(static_cast<Real>(each)) : Real{1}));
    Strings read;
    for (Index head = 0; head < heads; ++head) {
      const auto columns = [&](const std::string& of) {
        return Slice(of, head * each, (head + 1) * each, 1);
      };
      const std::string keys =
          graph_.Node("Transpose", {columns(k)},
                      {{"perm", std::vector<std::int64_t>{1, 0}}});
      const std::string scores =
          graph_.Node("Mul", {Product(columns(q), keys), scale});
      read.push_back(
          Product(graph_.Node("Softmax", {scores}, {{"axis", std::int64_t{1}}}),
                  columns(v)));
    }
    return {read.size() == 1
                ? read[0]
                : graph_.Node("Concat", read, {{"axis", std::int64_t{1}}}),
            width};
  }

  Result<Words> SelfAttention(const Part& part, const Words& x) {
    const std::string score = part.Text("score", "scaled");
    if ((score != "scaled" && score != "dot") ||
        part.Flag("quaternion", false)) {
      return Refuse(part,
                    "\"self_attention\" of another score or of "
                    "quaternions");
    }
    Words read =
        Attend(part, "", x.name, part.Count("heads", 1), score == "scaled");
    if (part.Flag("output_matrix", false)) {
      read = {Affine(part, read.name, "o."), Height(part, "o.W")};
    }
    return read;
  }

  std::string Norm(const Part& part, const std::string& x,
                   const std::string& name) {
    return graph_.Node("LayerNormalization",
                       {x, Row(part, name + ".g"), Row(part, name + ".b")},
                       {{"axis", std::int64_t{1}}, {"epsilon", 1e-5F}});
  }

  Result<Words> Transformer(const Part& part, const Words& x) {
    if (part.Text("quaternion", "none") != "none") {
      return Refuse(part, "a \"transformer\" of quaternions");
    }
    const auto attention = [&](const std::string& from) {
      const Words read =
          Attend(part, "attention.", from, part.Count("heads", 1), true);
      return Affine(part, read.name, "attention.o.");
    };
    const auto dense = [&](const std::string& from) {
      const std::string inner = Activated(graph_, Affine(part, from, "1."),
                                          part.Text("activation", "relu"));
      return Affine(part, inner, "2.");
    };
    const auto add = [&](const std::string& a, const std::string& b) {
      return graph_.Node("Add", {a, b});
    };
    if (part.Text("norm", "after") == "before") {
      const std::string a =
          add(x.name, attention(Norm(part, x.name, "attention_norm")));
      return Words{add(a, dense(Norm(part, a, "norm"))), x.width};
    }
    const std::string a =
        Norm(part, add(x.name, attention(x.name)), "attention_norm");
    return Words{Norm(part, add(a, dense(a)), "norm"), x.width};
  }

  const json& config_;
  const SafetensorsView& tensors_;
  OnnxGraph graph_;
  std::size_t loops_ = 0;
  Status failed_;
};

}  // namespace

Result<std::string> ExportOnnx(const ModelFiles& files) {
  const Result<json> config = ParseModelConfig(files);
  if (!config.ok()) return config.error();
  if (config.value().value("task", json()) != "classifier") {
    return Invalid("expected a classifier, found a model of the task " +
                   DumpJson(config.value().value("task", json())));
  }
  const Result<SafetensorsView> tensors =
      SafetensorsView::Parse(files.tensors, kTensorsFile);
  if (!tensors.ok()) return tensors.error();
  return Exporter(config.value(), tensors.value()).Run();
}

}  // namespace whylight
