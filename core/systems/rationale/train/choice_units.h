// What a generator chooses as one while it learns: a word or, where rationales
// are whole sentences, a sentence.
//
// Of a sentence the generator says what it says of the words in the mean.
// Decoding goes by that, too: it chooses a sentence by the sum of what its
// words score above the threshold, less what a run costs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/graph/graph.h"
#include "core/model/word_batch.h"
#include "core/systems/rationale/model.h"

namespace whylight {

class ChoiceUnits {
 public:
  /// Those of the texts of `batch`, as the model's boundaries have them.
  ChoiceUnits(const RationaleModel& model, const WordBatch& batch);

  /// A unit a row, time-major.
  const SequenceBatch& sequences() const { return units_; }

  /// The mean of what the words of each unit say:
  /// [words' max_length·batch x k] -> [max_length·batch x k].
  Var MeanOfWords(Graph& graph, Var words) const;

  /// The other way round: for each word what its unit says, and 0 for a word
  /// that is in none, such as the mark between two sentences.
  Var ToWords(Graph& graph, Var units) const;

  /// The changes between selected words and others along all texts, where
  /// `selection`, [max_length·batch x 1], says of each unit how much it is
  /// selected -> [1 x 1].
  Var Changes(Graph& graph, Var selection) const;

 private:
  // Each sentence as a sequence of words, with their shares in its mean, and
  // of each word the row of its sentence.
  struct Sentences {
    SequenceBatch words;
    Matrix shares;
    std::vector<std::int32_t> of_word;
  };

  SequenceBatch units_;
  std::optional<Sentences> sentences_;
};

}  // namespace whylight
