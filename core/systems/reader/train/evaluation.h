// How well a reader answers, and how sure it may be.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/retrieval/soft_cosine.h"
#include "core/systems/reader/model.h"
#include "core/training/data/answered_questions.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {

/// The words of each text that a model that selects answers from.
std::vector<WordSelection> SelectWords(const Reader& model,
                                       const AnsweredQuestions& data,
                                       ThreadPool& pool);

/// The likeliest answer to each question from the words of its text that
/// `selections` have; without selections, from all. The same on any number of
/// threads.
std::vector<BestAnswers> PredictAnswers(
    const Reader& model, const AnsweredQuestions& data,
    const std::vector<WordSelection>& selections, ThreadPool& pool,
    const Progress& progress = nullptr);

/// The curve of largest likelihood for these answers, unless all questions have
/// an answer or none has, and the threshold that makes the most of the mean of
/// two figures: F1 of answers to questions that have one, and F1 of saying that
/// there is none.
AnswerCalibration FitAnswerCalibration(const std::vector<BestAnswers>& answers,
                                       const AnsweredQuestions& data);

/// What answers are worth; nothing: "it does not say".
///   {"n": questions, "answerable": ..., "exact_match": ..., "f1": ...,
///    "answerable_exact_match": ..., "answerable_f1": ...,
///    "no_answer_precision": ..., "no_answer_recall": ..., "no_answer_f1": ...}
/// The first two figures are over all questions, of which those without an
/// answer are worth 1 if none is given. Shares of nothing are 0.
nlohmann::ordered_json MeasureAnswers(
    const std::vector<std::optional<std::string>>& answers,
    const AnsweredQuestions& data);

/// These of the model, and
///   "mean_f1": of answerable_f1 and no_answer_f1, which training goes by;
///   "forced_f1": answerable_f1 if every question had to be answered;
///   "calibration_error": of its probabilities (calibration.h);
///   "selected": the share of words that `selections` have, if there are any.
/// A text without a selected word says nothing.
Result<nlohmann::ordered_json> EvaluateReader(
    const Reader& model, const AnsweredQuestions& data,
    const std::vector<WordSelection>& selections, ThreadPool& pool,
    const Progress& progress = nullptr);

/// The figures of always saying that there is no answer, and of always giving
/// the sentence that is nearest to the question: by TF-IDF, and by the soft
/// cosine of words with these vectors.
nlohmann::ordered_json EvaluateReaderBaselines(const AnsweredQuestions& data,
                                               const WordVectorOf& vectors);

}  // namespace whylight
