#include "core/ops/positions.h"

#include <cmath>
#include <vector>

namespace whylight {
namespace {

// Sines and cosines with frequencies that fall from 1 to about 1 / 10000.
class Waves {
 public:
  explicit Waves(Index width) : width_(width) {
    for (Index c = 0; c < width; c += 2) {
      frequencies_.push_back(std::pow(
          10000.0, -static_cast<double>(c) / static_cast<double>(width)));
    }
  }

  // In double, as far along a text a float knows its angle badly.
  template <typename Row>
  void Add(double position, Row&& row) const {
    for (Index c = 0; c < width_; ++c) {
      const double angle = position * Frequency(c);
      row(c) +=
          static_cast<Real>(c % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  }

  // What `d_row` says of the position.
  template <typename Row>
  Real Slope(double position, const Row& d_row) const {
    double slope = 0;
    for (Index c = 0; c < width_; ++c) {
      const double angle = position * Frequency(c);
      slope += static_cast<double>(d_row(c)) * Frequency(c) *
               (c % 2 == 0 ? std::cos(angle) : -std::sin(angle));
    }
    return static_cast<Real>(slope);
  }

 private:
  double Frequency(Index column) const {
    return frequencies_[static_cast<std::size_t>(column / 2)];
  }

  Index width_;
  std::vector<double> frequencies_;
};

// Calls visit(t, p) with the position p of each word t of a text.
template <typename Visit>
void ForEachPosition(const Graph& graph, const SequenceBatch& batch,
                     const std::optional<Var>& mask, Index text,
                     const Visit& visit) {
  double position = 0;
  for (Index t = 0; t < batch.lengths[static_cast<std::size_t>(text)]; ++t) {
    visit(t, position);
    position += mask ? static_cast<double>(
                           graph.value(*mask)(t * batch.batch() + text, 0))
                     : 1;
  }
}

// A word's z moves all that come after it.
void SendToMask(Graph& graph, const SequenceBatch& batch, Var mask, Index text,
                const Waves& waves, const MatrixView& dy) {
  std::vector<Real> slopes;
  ForEachPosition(graph, batch, mask, text, [&](Index t, double position) {
    slopes.push_back(waves.Slope(position, dy.row(t * batch.batch() + text)));
  });
  Real later = 0;
  for (auto t = static_cast<Index>(slopes.size()); t-- > 0;) {
    graph.Gradient(mask)(t * batch.batch() + text, 0) += later;
    later += slopes[static_cast<std::size_t>(t)];
  }
}

}  // namespace

Var AddPositions(Graph& graph, Var words, const SequenceBatch& batch,
                 std::optional<Var> mask) {
  const Index width = graph.value(words).cols();
  const Waves waves(width);
  const Var y = graph.NewValue(batch.max_length * batch.batch(), width);
  MatrixView values = graph.MutableValue(y);
  values.setZero();
  for (Index b = 0; b < batch.batch(); ++b) {
    ForEachPosition(graph, batch, mask, b, [&](Index t, double position) {
      auto row = values.row(t * batch.batch() + b);
      row = graph.value(words).row(batch.row(t, b));
      waves.Add(position, row);
    });
  }
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, words, batch, mask, waves, y] {
      const MatrixView dy = graph.Gradient(y);
      if (graph.NeedsGradient(words)) {
        MatrixView d_words = graph.Gradient(words);
        for (Index at = 0; at < dy.rows(); ++at) {
          const std::int32_t row = batch.rows[static_cast<std::size_t>(at)];
          if (row != SequenceBatch::kPadding) d_words.row(row) += dy.row(at);
        }
      }
      if (!mask || !graph.NeedsGradient(*mask)) return;
      for (Index b = 0; b < batch.batch(); ++b) {
        SendToMask(graph, batch, *mask, b, waves, dy);
      }
    });
  }
  return y;
}

}  // namespace whylight
