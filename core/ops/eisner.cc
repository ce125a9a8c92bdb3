#include "core/ops/eisner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <queue>
#include <utility>

namespace whylight {
namespace {

constexpr double kNone = -std::numeric_limits<double>::infinity();

// How scores of alternatives become one: the largest, or log Σ exp.
struct MaxScore {
  static double Of(double a, double b) { return std::max(a, b); }
};
struct LogSumScore {
  static double Of(double a, double b) {
    if (a < b) std::swap(a, b);
    return b == kNone ? a : a + std::log1p(std::exp(b - a));
  }
};

// The side on which a span has its head.
enum Side { kHeadLeft, kHeadRight };

// Spans [i, j] of words: "open" ones are about to get the arc between i and j,
// "closed" ones have their head at one end and below it all other words.
struct Chart {
  explicit Chart(Index words)
      : open{MatrixOf<double>::Constant(words, words, kNone),
             MatrixOf<double>::Constant(words, words, kNone)},
        closed{open} {}

  std::array<MatrixOf<double>, 2> open;
  std::array<MatrixOf<double>, 2> closed;
};

// The score of the arc between the ends of [i, j] whose head is at `side`.
double ArcScore(const MatrixOf<double>& scores, Index i, Index j, Side side) {
  return side == kHeadLeft ? scores(i + 1, j) : scores(j + 1, i);
}

// Where the parts of a closed span [i, j] meet: one is open, up to the
// outermost dependent k, and the other the closed rest below that.
struct Halves {
  double open;
  double rest;
  double sum() const { return open + rest; }
};
Halves HalvesAt(const Chart& chart, Index i, Index j, Index k, Side side) {
  if (side == kHeadLeft) {
    return {chart.open[side](i, k), chart.closed[side](k, j)};
  }
  return {chart.open[side](k, j), chart.closed[side](i, k)};
}

// The first and the last such k.
std::pair<Index, Index> Dependents(Index i, Index j, Side side) {
  if (side == kHeadLeft) return {i + 1, j};
  return {i, j - 1};
}

// The two closed spans below the arc between i and j, which meet after k.
double SumBelowArc(const Chart& chart, Index i, Index j, Index k) {
  return chart.closed[kHeadLeft](i, k) + chart.closed[kHeadRight](k + 1, j);
}

template <typename Sum>
Chart Inside(const MatrixOf<double>& scores) {
  const Index words = scores.cols();
  Chart chart(words);
  for (Index i = 0; i < words; ++i) {
    for (const Side side : {kHeadLeft, kHeadRight})
      chart.closed[side](i, i) = 0;
  }
  for (Index width = 1; width < words; ++width) {
    for (Index i = 0; i + width < words; ++i) {
      const Index j = i + width;
      double below = kNone;
      for (Index k = i; k < j; ++k) {
        below = Sum::Of(below, SumBelowArc(chart, i, j, k));
      }
      for (const Side side : {kHeadLeft, kHeadRight}) {
        chart.open[side](i, j) = below + ArcScore(scores, i, j, side);
        double& closed = chart.closed[side](i, j);
        const auto [first, last] = Dependents(i, j, side);
        for (Index k = first; k <= last; ++k) {
          closed = Sum::Of(closed, HalvesAt(chart, i, j, k, side).sum());
        }
      }
    }
  }
  return chart;
}

// Of all trees whose root is word r.
double ScoreWithRoot(const MatrixOf<double>& scores, const Chart& inside,
                     Index r) {
  return inside.closed[kHeadRight](0, r) +
         inside.closed[kHeadLeft](r, scores.cols() - 1) + scores(0, r);
}

template <typename Sum>
double ScoreOfAll(const MatrixOf<double>& scores, const Chart& inside) {
  double all = kNone;
  for (Index r = 0; r < scores.cols(); ++r) {
    all = Sum::Of(all, ScoreWithRoot(scores, inside, r));
  }
  return all;
}

// For each span, of the rest of the trees that have it.
template <typename Sum>
Chart Outside(const MatrixOf<double>& scores, const Chart& inside) {
  const Index words = scores.cols();
  Chart outside(words);
  const auto add = [](double* place, double score) {
    *place = Sum::Of(*place, score);
  };
  for (Index r = 0; r < words; ++r) {
    const double left = inside.closed[kHeadRight](0, r);
    const double right = inside.closed[kHeadLeft](r, words - 1);
    add(&outside.closed[kHeadRight](0, r), right + scores(0, r));
    add(&outside.closed[kHeadLeft](r, words - 1), left + scores(0, r));
  }
  for (Index width = words - 1; width > 0; --width) {
    for (Index i = 0; i + width < words; ++i) {
      const Index j = i + width;
      double below = kNone;
      for (const Side side : {kHeadLeft, kHeadRight}) {
        const double rest = outside.closed[side](i, j);
        const auto [first, last] = Dependents(i, j, side);
        for (Index k = first; k <= last; ++k) {
          const Halves halves = HalvesAt(inside, i, j, k, side);
          const bool left = side == kHeadLeft;
          add(left ? &outside.open[side](i, k) : &outside.open[side](k, j),
              rest + halves.rest);
          add(left ? &outside.closed[side](k, j) : &outside.closed[side](i, k),
              rest + halves.open);
        }
      }
      // What is closed as wide as this was the last to reach the open spans.
      for (const Side side : {kHeadLeft, kHeadRight}) {
        below = Sum::Of(
            below, outside.open[side](i, j) + ArcScore(scores, i, j, side));
      }
      for (Index k = i; k < j; ++k) {
        add(&outside.closed[kHeadLeft](i, k),
            below + inside.closed[kHeadRight](k + 1, j));
        add(&outside.closed[kHeadRight](k + 1, j),
            below + inside.closed[kHeadLeft](i, k));
      }
    }
  }
  return outside;
}

// Of all trees that have each arc.
template <typename Sum>
MatrixOf<double> WithArcs(const MatrixOf<double>& scores, const Chart& inside) {
  const Chart outside = Outside<Sum>(scores, inside);
  MatrixOf<double> with =
      MatrixOf<double>::Constant(scores.rows(), scores.cols(), kNone);
  for (Index i = 0; i < scores.cols(); ++i) {
    with(0, i) = ScoreWithRoot(scores, inside, i);
    for (Index j = i + 1; j < scores.cols(); ++j) {
      with(i + 1, j) =
          inside.open[kHeadLeft](i, j) + outside.open[kHeadLeft](i, j);
      with(j + 1, i) =
          inside.open[kHeadRight](i, j) + outside.open[kHeadRight](i, j);
    }
  }
  return with;
}

// The spans of the best tree, from the whole down: of equal ones the first.
class TreeReader {
 public:
  TreeReader(const MatrixOf<double>& scores, const Chart& inside)
      : scores_(scores),
        inside_(inside),
        heads_(static_cast<std::size_t>(scores.cols())) {}

