// The common parts of two texts, where one is the other after an edit.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "core/math/matrix.h"

namespace whylight {

/// Words that both texts start with, and words that both end with; no word of
/// either counts twice.
struct CommonEnds {
  Index start;
  Index end;
};

template <typename Word, typename Equal = std::equal_to<>>
CommonEnds FindCommonEnds(const std::vector<Word>& a,
                          const std::vector<Word>& b, Equal equal = {}) {
  const auto differ =
      std::mismatch(a.begin(), a.end(), b.begin(), b.end(), equal).first;
  const Index start = differ - a.begin();
  const Index rest =
      std::min(static_cast<Index>(a.size()), static_cast<Index>(b.size())) -
      start;
  const auto last =
      std::mismatch(a.rbegin(), a.rbegin() + rest, b.rbegin(), equal).first;
  return {start, last - a.rbegin()};
}

/// Turns one row per word of the old text into one row per word of the new one,
/// of `length` words, where words [from, to) are not those of the old; their
/// rows are yet to be filled.
template <typename Rows>
void SpliceRows(Index from, Index to, Index length, Rows* rows) {
  if (rows->rows() == length) return;
  Rows spliced(length, rows->cols());
  spliced.topRows(from) = rows->topRows(from);
  spliced.bottomRows(length - to) = rows->bottomRows(length - to);
  *rows = std::move(spliced);
}

}  // namespace whylight
