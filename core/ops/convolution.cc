#include "core/ops/convolution.h"

#include <algorithm>
#include <vector>

namespace whylight {
namespace {

Index WindowCount(Index length, const WindowForm& form) {
  if (length == 0) return 0;
  switch (form.border) {
    case Border::kCausal:
      return length;
    case Border::kNarrow:
      return std::max(length - form.order + 1, Index{0});
    case Border::kWide:
      return length + form.order - 1;
  }
  return 0;
}

// The rows of the table that a window reads, one after another.
class Window {
 public:
  Window(const SequenceBatch& words, const WindowForm& form)
      : words_(words),
        before_(form.border == Border::kNarrow ? 0 : form.order - 1),
        rows_(static_cast<std::size_t>(form.order)) {}

  // kPadding where the window reaches past the text.
  const std::vector<std::int32_t>& Rows(Index window, Index b) {
    Index t = window - before_;
    for (std::int32_t& row : rows_) {
      const bool inside = t >= 0 && t < words_.max_length;
      row = inside ? words_.row(t, b) : SequenceBatch::kPadding;
      ++t;
    }
    return rows_;
  }

 private:
  const SequenceBatch& words_;
  Index before_;
  std::vector<std::int32_t> rows_;
};

bool ReachesPastText(const std::vector<std::int32_t>& rows) {
  return std::find(rows.begin(), rows.end(), SequenceBatch::kPadding) !=
         rows.end();
}

// u_{k+1} of a word, [1 x hidden].
auto Factor(const ConstMatrixView& projected, std::int32_t row, std::size_t k,
            Index hidden) {
  return projected.row(row)
      .segment(static_cast<Index>(k) * hidden, hidden)
      .array();
}

void RunBackward(Graph& graph, Var projected, const SequenceBatch& words,
                 const SequenceBatch& windows, const WindowForm& form, Var y) {
  const ConstMatrixView u = graph.value(projected);
  const MatrixView dy = graph.Gradient(y);
  MatrixView du = graph.Gradient(projected);
  const Index hidden = dy.cols();
  const bool product = form.mapping == Mapping::kMultiplicative;
  Eigen::Array<Real, 1, Eigen::Dynamic> d_factor;
  Window window(words, form);
  for (Index t = 0; t < windows.max_length; ++t) {
    for (Index b = 0; b < windows.batch(); ++b) {
      const std::int32_t at = windows.row(t, b);
      if (at == SequenceBatch::kPadding) continue;
      const std::vector<std::int32_t>& rows = window.Rows(t, b);
      if (product && ReachesPastText(rows)) continue;
      for (std::size_t k = 0; k < rows.size(); ++k) {
        if (rows[k] == SequenceBatch::kPadding) continue;
        d_factor = dy.row(at).array();
        for (std::size_t j = 0; product && j < rows.size(); ++j) {
          if (j != k) d_factor *= Factor(u, rows[j], j, hidden);
        }
        du.row(rows[k])
            .segment(static_cast<Index>(k) * hidden, hidden)
            .array() += d_factor;
      }
    }
  }
}

}  // namespace

SequenceBatch WindowsOf(const SequenceBatch& words, const WindowForm& form) {
  SequenceBatch windows;
  for (const Index length : words.lengths) {
    windows.lengths.push_back(WindowCount(length, form));
    windows.max_length = std::max(windows.max_length, windows.lengths.back());
  }
  for (Index t = 0; t < windows.max_length; ++t) {
    for (Index b = 0; b < windows.batch(); ++b) {
      windows.rows.push_back(
          t < windows.lengths[static_cast<std::size_t>(b)]
              ? static_cast<std::int32_t>(t * windows.batch() + b)
              : SequenceBatch::kPadding);
    }
  }
  return windows;
}

Var Convolution(Graph& graph, Var projected, const SequenceBatch& words,
                const WindowForm& form) {
  const Index hidden = graph.value(projected).cols() / form.order;
  const SequenceBatch windows = WindowsOf(words, form);
  const Var y = graph.NewValue(windows.max_length * windows.batch(), hidden);
  MatrixView values = graph.MutableValue(y);
  values.setZero();
  const ConstMatrixView u = graph.value(projected);
  Window window(words, form);
  for (Index t = 0; t < windows.max_length; ++t) {
    for (Index b = 0; b < windows.batch(); ++b) {
      const std::int32_t at = windows.row(t, b);
      if (at == SequenceBatch::kPadding) continue;
      const std::vector<std::int32_t>& rows = window.Rows(t, b);
      auto value = values.row(at).array();
      if (form.mapping == Mapping::kMultiplicative) {
        if (ReachesPastText(rows)) continue;
        value = Factor(u, rows[0], 0, hidden);
        for (std::size_t k = 1; k < rows.size(); ++k) {
          value *= Factor(u, rows[k], k, hidden);
        }
      } else {
        for (std::size_t k = 0; k < rows.size(); ++k) {
          if (rows[k] == SequenceBatch::kPadding) continue;
          value += Factor(u, rows[k], k, hidden);
        }
      }
    }
  }
  if (graph.recording() && graph.NeedsGradient(projected)) {
    graph.OnBackward(y, [&graph, projected, words, windows, form, y] {
      RunBackward(graph, projected, words, windows, form, y);
    });
  }
  return y;
}

}  // namespace whylight
