#include "core/layers/tree.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/layers/check_size.h"
#include "core/layers/initialise.h"
#include "core/ops/gather_from.h"
#include "core/ops/ops.h"
#include "core/ops/vector_times_matrix.h"

namespace whylight {
namespace {

// Gates of an LSTM, side by side: those of words have no f.
constexpr Index kWordGates = 3;  // i, o, u
constexpr Index kNodeGates = 5;  // i, o, f of the left, f of the right, u

// The widths of what W reads and gives.
Index ReadByComposition(const TreeOptions& options) {
  const Index read = 2 * options.width();
  return options.cell == TreeCell::kLabelled
             ? read + 2 * options.label_dimensions
             : read;
}
Index GivenByComposition(const TreeOptions& options) {
  return options.width() * (options.cell == TreeCell::kLstm ? kNodeGates : 1);
}

// What g(x W_x + w_x) gives, or 0 where word vectors stay as they are.
Index GivenByWord(const TreeOptions& options) {
  if (options.cell == TreeCell::kLstm) return kWordGates * options.width();
  return options.hidden;
}

// The widest state of cells whose numbers grow with its square and cube.
constexpr Index kMaxMatrixWidth = 256;

}  // namespace

Status CheckTreeOptions(const TreeOptions& options) {
  if (Status inputs = CheckSize("tree", "inputs", options.inputs);
      !inputs.ok()) {
    return inputs;
  }
  const bool squares = options.cell == TreeCell::kMatrixVector ||
                       options.cell == TreeCell::kTensor;
  if (squares && options.width() > kMaxMatrixWidth) {
    return Invalid(
        "\"hidden\": expected at most " + std::to_string(kMaxMatrixWidth) +
        " of this \"cell\", found " + std::to_string(options.width()));
  }
  if (options.reads_labels() && options.labels < 1) {
    return CheckSize("tree", "labels", options.labels);
  }
  if (options.cell == TreeCell::kLabelled) {
    return CheckSize("tree", "label_dimensions", options.label_dimensions);
  }
  return {};
}

std::uint64_t ParameterCount(const TreeOptions& options) {
  const auto size = [](Index rows, Index columns) {
    return static_cast<std::uint64_t>(rows) *
           static_cast<std::uint64_t>(columns);
  };
  const Index width = options.width();
  std::uint64_t count = size(options.inputs + 1, GivenByWord(options));
  const std::uint64_t compositions =
      options.cell == TreeCell::kUntied ? options.pairs.size() + 1 : 1;
  count += compositions *
           size(ReadByComposition(options) + 1, GivenByComposition(options));
  if (options.cell == TreeCell::kLabelled) {
    count += size(options.labels, options.label_dimensions);
  }
  if (options.cell == TreeCell::kTensor)
    count += size(4 * width * width, width);
  if (options.cell == TreeCell::kMatrixVector) count += size(2 * width, width);
  return count;
}

TreeLayer::TreeLayer(const std::string& name, const TreeOptions& options,
                     std::uint64_t seed)
    : options_(options) {
  const Index width = options_.width();
  if (const Index given = GivenByWord(options_); given > 0) {
    word_.emplace(name + ".word", options_.inputs, given, seed);
  }
  const Index read = ReadByComposition(options_);
  const Index gives = GivenByComposition(options_);
  if (options_.cell == TreeCell::kUntied) {
    for (const auto& [left, right] : options_.pairs) {
      pairs_.try_emplace({left, right}, compositions_.size());
      compositions_.emplace_back(
          name + "." + std::to_string(left) + "." + std::to_string(right), read,
          gives, seed);
    }
  }
  compositions_.emplace_back(name, read, gives, seed);
  switch (options_.cell) {
    case TreeCell::kPlain:
    case TreeCell::kUntied:
      break;
    case TreeCell::kLabelled:
      labels_ = {name + ".labels",
                 UniformMatrix(options_.labels, options_.label_dimensions, 0.05,
                               seed, name + ".labels")};
      break;
    case TreeCell::kMatrixVector: {
      // At first the matrix of a phrase is the mean of those of its parts.
      Matrix mean = UniformMatrix(2 * width, width, 0.01, seed, name + ".M");
      mean.topRows(width).diagonal().array() += Real(0.5);
      mean.bottomRows(width).diagonal().array() += Real(0.5);
      product_ = {name + ".M", std::move(mean)};
      break;
    }
    case TreeCell::kTensor:
      tensor_ = {name + ".V",
                 UniformMatrix(2 * width, 2 * width * width,
                               0.5 / static_cast<double>(2 * width), seed,
                               name + ".V")};
      break;
    case TreeCell::kLstm:
      // So that at first memories are kept.
      compositions_.front()
          .bias()
          .value.middleCols(2 * width, 2 * width)
          .setOnes();
      break;
  }
}

// The parts of some nodes, and what else their vectors are made of.
struct TreeLayer::Parts {
  States left;
  States right;
  // The labels of kLabelled: the first and the second of each node.
  std::vector<std::int32_t> first = {};
  std::vector<std::int32_t> second = {};
};

Var TreeLayer::LstmMemory(Graph& graph, Var gates) const {
  const Index width = options_.width();
  const Index last = graph.value(gates).cols() - width;
  return Multiply(graph, Sigmoid(graph, Columns(graph, gates, 0, width)),
                  Tanh(graph, Columns(graph, gates, last, width)));
}

TreeLayer::States TreeLayer::Leaves(
    Graph& graph, const Words& words,
    const std::vector<std::int32_t>& rows) const {
  const Var given = word_ ? word_->Apply(graph, words.vectors) : words.vectors;
  if (options_.cell == TreeCell::kLstm) {
    const Index width = options_.width();
    const Var memory = LstmMemory(graph, given);
    const Var open = Sigmoid(graph, Columns(graph, given, width, width));
    return {Gather(graph, Multiply(graph, open, Tanh(graph, memory)), rows),
            Gather(graph, memory, rows)};
  }
  // A word is computed once, however often it occurs.
  const Var vectors =
      word_ ? Activate(graph, given, options_.activation) : given;
  States leaves{Gather(graph, vectors, rows), {}};
  if (options_.cell == TreeCell::kMatrixVector) {
    const Index width = options_.width();
    const Matrix identity = Matrix::Identity(width, width);
    const Eigen::Map<const Matrix> row(identity.data(), 1, width * width);
    leaves.more = AddBias(graph, Gather(graph, *words.matrices, rows),
                          graph.Constant(row));
  }
  return leaves;
}

TreeLayer::States TreeLayer::ComposeLstm(Graph& graph,
                                         const Parts& parts) const {
  const Index width = options_.width();
  const Var gates = compositions_.front().Apply(
      graph, ConcatColumns(graph, parts.left.vectors, parts.right.vectors));
  const auto gate = [&](Index place) {
    return Sigmoid(graph, Columns(graph, gates, place * width, width));
  };
  const Var kept = Add(graph, Multiply(graph, gate(2), *parts.left.more),
                       Multiply(graph, gate(3), *parts.right.more));
  const Var memory = Add(graph, LstmMemory(graph, gates), kept);
  return {Multiply(graph, gate(1), Tanh(graph, memory)), memory};
}

TreeLayer::States TreeLayer::ComposeWithMatrices(Graph& graph,
                                                 const Parts& parts) const {
  const Index width = options_.width();
  // Matrices are kept transposed: xᵀ Pᵀ is P x, and Bᵀ times a matrix one
  // product over the rows of all nodes.
  const Var read = ConcatColumns(
      graph, VectorTimesMatrix(graph, parts.left.vectors, *parts.right.more),
      VectorTimesMatrix(graph, parts.right.vectors, *parts.left.more));
  const Index nodes = graph.value(parts.left.vectors).rows();
  const auto stacked = [&](Var matrices) {
    return Reshape(graph, matrices, nodes * width, width);
  };
  const Var matrices = MatMul(graph,
                              ConcatColumns(graph, stacked(*parts.left.more),
                                            stacked(*parts.right.more)),
                              graph.Use(*product_));
  return {Activate(graph, compositions_.front().Apply(graph, read),
                   options_.activation),
          Reshape(graph, matrices, nodes, width * width)};
}

TreeLayer::States TreeLayer::Compose(Graph& graph, const Parts& parts,
                                     std::size_t pair) const {
  if (options_.cell == TreeCell::kLstm) return ComposeLstm(graph, parts);
  if (options_.cell == TreeCell::kMatrixVector) {
    return ComposeWithMatrices(graph, parts);
  }
  Var read = ConcatColumns(graph, parts.left.vectors, parts.right.vectors);
  std::optional<Var> products;
  if (tensor_) {
    products = VectorTimesMatrix(graph, read,
                                 MatMul(graph, read, graph.Use(*tensor_)));
  }
  if (labels_) {
    const Var vectors = graph.Use(*labels_);
    read =
        ConcatColumns(graph, read,
                      ConcatColumns(graph, Gather(graph, vectors, parts.first),
                                    Gather(graph, vectors, parts.second)));
  }
  Var sum = compositions_[pair].Apply(graph, read);
  if (products) sum = Add(graph, sum, *products);
  return {Activate(graph, sum, options_.activation), {}};
}

std::size_t TreeLayer::PairOf(const Trees& trees,
                              const Trees::Node& node) const {
  if (options_.cell != TreeCell::kUntied) return 0;
  const std::pair<std::int32_t, std::int32_t> labels = {
      trees.nodes[static_cast<std::size_t>(node.left)].label,
      trees.nodes[static_cast<std::size_t>(node.right)].label};
  const auto found = pairs_.find(labels);
  return found == pairs_.end() ? options_.pairs.size() : found->second;
}

Var TreeLayer::Apply(Graph& graph, const Words& words,
                     const Trees& trees) const {
  const std::vector<Trees::Node>& nodes = trees.nodes;
  // Where the state of each node stands, once it is there.
  std::vector<TableRow> places(nodes.size());
  // Nodes by their height, and by W_BC within.
  std::map<std::pair<Index, std::size_t>, std::vector<std::size_t>> groups;
  std::vector<Index> heights(nodes.size(), 0);
  std::vector<std::size_t> bearers(nodes.size());  // Whose state it has.
  std::vector<std::int32_t> leaves;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Trees::Node& node = nodes[i];
    bearers[i] = i;
    if (node.left == Trees::kNone) {
      places[i] = {0, static_cast<std::int32_t>(leaves.size())};
      leaves.push_back(node.word);
      continue;
    }
    const auto left = static_cast<std::size_t>(node.left);
    heights[i] = heights[left];
    if (node.right == Trees::kNone) {
      bearers[i] = bearers[left];
      continue;
    }
    const auto right = static_cast<std::size_t>(node.right);
    heights[i] = std::max(heights[left], heights[right]) + 1;
    groups[{heights[i], PairOf(trees, node)}].push_back(i);
  }
  std::vector<Var> vectors;
  std::vector<Var> more;
  const auto add = [&](const States& states) {
    vectors.push_back(states.vectors);
    if (states.more) more.push_back(*states.more);
  };
  add(Leaves(graph, words, leaves));
  for (const auto& [key, members] : groups) {
    Parts parts;
    std::array<std::vector<TableRow>, 2> rows;
    for (const std::size_t member : members) {
      const Trees::Node& node = nodes[member];
      const auto left = static_cast<std::size_t>(node.left);
      const auto right = static_cast<std::size_t>(node.right);
      rows[0].push_back(places[bearers[left]]);
      rows[1].push_back(places[bearers[right]]);
      if (labels_) {
        const bool parts_only = options_.which == TreeLabels::kParts;
        parts.first.push_back(parts_only ? nodes[left].label : node.label);
        parts.second.push_back(nodes[parts_only ? right : left].label);
      }
      places[member] = {static_cast<std::int32_t>(vectors.size()),
                        static_cast<std::int32_t>(rows[0].size() - 1)};
    }
    for (const auto& [side, of] :
         {std::pair{&parts.left, &rows[0]}, {&parts.right, &rows[1]}}) {
      side->vectors = GatherFrom(graph, vectors, *of);
      if (!more.empty()) side->more = GatherFrom(graph, more, *of);
    }
    add(Compose(graph, parts, key.second));
  }
  std::vector<TableRow> all;
  all.reserve(nodes.size());
  for (const std::size_t bearer : bearers) all.push_back(places[bearer]);
  return GatherFrom(graph, vectors, all);
}

std::vector<Parameter*> TreeLayer::Parameters() {
  std::vector<Parameter*> parameters;
  const auto add = [&parameters](Dense& dense) {
    for (Parameter* parameter : dense.Parameters()) {
      parameters.push_back(parameter);
    }
  };
  if (word_) add(*word_);
  for (Dense& composition : compositions_) add(composition);
  for (std::optional<Parameter>* own : {&labels_, &tensor_, &product_}) {
    if (*own) parameters.push_back(&**own);
  }
  return parameters;
}

}  // namespace whylight
