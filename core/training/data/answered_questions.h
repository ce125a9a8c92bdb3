// Questions about texts with answers that are places of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/span.h"
#include "core/model/question_ids.h"
#include "core/ops/span_scores.h"
#include "core/text/vocabulary.h"
#include "core/training/data/data_options.h"
#include "core/training/data/line_reader.h"
#include "core/training/vectors/known_words.h"

namespace whylight {

/// A question with its answers.
struct AnsweredQuestion {
  std::vector<std::string> asked;    ///< Its words.
  std::string text;                  ///< What it is about,
  std::vector<Span> words;           ///< and where its words stand.
  std::vector<std::string> answers;  ///< As they stand there; none: no answer.
  /// The same in words, each once.
  std::vector<WordRange> places;
  std::size_t no_answer_votes = 0;
  Place place;

  /// The piece of the text of these words.
  std::string TextOf(const WordRange& range) const;
};

/// The questions of some files. Their ids are those of `words` until ReadWords
/// makes them a model's.
struct AnsweredQuestions {
  std::vector<QuestionIds> ids;
  std::vector<AnsweredQuestion> questions;
  /// Distinct words in the order they came.
  std::vector<std::string> words;
  std::vector<std::uint64_t> word_counts;

  std::size_t size() const { return ids.size(); }
  WordCounts counts() const {
    return {questions.front().place.path, words, word_counts};
  }
  void ReadWords(const Vocabulary& vocabulary);
};

/// Reads files of questions. A question or a text without words makes a bad
/// line, as does an answer without any. Fails if there is no question.
Result<AnsweredQuestions> ReadQuestions(const std::vector<std::string>& paths,
                                        const DataOptions& options);

}  // namespace whylight
