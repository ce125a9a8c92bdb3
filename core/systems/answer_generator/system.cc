#include "core/systems/answer_generator/system.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/fields.h"
#include "core/format/span_json.h"
#include "core/systems/answer_generator/model.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

ordered_json AboutAnswerGenerator(const AnswerGenerator& model) {
  return {{"longest", model.options().longest},
          {"generated", model.options().generated}};
}

using WrittenAnswers = SharedModel<AnswerGenerator, AboutAnswerGenerator>;

struct WriteOptions {};

const Fields<WriteOptions>& WriteFields() {
  static const auto fields = Fields<WriteOptions>();
  return fields;
}

Result<Answer> AnswerInWords(WrittenAnswers& asked, const Request& request,
                             const WriteOptions& /*options*/) {
  const Result<WrittenAnswer> written =
      asked.value().Write(request.texts[0], request.texts[1]);
  if (!written.ok()) return written.error();
  ordered_json words = ordered_json::array();
  for (const WrittenWord& word : written.value().words) {
    ordered_json source;
    if (word.source) {
      source = SpanToJson(word.source->span);
      source["attention"] = word.source->attention;
    }
    words.push_back({{"text", word.text},
                     {"probability", word.probability},
                     {"copying", word.copying},
                     {"copied", word.copied},
                     {"source", std::move(source)}});
  }
  return Answer{{{"answer", written.value().text},
                 {"ended", written.value().ended},
                 {"words", std::move(words)},
                 {"known",
                  {{"question", written.value().known_question},
                   {"text", written.value().known_text}}}}};
}

}  // namespace

const System& AnswerGeneratorSystem() {
  static const System system = {
      "answer-generator",
      "a generator of answers",
      WrittenAnswers::Load,
      {Answered<AnswerInWords, WriteFields>(
          {.name = "write-answer",
           .summary = "An answer to a question about a text, word by word: "
                      "copied from the text, or generated",
           .inputs = Inputs::kQuestionAndText,
           .repeats_text = true})}};
  return system;
}

}  // namespace whylight
