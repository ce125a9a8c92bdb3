#include "core/systems/language_id/system.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "core/format/fields.h"
#include "core/format/span_json.h"
#include "core/systems/language_id/model.h"

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
      "The language whose lead the words add up to; if absent the likeliest.");
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

}  // namespace

const System& LanguageIdSystem() {
  static const System system = {
      "language-id",
      "a model of languages",
      LanguageIdAnswers::Load,
      {Answered<AnswerIdentify, IdentifyFields>(
          {.name = "identify",
           .summary = "The language of a text, and what each word says of it",
           .repeats_text = true})}};
  return system;
}

}  // namespace whylight
