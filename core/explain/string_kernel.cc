#include "core/explain/string_kernel.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>

namespace whylight {
namespace {

// Weights span more orders of magnitude than a float holds.
using Array =
    Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowArray = Eigen::Array<double, 1, Eigen::Dynamic, Eigen::RowMajor>;

Status Check(const StringKernelOptions& options) {
  if (options.order < 1) {
    return Error{
        ErrorCode::kInvalidArgument,
        "order: expected at least 1, found " + std::to_string(options.order)};
  }
  if (!(options.decay >= 0 && options.decay < 1)) {
    return Error{ErrorCode::kInvalidArgument,
                 "decay: expected a number in [0, 1), found " +
                     std::to_string(options.decay)};
  }
  return {};
}

// An n-gram's weight is a start weight of its first word times a step weight
// for each word it leaves out.
RowArray StartWeights(Index length, const StringKernelOptions& options) {
  if (options.weighting == GapWeighting::kSpan) return RowArray::Ones(length);
  RowArray weights = RowArray::Zero(length);
  for (Index i = 0; i + options.order <= length; ++i) {
    weights[i] = std::pow(options.decay,
                          static_cast<double>(length - options.order - i));
  }
  return weights;
}

double StepWeight(const StringKernelOptions& options) {
  return options.weighting == GapWeighting::kSpan ? options.decay : 1.0;
}

// The weight of all n-grams whose m-th word is i together, [n x length].
Array WeightsByWord(Index length, const StringKernelOptions& options) {
  const Index order = options.order;
  const double step = StepWeight(options);
  Array before(order, length);  // the weight up to i_m = i
  before.row(0) = StartWeights(length, options);
  for (Index m = 1; m < order; ++m) {
    double sum = 0;
    for (Index i = 0; i < length; ++i) {
      before(m, i) = sum;
      sum = step * sum + before(m - 1, i);
    }
  }
  Array after(order, length);  // the weight from i_m = i on
  after.row(order - 1).setOnes();
  for (Index m = order - 1; m-- > 0;) {
    double sum = 0;
    for (Index i = length; i-- > 0;) {
      after(m, i) = sum;
      sum = step * sum + after(m + 1, i);
    }
  }
  return before * after;
}

// Z', what all n-grams of a text weigh together; at least 1 if there are any.
double TotalWeight(Index length, const StringKernelOptions& options) {
  return WeightsByWord(length, options).row(0).sum();
}

// The sum over aligned n-grams goes through the pairs of words they end with,
// one word more at a time.
double SumOfProducts(const Array& similarities,
                     const StringKernelOptions& options) {
  const Index length_x = similarities.rows();
  const Index length_y = similarities.cols();
  const double step = StepWeight(options);
  Array ends =
      similarities * (StartWeights(length_x, options).matrix().transpose() *
                      StartWeights(length_y, options).matrix())
                         .array();
  for (Index m = 1; m < options.order; ++m) {
    // The n-grams that end in the rows above, no later than in this column.
    RowArray above = RowArray::Zero(length_y);
    for (Index i = 0; i < length_x; ++i) {
      double in_row = 0;
      double before = 0;  // `above` one column back
      for (Index k = 0; k < length_y; ++k) {
        in_row = step * in_row + ends(i, k);
        ends(i, k) = similarities(i, k) * before;
        before = above[k];
        above[k] = step * above[k] + in_row;
      }
    }
  }
  return ends.sum();
}

// A sum over aligned n-grams of sums over their pairs of words is a sum over
// pairs of words, each as often as n-grams align it.
double SumOfSums(const Array& similarities,
                 const StringKernelOptions& options) {
  const Array x = WeightsByWord(similarities.rows(), options);
  const Array y = WeightsByWord(similarities.cols(), options);
  return ((x.matrix() * similarities.matrix()).array() * y).sum();
}

// 1/Z, or 1. Both texts hold n-grams.
double Scale(Index length_x, Index length_y,
             const StringKernelOptions& options) {
  if (!options.normalized) return 1;
  return 1 / (TotalWeight(length_x, options) * TotalWeight(length_y, options));
}

// The ways in which one alignment is stronger than another.
enum class Strength { kMagnitude, kHighest, kLowest };

// A pair of words and the pairs that follow it in an alignment.
struct Pair {
  std::int32_t x;
  std::int32_t y;
  const Pair* next;
};

struct Alignment {
  double value;
  const Pair* first;
};

// Whether the positions of `a` in x, then those in y, come first.
bool Precedes(const Pair* a, const Pair* b) {
  for (const auto position : {&Pair::x, &Pair::y}) {
    for (const Pair *p = a, *q = b; p != nullptr; p = p->next, q = q->next) {
      if (p->*position != q->*position) return p->*position < q->*position;
    }
  }
  return false;
}

// Finds the strongest alignments by the words they begin with, last words
// first. What begins an alignment scales or shifts all its ends alike, so of
// the ends, too, only the strongest matter.
class StrongestAlignments {
 public:
  StrongestAlignments(const Array& similarities,
                      const StringKernelOptions& options, Strength strength,
                      std::size_t count)
      : similarities_(similarities),
        options_(options),
        strength_(strength),
        count_(count),
        start_x_(StartWeights(similarities.rows(), options)),
        start_y_(StartWeights(similarities.cols(), options)),
        rows_left_(similarities.rows()) {
    const auto order = static_cast<std::size_t>(options.order);
    const auto columns = static_cast<std::size_t>(similarities.cols() + 1);
    ends_.resize(order, std::vector<Best>(columns));
    ends_[0].assign(columns, {Alignment{Product() ? 1.0 : 0.0, nullptr}});
  }

