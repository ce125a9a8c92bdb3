#include "core/explain/ngram_attribution.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "core/explain/ngram_problem.h"

namespace whylight {
namespace {

using Doubles = MatrixOf<double>;
using Problem = NgramProblem;
using Terms = Eigen::Array<double, 1, Eigen::Dynamic>;

std::string WholeNumber(double number) {
  const std::string decimals = std::to_string(number);
  return decimals.substr(0, decimals.find('.'));
}

// The factor of u_{j+1}[t] in z_{j+1}[t], for every word t and level j + 1:
// c_j (multiplicative), C_j (additive, un-normalised) or 1, of word t - 1, or
// of t with same_step.
Doubles Companions(const Problem& problem) {
  const Index units = problem.units;
  Doubles companions = Doubles::Ones(problem.words, problem.order * units);
  if (problem.begins_in_padding()) return companions;
  Doubles levels = Doubles::Zero(1, problem.order * units);
  const auto level = [&](Index j) {
    return Problem::Level(levels, 0, j, units);
  };
  for (Index t = 0; t < problem.words; ++t) {
    const auto companion = [&](Index j) {
      return Problem::Level(companions, t, j, units);
    };
    if (!problem.form.same_step) {
      companions.row(t).tail((problem.order - 1) * units) =
          levels.leftCols((problem.order - 1) * units);
    }
    for (Index j = 1; j <= problem.order; ++j) {
      if (problem.form.same_step && j > 1) companion(j) = level(j - 1);
      level(j) *= problem.decays.row(t).array();
      if (problem.additive()) {
        level(j) += companion(j);
      } else {
        level(j) +=
            problem.gates.row(t).array() * companion(j) * problem.Product(t, j);
      }
    }
  }
  return companions;
}

// Total and marginals by one pass from the last word to the first, which
// carries the derivative of the functional by c_j[t].
//
// u_j[t] times the derivative by u_j[t] is the sum of all contributions in
// which word t stands at place j. Where contributions are shared in equal parts
// the weights of level j are divided by j beforehand; the pass is linear.
void AddUp(const Problem& problem, NgramAttribution& result) {
  const Index units = problem.units;
  const Index order = problem.order;
  const Doubles companions = Companions(problem);
  // Row 0 for the next word, row 1 for this one.
  Doubles by_c = Doubles::Zero(2, order * units);
  Doubles by_z = Doubles::Zero(2, order * units);
  result.word_marginals.assign(static_cast<std::size_t>(problem.words), 0);
  result.unit_totals.assign(static_cast<std::size_t>(units), 0);
  Eigen::Map<Terms> unit_totals(result.unit_totals.data(), units);
  Terms terms(units);
  for (Index t = problem.words - 1; t >= 0; --t) {
    double marginal = 0;
    for (Index j = order; j >= 1; --j) {
      const double share = problem.additive() ? 1 : 1 / static_cast<double>(j);
      auto c = Problem::Level(by_c, 1, j, units);
      c = share * Problem::Level(problem.c_weights, t, j, units);
      if (t + 1 < problem.words) {
        c += problem.decays.row(t + 1).array() *
             Problem::Level(by_c, 0, j, units);
      }
      if (j < order) {
        const Index user = problem.form.same_step ? t : t + 1;
        if (user < problem.words) {
          const auto above = Problem::Level(
              by_z, problem.form.same_step ? 1 : 0, j + 1, units);
          if (problem.additive()) {
            c += above;
          } else {
            c += above * problem.Product(user, j + 1);
          }
        }
      }
      auto z = Problem::Level(by_z, 1, j, units);
      z = share * Problem::Level(problem.z_weights, t, j, units) +
          problem.gates.row(t).array() * c;
      terms =
          z * problem.Product(t, j) * Problem::Level(companions, t, j, units);
      unit_totals += terms;
      marginal += terms.sum();
    }
    by_c.row(0) = by_c.row(1);
    by_z.row(0) = by_z.row(1);
    result.word_marginals[static_cast<std::size_t>(t)] = marginal;
    result.total += marginal;
  }
}

// The order of the list: the first of two is listed first.
bool ListedBefore(const NgramContribution& a, const NgramContribution& b) {
  const auto key = [](const NgramContribution& ngram) {
    return std::tuple(-std::abs(ngram.contribution), ngram.words.size());
  };
  return std::tuple_cat(key(a), std::tie(a.words)) <
         std::tuple_cat(key(b), std::tie(b.words));
}

// The first so many n-grams of the list.
class Strongest {
 public:
  explicit Strongest(std::size_t top) : top_(top) {}

