#include "core/training/engine/judge.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/format/json.h"

namespace whylight {

using nlohmann::ordered_json;

Judge::Judge(const Stage& stage)
    : stage_(stage), criterion_(stage.DefaultCriterion()) {
  const EarlyStopping& stopping = stage.options().early_stopping;
  if (!stopping.metric.empty()) {
    criterion_ = {stopping.metric, stopping.larger_is_better};
  }
}

std::string Judge::FindDoubt() const {
  const Criterion own = stage_.DefaultCriterion();
  if (criterion_.metric != own.metric ||
      criterion_.larger_is_better == own.larger_is_better) {
    return "";
  }
  return "stage " + std::string(stage_.name()) + ": the " +
         (own.larger_is_better ? "smallest " : "largest ") + own.metric +
         " counts as the best; for the " +
         (own.larger_is_better ? "largest" : "smallest") +
         ", set \"early_stopping.goal\" to " +
         (own.larger_is_better ? "\"max\"" : "\"min\"");
}

bool Judge::KeepsBest() const {
  const StageOptions& options = stage_.options();
  return options.keep_best ||
         options.schedule.type == ScheduleType::kRevertAndHalve;
}

bool Judge::IsBetter(double value, double than) const {
  if (!std::isfinite(value) || !std::isfinite(than)) {
    return std::isfinite(value);
  }
  return criterion_.larger_is_better ? value > than : value < than;
}

Result<bool> Judge::IsBest(const ordered_json& dev,
                           TrainingPosition* position) const {
  const auto number = dev.find(criterion_.metric);
  // Null stands for a number that there is not, as in JSON.
  if (number == dev.end() || !(number->is_number() || number->is_null())) {
    std::string names;
    for (const auto& [key, value] : dev.items()) {
      if (value.is_number()) {
        names.append(names.empty() ? "" : ", ").append(key);
      }
    }
    return Error{ErrorCode::kInvalidArgument,
                 "stage " + std::string(stage_.name()) +
                     ": early_stopping.metric: expected one of " + names +
                     ", found " + Quote(criterion_.metric)};
  }
  const StageOptions& options = stage_.options();
  const int from = std::min(options.early_stopping.from, options.epochs);
  if (position->epoch + 1 < from) return false;
  const double value = number->is_null()
                           ? std::numeric_limits<double>::quiet_NaN()
                           : number->get<double>();
  const bool best = !position->best || IsBetter(value, position->best->value);
  if (best) {
    position->best = BestEpoch{value, position->epoch, position->step};
    position->epochs_since_best = 0;
  } else {
    ++position->epochs_since_best;
  }
  return best;
}

bool Judge::Reverts(const TrainingPosition& position, bool is_best) const {
  return stage_.options().schedule.type == ScheduleType::kRevertAndHalve &&
         position.best && !is_best;
}

bool Judge::StageEnds(const TrainingPosition& position) const {
  const StageOptions& options = stage_.options();
  const int patience = options.early_stopping.patience;
  return position.epoch + 1 == options.epochs ||
         (patience > 0 && position.epochs_since_best >= patience);
}

}  // namespace whylight