  /// Goes on to the row above. False where none was left.
  bool NextRow() {
    if (rows_left_ == 0) return false;
    const Index i = --rows_left_;
    // Longer ends first: they are made of shorter ones in later rows.
    for (std::size_t length = ends_.size(); length > 0; --length) {
      if (length < ends_.size()) {
        AddRow(i, length);
        continue;
      }
      for (Index k = similarities_.cols(); k-- > 0;) {
        Prepend(i, k, length, start_x_[i] * start_y_[k], strongest_);
      }
    }
    return true;
  }

  /// Strongest first.
  const std::vector<Alignment>& strongest() const { return strongest_; }

 private:
  using Best = std::vector<Alignment>;  // strongest first, at most count_

  bool Product() const { return options_.mapping == Mapping::kMultiplicative; }

  double StrengthOf(double value) const {
    switch (strength_) {
      case Strength::kMagnitude:
        return std::abs(value);
      case Strength::kHighest:
        return value;
      case Strength::kLowest:
        break;
    }
    return -value;
  }

  bool Stronger(const Alignment& a, const Alignment& b) const {
    const double strength_a = StrengthOf(a.value);
    const double strength_b = StrengthOf(b.value);
    if (strength_a != strength_b) return strength_a > strength_b;
    return Precedes(a.first, b.first);
  }

  // Adds to `best` the alignments of `length` pairs that begin with (i, k).
  void Prepend(Index i, Index k, std::size_t length, double weight,
               Best& best) {
    const bool whole = length == ends_.size();
    for (const Alignment& end :
         ends_[length - 1][static_cast<std::size_t>(k + 1)]) {
      const double similarity = similarities_(i, k);
      const double value = weight * (Product() ? similarity * end.value
                                               : similarity + end.value);
      const double strength = StrengthOf(value);
      // A product of 0 stays 0, while a sum may recover.
      if ((whole || Product()) && !(strength > 0)) return;
      if (best.size() == count_ && strength < StrengthOf(best.back().value)) {
        return;
      }
      pairs_.push_back({static_cast<std::int32_t>(i),
                        static_cast<std::int32_t>(k), end.first});
      const Alignment alignment{value, &pairs_.back()};
      const auto at =
          std::upper_bound(best.begin(), best.end(), alignment,
                           [&](const Alignment& a, const Alignment& b) {
                             return Stronger(a, b);
                           });
      best.insert(at, alignment);
      if (best.size() > count_) best.pop_back();
    }
  }

  // Adds row i to the ends of `length` pairs.
  void AddRow(Index i, std::size_t length) {
    Best row;  // what begins in this row, in column k or later
    for (Index k = similarities_.cols(); k-- > 0;) {
      LeaveOut(row);
      Prepend(i, k, length, 1.0, row);
      Best& ends = ends_[length][static_cast<std::size_t>(k)];
      LeaveOut(ends);
      Merge(row, ends);
    }
  }

  // One more word lies before these ends.
  void LeaveOut(Best& best) const {
    const double step = StepWeight(options_);
    if (step == 1.0) return;
    for (Alignment& alignment : best) alignment.value *= step;
    while (!best.empty() && best.back().value == 0) best.pop_back();
  }

  void Merge(const Best& from, Best& into) {
    if (from.empty()) return;
    if (into.size() == count_ && !Stronger(from.front(), into.back())) return;
    merged_.clear();
    auto a = from.begin();
    auto b = into.begin();
    while (merged_.size() < count_ && (a != from.end() || b != into.end())) {
      const bool take_a =
          b == into.end() || (a != from.end() && Stronger(*a, *b));
      merged_.push_back(take_a ? *a++ : *b++);
    }
    into.swap(merged_);
  }

