// Draws which words are selected while generator and encoder learn together.
#pragma once

#include <cstdint>
#include <vector>

#include "core/systems/rationale/model.h"
#include "core/systems/rationale/train/choice_units.h"
#include "core/systems/rationale/train/training.h"
#include "core/training/engine/stage.h"

namespace whylight {

/// A sample of selections, for every unit of a shard (choice_units.h).
struct SelectionSample {
  Var numbers;             ///< What the generator's say of it.
  std::vector<Var> masks;  ///< One for each aspect.
  Matrix drawn;            ///< As the numbers; of kReinforce only.
};

class SelectionSampler {
 public:
  /// The model and the training must outlive it.
  SelectionSampler(const RationaleModel& model,
                   const RationaleTraining& training);

  /// `states` are the generator's, of the shard's texts in order.
  SelectionSample Draw(Graph& graph, const Shard& shard, const Step& step,
                       const SequenceBatch& sequences, const ChoiceUnits& units,
                       Var states, int sample) const;

  /// The masks of the likeliest selection, which have no gradient.
  std::vector<Var> Greedy(Graph& graph, const SequenceBatch& sequences,
                          const ChoiceUnits& units, Var states) const;

  /// The values that are kept short and coherent, one for each aspect and
  /// perhaps sample: selections of units or their probabilities.
  std::vector<Var> Regulated(Graph& graph,
                             const std::vector<SelectionSample>& samples) const;

 private:
  // How many numbers of noise a unit has.
  Index NoiseWidth() const;
  Matrix Noise(const Shard& shard, const Step& step, const SequenceBatch& units,
               int sample) const;
  // The selection that numbers and noise make: columns as those of the noise.
  Matrix Selected(const Matrix& numbers, const Matrix& noise) const;
  // What the generator says of each unit where `noise` makes its selections.
  Var Numbers(Graph& graph, const SequenceBatch& sequences,
              const ChoiceUnits& units, Var states, const Matrix& noise) const;
  std::vector<Var> ColumnsOf(Graph& graph, Var masks) const;

  const RationaleModel& model_;
  const SelectionOptions& options_;
  std::uint64_t seed_;
  Choice choice_;
  Index aspects_;
};

/// Whether the cost of a sample includes that of its length: the expectation
/// then needs no probabilities.
bool RegulatesSamples(const SelectionOptions& options);

/// From 0 up to `from` to 1 from `to` on, linear in between.
double Ramp(double progress, double from, double to);

}  // namespace whylight
