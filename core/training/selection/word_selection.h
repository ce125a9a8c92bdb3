// How what selects words (core/model/word_selector.h) and what reads its choice
// learn together (Lei17 section 3.3): words are drawn by their probabilities,
// and the gradient of a sample is passed on as that of its probability
// (StraightThroughSigmoid). Their number is kept near the wanted share of the
// words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/format/fields_fwd.h"
#include "core/graph/graph.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/stage_options.h"

namespace whylight {

/// The stage in which both learn, after another in which all words are read.
struct WordSelectionTraining {
  /// The last epoch is kept: the best on dev are the first, which still select
  /// most words.
  StageOptions stage = {.epochs = 10};
  double dropout = 0;  ///< See TextDropout.
  /// The share of the words that is to be selected.
  double share = 0.4;
  /// What it costs to be off by a share of 1.
  double weight = 4;
  /// What a change along the words costs, if all words had one.
  double coherence = 0.5;
  double temperature = 1;  ///< Of the sigmoid whose gradient samples have.
};

/// Their fields.
const Fields<WordSelectionTraining>& WordSelectionFields();

/// The words of some texts as they were drawn.
struct DrawnWords {
  Var mask;      ///< As Sequences::mask, 0 or 1.
  Var selected;  ///< How many are selected,
  Var changes;   ///< and how often that changes along the words.
  std::size_t words = 0;
};

/// Draws words by their `scores`, [max_length·texts x 1], time-major. Each text
/// draws by its number among `texts`, anew at every step.
DrawnWords DrawWords(Graph& graph, Var scores,
                     const std::vector<Index>& lengths, double temperature,
                     std::uint64_t seed, const Step& step,
                     const std::vector<std::size_t>& texts);

/// {words that are selected, all}, to be added up over a batch.
std::vector<double> CountDrawn(const Graph& graph,
                               std::span<const DrawnWords> drawn);

/// `outcome` with the price of what was drawn: `weight` times how far the share
/// of selected words is off, by the `totals` of the batch, of which a shard has
/// `part`, and `coherence` times the changes per word.
///
/// In half of the stage the share that is wanted falls from midway between all
/// words to that of the training: what reads them learns from ever fewer. While
/// all are wanted, scores would grow to where they have no gradient any more.
Var AddSelectionPrice(Graph& graph, Var outcome,
                      std::span<const DrawnWords> drawn,
                      const WordSelectionTraining& training, const Step& step,
                      const std::vector<double>& totals, double part);

}  // namespace whylight
