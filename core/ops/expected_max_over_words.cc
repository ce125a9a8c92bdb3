#include <algorithm>
#include <utility>
#include <vector>

#include "core/ops/ops.h"

namespace whylight {
namespace {

// A word that may be the largest, at row `row` of the table and row `at` of the
// mask.
struct Contender {
  Real value;
  Real selected;
  Index row;
  Index at;
};

// Of column `column` of sequence `b`, the largest first. Words below two that
// are selected for certain are left out: they change neither the maximum nor
// what any other word would make of it.
std::vector<Contender> Contenders(const ConstMatrixView& table,
                                  const SequenceBatch& words,
                                  const ConstMatrixView& mask, Index b,
                                  Index column) {
  std::vector<Contender> contenders;
  const Index length = words.lengths[static_cast<std::size_t>(b)];
  Index certain = 0;
  Real first = 0;
  Real second = 0;
  for (Index t = 0; t < length; ++t) {
    const Index at = t * words.batch() + b;
    const Index row = words.row(t, b);
    const Real value = table(row, column);
    contenders.push_back({value, mask(at, 0), row, at});
    if (mask(at, 0) != Real{1}) continue;
    if (certain == 0 || value > first) {
      second = std::exchange(first, value);
    } else if (certain == 1 || value > second) {
      second = value;
    }
    ++certain;
  }
  if (certain > 1) {
    std::erase_if(contenders, [second](const Contender& contender) {
      return contender.value < second;
    });
  }
  // Of equals the first, so that the choice is the same everywhere.
  std::sort(contenders.begin(), contenders.end(),
            [](const Contender& x, const Contender& y) {
              return x.value != y.value ? x.value > y.value : x.at < y.at;
            });
  return contenders;
}

}  // namespace

Var ExpectedMaxOverWords(Graph& graph, Var x, const SequenceBatch& words,
                         Var mask) {
  const Index width = graph.value(x).cols();
  const Var y = graph.NewValue(words.batch(), width);
  MatrixView largest = graph.MutableValue(y);
  largest.setZero();
  for (Index b = 0; b < words.batch(); ++b) {
    for (Index c = 0; c < width; ++c) {
      Real none_so_far = 1;
      for (const Contender& word :
           Contenders(graph.value(x), words, graph.value(mask), b, c)) {
        largest(b, c) += none_so_far * word.selected * word.value;
        none_so_far *= 1 - word.selected;
      }
    }
  }
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, x, words, mask, y, width] {
      const MatrixView dy = graph.Gradient(y);
      const bool to_x = graph.NeedsGradient(x);
      const bool to_mask = graph.NeedsGradient(mask);
      for (Index b = 0; b < words.batch(); ++b) {
        for (Index c = 0; c < width; ++c) {
          const std::vector<Contender> contenders =
              Contenders(graph.value(x), words, graph.value(mask), b, c);
          // The maximum of the words from each one on.
          std::vector<Real> rest(contenders.size() + 1, Real{0});
          for (std::size_t k = contenders.size(); k-- > 0;) {
            const Real selected = contenders[k].selected;
            rest[k] =
                selected * contenders[k].value + (1 - selected) * rest[k + 1];
          }
          Real none_so_far = 1;
          for (std::size_t k = 0; k < contenders.size(); ++k) {
            const Contender& word = contenders[k];
            const Real reaches = none_so_far * dy(b, c);
            if (to_x) graph.Gradient(x)(word.row, c) += reaches * word.selected;
            if (to_mask) {
              graph.Gradient(mask)(word.at, 0) +=
                  reaches * (word.value - rest[k + 1]);
            }
            none_so_far *= 1 - word.selected;
          }
        }
      }
    });
  }
  return y;
}

}  // namespace whylight
