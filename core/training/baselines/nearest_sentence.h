// Answers that are sentences: the one of each text that is nearest to its
// question.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/retrieval/soft_cosine.h"
#include "core/training/data/answered_questions.h"

namespace whylight {

/// Of the sentences of each text the first of those nearest to its question, by
/// the cosine of TF-IDF weights, for which the sentences of `data` count,
std::vector<std::optional<std::string>> NearestSentences(
    const AnsweredQuestions& data);

/// or by the soft cosine of them, with these vectors of words.
std::vector<std::optional<std::string>> NearestSentences(
    const AnsweredQuestions& data, const WordVectorOf& vectors);

}  // namespace whylight
