// The states of a recurrent convolution over several texts at once, whose
// recurrent products then are those of matrices.
#pragma once

#include <span>
#include <vector>

#include "core/inference/rcnn_cell.h"
#include "core/math/matrix.h"
#include "core/ops/rcnn.h"

namespace whylight {

/// The input of a layer for each word of a text, in the text's order.
using WordRows = std::vector<const Real*>;

/// h after every word: row t · texts + i is word t of text i, unspecified past
/// its end. `texts` must come longest first.
Matrix ReadBatch(RcnnCell& cell, std::span<const WordRows> texts,
                 Direction direction);

/// h after each text: [texts x h], in the given order, zeros for a text without
/// words. `texts` must come longest first.
Matrix ReadBatchToTheEnd(RcnnCell& cell, std::span<const WordRows> texts,
                         Direction direction);

}  // namespace whylight
