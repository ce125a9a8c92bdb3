// What training started with, kept to a part.
#pragma once

#include <vector>

#include "core/graph/parameter.h"

namespace whylight {

/// A mixture of parameters with what they were at the start:
///
///   share · θ(0) + (1 - share) · θ
///
/// What a start knows of texts unlike those of training is not lost (Wortsman
/// 2022, "Robust fine-tuning of zero-shot models").
class StartMixture {
 public:
  /// Starts at the parameters as they are, which must outlive it.
  StartMixture(const std::vector<Parameter*>& parameters, double share);

  /// Puts the mixture in place of the parameters; once more, and they are back.
  void Swap();

  /// Whether the mixture is in their place.
  bool in_place() const { return in_place_; }

  /// The start, to be kept in checkpoints: "NAME.start".
  std::vector<Parameter*> State();

 private:
  std::vector<Parameter*> parameters_;
  std::vector<Parameter> starts_;
  std::vector<Matrix> aside_;  // The parameters, while the mixture is in place.
  Real share_;
  bool in_place_ = false;
};

}  // namespace whylight
