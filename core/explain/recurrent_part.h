// Functionals of the states of recurrent convolutions as sums over skip
// n-grams.
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/result.h"
#include "core/base/steps.h"
#include "core/explain/linearised_activation.h"
#include "core/explain/ngram_attribution.h"
#include "core/graph/graph.h"
#include "core/layers/sequence_layer.h"

namespace whylight {

/// The part of a functional that is the sum over the skip n-grams of one
/// recurrence over the words of a text.
struct RecurrentPart {
  RcnnRecord record;
  StateFunctional functional;
  Index order;
  bool reversed;  ///< It reads from the last word to the first.
};

/// A recurrence taken apart unit by unit: what it gives to functionals of its
/// states.
struct UnitParts {
  RecurrentPart part;
  /// What a highway carries past the recurrence, at each word: [L x h], or
  /// empty.
  Matrix carried;
  Eigen::RowVectorXd bias;      ///< What biases give each unit,
  Eigen::RowVectorXd residual;  ///< and what lines for activations leave out.
};

/// The part that the run `trace` gives to a functional with `state_weights`
/// [L x h] on its states, unit by unit. With the activation as a line through
/// the point the run went through and gates held fixed, the states are linear
/// in the levels. With an output matrix, which mixes units, those of what it
/// gives stand for bias and residual, those of the recurrence for the part.
UnitParts TakeUnitsApart(const Graph& graph, const RcnnTrace& trace,
                         const Matrix& state_weights);

/// The part that the run `trace` gives to a functional with `state_weights`
/// [L x h] on its states (TakeUnitsApart). Adds to `completeness` what is no
/// n-gram, and to `carried`, one number per word, what words give that a
/// highway carries past the recurrence.
RecurrentPart TakeApart(const Graph& graph, const RcnnTrace& trace,
                        const Matrix& state_weights, Completeness* completeness,
                        RowVector* carried);

/// The part that each word gives by itself to each of h units, [L x h]: a
/// recurrence that forgets at once. It is of the kind of one of `others`, so
/// that they can be merged.
RecurrentPart PartOfWords(const Matrix& terms,
                          const std::vector<RecurrentPart>& others = {});

/// The same functional in as few parts as possible: recurrences of one form
/// over the same words are one recurrence with the units of all of them.
std::vector<RecurrentPart> MergeParts(const std::vector<RecurrentPart>& parts);

/// The n-grams of several parts together.
struct PartNgrams {
  Index window;  ///< They are within so many neighbouring words.
  double total;  ///< The contributions of all n-grams, listed or not.
  std::vector<NgramContribution> strongest;  ///< Strongest first.
};

/// Lists the `count` strongest n-grams of `parts` over `length` words. The
/// window is all of the text, or as wide as leaves time and memory for them.
Result<PartNgrams> AttributeParts(const std::vector<RecurrentPart>& parts,
                                  Index length, std::size_t count);

/// The same in steps.
Begun<PartNgrams> BeginAttributingParts(std::vector<RecurrentPart> parts,
                                        Index length, std::size_t count);

}  // namespace whylight
