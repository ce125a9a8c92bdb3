#include "core/systems/language_model/system.h"

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "core/format/fields.h"
#include "core/systems/language_model/model.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

ordered_json AboutLanguageModel(const LanguageModel& model) {
  return {{"words", model.vocabulary().size()}};
}

using LanguageModelAnswers = SharedModel<LanguageModel, AboutLanguageModel>;

struct SampleOptions {
  std::size_t words = 100;
  std::uint64_t seed = 1;
  double temperature = 1;
};

const Fields<SampleOptions>& SampleFields() {
  static const auto fields =
      Fields<SampleOptions>()
          .Count("words", &SampleOptions::words, {1, 1e6},
                 "How many words, including ends of sentences.")
          .Count("seed", &SampleOptions::seed, {0, 1e15},
                 "Another seed gives another text.")
          .Number("temperature", &SampleOptions::temperature, {0.01, 100},
                  "Below 1, likely words are drawn more often; above 1, less "
                  "often.");
  return fields;
}

Result<Answer> AnswerSample(LanguageModelAnswers& asked, const Request& request,
                            const SampleOptions& options) {
  // Sentences, as the model was trained on.
  ordered_json sentences = ordered_json::array();
  const std::string_view start =
      request.texts.empty() ? std::string_view() : request.texts.front();
  std::string sentence(start);
  for (const std::string& word : asked.value().Sample(
           start, options.words, options.temperature, options.seed)) {
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
      {Answered<AnswerSample, SampleFields>(
          {.name = "sample",
           .summary = "Text sampled from a language model",
           .inputs = Inputs::kStart,
           .show = ShowSentences})}};
  return system;
}

}  // namespace whylight
