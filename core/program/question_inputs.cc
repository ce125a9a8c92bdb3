#include "core/program/question_inputs.h"

#include <utility>

#include "core/format/json.h"
#include "core/training/data/record.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

RecordInput InputOf(Inputs inputs) {
  switch (inputs) {
    case Inputs::kTwoTexts:
      return RecordInput::kTwoTexts;
    case Inputs::kQuestionAndText:
      return RecordInput::kQuestionAndText;
    case Inputs::kCandidates:
      return RecordInput::kCandidates;
    case Inputs::kDocuments:
      return RecordInput::kDocuments;
    default:
      return RecordInput::kText;
  }
}

std::vector<std::string> TextsOf(RecordInput input, Record record) {
  if (input == RecordInput::kDocuments) return std::move(record.documents);
  std::vector<std::string> texts = {std::move(record.text)};
  if (input == RecordInput::kTwoTexts ||
      input == RecordInput::kQuestionAndText) {
    texts.push_back(std::move(record.second));
  }
  for (Candidate& candidate : record.candidates) {
    texts.push_back(std::move(candidate.text));
  }
  return texts;
}

}  // namespace

Status VisitQuestionTexts(const std::string& path, Inputs inputs,
                          DataOptions options,
                          const std::function<Status(QuestionTexts)>& visit) {
  if (options.first == "text") options.first = options.text;
  if (inputs == Inputs::kTwoTexts && options.first == options.second) {
    return Invalid("--second-key: expected another than --first-key, found " +
                   Quote(options.second));
  }
  const RecordInput input = InputOf(inputs);
  return VisitRecords(path, options, {.input = input}, [&](Record& record) {
    const std::size_t line = record.place.line;
    return visit({TextsOf(input, std::move(record)), line});
  });
}

ordered_json TextsToJson(Inputs inputs, const std::vector<std::string>& texts) {
  switch (inputs) {
    case Inputs::kTwoTexts:
      return {{"text", texts[0]}, {"other", texts[1]}};
    case Inputs::kQuestionAndText:
      return {{"question", texts[0]}, {"text", texts[1]}};
    case Inputs::kCandidates:
      return {{"query", texts[0]},
              {"candidates", std::vector(texts.begin() + 1, texts.end())}};
    case Inputs::kDocuments:
      return {{"documents", texts}};
    default:
      return texts.empty() ? ordered_json::object()
                           : ordered_json{{"text", texts[0]}};
  }
}

}  // namespace whylight
