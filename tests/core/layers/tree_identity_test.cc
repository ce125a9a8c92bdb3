// Recursive networks against what they are equal to.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/layers/elman.h"
#include "core/layers/lstm.h"
#include "core/layers/tree.h"
#include "tests/core/layers/tree_cells.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

constexpr Real kTreeTolerance = 1e-12;

Parameter& NamedParameter(const std::vector<Parameter*>& parameters,
                          const std::string& name) {
  return **std::find_if(
      parameters.begin(), parameters.end(),
      [&name](const Parameter* parameter) { return parameter->name == name; });
}

TreeLayer RandomLayer(const TreeOptions& options) {
  TreeLayer layer("tree", options, 3);
  for (Parameter* parameter : layer.Parameters()) {
    parameter->value = RandomMatrix(parameter->value.rows(),
                                    parameter->value.cols(), parameter->name);
  }
  return layer;
}

// The vectors of the nodes, over words of random vectors and matrices.
Matrix VectorsOf(const TreeLayer& layer, const Trees& trees) {
  Graph graph(Graph::Mode::kInference);
  const Index width = layer.options().width();
  TreeLayer::Words words{
      graph.Constant(RandomMatrix(7, layer.options().inputs, "words"))};
  words.matrices =
      graph.Constant(RandomMatrix(7, width * width, "word matrices"));
  return graph.value(layer.Apply(graph, words, trees));
}

// Nodes one by one: a batch of what is below each, and nothing else.
Matrix VectorsOneByOne(const TreeLayer& layer, const Trees& trees) {
  Matrix vectors(static_cast<Index>(trees.nodes.size()),
                 layer.options().width());
  for (std::size_t i = 0; i < trees.nodes.size(); ++i) {
    Trees below;
    std::vector<std::int32_t> number(trees.nodes.size(), Trees::kNone);
    std::vector<bool> wanted(trees.nodes.size());
    wanted[i] = true;
    for (std::size_t j = i + 1; j-- > 0;) {
      if (!wanted[j]) continue;
      for (const auto part : {trees.nodes[j].left, trees.nodes[j].right}) {
        if (part >= 0) wanted[static_cast<std::size_t>(part)] = true;
      }
    }
    for (std::size_t j = 0; j <= i; ++j) {
      if (!wanted[j]) continue;
      Trees::Node node = trees.nodes[j];
      for (std::int32_t* part : {&node.left, &node.right}) {
        if (*part >= 0) *part = number[static_cast<std::size_t>(*part)];
      }
      number[j] = static_cast<std::int32_t>(below.nodes.size());
      below.nodes.push_back(node);
    }
    vectors.row(static_cast<Index>(i)) = VectorsOf(layer, below).bottomRows(1);
  }
  return vectors;
}

TEST(TreeIdentityTest, TheWorkedTreeHasNineNodes) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> number;
  const Trees trees = TreesOf(DuckRules(), &number);
  ASSERT_EQ(trees.nodes.size(), 9u);
  const TreeLayer layer = RandomLayer({.inputs = 4});
  const Matrix vectors = VectorsOf(layer, trees);
  const Matrix words = RandomMatrix(7, 4, "words");
  const Matrix w = RandomMatrix(8, 4, "tree.W");
  const Matrix b = RandomMatrix(1, 4, "tree.b");
  const auto compose = [&](const RowVector& left,
                           const RowVector& right) -> RowVector {
    RowVector both(8);
    both << left, right;
    return (both * w + b).array().tanh();
  };
  const RowVector her_duck = compose(words.row(3), words.row(4));
  const RowVector saw = compose(words.row(2), her_duck);
  const RowVector boy = compose(words.row(0), words.row(1));
  const auto expect = [&](std::int32_t i, std::int32_t j, const RowVector& v) {
    EXPECT_TRUE(vectors.row(number.at({i, j})).isApprox(v, kTreeTolerance));
  };
  for (std::int32_t i = 0; i < 5; ++i) expect(i, i, words.row(i));
  expect(3, 4, her_duck);
  expect(2, 4, saw);
  expect(0, 1, boy);
  expect(0, 4, compose(boy, saw));
}

