// Convolution over the words of a text (Lei17 section 2.3.1, Goldberg15 section
// 9).
#pragma once

#include "core/graph/graph.h"
#include "core/ops/rcnn_form.h"
#include "core/ops/sequence.h"

namespace whylight {

/// Which windows of n words a text of L words has. Where a window reaches
/// past the text it reads zero vectors. An empty text has no windows.
enum class Border {
  kCausal,  ///< L: those that end at a word (Lei17 section 2.3.1).
  kNarrow,  ///< L - n + 1: those inside the text; none if it is shorter.
  kWide,    ///< L + n - 1: those that touch the text.
};

struct WindowForm {
  Index order = 2;  ///< Words in a window, n >= 1.
  Border border = Border::kCausal;
  Mapping mapping = Mapping::kAdditive;
};

/// The windows of each text, in order, as rows of what `Convolution` gives.
SequenceBatch WindowsOf(const SequenceBatch& words, const WindowForm& form);

/// For the window of the words i_1 .. i_n, u_1[i_1] + ... + u_n[i_n], or their
/// product, element by element, which is zero where the window reaches past the
/// text. `projected` is [D x n·h], u_1 to u_n of every distinct word side by
/// side -> [windows·batch x h], time-major.
Var Convolution(Graph& graph, Var projected, const SequenceBatch& words,
                const WindowForm& form);

}  // namespace whylight
