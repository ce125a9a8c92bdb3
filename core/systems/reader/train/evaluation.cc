#include "core/systems/reader/train/evaluation.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

#include "core/training/baselines/nearest_sentence.h"
#include "core/training/data/batches.h"
#include "core/training/metrics/answer_scores.h"
#include "core/training/metrics/calibration.h"
#include "core/training/metrics/finds.h"
#include "core/training/metrics/platt.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

// Adds up what answers are worth.
class AnswerSum {
 public:
  void Add(const std::optional<std::string>& answer,
           const AnsweredQuestion& question) {
    const bool answerable = !question.answers.empty();
    ++n_;
    answerable_ += answerable;
    none_ += !answer;
    if (!answer) {
      rightly_none_ += !answerable;
    } else if (answerable) {
      const AnswerScore score = ScoreAnswer(*answer, question.answers);
      exact_ += score.exact;
      f1_ += score.f1;
    }
  }

  double answerable_f1() const { return ShareOf(f1_, answerable_); }
  double no_answer_f1() const {
    return ShareOf(2 * rightly_none_, none_ + n_ - answerable_);
  }

  ordered_json ToJson() const {
    return {{"n", static_cast<std::size_t>(n_)},
            {"answerable", static_cast<std::size_t>(answerable_)},
            {"exact_match", ShareOf(exact_ + rightly_none_, n_)},
            {"f1", ShareOf(f1_ + rightly_none_, n_)},
            {"answerable_exact_match", ShareOf(exact_, answerable_)},
            {"answerable_f1", answerable_f1()},
            {"no_answer_precision", ShareOf(rightly_none_, none_)},
            {"no_answer_recall", ShareOf(rightly_none_, n_ - answerable_)},
            {"no_answer_f1", no_answer_f1()}};
  }

 private:
  double n_ = 0;
  double answerable_ = 0;
  double none_ = 0;
  double rightly_none_ = 0;
  double exact_ = 0;
  double f1_ = 0;
};

std::vector<std::uint8_t> HaveAnswers(const AnsweredQuestions& data) {
  std::vector<std::uint8_t> have;
  for (const AnsweredQuestion& question : data.questions) {
    have.push_back(question.answers.empty() ? 0 : 1);
  }
  return have;
}

std::string BestText(const BestAnswers& best, const AnsweredQuestion& of) {
  return of.TextOf(best.spans.front().words);
}

// What `ask` says to each question, asked of batches of questions.
template <typename Said, typename Ask>
std::vector<Said> OfBatches(const AnsweredQuestions& data, ThreadPool& pool,
                            const Progress& progress, const Ask& ask) {
  constexpr std::size_t kBatch = 16;
  std::vector<std::size_t> lengths;
  for (const QuestionIds& ids : data.ids) lengths.push_back(ids.text.size());
  const std::vector<std::vector<std::size_t>> batches =
      SlicesByLength(lengths, kBatch);
  std::vector<Said> all(data.size());
  const auto ask_batch = [&](std::size_t i) {
    std::vector<const QuestionIds*> questions;
    for (const std::size_t question : batches[i]) {
      questions.push_back(&data.ids[question]);
    }
    Graph graph(Graph::Mode::kInference);
    std::vector<Said> said = ask(graph, questions, batches[i]);
    for (std::size_t k = 0; k < said.size(); ++k) {
      all[batches[i][k]] = std::move(said[k]);
    }
  };
  pool.ParallelFor(batches.size(), ask_batch, progress);
  return all;
}

double ShareSelected(const std::vector<WordSelection>& selections) {
  double selected = 0;
  double words = 0;
  for (const WordSelection& text : selections) {
    selected += static_cast<double>(std::count(text.begin(), text.end(), 1));
    words += static_cast<double>(text.size());
  }
  return ShareOf(selected, words);
}

}  // namespace

std::vector<WordSelection> SelectWords(const Reader& model,
                                       const AnsweredQuestions& data,
                                       ThreadPool& pool) {
  return OfBatches<WordSelection>(
      data, pool, nullptr,
      [&](Graph& graph, std::span<const QuestionIds* const> questions,
          std::span<const std::size_t> /*batch*/) {
        return model.Select(graph, questions);
      });
}

