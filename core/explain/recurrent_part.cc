#include "core/explain/recurrent_part.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "core/explain/ngram_lists.h"

namespace whylight {
namespace {

// How many n-grams are looked at, and how many numbers of theirs: a second at
// most.
constexpr double kMaxNgrams = 5e5;
constexpr double kMaxNumbers = 2e8;

Index UnitsOf(const RecurrentPart& part) { return part.record.decays.cols(); }

// What parts have in common that can be merged.
auto KindOf(const RecurrentPart& part) {
  const RcnnForm& form = part.record.form;
  return std::tuple(form.mapping, form.normalized, form.same_step,
                    part.reversed);
}

Matrix InReadingOrder(const Matrix& at_words, bool reversed) {
  return reversed ? Matrix(at_words.colwise().reverse()) : at_words;
}

// `parts` of one kind as one.
RecurrentPart SideBySide(const std::vector<RecurrentPart>& parts) {
  const Index length = parts.front().record.decays.rows();
  Index units = 0;
  Index order = 0;
  for (const RecurrentPart& part : parts) {
    units += UnitsOf(part);
    order = std::max(order, part.order);
  }
  const Matrix none = Matrix::Zero(length, order * units);
  RecurrentPart all{{parts.front().record.form, none, Matrix(length, units)},
                    {none, none},
                    order,
                    parts.front().reversed};
  Index unit = 0;
  for (const RecurrentPart& part : parts) {
    const Index width = UnitsOf(part);
    all.record.decays.middleCols(unit, width) = part.record.decays;
    const auto copy_levels = [&](const Matrix& from, Matrix* to) {
      for (Index j = 0; j < part.order && from.size() > 0; ++j) {
        to->middleCols(j * units + unit, width) =
            from.middleCols(j * width, width);
      }
    };
    copy_levels(part.record.products, &all.record.products);
    copy_levels(part.functional.c_weights, &all.functional.c_weights);
    copy_levels(part.functional.z_weights, &all.functional.z_weights);
    unit += width;
  }
  return all;
}

// The number of n-grams of 1 to `order` words, with one of them at several
// places if they `repeat`, within so many of `length` neighbouring words.
double CountNgrams(Index length, Index order, bool repeat, Index window) {
  double count = 0;
  for (Index end = 0; end < length; ++end) {
    const Index before = std::min(end, window - 1);
    double ways = 1;
    for (Index members = 1; members <= order; ++members) {
      count += ways;
      const Index choices = repeat ? before + members : before - members + 1;
      ways *= static_cast<double>(std::max<Index>(choices, 0)) /
              static_cast<double>(members);
    }
  }
  return count;
}

// The widest window whose n-grams can all be looked at.
Index WidestWindow(const std::vector<RecurrentPart>& parts, Index length) {
  const auto fits = [&](Index window) {
    double ngrams = 0;
    double numbers = 0;
    for (const RecurrentPart& part : parts) {
      const double count =
          CountNgrams(length, part.order, part.record.form.same_step, window);
      ngrams += count;
      numbers += count * static_cast<double>(UnitsOf(part));
    }
    return ngrams <= kMaxNgrams && numbers <= kMaxNumbers;
  };
  Index fitting = 1;
  Index beyond = length + 1;
  while (beyond - fitting > 1) {
    const Index middle = fitting + (beyond - fitting) / 2;
    (fits(middle) ? fitting : beyond) = middle;
  }
  return std::min(fitting, length);
}

// Adds up a part in one step, then walks through its n-grams.
class PartSteps final : public Steps<PartNgrams> {
 public:
  PartSteps(std::vector<RecurrentPart> parts, Index length, std::size_t count)
      : parts_(std::move(parts)),
        count_(count),
        together_{WidestWindow(parts_, length), 0, {}} {}

  bool Step() override {
    if (walk_ && sums_.AddNext(*walk_)) return true;
    walk_.reset();
    if (next_ == parts_.size() || !failure_.ok()) return false;
    failure_ = BeginPart(parts_[next_++]);
    return true;
  }

  Result<PartNgrams> Finish() override {
    if (!failure_.ok()) return failure_.error();
    together_.strongest = sums_.Strongest(count_);
    return std::move(together_);
  }

 private:
  Status BeginPart(const RecurrentPart& part) {
    const NgramAttributionOptions options{.top = 0, .window = together_.window};
    const Result<NgramAttribution> attributed =
        AttributeToNgrams(part.record, part.functional, options);
    if (!attributed.ok()) return attributed.error();
    together_.total += attributed.value().total;
    if (count_ == 0) return {};
    Result<NgramWalk> walk =
        NgramWalk::Begin(part.record, part.functional, part.reversed, options);
    if (!walk.ok()) return walk.error();
    walk_.emplace(std::move(walk).value());
    return {};
  }