  Heads Read() && {
    const Index words = scores_.cols();
    const Index root = Best(0, words - 1, [&](Index r) {
      return ScoreWithRoot(scores_, inside_, r);
    });
    heads_[static_cast<std::size_t>(root)] = 0;
    Close(0, root, kHeadRight);
    Close(root, words - 1, kHeadLeft);
    while (!spans_.empty()) {
      const auto [i, j, side] = spans_.back();
      spans_.pop_back();
      ReadClosed(i, j, side);
    }
    return std::move(heads_);
  }

 private:
  struct Span {
    Index i;
    Index j;
    Side side;
  };

  template <typename Score>
  static Index Best(Index first, Index last, const Score& score) {
    Index best = first;
    double most = score(first);
    for (Index k = first + 1; k <= last; ++k) {
      const double found = score(k);
      if (found > most) {
        most = found;
        best = k;
      }
    }
    return best;
  }

  void Close(Index i, Index j, Side side) {
    if (i < j) spans_.push_back({i, j, side});
  }

  void ReadClosed(Index i, Index j, Side side) {
    const auto [first, last] = Dependents(i, j, side);
    const Index dependent = Best(first, last, [&](Index k) {
      return HalvesAt(inside_, i, j, k, side).sum();
    });
    const Index head = side == kHeadLeft ? i : j;
    heads_[static_cast<std::size_t>(dependent)] =
        static_cast<std::int32_t>(head + 1);
    if (side == kHeadLeft) {
      Close(dependent, j, side);
    } else {
      Close(i, dependent, side);
    }
    const Index from = std::min(head, dependent);
    const Index to = std::max(head, dependent);
    const Index split = Best(from, to - 1, [&](Index k) {
      return SumBelowArc(inside_, from, to, k);
    });
    Close(from, split, kHeadLeft);
    Close(split + 1, to, kHeadRight);
  }