TEST(TreeIdentityTest, TheOrderOfRulesDoesNotMatter) {
  std::vector<TreeRule> rules = DuckRules();
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> number;
  const Trees trees = TreesOf(rules, &number);
  for (const TreeOptions& cell : TreeCells()) {
    if (cell.reads_labels()) continue;  // They would move with the nodes.
    const TreeLayer layer = RandomLayer(cell);
    const Matrix vectors = VectorsOf(layer, trees);
    std::reverse(rules.begin(), rules.end());
    std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> other;
    const Matrix others = VectorsOf(layer, TreesOf(rules, &other));
    ASSERT_EQ(other.size(), number.size());
    for (const auto& [span, node] : number) {
      EXPECT_EQ(others.row(other.at(span)), vectors.row(node));
    }
  }
}

TEST(TreeIdentityTest, ABatchGivesWhatEachNodeAloneWouldGet) {
  // Two trees, one of them high, a word in both, and a node of one part.
  Trees trees;
  for (const std::int32_t word : {0, 1, 2, 1, 3, 5}) {
    trees.nodes.push_back({.word = word});
  }
  const auto add = [&trees](std::int32_t left, std::int32_t right) {
    trees.nodes.push_back({.left = left, .right = right});
    return static_cast<std::int32_t>(trees.nodes.size() - 1);
  };
  const std::int32_t low = add(0, 1);
  std::int32_t high = add(4, 5);
  for (const std::int32_t word : {3, 2}) high = add(word, high);
  const std::int32_t same = add(low, Trees::kNone);
  add(same, high);
  LabelNodes(&trees);
  for (const TreeOptions& cell : TreeCells()) {
    const TreeLayer layer = RandomLayer(cell);
    const Matrix vectors = VectorsOf(layer, trees);
    EXPECT_EQ(vectors, VectorsOneByOne(layer, trees));
    EXPECT_EQ(vectors.row(same), vectors.row(low));
  }
}

// x_1 to x_n one after the other, from a part without a word: zeros.
Trees LeftBranching(std::int32_t words) {
  Trees trees;
  trees.nodes.push_back({});
  std::int32_t before = 0;
  for (std::int32_t word = 0; word < words; ++word) {
    trees.nodes.push_back({.word = word});
    const auto leaf = static_cast<std::int32_t>(trees.nodes.size() - 1);
    trees.nodes.push_back({.left = before, .right = leaf});
    before = leaf + 1;
  }
  return trees;
}

TEST(TreeIdentityTest, ALeftBranchingTreeIsARecurrentNetwork) {
  const TreeLayer layer = RandomLayer({.inputs = 4});
  ElmanLayer sequence("rnn", {.inputs = 4, .hidden = 4}, 1);
  const Matrix w = RandomMatrix(8, 4, "tree.W");
  NamedParameter(sequence.Parameters(), "rnn.U").value = w.topRows(4);
  NamedParameter(sequence.Parameters(), "rnn.W").value = w.bottomRows(4);
  NamedParameter(sequence.Parameters(), "rnn.b").value =
      RandomMatrix(1, 4, "tree.b");
  const Matrix vectors = VectorsOf(layer, LeftBranching(5));
  Graph graph(Graph::Mode::kInference);
  const Sequences given = sequence.Apply(
      graph, {graph.Constant(RandomMatrix(7, 4, "words").topRows(5)),
              EveryRowAWord(5, 1),
              {}});
  const Matrix states = AtWords(graph, given.words, given.batch);
  for (Index t = 0; t < 5; ++t) {
    EXPECT_TRUE(vectors.row(2 * t + 2).isApprox(states.row(t), kTreeTolerance));
  }
}

