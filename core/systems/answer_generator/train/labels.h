// From a right answer to what is right at each step of writing it (Tay19
// chapter 6).
#pragma once

#include <string>
#include <vector>

#include "core/systems/answer_generator/model.h"
#include "core/systems/answer_generator/options.h"
#include "core/text/vocabulary.h"

namespace whylight {

/// What an answer is written from.
struct AnswerLabels {
  std::vector<CopyTarget> targets;
  WordIds words;
};

/// Of each of the first `longest` words of `answer` the slots that are right,
/// and after them the end. Of a word that is neither in `text` nor in the list
/// of those that can be generated, nothing is learned.
///
/// With `sum_slots` right are all places of the word and, in the list, itself.
/// Else one slot is: of the longest run of words of the answer that is in the
/// text the places of the first such run; of other words their place in the
/// list or, if they have none, the first one in the text.
AnswerLabels LabelAnswer(const std::vector<std::string>& answer,
                         const std::vector<std::string>& text,
                         const Vocabulary& vocabulary,
                         const AnswerGeneratorOptions& options);

}  // namespace whylight