  /// `words` from the last to the first.
  void Offer(const std::vector<Index>& words, double contribution) {
    if (heap_.size() == top_) {
      if (std::abs(contribution) < std::abs(heap_.front().contribution)) {
        return;
      }
    }
    NgramContribution ngram{{words.rbegin(), words.rend()}, contribution};
    if (heap_.size() == top_) {
      if (!ListedBefore(ngram, heap_.front())) return;
      std::pop_heap(heap_.begin(), heap_.end(), ListedBefore);
      heap_.pop_back();
    }
    heap_.push_back(std::move(ngram));
    std::push_heap(heap_.begin(), heap_.end(), ListedBefore);
  }

  std::vector<NgramContribution> TakeList() {
    std::sort_heap(heap_.begin(), heap_.end(), ListedBefore);
    return std::move(heap_);
  }

 private:
  std::size_t top_;
  std::vector<NgramContribution> heap_;  ///< The last to be listed on top.
};

Status CheckCount(const Problem& problem, double count, double most) {
  if (count <= most) return {};
  return BadNgrams("order " + std::to_string(problem.order) + " and " +
                   std::to_string(problem.words) + " words make " +
                   WholeNumber(count) + " n-grams, more than " +
                   WholeNumber(most));
}

}  // namespace

namespace internal {

// Goes through all n-grams, from the last word of each to its first, with the
// running products that make an n-gram O(h).
class Enumeration {
 public:
  /// Gets the words from the last to the first.
  using Visit = NgramWalk::Visit;

  Enumeration(const Problem& problem, Index window)
      : problem_(problem),
        window_(std::min(window, problem.words)),
        ends_(EndWeights(problem)),
        before_(DecaysBefore(problem)),
        tails_(static_cast<std::size_t>(problem.order) + 1,
               Tail{Doubles(problem.order, problem.units),
                    Doubles(problem.order, problem.units)}) {}

  /// The number of n-grams within so many neighbouring words.
  double Count(Index window) {
    double count = 0;
    for (Index end = 0; end < problem_.words; ++end) {
      FindLevels(end);
      const Index before = std::min(end, window - 1);
      // The ways to choose the words before `end`, with one more each time.
      double ways = 1;
      for (Index members = 1; members <= problem_.order; ++members) {
        if (HasNgramsOf(members)) count += ways;
        const Index choices =
            problem_.form.same_step ? before + members : before - members + 1;
        ways = ways * static_cast<double>(std::max<Index>(choices, 0)) /
               static_cast<double>(members);
      }
    }
    return count;
  }

  /// The number of n-grams that there are to visit.
  double Count() { return Count(window_); }

  /// Narrows the window until there are no more than so many.
  void NarrowTo(double most) {
    if (Count() <= most) return;
    window_ = 1;
    while (Count(window_ + 1) <= most) ++window_;
  }

  Index window() const { return window_; }

  /// Visits the n-grams that end at the next word. False where none was left.
  bool Next(const Visit& visit) {
    if (end_ == problem_.words) return false;
    visit_ = &visit;
    FindLevels(end_);
    leftmost_ = std::max<Index>(end_ - window_ + 1, 0);
    Tail& tail = tails_[1];
    double contribution = 0;
    for (const Index j : levels_) {
      tail.weights.row(j - 1) = Problem::Level(ends_, end_, j, problem_.units);
      tail.features.row(j - 1) = problem_.Product(end_, j);
      contribution += Contribution(tail, j, 1, end_);
    }
    words_.assign(1, end_);
    if (HasNgramsOf(1)) visit(words_, contribution);
    Extend(end_);
    ++end_;
    return true;
  }

 private:
  // The chosen words of an n-gram, at each level j in row j - 1.
  struct Tail {
    Doubles weights;   ///< Of the end, of the members and of words passed over.
    Doubles features;  ///< Of the members.
  };

