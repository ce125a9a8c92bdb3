// Numbers about pairs of words, of texts of any lengths, in one column.
#pragma once

#include <vector>

#include "core/math/matrix.h"
#include "core/ops/sequence.h"

namespace whylight {

/// Where they stand: one pair of texts after the other, and of each one matrix
/// per head, [words of the left x words of the right], row after row. Padding
/// takes no room.
class WordPairs {
 public:
  /// Text b of `left` with text b of `right`; the batches are of equal size.
  WordPairs(const SequenceBatch& left, const SequenceBatch& right,
            Index heads = 1)
      : left_(left.lengths), right_(right.lengths), heads_(heads) {
    for (std::size_t b = 0; b < left_.size(); ++b) {
      starts_.push_back(size_);
      size_ += heads * left_[b] * right_[b];
    }
  }

  Index texts() const { return static_cast<Index>(left_.size()); }
  Index heads() const { return heads_; }
  /// How many numbers there are.
  Index size() const { return size_; }
  Index left(Index text) const { return left_[static_cast<std::size_t>(text)]; }
  Index right(Index text) const {
    return right_[static_cast<std::size_t>(text)];
  }

  /// The matrix of a pair of texts, within `column`, [size x 1].
  ConstMatrixView Of(const ConstMatrixView& column, Index text,
                     Index head = 0) const {
    return {column.data() + Start(text, head), left(text), right(text)};
  }
  MatrixView Of(MatrixView column, Index text, Index head = 0) const {
    return {column.data() + Start(text, head), left(text), right(text)};
  }

 private:
  Index Start(Index text, Index head) const {
    return starts_[static_cast<std::size_t>(text)] +
           head * left(text) * right(text);
  }

  std::vector<Index> left_;
  std::vector<Index> right_;
  Index heads_;
  std::vector<Index> starts_;
  Index size_ = 0;
};

}  // namespace whylight