  std::vector<RecurrentPart> parts_;
  std::size_t count_;
  std::size_t next_ = 0;
  std::optional<NgramWalk> walk_;
  NgramSums sums_;
  Status failure_;
  PartNgrams together_;
};

}  // namespace

UnitParts TakeUnitsApart(const Graph& graph, const RcnnTrace& trace,
                         const Matrix& state_weights) {
  const RcnnInputs& inputs = trace.inputs;
  Matrix weights = InReadingOrder(state_weights, trace.reversed);
  UnitParts units;
  if (inputs.highway) {
    const Matrix gates = AtWords(graph, inputs.highway->gate, trace.words);
    const Matrix words = AtWords(graph, inputs.highway->words, trace.words);
    units.carried = InReadingOrder(
        weights.array() * (1 - gates.array()) * words.array(), trace.reversed);
    weights.array() *= gates.array();
  }
  if (trace.run.output_gates) {
    weights.array() *= graph.value(*trace.run.output_gates).array();
  }
  const RowVector mix =
      inputs.mix ? RowVector(graph.value(*inputs.mix)) : RowVector();
  Matrix sums = ExposedStates(inputs.form, graph.value(*trace.run.c),
                              graph.value(*trace.run.z), inputs.order, mix);
  if (inputs.output_matrix) sums *= graph.value(*inputs.output_matrix);
  if (inputs.bias) sums.rowwise() += graph.value(*inputs.bias).row(0);
  units.residual = ActivationResiduals(inputs.form.activation, sums, weights);
  weights.array() *= ActivationSlopes(inputs.form.activation, sums).array();
  units.bias = Eigen::RowVectorXd::Zero(weights.cols());
  if (inputs.bias) {
    units.bias = weights.cast<double>().colwise().sum().cwiseProduct(
        graph.value(*inputs.bias).cast<double>());
  }
  if (inputs.output_matrix) {
    weights *= graph.value(*inputs.output_matrix).transpose();
  }
  units.part = {{inputs.form, AtWords(graph, inputs.candidates, trace.words),
                 graph.value(*trace.run.decays)},
                OnExposedState(inputs.form, inputs.order, weights, mix),
                inputs.order,
                trace.reversed};
  return units;
}

RecurrentPart TakeApart(const Graph& graph, const RcnnTrace& trace,
                        const Matrix& state_weights, Completeness* completeness,
                        RowVector* carried) {
  UnitParts units = TakeUnitsApart(graph, trace, state_weights);
  completeness->bias += units.bias.sum();
  completeness->residual += units.residual.sum();
  if (units.carried.size() > 0) {
    *carried += units.carried.rowwise().sum().transpose();
  }
  return std::move(units.part);
}

RecurrentPart PartOfWords(const Matrix& terms,
                          const std::vector<RecurrentPart>& others) {
  RecurrentPart part{
      {{.mapping = Mapping::kMultiplicative, .normalized = false}, {}, {}},
      {},
      1,
      false};
  const auto like =
      std::min_element(others.begin(), others.end(),
                       [](const RecurrentPart& a, const RecurrentPart& b) {
                         return KindOf(a) < KindOf(b);
                       });
  if (like != others.end()) {
    part.record.form = like->record.form;
    part.reversed = like->reversed;
  }
  part.record.products = InReadingOrder(terms, part.reversed);
  part.record.decays = Matrix::Zero(terms.rows(), terms.cols());
  part.functional.z_weights = Matrix::Ones(terms.rows(), terms.cols());
  return part;
}

std::vector<RecurrentPart> MergeParts(const std::vector<RecurrentPart>& parts) {
  std::map<decltype(KindOf(parts.front())), std::vector<RecurrentPart>> kinds;
  for (const RecurrentPart& part : parts) kinds[KindOf(part)].push_back(part);
  std::vector<RecurrentPart> merged;
  for (const auto& [kind, alike] : kinds) merged.push_back(SideBySide(alike));
  return merged;
}

Result<PartNgrams> AttributeParts(const std::vector<RecurrentPart>& parts,
                                  Index length, std::size_t count) {
  return Finished(BeginAttributingParts(parts, length, count));
}

Begun<PartNgrams> BeginAttributingParts(std::vector<RecurrentPart> parts,
                                        Index length, std::size_t count) {
  return {std::make_unique<PartSteps>(std::move(parts), length, count)};
}

}  // namespace whylight
