#include "core/systems/rationale/train/choice_units.h"

#include <algorithm>

#include "core/ops/ops.h"

namespace whylight {

ChoiceUnits::ChoiceUnits(const RationaleModel& model, const WordBatch& batch)
    : units_(batch.sequences) {
  const std::optional<Boundaries>& boundaries = model.options().boundaries;
  if (!boundaries || !boundaries->whole_sentences) return;
  std::vector<std::vector<Run>> texts;
  std::size_t most = 0;
  std::size_t longest = 0;
  for (const WordFlags& flags : model.Flags(batch)) {
    texts.push_back(SentencesOf(flags));
    most = std::max(most, texts.back().size());
    for (const Run& run : texts.back()) {
      longest = std::max(longest, run.last - run.first + 1);
    }
  }
  const std::size_t count = texts.size();
  units_ = EveryRowAWord(static_cast<Index>(most), static_cast<Index>(count));
  const std::size_t rows = most * count;
  Sentences& sentences = sentences_.emplace();
  sentences.of_word.assign(batch.sequences.rows.size(), -1);
  sentences.words.lengths.assign(rows, 0);
  sentences.words.max_length = static_cast<Index>(longest);
  sentences.words.rows.assign(longest * rows, SequenceBatch::kPadding);
  sentences.shares = Matrix::Zero(static_cast<Index>(longest * rows), 1);
  for (std::size_t b = 0; b < count; ++b) {
    units_.lengths[b] = static_cast<Index>(texts[b].size());
    for (std::size_t s = 0; s < texts[b].size(); ++s) {
      const Run& run = texts[b][s];
      const std::size_t length = run.last - run.first + 1;
      const std::size_t sentence = s * count + b;
      sentences.words.lengths[sentence] = static_cast<Index>(length);
      for (std::size_t t = 0; t < length; ++t) {
        const std::size_t word = (run.first + t) * count + b;
        const std::size_t place = t * rows + sentence;
        sentences.of_word[word] = static_cast<std::int32_t>(sentence);
        sentences.words.rows[place] = static_cast<std::int32_t>(word);
        sentences.shares(static_cast<Index>(place), 0) =
            1 / static_cast<Real>(length);
      }
    }
  }
}

Var ChoiceUnits::MeanOfWords(Graph& graph, Var words) const {
  if (!sentences_) return words;
  return WeightedSumOverWords(graph, words, sentences_->words,
                              graph.Constant(sentences_->shares));
}

Var ChoiceUnits::ToWords(Graph& graph, Var units) const {
  if (!sentences_) return units;
  return Gather(graph, units, sentences_->of_word);
}

Var ChoiceUnits::Changes(Graph& graph, Var selection) const {
  if (!sentences_) return Transitions(graph, selection, units_.lengths);
  // Before each sentence and after it, as there is a mark between two.
  const Var selected = SumOverWords(graph, selection, units_.lengths);
  return WeightedSum(graph, {selected}, {Real{2}});
}

}  // namespace whylight
