#include "core/training/data/answered_questions.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/format/json.h"
#include "core/text/tokenizer.h"
#include "core/text/utf8.h"
#include "core/training/data/numbering.h"
#include "core/training/data/record.h"

namespace whylight {
namespace {

// The words that a span has a part of.
std::optional<WordRange> FindWordsIn(const std::vector<Span>& words,
                                     const Span& span) {
  const auto first =
      std::find_if(words.begin(), words.end(),
                   [&](const Span& word) { return word.end > span.start; });
  auto last = first;
  while (last != words.end() && last->start < span.end) ++last;
  if (first == last) return {};
  return WordRange{first - words.begin(), last - words.begin()};
}

// Takes the questions of files, one by one.
class QuestionTaker {
 public:
  explicit QuestionTaker(AnsweredQuestions* data)
      : data_(data), words_(&data->words) {}

  Status Take(Record& record) {
    const std::vector<Token> asked = Tokenize(record.text);
    const std::vector<Token> tokens = Tokenize(record.second);
    if (asked.empty() || tokens.empty()) {
      return record.place.Fail(
          "expected a question and a text with words, found " +
          Quote(asked.empty() ? record.text : record.second));
    }
    AnsweredQuestion question{.asked = {},
                              .text = std::move(record.second),
                              .words = {},
                              .answers = {},
                              .places = {},
                              .no_answer_votes = record.no_answer_votes,
                              .place = record.place};
    for (const Token& token : asked) question.asked.push_back(token.text);
    for (const Token& token : tokens) question.words.push_back(token.span);
    for (const Span& span : record.answers) {
      const auto words = FindWordsIn(question.words, span);
      std::string answer(SliceUtf16(question.text, span));
      if (!words) {
        return record.place.Fail("expected an answer with words, found " +
                                 Quote(answer));
      }
      question.answers.push_back(std::move(answer));
      std::vector<WordRange>& places = question.places;
      if (std::find(places.begin(), places.end(), *words) == places.end()) {
        places.push_back(*words);
      }
    }
    data_->ids.push_back({Number(asked), Number(tokens)});
    data_->questions.push_back(std::move(question));
    return {};
  }

 private:
  WordIds Number(const std::vector<Token>& tokens) {
    WordIds ids;
    for (const Token& token : tokens) {
      ids.push_back(words_.Find(token.text));
      data_->word_counts.resize(data_->words.size());
      ++data_->word_counts[static_cast<std::size_t>(ids.back())];
    }
    return ids;
  }

  AnsweredQuestions* data_;
  Numbering words_;
};

}  // namespace

std::string AnsweredQuestion::TextOf(const WordRange& range) const {
  return std::string(
      SliceUtf16(text, {words[static_cast<std::size_t>(range.begin)].start,
                        words[static_cast<std::size_t>(range.end - 1)].end}));
}

void AnsweredQuestions::ReadWords(const Vocabulary& vocabulary) {
  std::vector<std::int32_t> known;
  for (const std::string& word : words) known.push_back(vocabulary.Read(word));
  for (QuestionIds& one : ids) {
    for (WordIds* text : {&one.question, &one.text}) {
      for (std::int32_t& word : *text) {
        word = known[static_cast<std::size_t>(word)];
      }
    }
  }
}

Result<AnsweredQuestions> ReadQuestions(const std::vector<std::string>& paths,
                                        const DataOptions& options) {
  AnsweredQuestions data;
  QuestionTaker taker(&data);
  const Wanted wanted{.input = RecordInput::kQuestionAndText, .answers = true};
  for (const std::string& path : paths) {
    if (options.treebank) {
      return Invalid(path +
                     ": expected no \"treebank\" of questions with answers, "
                     "whose texts stay as they are");
    }
    const std::size_t before = data.size();
    BadLines bad(options);
    Status read = VisitRecords(path, options, wanted, bad, [&](Record& record) {
      Status taken = taker.Take(record);
      return taken.ok() ? taken : bad.Skip(taken.error());
    });
    if (!read.ok()) return read.error();
    if (data.size() == before) return NothingRead(path, "question");
  }
  return data;
}

}  // namespace whylight
