#include "core/systems/language_id/system.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "core/format/fields.h"
#include "core/format/span_json.h"
#include "core/systems/language_id/model.h"
#include "core/text/tokenizer.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

ordered_json AboutLanguages(const LanguageIdentifier& model) {
  return {{"languages", model.languages()}};
}

using LanguageIdAnswers = SharedModel<LanguageIdentifier, AboutLanguages>;

struct IdentifyOptions {
  std::string language;
};

const Fields<IdentifyOptions>& IdentifyFields() {
  static const auto fields = Fields<IdentifyOptions>().Text(
      "language", &IdentifyOptions::language,
      "Language whose lead the words add up to; by default the likeliest.");
  return fields;
}

Result<Answer> AnswerIdentify(LanguageIdAnswers& asked, const Request& request,
                              const IdentifyOptions& options) {
  const LanguageIdentifier& model = asked.value();
  std::optional<std::size_t> language;
  if (!options.language.empty()) {
    const Result<std::size_t> named =
        FindName(request, "language", options.language, model.languages());
    if (!named.ok()) return named.error();
    language = named.value();
  }
  const Result<Identification> identified =
      model.Identify(request.texts.front(), language);
  if (!identified.ok()) return identified.error();
  const Identification& found = identified.value();
  ordered_json probabilities = ordered_json::object();
  for (std::size_t k = 0; k < model.languages().size(); ++k) {
    probabilities[model.languages()[k]] = found.probabilities[k];
  }
  ordered_json words = ordered_json::array();
  for (const WordShare& word : found.words) {
    words.push_back(SpanToJson(word.span));
    words.back()["contribution"] = word.contribution;
  }
  return Answer{{{"language", model.languages()[found.language]},
                 {"probabilities", std::move(probabilities)},
                 {"lead", found.lead},
                 {"bias", found.bias},
                 {"words", std::move(words)}}};
}

struct WordLanguagesOptions {
  double above = 0;
};

const Fields<WordLanguagesOptions>& WordLanguagesFields() {
  static const auto fields = Fields<WordLanguagesOptions>().Number(
      "above", &WordLanguagesOptions::above, {0, 1},
      "Leave out words whose language is less probable than this.");
  return fields;
}

// Each word is read as if it were the whole text, which shows where a text
// changes its language.
Result<Answer> AnswerWordLanguages(LanguageIdAnswers& asked,
                                   const Request& request,
                                   const WordLanguagesOptions& options) {
  const LanguageIdentifier& model = asked.value();
  ordered_json words = ordered_json::array();
  for (const Token& token : Tokenize(request.texts.front())) {
    const Result<Identification> word = model.Identify(token.text);
    if (!word.ok()) return word.error();
    const std::size_t language = word.value().language;
    const double probability = word.value().probabilities[language];
    if (probability < options.above) continue;
    words.push_back(SpanToJson(token.span));
    words.back()["language"] = model.languages()[language];
    words.back()["probability"] = probability;
  }
  return Answer{{{"words", std::move(words)}}};
}

}  // namespace

const System& LanguageIdSystem() {
  static const System system = {
      "language-id",
      "a model of languages",
      LanguageIdAnswers::Load,
      {Answered<AnswerIdentify, IdentifyFields>(
           {.name = "identify",
            .summary =
                "The language of a text, and what each word says about it",
            .repeats_text = true}),
       Answered<AnswerWordLanguages, WordLanguagesFields>(
           {.name = "word-languages",
            .summary = "The language of each word, read by itself",
            .repeats_text = true})}};
  return system;
}

}  // namespace whylight