  const MatrixOf<double>& scores_;
  const Chart& inside_;
  Heads heads_;
  std::vector<Span> spans_;
};

// The best trees of a span by falling score: how each is made of two others.
struct Derivation {
  double score;
  Index split;
  std::size_t left;  // Which of the trees of either part.
  std::size_t right;
};
using Derivations = std::vector<Derivation>;

// The `count` best of all sums of a tree of one part and one of the other, over
// all places where the parts may meet. Parts give theirs by falling score.
template <typename Parts>
Derivations BestSums(Index first, Index last, std::size_t count, double arc,
                     const Parts& parts) {
  const auto worse = [](const Derivation& a, const Derivation& b) {
    return a.score != b.score ? a.score < b.score : a.split > b.split;
  };
  std::priority_queue<Derivation, Derivations, decltype(worse)> next(worse);
  const auto offer = [&](Index split, std::size_t l, std::size_t r) {
    const auto [left, right] = parts(split);
    if (l >= left->size() || r >= right->size()) return;
    next.push({(*left)[l].score + (*right)[r].score + arc, split, l, r});
  };
  for (Index split = first; split <= last; ++split) offer(split, 0, 0);
  Derivations best;
  while (best.size() < count && !next.empty()) {
    best.push_back(next.top());
    next.pop();
    const auto [score, split, l, r] = best.back();
    // Each pair is reached once: to the right only along the first row.
    offer(split, l, r + 1);
    if (r == 0) offer(split, l + 1, 0);
  }
  return best;
}

// The charts of BestTrees.
class TreeLister {
 public:
  TreeLister(const MatrixOf<double>& scores, std::size_t count)
      : scores_(scores), words_(scores.cols()), count_(count) {
    for (auto* spans : {&open_, &closed_}) {
      for (auto& side : *spans) {
        side.resize(static_cast<std::size_t>(words_ * words_));
      }
    }
    for (Index i = 0; i < words_; ++i) {
      for (const Side side : {kHeadLeft, kHeadRight}) {
        At(closed_, i, i, side) = {{0, i, 0, 0}};
      }
    }
    for (Index width = 1; width < words_; ++width) {
      for (Index i = 0; i + width < words_; ++i) {
        for (const Side side : {kHeadLeft, kHeadRight}) {
          const Index j = i + width;
          At(open_, i, j, side) =
              BestSums(i, j - 1, count_, ArcScore(scores_, i, j, side),
                       [&](Index k) { return PartsBelowArc(i, j, k); });
        }
        for (const Side side : {kHeadLeft, kHeadRight}) {
          const Index j = i + width;
          const auto [first, last] = Dependents(i, j, side);
          At(closed_, i, j, side) =
              BestSums(first, last, count_, 0,
                       [&](Index k) { return PartsOfClosed(i, j, k, side); });
        }
      }
    }
  }

  std::vector<ScoredTree> List() {
    // With the arc of the root, which is its place's own.
    Derivations all;
    for (Index r = 0; r < words_; ++r) {
      const Derivations with =
          BestSums(r, r, count_, scores_(0, r), [&](Index) {
            return std::pair(&At(closed_, 0, r, kHeadRight),
                             &At(closed_, r, words_ - 1, kHeadLeft));
          });
      all.insert(all.end(), with.begin(), with.end());
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Derivation& a, const Derivation& b) {
                       return a.score > b.score;
                     });
    if (all.size() > count_) all.resize(count_);
    std::vector<ScoredTree> trees;
    for (const Derivation& one : all) {
      heads_.assign(static_cast<std::size_t>(words_), 0);
      Read(0, one.split, kHeadRight, one.left);
      Read(one.split, words_ - 1, kHeadLeft, one.right);
      trees.push_back({heads_, one.score});
    }
    return trees;
  }

 private:
  using Spans = std::array<std::vector<Derivations>, 2>;
  using Parts = std::pair<const Derivations*, const Derivations*>;

  Derivations& At(Spans& spans, Index i, Index j, Side side) const {
    return spans[side][static_cast<std::size_t>(i * words_ + j)];
  }

  Parts PartsBelowArc(Index i, Index j, Index k) {
    return {&At(closed_, i, k, kHeadLeft), &At(closed_, k + 1, j, kHeadRight)};
  }

  // The open part, then the rest.
  Parts PartsOfClosed(Index i, Index j, Index k, Side side) {
    if (side == kHeadLeft) {
      return {&At(open_, i, k, side), &At(closed_, k, j, side)};
    }
    return {&At(open_, k, j, side), &At(closed_, i, k, side)};
  }

