#include "core/inference/rcnn_batch.h"

#include <algorithm>

#include "core/math/fetch_ahead.h"

namespace whylight {
namespace {

// Goes through a batch step by step. Texts that are read at a step come
// first, for the longest are.
class BatchReader {
 public:
  BatchReader(RcnnCell& cell, std::span<const WordRows> texts,
              Direction direction)
      : cell_(cell),
        texts_(texts),
        forward_(direction == Direction::kForward),
        words_(texts.size()) {
    for (Matrix& levels : levels_) {
      levels =
          Matrix::Zero(static_cast<Index>(texts.size()), cell.levels_width());
    }
  }

  Index steps() const {
    return texts_.empty() ? 0 : static_cast<Index>(texts_[0].size());
  }
  Index time(Index step) const { return forward_ ? step : steps() - 1 - step; }

  /// Reads the word at `time(step)` of every text that has one; `h_before` and
  /// `h` have one row per text. Returns how many texts.
  Index Step(Index step, const Real* h_before, Real* h) {
    const Index t = time(step);
    while (active_ > 0 && Length(active_ - 1) <= t) --active_;
    while (active_ < static_cast<Index>(texts_.size()) && Length(active_) > t) {
      ++active_;
    }
    const Index next = forward_ ? t + 1 : t - 1;
    for (Index i = 0; i < active_; ++i) {
      const WordRows& text = texts_[static_cast<std::size_t>(i)];
      words_[static_cast<std::size_t>(i)] = text[static_cast<std::size_t>(t)];
      if (next >= 0 && next < Length(i)) {
        FetchAhead(text[static_cast<std::size_t>(next)], cell_.word_width());
      }
    }
    const Index width = cell_.levels_width();
    std::optional<RcnnCell::Memory<const Real>> before;
    if (step > 0) {
      before = {h_before, cell_.hidden(), levels_[step % 2].data(), width};
    }
    cell_.Step(active_, words_.data(), before,
               {h, cell_.hidden(), levels_[(step + 1) % 2].data(), width});
    return active_;
  }

 private:
  Index Length(Index text) const {
    return static_cast<Index>(texts_[static_cast<std::size_t>(text)].size());
  }

  RcnnCell& cell_;
  std::span<const WordRows> texts_;
  bool forward_;
  std::vector<const Real*> words_;
  // Of the step before, and of this one, in turns.
  Matrix levels_[2];
  Index active_ = 0;
};

}  // namespace

Matrix ReadBatch(RcnnCell& cell, std::span<const WordRows> texts,
                 Direction direction) {
  BatchReader reader(cell, texts, direction);
  const auto count = static_cast<Index>(texts.size());
  // Backwards, a text that begins finds zeros before it.
  Matrix h = Matrix::Zero(reader.steps() * count, cell.hidden());
  for (Index step = 0; step < reader.steps(); ++step) {
    const auto rows = [&](Index t) { return h.data() + t * count * h.cols(); };
    reader.Step(step, step > 0 ? rows(reader.time(step - 1)) : nullptr,
                rows(reader.time(step)));
  }
  return h;
}

Matrix ReadBatchToTheEnd(RcnnCell& cell, std::span<const WordRows> texts,
                         Direction direction) {
  BatchReader reader(cell, texts, direction);
  const auto count = static_cast<Index>(texts.size());
  Matrix h[2] = {Matrix::Zero(count, cell.hidden()),
                 Matrix::Zero(count, cell.hidden())};
  Matrix last = h[0];
  for (Index step = 0; step < reader.steps(); ++step) {
    Matrix& now = h[step % 2];
    const Index active =
        reader.Step(step, h[(step + 1) % 2].data(), now.data());
    std::copy_n(now.data(), active * now.cols(), last.data());
  }
  return last;
}

}  // namespace whylight
