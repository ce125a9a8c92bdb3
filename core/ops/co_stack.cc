#include "core/ops/co_stack.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/math/kernels.h"
#include "core/ops/word_pairs.h"

namespace whylight {
namespace {

// Words of the left text whose products are in memory at a time.
constexpr Index kWordsAtOnce = 64;

// The pair p · layers + q of layers whose product is the score.
using Winners = std::vector<std::uint16_t>;

// The vectors of a text's words, one layer below the other: word i from layer
// p is row i · layers + p.
Matrix LayersOf(const ConstMatrixView& table, const SequenceBatch& words,
                Index text, Index layers) {
  const Index length = words.lengths[static_cast<std::size_t>(text)];
  Matrix rows(length, table.cols());
  for (Index t = 0; t < length; ++t) {
    rows.row(t) = table.row(words.row(t, text));
  }
  return rows.reshaped<Eigen::RowMajor>(length * layers, table.cols() / layers);
}

// The largest product of a word's layers, which are rows of `products`, with
// the layers of each word of the other text, and whose it is.
void LargestProducts(const ConstRef<Real>& products, Index layers, Real* scores,
                     std::uint16_t* winners) {
  const Index words = products.cols() / layers;
  for (Index p = 0; p < layers; ++p) {
    const auto row = products.row(p);
    for (Index j = 0; j < words; ++j) {
      for (Index q = 0; q < layers; ++q) {
        const Real product = row(j * layers + q);
        if (p + q > 0 && !(product > scores[j])) continue;
        scores[j] = product;
        winners[j] = static_cast<std::uint16_t>(p * layers + q);
      }
    }
  }
}

// Adds the gradients of the rows of a text to the table.
void AddToTable(const Matrix& rows, const SequenceBatch& words, Index text,
                MatrixView table) {
  for (Index t = 0; t < words.lengths[static_cast<std::size_t>(text)]; ++t) {
    table.row(words.row(t, text)) += Eigen::Map<const RowVector>(
        rows.data() + t * table.cols(), table.cols());
  }
}

void CoStackBackward(Graph& graph, Var left_table, const SequenceBatch& left,
                     Var right_table, const SequenceBatch& right, Index layers,
                     const Winners& winners, Var scores) {
  const WordPairs pairs(left, right);
  const ConstMatrixView gradient(graph.Gradient(scores).data(), pairs.size(),
                                 1);
  auto winner = winners.begin();
  for (Index b = 0; b < pairs.texts(); ++b) {
    const Matrix x = LayersOf(graph.value(left_table), left, b, layers);
    const Matrix y = LayersOf(graph.value(right_table), right, b, layers);
    const ConstMatrixView d_scores = pairs.Of(gradient, b);
    Matrix dx = Matrix::Zero(x.rows(), x.cols());
    Matrix dy = Matrix::Zero(y.rows(), y.cols());
    for (Index i = 0; i < pairs.left(b); ++i) {
      for (Index j = 0; j < pairs.right(b); ++j, ++winner) {
        const Index from = i * layers + *winner / layers;
        const Index to = j * layers + *winner % layers;
        dx.row(from) += d_scores(i, j) * y.row(to);
        dy.row(to) += d_scores(i, j) * x.row(from);
      }
    }
    if (graph.NeedsGradient(left_table)) {
      AddToTable(dx, left, b, graph.Gradient(left_table));
    }
    if (graph.NeedsGradient(right_table)) {
      AddToTable(dy, right, b, graph.Gradient(right_table));
    }
  }
}

}  // namespace

Var CoStackScores(Graph& graph, Var left_table, const SequenceBatch& left,
                  Var right_table, const SequenceBatch& right, Index layers) {
  const WordPairs pairs(left, right);
  const Var y = graph.NewValue(pairs.size(), 1);
  Real* scores = graph.MutableValue(y).data();
  // Of all words, or of one where none will be asked for.
  Winners winners(static_cast<std::size_t>(
      graph.recording() ? pairs.size() : right.max_length));
  std::uint16_t* winner = winners.data();
  Matrix products;
  for (Index b = 0; b < pairs.texts(); ++b) {
    if (pairs.left(b) == 0 || pairs.right(b) == 0) continue;
    const Matrix asks = LayersOf(graph.value(left_table), left, b, layers);
    PackedMatrix<Real> read;
    read.PackTransposed(LayersOf(graph.value(right_table), right, b, layers));
    for (Index first = 0; first < pairs.left(b); first += kWordsAtOnce) {
      const Index count = std::min(kWordsAtOnce, pairs.left(b) - first);
      products.resize(count * layers, pairs.right(b) * layers);
      Gemm<Real>(asks.middleRows(first * layers, count * layers), read,
                 products, Into::kReplace);
      for (Index i = 0; i < count; ++i) {
        LargestProducts(products.middleRows(i * layers, layers), layers, scores,
                        winner);
        scores += pairs.right(b);
        if (graph.recording()) winner += pairs.right(b);
      }
    }
  }
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, left_table, left, right_table, right, layers,
                         winners = std::move(winners), y] {
      CoStackBackward(graph, left_table, left, right_table, right, layers,
                      winners, y);
    });
  }
  return y;
}

}  // namespace whylight