  // Sets the heads of the `rank`-th best tree of a closed span.
  void Read(Index i, Index j, Side side, std::size_t rank) {
    struct Item {
      Index i;
      Index j;
      Side side;
      std::size_t rank;
    };
    std::vector<Item> items = {{i, j, side, rank}};
    while (!items.empty()) {
      const Item at = items.back();
      items.pop_back();
      if (at.i == at.j) continue;
      const Derivation closed = At(closed_, at.i, at.j, at.side)[at.rank];
      const Index head = at.side == kHeadLeft ? at.i : at.j;
      const Index dependent = closed.split;
      heads_[static_cast<std::size_t>(dependent)] =
          static_cast<std::int32_t>(head + 1);
      if (at.side == kHeadLeft) {
        items.push_back({dependent, at.j, at.side, closed.right});
      } else {
        items.push_back({at.i, dependent, at.side, closed.right});
      }
      const Index from = std::min(head, dependent);
      const Index to = std::max(head, dependent);
      const Derivation open = At(open_, from, to, at.side)[closed.left];
      items.push_back({from, open.split, kHeadLeft, open.left});
      items.push_back({open.split + 1, to, kHeadRight, open.right});
    }
  }

  const MatrixOf<double>& scores_;
  Index words_;
  std::size_t count_;
  Spans open_;
  Spans closed_;
  Heads heads_;
};

// Whether some word between a word and its head is not below that head.
bool CrossesAnother(const Heads& heads, std::size_t word) {
  const auto head = static_cast<std::size_t>(heads[word]);
  if (head == 0) return false;
  const std::size_t first = std::min(word, head - 1) + 1;
  const std::size_t last = std::max(word, head - 1);
  for (std::size_t between = first; between < last; ++between) {
    std::size_t above = between + 1;
    while (above != 0 && above != head) {
      above = static_cast<std::size_t>(heads[above - 1]);
    }
    if (above == 0) return true;
  }
  return false;
}

}  // namespace

Heads BestTree(const MatrixOf<double>& scores) {
  if (scores.cols() == 0) return {};
  return TreeReader(scores, Inside<MaxScore>(scores)).Read();
}

double ScoreOfTree(const MatrixOf<double>& scores, const Heads& heads) {
  double score = 0;
  for (std::size_t m = 0; m < heads.size(); ++m) {
    score += scores(heads[m], static_cast<Index>(m));
  }
  return score;
}

MatrixOf<double> BestScoresWithArcs(const MatrixOf<double>& scores) {
  if (scores.cols() == 0) return scores;
  return WithArcs<MaxScore>(scores, Inside<MaxScore>(scores));
}

std::vector<double> ArcMargins(const MatrixOf<double>& scores,
                               const Heads& best) {
  const MatrixOf<double> with = BestScoresWithArcs(scores);
  std::vector<double> margins;
  for (std::size_t m = 0; m < best.size(); ++m) {
    // A tree without the arc has another one to that word.
    const auto word = static_cast<Index>(m);
    double without = kNone;
    for (Index h = 0; h < with.rows(); ++h) {
      if (h != best[m]) without = std::max(without, with(h, word));
    }
    // Of equal trees rounding must not prefer the other.
    margins.push_back(std::max(0.0, with(best[m], word) - without));
  }
  return margins;
}

double LogTreePartition(const MatrixOf<double>& scores,
                        MatrixOf<double>* marginals) {
  const Chart inside = Inside<LogSumScore>(scores);
  const double all = ScoreOfAll<LogSumScore>(scores, inside);
  if (marginals != nullptr) {
    // No arc has more than the whole, whatever rounding says.
    const MatrixOf<double> with = WithArcs<LogSumScore>(scores, inside);
    *marginals = (with.array() - all).min(0.0).exp().matrix();
  }
  return all;
}

std::vector<ScoredTree> BestTrees(const MatrixOf<double>& scores,
                                  std::size_t count) {
  if (scores.cols() == 0 || count == 0) return {};
  return TreeLister(scores, count).List();
}

bool IsProjective(const Heads& heads) {
  for (std::size_t word = 0; word < heads.size(); ++word) {
    if (CrossesAnother(heads, word)) return false;
  }
  return true;
}

Heads MakeProjective(Heads heads) {
  while (true) {
    std::size_t shortest = heads.size();
    std::int32_t length = 0;
    for (std::size_t word = 0; word < heads.size(); ++word) {
      const std::int32_t reach =
          std::abs(heads[word] - 1 - static_cast<std::int32_t>(word));
      if (shortest != heads.size() && reach >= length) continue;
      if (!CrossesAnother(heads, word)) continue;
      shortest = word;
      length = reach;
    }
    if (shortest == heads.size()) return heads;
    heads[shortest] = heads[static_cast<std::size_t>(heads[shortest]) - 1];
  }
}

}  // namespace whylight
