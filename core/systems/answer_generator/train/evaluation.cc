#include "core/systems/answer_generator/train/evaluation.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "core/training/baselines/nearest_sentence.h"
#include "core/training/data/record.h"
#include "core/training/metrics/answer_scores.h"
#include "core/training/metrics/finds.h"
#include "core/training/metrics/text_overlap.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

// A question as its file has it, but for space between words.
std::string TextOfQuestion(const AnsweredQuestion& question) {
  std::string text;
  for (const std::string& word : question.asked) text += word + " ";
  return text;
}

std::vector<std::string> TextsOf(
    const std::vector<std::optional<std::string>>& answers) {
  std::vector<std::string> texts;
  for (const auto& answer : answers) texts.push_back(answer.value_or(""));
  return texts;
}

}  // namespace

Result<AnsweredQuestions> ReadAnswerable(const std::vector<std::string>& paths,
                                         const DataOptions& options) {
  Result<AnsweredQuestions> read = ReadQuestions(paths, options);
  if (!read.ok()) return read;
  AnsweredQuestions& all = read.value();
  AnsweredQuestions kept;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all.questions[i].answers.empty()) continue;
    kept.ids.push_back(std::move(all.ids[i]));
    kept.questions.push_back(std::move(all.questions[i]));
  }
  if (kept.size() == 0)
    return NothingRead(paths.front(), "question with an answer");
  kept.words = std::move(all.words);
  kept.word_counts = std::move(all.word_counts);
  return kept;
}

Status CheckWritable(const AnsweredQuestions& data) {
  for (std::size_t i = 0; i < data.size(); ++i) {
    const QuestionIds& ids = data.ids[i];
    const Status checked = CheckQuestionWords(
        ids.question.size(), ids.text.size(), AnswerGenerator::kMostPairs);
    if (!checked.ok()) {
      return data.questions[i].place.Fail(checked.error().message);
    }
  }
  return {};
}

ordered_json MeasureWrittenAnswers(const std::vector<std::string>& answers,
                                   const AnsweredQuestions& data) {
  BleuCounts bleu;
  double rouge = 0;
  AnswerScore sum;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const std::vector<std::string>& right = data.questions[i].answers;
    std::vector<TextWords> words;
    for (const std::string& one : right) words.push_back(OverlapWords(one));
    const TextWords written = OverlapWords(answers[i]);
    bleu.Add(written, words);
    rouge += RougeL(written, words);
    const AnswerScore score = ScoreAnswer(answers[i], right);
    sum.exact += score.exact;
    sum.f1 += score.f1;
  }
  const auto n = static_cast<double>(answers.size());
  return {{"n", answers.size()},
          {"bleu_1", bleu.Bleu(1)},
          {"bleu_4", bleu.Bleu(4)},
          {"rouge_l", ShareOf(rouge, n)},
          {"exact_match", ShareOf(sum.exact, n)},
          {"f1", ShareOf(sum.f1, n)}};
}

Result<std::vector<WrittenAnswer>> WriteAnswers(const AnswerGenerator& model,
                                                const AnsweredQuestions& data,
                                                ThreadPool& pool,
                                                const Progress& progress) {
  std::vector<WrittenAnswer> answers(data.size());
  std::vector<std::optional<Error>> errors(data.size());
  pool.ParallelFor(
      data.size(),
      [&](std::size_t i) {
        const AnsweredQuestion& question = data.questions[i];
        Result<WrittenAnswer> written =
            model.Write(TextOfQuestion(question), question.text);
        if (written.ok()) {
          answers[i] = std::move(written).value();
        } else {
          errors[i] = written.error();
        }
      },
      progress);
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (errors[i]) return data.questions[i].place.Fail(errors[i]->message);
  }
  return answers;
}

Result<ordered_json> EvaluateAnswerGenerator(const AnswerGenerator& model,
                                             const AnsweredQuestions& data,
                                             ThreadPool& pool,
                                             const Progress& progress) {
  const Result<std::vector<WrittenAnswer>> written =
      WriteAnswers(model, data, pool, progress);
  if (!written.ok()) return written.error();
  std::vector<std::string> texts;
  double words = 0;
  double copied = 0;
  double ended = 0;
  for (const WrittenAnswer& answer : written.value()) {
    texts.push_back(answer.text);
    ended += answer.ended;
    for (const WrittenWord& word : answer.words) {
      ++words;
      copied += word.source.has_value();
    }
  }
  ordered_json figures = MeasureWrittenAnswers(texts, data);
  const auto n = static_cast<double>(data.size());
  figures["words"] = ShareOf(words, n);
  figures["copied"] = ShareOf(copied, words);
  figures["ended"] = ShareOf(ended, n);
  return figures;
}

ordered_json EvaluateAnswerBaselines(const AnsweredQuestions& data,
                                     const WordVectorOf& vectors) {
  return {{"nearest_sentence",
           MeasureWrittenAnswers(TextsOf(NearestSentences(data)), data)},
          {"soft_cosine", MeasureWrittenAnswers(
                              TextsOf(NearestSentences(data, vectors)), data)}};
}

}  // namespace whylight