TEST(TreeIdentityTest, ALeftBranchingTreeLstmIsAnLstm) {
  TreeLayer layer =
      RandomLayer({.inputs = 4, .hidden = 3, .cell = TreeCell::kLstm});
  // So that the part without a word remembers nothing, nor the right ones.
  NamedParameter(layer.Parameters(), "tree.word.b").value.setZero();
  const Matrix w = NamedParameter(layer.Parameters(), "tree.W").value;
  Matrix& b = NamedParameter(layer.Parameters(), "tree.b").value;
  b.middleCols(9, 3).setConstant(-1000);
  LstmLayer sequence("lstm", {.inputs = 3, .hidden = 3}, 1);
  const std::vector<Parameter*> parameters = sequence.Parameters();
  // i, f, o and g of i, o, f of the left, f of the right and u.
  const std::vector<Index> places = {0, 2, 1, 4};
  for (Index gate = 0; gate < 4; ++gate) {
    const Index from = 3 * places[static_cast<std::size_t>(gate)];
    const auto set = [&](const char* name, const Matrix& value) {
      NamedParameter(parameters, name).value.middleCols(3 * gate, 3) = value;
    };
    set("lstm.U", w.block(0, from, 3, 3));
    set("lstm.W", w.block(3, from, 3, 3));
    set("lstm.b", b.middleCols(from, 3));
  }
  const Matrix vectors = VectorsOf(layer, LeftBranching(5));
  Matrix leaves(5, 3);
  for (Index t = 0; t < 5; ++t) leaves.row(t) = vectors.row(2 * t + 1);
  Graph graph(Graph::Mode::kInference);
  const Sequences given =
      sequence.Apply(graph, {graph.Constant(leaves), EveryRowAWord(5, 1), {}});
  const Matrix states = AtWords(graph, given.words, given.batch);
  for (Index t = 0; t < 5; ++t) {
    EXPECT_TRUE(vectors.row(2 * t + 2).isApprox(states.row(t), kTreeTolerance));
  }
}

TEST(TreeIdentityTest, CellsWithNothingOfTheirOwnArePlain) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> number;
  Trees trees = TreesOf(DuckRules(), &number);
  LabelNodes(&trees);
  const Matrix plain = VectorsOf(RandomLayer({.inputs = 4}), trees);
  for (const TreeOptions& cell : TreeCells()) {
    if (cell.hidden != 0 || cell.cell == TreeCell::kLstm) continue;
    TreeLayer layer = RandomLayer(cell);
    const Matrix w = RandomMatrix(8, 4, "tree.W");
    for (Parameter* parameter : layer.Parameters()) {
      const std::string& name = parameter->name;
      if (name.ends_with(".W")) {
        parameter->value.topRows(8) = w;
      } else if (name.ends_with(".b")) {
        parameter->value = RandomMatrix(1, 4, "tree.b");
      } else {
        parameter->value.setZero();  // V, and vectors of labels.
      }
    }
    // Matrices are no nothing, but the identity.
    if (cell.cell == TreeCell::kMatrixVector) continue;
    EXPECT_TRUE(VectorsOf(layer, trees).isApprox(plain, kTreeTolerance));
  }
}

TEST(TreeIdentityTest, WordsThatStayAsTheyAreMakeAMatrixVectorCellPlain) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> number;
  const Trees trees = TreesOf(DuckRules(), &number);
  TreeLayer layer = RandomLayer({.inputs = 4, .cell = TreeCell::kMatrixVector});
  // The mean of two identities is one again.
  Matrix& mean = NamedParameter(layer.Parameters(), "tree.M").value;
  mean.topRows(4) = mean.bottomRows(4) = Matrix::Identity(4, 4) / 2;
  const TreeLayer plain = RandomLayer({.inputs = 4});
  const auto vectors = [&trees](const TreeLayer& with) {
    Graph graph(Graph::Mode::kInference);
    // The left part's matrix reads the right part, and the other way round.
    const TreeLayer::Words words{graph.Constant(RandomMatrix(7, 4, "words")),
                                 graph.Constant(Matrix::Zero(7, 16))};
    return Matrix(graph.value(with.Apply(graph, words, trees)));
  };
  EXPECT_TRUE(vectors(layer).isApprox(vectors(plain), kTreeTolerance));
}