  // The levels with n-grams that end at this word, in ascending order.
  void FindLevels(Index end) {
    levels_.clear();
    for (Index j = 1; j <= problem_.order; ++j) {
      if ((Problem::Level(ends_, end, j, problem_.units) != 0).any()) {
        levels_.push_back(j);
      }
    }
  }

  Index HighestLevel() const { return levels_.empty() ? 0 : levels_.back(); }

  bool HasNgramsOf(Index members) const {
    if (problem_.begins_in_padding()) return members <= HighestLevel();
    return std::find(levels_.begin(), levels_.end(), members) != levels_.end();
  }

  // The contribution of level j for the words of `tail` alone.
  double Contribution(const Tail& tail, Index j, Index members,
                      Index first) const {
    const auto weights = tail.weights.row(j - 1).array();
    const auto features = tail.features.row(j - 1).array();
    if (j == members) return (weights * features).sum();
    if (!problem_.begins_in_padding()) return 0;
    return (weights * features * before_.row(first).array()).sum();
  }

  // The rightmost word that may stand before `word` in an n-gram.
  Index FirstChoice(Index word) const {
    return problem_.form.same_step ? word : word - 1;
  }

  // The leftmost word for place `members` of an n-gram, counted from the right,
  // that leaves words enough to complete one.
  Index LastChoice(Index members) const {
    if (problem_.begins_in_padding() || problem_.form.same_step) {
      return leftmost_;
    }
    return leftmost_ +
           *std::lower_bound(levels_.begin(), levels_.end(), members) - members;
  }

  // Puts every possible word before those of `words_`, which begin at `first`.
  void Extend(Index first) {
    const auto members = static_cast<Index>(words_.size());
    if (members >= HighestLevel()) return;
    if (members + 1 == HighestLevel()) return Complete(first);
    Tail& tail = tails_[static_cast<std::size_t>(members)];
    Tail& longer = tails_[static_cast<std::size_t>(members) + 1];
    const bool reported = HasNgramsOf(members + 1);
    const Index last_choice = LastChoice(members + 1);
    words_.push_back(first);
    for (Index i = FirstChoice(first); i >= last_choice; --i) {
      double contribution = 0;
      for (const Index j : levels_) {
        if (j <= members) continue;
        const auto product = problem_.Product(i, j - members);
        const auto features = tail.features.row(j - 1).array();
        if (problem_.additive()) {
          longer.features.row(j - 1) = features + product;
        } else {
          longer.features.row(j - 1) = features * product;
        }
        longer.weights.row(j - 1) =
            tail.weights.row(j - 1).cwiseProduct(problem_.gates.row(i));
        tail.weights.row(j - 1).array() *= problem_.decays.row(i).array();
        contribution += Contribution(longer, j, members + 1, i);
      }
      words_.back() = i;
      if (reported) (*visit_)(words_, contribution);
      Extend(i);
    }
    words_.pop_back();
  }

  // The same for the first word of the longest n-grams, where most of the time
  // goes: one level, and nothing to keep for longer ones.
  void Complete(Index first) {
    const Index j = HighestLevel();
    Tail& tail = tails_[words_.size()];
    auto weights = tail.weights.row(j - 1).array();
    const auto features = tail.features.row(j - 1).array();
    words_.push_back(first);
    for (Index i = FirstChoice(first); i >= leftmost_; --i) {
      const auto product = problem_.Product(i, 1);
      const auto gated = weights * problem_.gates.row(i).array();
      words_.back() = i;
      (*visit_)(words_, problem_.additive()
                            ? (gated * (features + product)).sum()
                            : (gated * (features * product)).sum());
      weights *= problem_.decays.row(i).array();
    }
    words_.pop_back();
  }

