#include "core/retrieval/edit_distance.h"

#include <algorithm>

#include "core/text/utf8.h"

namespace whylight {

EditDistance::EditDistance(std::u32string word, std::size_t most)
    : word_(std::move(word)), most_(most), rows_(1) {
  for (std::size_t c = 0; c < rows_[0].size(); ++c) {
    const bool exists = c >= kMost && c - kMost <= word_.size();
    rows_[0][c] = exists ? std::min(c - kMost, most_ + 1) : most_ + 1;
  }
}

void EditDistance::Push(char32_t letter) {
  other_.push_back(letter);
  const std::size_t i = other_.size();
  const Row& above = rows_.back();
  Row row;
  for (std::size_t c = 0; c < row.size(); ++c) {
    std::size_t least = most_ + 1;
    if (i + c >= kMost && i + c - kMost <= word_.size()) {
      const std::size_t j = i + c - kMost;
      if (c + 1 < row.size()) least = std::min(least, above[c + 1] + 1);
      if (c > 0) least = std::min(least, row[c - 1] + 1);
      if (j > 0) {
        least = std::min(least, above[c] + (word_[j - 1] != letter ? 1 : 0));
      }
      if (i > 1 && j > 1 && word_[j - 1] == other_[i - 2] &&
          word_[j - 2] == letter) {
        least = std::min(least, rows_[i - 2][c] + 1);
      }
    }
    row[c] = least;
  }
  rows_.push_back(row);
}

void EditDistance::Truncate(std::size_t count) {
  other_.resize(count);
  rows_.resize(count + 1);
}

std::size_t EditDistance::Distance() const {
  const std::size_t i = other_.size();
  const std::size_t c = word_.size() + kMost;
  if (c < i || c - i >= rows_.back().size()) return most_ + 1;
  return rows_.back()[c - i];
}

bool EditDistance::Hopeless() const {
  // A row's least is at most one more than that of the row above, so a swap,
  // which reaches over a row, cannot save what is lost in it.
  return *std::min_element(rows_.back().begin(), rows_.back().end()) > most_;
}

std::u32string CodePointsOf(std::string_view utf8) {
  std::u32string letters;
  for (std::size_t at = 0; at < utf8.size();) {
    const CodePoint next = DecodeUtf8(utf8, at);
    letters.push_back(next.value);
    at += next.bytes;
  }
  return letters;
}

}  // namespace whylight
