// A question about a text, as words that a model knows by their ids.
#pragma once

#include <cstddef>

#include "core/base/result.h"
#include "core/model/word_batch.h"

namespace whylight {

/// The ids of the words of a question and of the text that it is about, at
/// least one of each.
struct QuestionIds {
  WordIds question;
  WordIds text;

  std::size_t size() const { return question.size() + text.size(); }
};

/// Of numbers of words: fails with kInvalidArgument where there are none, and
/// with kTextTooLong beyond kMaxWords of either or `most_pairs` of a word of
/// the question and one of the text.
Status CheckQuestionWords(std::size_t question, std::size_t text,
                          std::size_t most_pairs);

}  // namespace whylight
