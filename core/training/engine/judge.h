// How the epochs of a stage are judged on dev, and what follows from it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/base/result.h"
#include "core/training/engine/checkpoint.h"
#include "core/training/engine/stage.h"

namespace whylight {

class Judge {
 public:
  /// `stage` must outlive it.
  explicit Judge(const Stage& stage);

  /// The number that counts: the stage's own, unless its options name another.
  const Criterion& criterion() const { return criterion_; }

  /// A warning where the options judge the stage by its own number, but take
  /// the worst for the best: their goal is "min" unless they say another.
  std::string FindDoubt() const;

  /// Whether the stage may go back to its best epoch.
  bool KeepsBest() const;

  /// Whether the epoch at hand, of which `dev` was found, is the best so far;
  /// notes it in `position`. Fails if `dev` has no such number.
  Result<bool> IsBest(const nlohmann::ordered_json& dev,
                      TrainingPosition* position) const;

  /// Whether the schedule goes back to the best epoch after this one.
  bool Reverts(const TrainingPosition& position, bool is_best) const;

  /// Whether this epoch was the last.
  bool StageEnds(const TrainingPosition& position) const;

 private:
  // A number that is not finite is no better than any, and worse than those
  // that are. Checkpoints do not keep which one it was.
  bool IsBetter(double value, double than) const;

  const Stage& stage_;
  Criterion criterion_;
};

}  // namespace whylight