std::vector<BestAnswers> PredictAnswers(
    const Reader& model, const AnsweredQuestions& data,
    const std::vector<WordSelection>& selections, ThreadPool& pool,
    const Progress& progress) {
  return OfBatches<BestAnswers>(
      data, pool, progress,
      [&](Graph& graph, std::span<const QuestionIds* const> questions,
          std::span<const std::size_t> batch) {
        std::vector<WordSelection> selected;
        if (!selections.empty()) {
          for (const std::size_t i : batch) selected.push_back(selections[i]);
        }
        return model.Answer(graph, questions, 1, selected);
      });
}

AnswerCalibration FitAnswerCalibration(const std::vector<BestAnswers>& answers,
                                       const AnsweredQuestions& data) {
  AnswerCalibration calibration;
  std::vector<double> scores;
  for (const BestAnswers& best : answers) scores.push_back(best.score);
  const Result<LogisticCurve> curve =
      FitLogisticCurve(scores, HaveAnswers(data));
  if (!curve.ok() || curve.value().slope <= 0) return calibration;
  calibration.slope = curve.value().slope;
  calibration.intercept = curve.value().intercept;
  std::vector<std::size_t> order(data.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t left, std::size_t right) {
                     return scores[left] > scores[right];
                   });
  // Answers to the likeliest are given, one after the other.
  double f1 = 0;
  double answerable = 0;
  double unanswered = 0;  // Of those without an answer.
  for (const AnsweredQuestion& question : data.questions) {
    (question.answers.empty() ? unanswered : answerable) += 1;
  }
  const double without = unanswered;
  double best = -1;
  for (std::size_t k = 0; k <= order.size(); ++k) {
    const auto none = static_cast<double>(order.size() - k);
    const double mean =
        ShareOf(f1, answerable) + ShareOf(2 * unanswered, none + without);
    if (mean > best) {
      best = mean;
      const double above =
          k == 0 ? 1 : calibration.Probability(scores[order[k - 1]]);
      const double below =
          k == order.size() ? 0 : calibration.Probability(scores[order[k]]);
      calibration.threshold = (above + below) / 2;
    }
    if (k == order.size()) break;
    const AnsweredQuestion& question = data.questions[order[k]];
    if (question.answers.empty()) unanswered -= 1;
    f1 +=
        ScoreAnswer(BestText(answers[order[k]], question), question.answers).f1;
  }
  return calibration;
}

ordered_json MeasureAnswers(
    const std::vector<std::optional<std::string>>& answers,
    const AnsweredQuestions& data) {
  AnswerSum sum;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    sum.Add(answers[i], data.questions[i]);
  }
  return sum.ToJson();
}

Result<ordered_json> EvaluateReader(
    const Reader& model, const AnsweredQuestions& data,
    const std::vector<WordSelection>& selections, ThreadPool& pool,
    const Progress& progress) {
  const std::vector<BestAnswers> found =
      PredictAnswers(model, data, selections, pool, progress);
  const AnswerCalibration& calibration = model.options().calibration;
  std::vector<double> probabilities;
  AnswerSum given;
  AnswerSum forced;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const AnsweredQuestion& question = data.questions[i];
    const bool readable =
        selections.empty() ||
        std::count(selections[i].begin(), selections[i].end(), 1) > 0;
    if (readable && found[i].spans.empty()) {
      return question.place.Fail(
          "expected finite scores of answers, found another");
    }
    probabilities.push_back(readable ? calibration.Probability(found[i].score)
                                     : 0);
    std::optional<std::string> answer;
    if (readable) answer = BestText(found[i], question);
    forced.Add(answer, question);
    if (probabilities.back() < calibration.threshold) answer.reset();
    given.Add(answer, question);
  }
  const Result<Calibration> measured =
      MeasureCalibration(probabilities, HaveAnswers(data));
  if (!measured.ok()) return measured.error();
  ordered_json figures = given.ToJson();
  figures["mean_f1"] = (given.answerable_f1() + given.no_answer_f1()) / 2;
  figures["forced_f1"] = forced.answerable_f1();
  figures["calibration_error"] = measured.value().error;
  if (!selections.empty()) figures["selected"] = ShareSelected(selections);
  return figures;
}

ordered_json EvaluateReaderBaselines(const AnsweredQuestions& data,
                                     const WordVectorOf& vectors) {
  const std::vector<std::optional<std::string>> none(data.size());
  return {
      {"no_answer", MeasureAnswers(none, data)},
      {"nearest_sentence", MeasureAnswers(NearestSentences(data), data)},
      {"soft_cosine", MeasureAnswers(NearestSentences(data, vectors), data)}};
}

}  // namespace whylight