  const Array& similarities_;
  const StringKernelOptions& options_;
  Strength strength_;
  std::size_t count_;
  RowArray start_x_;
  RowArray start_y_;
  Index rows_left_;
  // ends_[m][k]: ends of m pairs that begin after the current row, in column k
  // or later. Merging a row into the rows below it never meets an end twice.
  std::vector<std::vector<Best>> ends_;
  Best strongest_;
  Best merged_;
  std::deque<Pair> pairs_;  // never moves what it holds
};

NgramMatch ToMatch(const Alignment& alignment, const Array& similarities,
                   double scale, double kernel) {
  NgramMatch match;
  for (const Pair* pair = alignment.first; pair; pair = pair->next) {
    match.x.push_back(pair->x);
    match.y.push_back(pair->y);
    match.similarities.push_back(similarities(pair->x, pair->y));
  }
  match.contribution = scale * alignment.value;
  match.share = kernel == 0 ? 0 : match.contribution / kernel;
  return match;
}

class MatchSteps final : public Steps<NgramMatches> {
 public:
  MatchSteps(const Eigen::Ref<const Matrix>& similarities,
             const StringKernelOptions& options, double kernel,
             std::size_t count)
      : likeness_(similarities.cast<double>().array()),
        options_(options),
        count_(count),
        found_{kernel, {}} {
    const Index shorter = std::min(likeness_.rows(), likeness_.cols());
    if (count == 0 || shorter < options.order) return;
    if (options.mapping == Mapping::kMultiplicative) {
      Search(Strength::kMagnitude);
      return;
    }
    // A sum's magnitude says nothing of its parts', but the largest magnitudes
    // are among the highest and the lowest sums.
    Search(Strength::kHighest);
    Search(Strength::kLowest);
  }

  bool Step() override {
    while (at_ < searches_.size()) {
      if (searches_[at_].NextRow()) return true;
      ++at_;
    }
    return false;
  }

  Result<NgramMatches> Finish() override {
    std::vector<NgramMatch>& matches = found_.matches;
    const double scale = Scale(likeness_.rows(), likeness_.cols(), options_);
    for (const StrongestAlignments& search : searches_) {
      for (const Alignment& alignment : search.strongest()) {
        matches.push_back(ToMatch(alignment, likeness_, scale, found_.kernel));
      }
    }
    if (searches_.size() > 1) {
      std::sort(matches.begin(), matches.end(),
                [](const NgramMatch& a, const NgramMatch& b) {
                  const double strength_a = std::abs(a.contribution);
                  const double strength_b = std::abs(b.contribution);
                  if (strength_a != strength_b) return strength_a > strength_b;
                  return std::pair(a.x, a.y) < std::pair(b.x, b.y);
                });
    }
    if (matches.size() > count_) matches.resize(count_);
    return std::move(found_);
  }

 private:
  void Search(Strength strength) {
    searches_.emplace_back(likeness_, options_, strength, count_);
  }

  const Array likeness_;
  const StringKernelOptions options_;
  std::size_t count_;
  std::deque<StrongestAlignments> searches_;
  std::size_t at_ = 0;
  NgramMatches found_;
};

}  // namespace

Result<double> StringKernel(const Eigen::Ref<const Matrix>& similarities,
                            const StringKernelOptions& options) {
  if (const Status status = Check(options); !status.ok()) {
    return status.error();
  }
  const Index length_x = similarities.rows();
  const Index length_y = similarities.cols();
  if (std::min(length_x, length_y) < options.order) return 0.0;
  const Array likeness = similarities.cast<double>().array();
  const double sum = options.mapping == Mapping::kMultiplicative
                         ? SumOfProducts(likeness, options)
                         : SumOfSums(likeness, options);
  const double kernel = Scale(length_x, length_y, options) * sum;
  if (!std::isfinite(kernel)) {
    return Error{ErrorCode::kNotFinite,
                 "expected finite similarities and texts whose n-grams a "
                 "double can count, found a kernel of " +
                     std::to_string(kernel)};
  }
  return kernel;
}

Result<double> StringKernel(const Eigen::Ref<const Matrix>& x,
                            const Eigen::Ref<const Matrix>& y,
                            const StringKernelOptions& options) {
  if (x.cols() != y.cols()) {
    return Error{ErrorCode::kInvalidArgument,
                 "y: expected word vectors as wide as those of x, " +
                     std::to_string(x.cols()) + ", found " +
                     std::to_string(y.cols())};
  }
  const Matrix similarities = x * y.transpose();
  return StringKernel(similarities, options);
}

Result<NgramMatches> StrongestMatches(
    const Eigen::Ref<const Matrix>& similarities,
    const StringKernelOptions& options, std::size_t count) {
  return Finished(BeginStrongestMatches(similarities, options, count));
}

Begun<NgramMatches> BeginStrongestMatches(
    const Eigen::Ref<const Matrix>& similarities,
    const StringKernelOptions& options, std::size_t count) {
  const Result<double> kernel = StringKernel(similarities, options);
  if (!kernel.ok()) return kernel.error();
  if (options.mapping == Mapping::kAdditive &&
      options.weighting == GapWeighting::kSpan) {
    return Error{ErrorCode::kInvalidArgument,
                 "weighting: expected weights to the end for matches of the "
                 "additive mapping, found weights by span"};
  }
  return std::unique_ptr<Steps<NgramMatches>>(std::make_unique<MatchSteps>(
      similarities, options, kernel.value(), count));
}

}  // namespace whylight
