#include "core/systems/language_id/system.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/format/span_json.h"
#include "core/systems/language_id/model.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

ordered_json AboutLanguages(const LanguageIdentifier& model) {
  return {{"languages", model.languages()}};
}

using LanguageIdAnswers = SharedModel<LanguageIdentifier, AboutLanguages>;

Result<Answer> AnswerIdentify(Model& asked, const Request& request) {
  const LanguageIdentifier& model =
      static_cast<LanguageIdAnswers&>(asked).value();
  const Result<std::optional<std::size_t>> language =
      FindName(request, "language", model.languages());
  if (!language.ok()) return language.error();
  const Result<Identification> identified =
      model.Identify(request.texts.front(), language.value());
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
      {{.name = "identify",
        .summary = "The language of a text, and what each word says of it",
        .options = {{"language", Option::Kind::kName,
                     "The language whose lead the words add up to; by default "
                     "the likeliest"}},
        .answer = AnswerIdentify,
        .repeats_text = true}}};
  return system;
}

}  // namespace whylight