  const Problem& problem_;
  Index window_;
  Index end_ = 0;       ///< The next word to end at.
  Index leftmost_ = 0;  ///< The first word of the window.
  Doubles ends_;
  Doubles before_;
  std::vector<Tail> tails_;  ///< Entry m holds a tail of m words.
  std::vector<Index> levels_;
  std::vector<Index> words_;  ///< The chosen words, from right to left.
  const Visit* visit_ = nullptr;
};

}  // namespace internal

StateFunctional OnExposedState(const RcnnForm& form, Index order,
                               const Matrix& weights, const RowVector& mix) {
  const Index units = weights.cols();
  const Matrix sum = weights.replicate(1, order);
  Matrix last = Matrix::Zero(weights.rows(), order * units);
  last.rightCols(units) = weights;
  switch (form.state) {
    case ExposedState::kC:
      return {last, {}};
    case ExposedState::kZ:
      return {{}, last};
    case ExposedState::kSumC:
      return {sum, {}};
    case ExposedState::kSumZ:
      return {{}, sum};
    case ExposedState::kMix:
      break;
  }
  Matrix mixed = sum;
  for (Index j = 0; j < order; ++j) {
    mixed.middleCols(j * units, units) *= mix(j);
  }
  return {mixed, {}};
}

Matrix ExposedStates(const RcnnForm& form, const Matrix& c, const Matrix& z,
                     Index order, const RowVector& mix) {
  const bool shows_z =
      form.state == ExposedState::kZ || form.state == ExposedState::kSumZ;
  const Matrix& levels = shows_z ? z : c;
  const Index units = levels.cols() / order;
  Matrix states = levels.rightCols(units);
  if (form.state == ExposedState::kC || form.state == ExposedState::kZ) {
    return states;
  }
  const bool mixed = form.state == ExposedState::kMix;
  if (mixed) states *= mix(order - 1);
  for (Index j = 0; j + 1 < order; ++j) {
    states += (mixed ? mix(j) : Real{1}) * levels.middleCols(j * units, units);
  }
  return states;
}

Result<NgramAttribution> AttributeToNgrams(
    const RcnnRecord& record, const StateFunctional& functional,
    const NgramAttributionOptions& options) {
  if (Status checked = CheckNgramProblem(record, functional); !checked.ok()) {
    return checked.error();
  }
  const Problem problem(record, functional);
  NgramAttribution result;
  AddUp(problem, result);
  internal::Enumeration enumeration(problem, options.window);
  result.ngram_count = enumeration.Count(problem.words);
  if (options.top == 0) return result;
  Status counted = CheckCount(problem, enumeration.Count(), options.max_ngrams);
  if (!counted.ok()) return counted.error();
  Strongest strongest(options.top);
  const NgramWalk::Visit offer = [&](const std::vector<Index>& words,
                                     double contribution) {
    strongest.Offer(words, contribution);
  };
  while (enumeration.Next(offer)) {
  }
  result.top = strongest.TakeList();
  return result;
}

struct NgramWalk::State {
  State(const RcnnRecord& record, const StateFunctional& functional,
        const NgramAttributionOptions& options, bool is_reversed)
      : problem(record, functional),
        reversed(is_reversed),
        enumeration(problem, options.window) {
    if (options.narrows) enumeration.NarrowTo(options.max_ngrams);
    count = enumeration.Count();
  }

  // The words in ascending order, as positions of the text.
  const std::vector<Index>& Order(const std::vector<Index>& last_to_first) {
    words = last_to_first;
    if (reversed) {
      for (Index& word : words) word = problem.words - 1 - word;
    } else {
      std::reverse(words.begin(), words.end());
    }
    return words;
  }

  Problem problem;
  bool reversed;
  internal::Enumeration enumeration;
  double count;
  std::vector<Index> words;
};

NgramWalk::NgramWalk(std::unique_ptr<State> state) : state_(std::move(state)) {}
NgramWalk::NgramWalk(NgramWalk&&) noexcept = default;
NgramWalk& NgramWalk::operator=(NgramWalk&&) noexcept = default;
NgramWalk::~NgramWalk() = default;

Result<NgramWalk> NgramWalk::Begin(const RcnnRecord& record,
                                   const StateFunctional& functional,
                                   bool reversed,
                                   const NgramAttributionOptions& options) {
  if (Status checked = CheckNgramProblem(record, functional); !checked.ok()) {
    return checked.error();
  }
  auto state = std::make_unique<State>(record, functional, options, reversed);
  Status counted = CheckCount(state->problem, state->count, options.max_ngrams);
  if (!counted.ok()) return counted.error();
  return NgramWalk(std::move(state));
}

double NgramWalk::Count() const { return state_->count; }
Index NgramWalk::window() const { return state_->enumeration.window(); }

bool NgramWalk::Next(const Visit& visit) {
  return state_->enumeration.Next(
      [&](const std::vector<Index>& words, double contribution) {
        visit(state_->Order(words), contribution);
      });
}

}  // namespace whylight
