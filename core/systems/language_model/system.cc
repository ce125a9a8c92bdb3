#include "core/systems/language_model/system.h"

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "core/format/config_reader.h"
#include "core/systems/language_model/model.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;
using Kind = Option::Kind;

ordered_json AboutLanguageModel(const LanguageModel& model) {
  return {{"words", model.vocabulary().size()}};
}

using LanguageModelAnswers = SharedModel<LanguageModel, AboutLanguageModel>;

Result<Answer> AnswerSample(Model& asked, const Request& request) {
  const LanguageModel& model =
      static_cast<LanguageModelAnswers&>(asked).value();
  std::size_t words = 100;
  std::uint64_t seed = 1;
  double temperature = 1;
  ConfigReader reader(request.options, std::string(request.question));
  reader.Count("words", 1, 1000000, &words);
  reader.Count("seed", 0, std::uint64_t{1} << 53, &seed);
  reader.Number("temperature", 0.01, 100, &temperature);
  if (Status valid = reader.Finish(); !valid.ok()) return valid.error();
  // Sentences, as the model was trained on.
  ordered_json sentences = ordered_json::array();
  const std::string_view start =
      request.texts.empty() ? std::string_view() : request.texts.front();
  std::string sentence(start);
  for (const std::string& word :
       model.Sample(start, words, temperature, seed)) {
    if (word == kEndOfSentence) {
      sentences.push_back(std::exchange(sentence, ""));
    } else {
      sentence.append(sentence.empty() ? "" : " ").append(word);
    }
  }
  if (!sentence.empty()) sentences.push_back(std::move(sentence));
  return Answer{ordered_json{{"sentences", std::move(sentences)}}};
}

std::string ShowSentences(const ordered_json& answer) {
  std::string lines;
  for (const ordered_json& sentence : answer["sentences"]) {
    lines += sentence.get_ref<const std::string&>() + '\n';
  }
  // The program ends the last line.
  lines.pop_back();
  return lines;
}

}  // namespace

const System& LanguageModelSystem() {
  static const System system = {
      "language-model",
      "a language model",
      LanguageModelAnswers::Load,
      {{.name = "sample",
        .summary = "Text that a language model makes up",
        .inputs = Inputs::kStart,
        .options = {{"words", Kind::kCount,
                     "How many, ends of sentences too (100)"},
                    {"seed", Kind::kCount, "Another seed, another text (1)"},
                    {"temperature", Kind::kNumber,
                     "Below 1 likely words are drawn more often, above 1 less "
                     "(1)"}},
        .answer = AnswerSample,
        .show = ShowSentences}}};
  return system;
}

}  // namespace whylight
