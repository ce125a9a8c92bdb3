#include "core/systems/reader/train/evaluation.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

#include "core/retrieval/tf_idf.h"
#include "core/systems/reader/train/answer_scores.h"
#include "core/text/tokenizer.h"
#include "core/training/data/batches.h"
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

std::vector<std::uint8_t> HaveAnswers(const ReaderData& data) {
  std::vector<std::uint8_t> have;
  for (const AnsweredQuestion& question : data.questions) {
    have.push_back(question.answers.empty() ? 0 : 1);
  }
  return have;
}

std::string BestText(const BestAnswers& best, const AnsweredQuestion& of) {
  return of.TextOf(best.spans.front().words);
}

bool EndsSentence(const std::string& token) {
  return token.front() == '.' || token.front() == '!' || token.front() == '?';
}

// The tokens of a text, cut after each sentence.
std::vector<WordRange> Sentences(const std::vector<Token>& tokens) {
  std::vector<WordRange> sentences;
  Index begin = 0;
  const auto length = static_cast<Index>(tokens.size());
  for (Index t = 0; t < length; ++t) {
    if (t + 1 < length &&
        !EndsSentence(tokens[static_cast<std::size_t>(t)].text)) {
      continue;
    }
    sentences.push_back({begin, t + 1});
    begin = t + 1;
  }
  return sentences;
}

std::vector<std::string> TextsOf(const std::vector<Token>& tokens,
                                 const WordRange& range) {
  std::vector<std::string> texts;
  for (Index t = range.begin; t < range.end; ++t) {
    texts.push_back(tokens[static_cast<std::size_t>(t)].text);
  }
  return texts;
}

// The nearest sentence to each question.
std::vector<std::optional<std::string>> NearestSentences(
    const ReaderData& data) {
  TfIdf tf_idf = TfIdf::Make({}).value();
  std::vector<std::vector<Token>> texts;
  for (const AnsweredQuestion& question : data.questions) {
    texts.push_back(Tokenize(question.text));
    for (const WordRange& sentence : Sentences(texts.back())) {
      tf_idf.Add(TextsOf(texts.back(), sentence));
    }
  }
  std::vector<std::optional<std::string>> nearest;
  for (std::size_t i = 0; i < data.size(); ++i) {
    const WeightedTerms asked = tf_idf.Weigh(data.questions[i].asked);
    double best = -1;
    for (const WordRange& sentence : Sentences(texts[i])) {
      const double near =
          DotProduct(asked, tf_idf.Weigh(TextsOf(texts[i], sentence)));
      if (near <= best) continue;
      best = near;
      nearest.resize(i);
      nearest.emplace_back(data.questions[i].TextOf(sentence));
    }
  }
  return nearest;
}

}  // namespace

std::vector<BestAnswers> PredictAnswers(const Reader& model,
                                        const ReaderData& data,
                                        ThreadPool& pool,
                                        const Progress& progress) {
  constexpr std::size_t kBatch = 16;
  std::vector<std::size_t> lengths;
  for (const QuestionIds& ids : data.ids) lengths.push_back(ids.text.size());
  const std::vector<std::vector<std::size_t>> batches =
      SlicesByLength(lengths, kBatch);
  std::vector<BestAnswers> answers(data.size());
  const auto predict = [&](std::size_t i) {
    std::vector<const QuestionIds*> questions;
    for (const std::size_t question : batches[i]) {
      questions.push_back(&data.ids[question]);
    }
    Graph graph(Graph::Mode::kInference);
    std::vector<BestAnswers> found = model.Answer(graph, questions, 1);
    for (std::size_t k = 0; k < found.size(); ++k) {
      answers[batches[i][k]] = std::move(found[k]);
    }
  };
  pool.ParallelFor(batches.size(), predict, progress);
  return answers;
}

AnswerCalibration FitAnswerCalibration(const std::vector<BestAnswers>& answers,
                                       const ReaderData& data) {
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
    const ReaderData& data) {
  AnswerSum sum;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    sum.Add(answers[i], data.questions[i]);
  }
  return sum.ToJson();
}

Result<ordered_json> EvaluateReader(const Reader& model, const ReaderData& data,
                                    ThreadPool& pool,
                                    const Progress& progress) {
  const std::vector<BestAnswers> found =
      PredictAnswers(model, data, pool, progress);
  const AnswerCalibration& calibration = model.options().calibration;
  std::vector<double> probabilities;
  AnswerSum given;
  AnswerSum forced;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const AnsweredQuestion& question = data.questions[i];
    if (found[i].spans.empty()) {
      return question.place.Fail(
          "expected finite scores of answers, found another");
    }
    probabilities.push_back(calibration.Probability(found[i].score));
    std::optional<std::string> answer = BestText(found[i], question);
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
  return figures;
}

ordered_json EvaluateReaderBaselines(const ReaderData& data) {
  const std::vector<std::optional<std::string>> none(data.size());
  return {{"no_answer", MeasureAnswers(none, data)},
          {"nearest_sentence", MeasureAnswers(NearestSentences(data), data)}};
}

}  // namespace whylight
