#include "core/systems/reader/system.h"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/format/fields.h"
#include "core/format/span_json.h"
#include "core/systems/reader/model.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

ordered_json AboutReader(const Reader& model) {
  return {{"threshold", model.options().calibration.threshold},
          {"longest", model.options().longest}};
}

using ReaderAnswers = SharedModel<Reader, AboutReader>;

struct AnswerOptions {
  std::size_t alternatives = 3;
  std::optional<double> threshold;
};

const Fields<AnswerOptions>& AnswerFields() {
  static const auto fields =
      Fields<AnswerOptions>()
          .Count("alternatives", &AnswerOptions::alternatives, {0, 20},
                 "Number of other places to list.")
          .Number(
              "threshold", &AnswerOptions::threshold, {0, 1},
              "Lowest probability of an answer; by default the model's own.");
  return fields;
}

ordered_json PlaceToJson(const FoundAnswer::Place& place) {
  ordered_json json = SpanToJson(place.span);
  json["probability"] = place.probability;
  return json;
}

Result<Answer> AnswerQuestion(ReaderAnswers& asked, const Request& request,
                              const AnswerOptions& options) {
  const Reader& model = asked.value();
  const Result<FoundAnswer> answered =
      model.Find(request.texts[0], request.texts[1], options.alternatives + 1);
  if (!answered.ok()) return answered.error();
  const FoundAnswer& found = answered.value();
  const double threshold =
      options.threshold.value_or(model.options().calibration.threshold);
  const bool says = found.says >= threshold;
  ordered_json alternatives = ordered_json::array();
  for (std::size_t i = says ? 1 : 0; i < found.places.size(); ++i) {
    if (alternatives.size() == options.alternatives) break;
    alternatives.push_back(PlaceToJson(found.places[i]));
  }
  ordered_json words = ordered_json::array();
  for (std::size_t i = 0; i < found.words.size(); ++i) {
    words.push_back(SpanToJson(found.words[i]));
    const auto row = found.weights.row(static_cast<Index>(i));
    words.back()["weights"] = std::vector<Real>(row.begin(), row.end());
  }
  ordered_json answer = {
      {"answer", says ? PlaceToJson(found.places.front()) : ordered_json()},
      {"says", found.says},
      {"threshold", threshold},
      {"alternatives", std::move(alternatives)},
      {"reads",
       {{"question", SpansToJson(found.question)},
        {"words", std::move(words)}}},
      {"known",
       {{"question", found.known_question}, {"text", found.known_text}}}};
  if (model.selects()) answer["rationale"] = SpansToJson(found.rationale);
  return Answer{std::move(answer)};
}

struct NoOptions {};

const Fields<NoOptions>& NoFields() {
  static const auto fields = Fields<NoOptions>();
  return fields;
}

Result<Answer> AnswerQuestionEffects(ReaderAnswers& asked,
                                     const Request& request,
                                     const NoOptions& /*options*/) {
  const Result<QuestionEffects> found =
      asked.value().EffectsOfQuestion(request.texts[0], request.texts[1]);
  if (!found.ok()) return found.error();
  ordered_json words = ordered_json::array();
  for (const auto& [span, effect] : found.value().words) {
    words.push_back(SpanToJson(span));
    words.back()["effect"] = effect;
  }
  return Answer{{{"place", PlaceToJson(found.value().place)},
                 {"words", std::move(words)}}};
}

}  // namespace

const System& ReaderSystem() {
  static const System system = {
      "reader",
      "a reader",
      ReaderAnswers::Load,
      {Answered<AnswerQuestion, AnswerFields>(
           {.name = "answer",
            .summary = "The span of a text that answers a question, if "
                       "there is one",
            .inputs = Inputs::kQuestionAndText,
            .repeats_text = true}),
       Answered<AnswerQuestionEffects, NoFields>(
           {.name = "question-effects",
            .summary = "How much likelier each word of a question makes the "
                       "likeliest answer",
            .inputs = Inputs::kQuestionAndText,
            .repeats_text = true})}};
  return system;
}

}  // namespace whylight
