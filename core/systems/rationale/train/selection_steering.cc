#include "core/systems/rationale/train/selection_steering.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "core/format/json.h"
#include "core/systems/rationale/train/selection_sampler.h"

namespace whylight {
namespace {

// A share of the words below which, or above one less it, a selection tells
// nothing any more.
constexpr double kCollapsed = 1e-4;

// How fast the mean cost of a moving average follows.
constexpr Real kMeanCostSmoothing = Real(0.95);

// The largest multiplier, whatever its sign.
constexpr Real kMostMultiplier = 50;

// The share of its weight that coherence has.
double CoherenceRamp(const SelectionOptions& options, const Step& step) {
  return options.coherence_ramp > 0
             ? Ramp(step.progress, 0, options.coherence_ramp)
             : 1;
}

// What may help whatever steers a selection that has collapsed: more steps, and
// words that are told apart.
constexpr std::string_view kOtherRemedies =
    ", more \"epochs\" or a smaller \"batch\", or word vectors that tell more, "
    "such as those of a shipped model (--vectors models/hotels)";

// The advice where a selection has collapsed to nothing, or to everything.
std::string_view Remedy(SelectionControl control, bool nothing) {
  switch (control) {
    case SelectionControl::kFixed:
      return nothing ? "a smaller \"sparsity\" or \"coherence\", a first "
                       "stage \"full_text\""
                     : "a larger \"sparsity\"";
    case SelectionControl::kTargetRate:
      return nothing ? "a larger \"rate\" or \"rate_weight\", a smaller "
                       "\"coherence\", a first stage \"full_text\""
                     : "a larger \"rate_weight\", a smaller \"rate\" or "
                       "\"coherence\"";
    case SelectionControl::kLagrangian:
      return nothing ? "a smaller \"multiplier_rate\" or \"coherence\", a "
                       "first stage \"full_text\""
                     : "a smaller \"multiplier_rate\" or \"coherence\"";
  }
  return {};
}

}  // namespace

SelectionSteering::SelectionSteering(const RationaleModel& model,
                                     const RationaleTraining& training)
    : model_(model),
      training_(training),
      aspects_(model.options().aspects.size()),
      state_{"selection.state",
             Matrix::Zero(4, static_cast<Index>(aspects_) + 1)} {}

double SelectionSteering::Target(std::size_t aspect, double progress) const {
  const double from = training_.selection.rate_from;
  return from +
         (training_.targets[aspect].rate - from) * Ramp(progress, 0, 0.5);
}

RowVector SelectionSteering::MeanCosts() const {
  return state_.value.row(kMeanCost).head(static_cast<Index>(aspects_));
}

SelectionSteering::Price SelectionSteering::PriceOf(std::size_t aspect,
                                                    const Step& step,
                                                    double selected,
                                                    double words) const {
  const SelectionOptions& options = training_.selection;
  const double coherence = training_.targets[aspect].coherence;
  if (options.control == SelectionControl::kFixed) {
    // Of samples it is part of the cost; here for what there is of it to be
    // seen in the loss, as constants have no gradient.
    const auto texts = static_cast<double>(step.batch_size);
    return {.word = options.sparsity / texts,
            .change = options.sparsity * coherence / texts};
  }
  // Both weigh |rate - wanted|, or rate - wanted, over the whole batch.
  const double wanted = Target(aspect, step.progress);
  const double off = selected / words - wanted;
  const double pull = options.control == SelectionControl::kLagrangian
                          ? static_cast<double>(state_.value(
                                kMultiplier, static_cast<Index>(aspect))) +
                                options.rate_weight * off / wanted
                      : off > 0 ? options.rate_weight
                                : -options.rate_weight;
  return {.word = pull / words,
          .change = CoherenceRamp(options, step) * coherence / words,
          .constant = -(pull * wanted)};
}

SelectionSteering::Price SelectionSteering::PriceOfTemplates(
    std::size_t aspect, const Step& step, double words) const {
  const SelectionOptions& options = training_.selection;
  return {.word = options.rate_weight / words,
          .change = CoherenceRamp(options, step) *
                    training_.targets[aspect].coherence / words};
}

void SelectionSteering::AfterStep(const Step& step,
                                  const std::vector<double>& totals) {
  const SelectionOptions& options = training_.selection;
  const auto last = static_cast<Index>(aspects_);
  steps_ = step.number + 1;
  const double words = std::max(totals.back(), 1.0);
  const bool first = state_.value(kMeanCost, last) == Real{0};
  const auto follow = [first](Real& mean, double value, Real smoothing) {
    const auto now = static_cast<Real>(value);
    mean = first ? now : smoothing * mean + (1 - smoothing) * now;
  };
  for (std::size_t a = 0; a < aspects_; ++a) {
    const auto column = static_cast<Index>(a);
    follow(state_.value(kMeanCost, column),
           totals[aspects_ + a] / static_cast<double>(step.batch_size),
           kMeanCostSmoothing);
    Real& rate = state_.value(kSmoothedRate, column);
    follow(rate, totals[a] / words,
           static_cast<Real>(options.multiplier_smoothing));
    const auto wanted = static_cast<Real>(Target(a, step.progress));
    Real& multiplier = state_.value(kMultiplier, column);
    multiplier =
        std::clamp(multiplier + static_cast<Real>(options.multiplier_rate) *
                                    (rate - wanted) / wanted,
                   -kMostMultiplier, kMostMultiplier);
    state_.value(kSelected, column) += static_cast<Real>(totals[a]);
  }
  state_.value(kMeanCost, last) = 1;
  state_.value(kSelected, last) += static_cast<Real>(words);
}

Result<nlohmann::ordered_json> SelectionSteering::TakeSampled() {
  const auto last = static_cast<Index>(aspects_);
  const auto words = static_cast<double>(state_.value(kSelected, last));
  nlohmann::ordered_json sampled = nlohmann::ordered_json::object();
  const bool selects =
      training_.selection.estimator != Estimator::kAttention && words > 0;
  for (std::size_t a = 0; a < aspects_ && selects; ++a) {
    const std::string& name = model_.options().aspects[a].name;
    const double rate =
        static_cast<double>(state_.value(kSelected, static_cast<Index>(a))) /
        words;
    sampled[name] = rate;
    if (rate >= kCollapsed && rate <= 1 - kCollapsed) continue;
    const bool nothing = rate < kCollapsed;
    return Error{ErrorCode::kInvalidArgument,
                 "the selection has collapsed after " + std::to_string(steps_) +
                     (steps_ == 1 ? " step" : " steps") + ": of " +
                     Quote(name) + " " + (nothing ? "nothing" : "everything") +
                     " is selected; expected " +
                     std::string(Remedy(training_.selection.control, nothing)) +
                     std::string(kOtherRemedies)};
  }
  state_.value.row(kSelected).setZero();
  return sampled;
}

}  // namespace whylight