TEST(TreeIdentityTest, TheMatrixVectorCellIsThatOfItsPaper) {
  const TreeLayer layer =
      RandomLayer({.inputs = 4, .cell = TreeCell::kMatrixVector});
  Trees trees;
  trees.nodes = {{.word = 0}, {.word = 1}, {.word = 2}};
  trees.nodes.push_back({.left = 0, .right = 1});
  trees.nodes.push_back({.left = 3, .right = 2});
  const Matrix vectors = VectorsOf(layer, trees);
  const Matrix words = RandomMatrix(7, 4, "words");
  const Matrix kept = RandomMatrix(7, 16, "word matrices");
  const Matrix w = RandomMatrix(8, 4, "tree.W");
  const Matrix b = RandomMatrix(1, 4, "tree.b");
  const Matrix m = RandomMatrix(8, 4, "tree.M").transpose();
  struct Meaning {
    Eigen::Matrix<Real, 4, 1> vector;
    Eigen::Matrix<Real, 4, 4> matrix;
  };
  const auto word = [&](Index i) -> Meaning {
    const Eigen::Map<const Matrix> transposed(kept.row(i).data(), 4, 4);
    return {words.row(i).transpose(),
            transposed.transpose() + Matrix::Identity(4, 4)};
  };
  const auto compose = [&](const Meaning& left, const Meaning& right) {
    Eigen::Matrix<Real, 8, 1> both;
    both << right.matrix * left.vector, left.matrix * right.vector;
    Meaning made;
    made.vector = (w.transpose() * both + b.transpose()).array().tanh();
    made.matrix = m.leftCols(4) * left.matrix + m.rightCols(4) * right.matrix;
    return made;
  };
  const Meaning two = compose(word(0), word(1));
  const Meaning all = compose(two, word(2));
  EXPECT_TRUE(vectors.row(3).transpose().isApprox(two.vector, kTreeTolerance));
  EXPECT_TRUE(vectors.row(4).transpose().isApprox(all.vector, kTreeTolerance));
}

TEST(TreeIdentityTest, TheTensorCellIsThatOfItsPaper) {
  const TreeLayer layer = RandomLayer({.inputs = 4, .cell = TreeCell::kTensor});
  Trees trees;
  trees.nodes = {{.word = 0}, {.word = 1}, {.left = 0, .right = 1}};
  const Matrix words = RandomMatrix(7, 4, "words");
  const Matrix v = RandomMatrix(8, 32, "tree.V");
  RowVector a(8);
  a << words.row(0), words.row(1);
  RowVector sum =
      a * RandomMatrix(8, 4, "tree.W") + RandomMatrix(1, 4, "tree.b");
  for (Index k = 0; k < 4; ++k) {
    for (Index i = 0; i < 8; ++i) {
      for (Index j = 0; j < 8; ++j) sum(k) += a(i) * v(i, 4 * j + k) * a(j);
    }
  }
  EXPECT_TRUE(VectorsOf(layer, trees)
                  .row(2)
                  .isApprox(RowVector(sum.array().tanh()), kTreeTolerance));
}

TEST(TreeIdentityTest, EachPairOfLabelsHasAMatrixAndAllOthersShareOne) {
  const TreeOptions options{.inputs = 4,
                            .cell = TreeCell::kUntied,
                            .labels = 3,
                            .pairs = {{0, 1}, {1, 1}}};
  const TreeLayer layer = RandomLayer(options);
  const Matrix words = RandomMatrix(7, 4, "words");
  RowVector both(8);
  both << words.row(0), words.row(1);
  const auto with = [&](std::int32_t left, std::int32_t right) {
    Trees trees;
    trees.nodes = {{.word = 0, .label = left},
                   {.word = 1, .label = right},
                   {.left = 0, .right = 1, .label = 0}};
    return RowVector(VectorsOf(layer, trees).row(2));
  };
  const auto of = [&](const std::string& name) {
    return RowVector((both * RandomMatrix(8, 4, name + ".W") +
                      RandomMatrix(1, 4, name + ".b"))
                         .array()
                         .tanh());
  };
  EXPECT_TRUE(with(0, 1).isApprox(of("tree.0.1"), kTreeTolerance));
  EXPECT_TRUE(with(1, 1).isApprox(of("tree.1.1"), kTreeTolerance));
  EXPECT_TRUE(with(1, 0).isApprox(of("tree"), kTreeTolerance));
  EXPECT_TRUE(with(2, 2).isApprox(of("tree"), kTreeTolerance));
}

TEST(TreeIdentityTest, ItKnowsHowManyNumbersItLearns) {
  for (const TreeOptions& cell : TreeCells()) {
    std::uint64_t numbers = 0;
    TreeLayer layer("tree", cell, 1);
    for (const Parameter* parameter : layer.Parameters()) {
      numbers += static_cast<std::uint64_t>(parameter->value.size());
    }
    EXPECT_EQ(ParameterCount(cell), numbers);
  }
}

}  // namespace
}  // namespace whylight
