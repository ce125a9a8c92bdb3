// How well answers are written.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/retrieval/soft_cosine.h"
#include "core/systems/answer_generator/model.h"
#include "core/training/data/answered_questions.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {

/// The questions of some files that have an answer. Fails if none has.
Result<AnsweredQuestions> ReadAnswerable(const std::vector<std::string>& paths,
                                         const DataOptions& options);

/// Fails on the first question that AnswerGenerator::Write refuses, naming its
/// line, so that nothing is written before.
Status CheckWritable(const AnsweredQuestions& data);

/// What answers to all questions are worth, each beside all right ones:
///   {"n": questions, "bleu_1": ..., "bleu_4": ..., "rouge_l": ...,
///    "exact_match": ..., "f1": ...}
/// (text_overlap.h, answer_scores.h).
nlohmann::ordered_json MeasureWrittenAnswers(
    const std::vector<std::string>& answers, const AnsweredQuestions& data);

/// The answers of the model. The same on any number of threads.
Result<std::vector<WrittenAnswer>> WriteAnswers(
    const AnswerGenerator& model, const AnsweredQuestions& data,
    ThreadPool& pool, const Progress& progress = nullptr);

/// What these are worth, and
///   "words": of an answer, in the mean;
///   "copied": the share of the words that were copied;
///   "ended": the share of answers that came to an end.
Result<nlohmann::ordered_json> EvaluateAnswerGenerator(
    const AnswerGenerator& model, const AnsweredQuestions& data,
    ThreadPool& pool, const Progress& progress = nullptr);

/// What it is worth to answer with the sentence that is nearest to the
/// question: by TF-IDF, and by the soft cosine of words with these vectors.
nlohmann::ordered_json EvaluateAnswerBaselines(const AnsweredQuestions& data,
                                               const WordVectorOf& vectors);

}  // namespace whylight
