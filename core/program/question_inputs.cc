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
    case Inputs::kTree:
      return RecordInput::kTree;
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

// The texts by the keys of such a file.
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

// What `over` has, behind what `under` has alone.
ordered_json Merged(ordered_json under, ordered_json over) {
  for (auto& [key, value] : over.items()) under[key] = std::move(value);
  return under;
}

}  // namespace

Status VisitQuestionTexts(const std::string& path, Inputs inputs,
                          DataOptions options, BadLines& bad,
                          const std::function<Status(QuestionTexts)>& visit) {
  if (options.first == "text") options.first = options.text;
  if (inputs == Inputs::kTwoTexts && options.first == options.second) {
    return Invalid("--second-key: expected another than --first-key, found " +
                   Quote(options.second));
  }
  const RecordInput input = InputOf(inputs);
  return VisitRecords(path, options, {.input = input}, bad,
                      [&](Record& record) {
                        const std::size_t line = record.place.line;
                        return visit({TextsOf(input, std::move(record)), line});
                      });
}

ordered_json RepeatTexts(Inputs inputs, const std::vector<std::string>& texts,
                         ordered_json answer) {
  return Merged(TextsToJson(inputs, texts), std::move(answer));
}

void AddCandidateTexts(const std::vector<std::string>& texts,
                       ordered_json* answer) {
  const auto candidates = answer->find("candidates");
  if (candidates == answer->end()) return;
  for (ordered_json& candidate : *candidates) {
    const auto number = candidate["candidate"].get<std::size_t>();
    // The query is the text before them.
    candidate = Merged({{"candidate", number}, {"text", texts[number + 1]}},
                       std::move(candidate));
  }
}

}  // namespace whylight
