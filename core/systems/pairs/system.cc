#include "core/systems/pairs/system.h"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "core/format/fields.h"
#include "core/format/span_json.h"
#include "core/systems/pairs/comparison.h"
#include "core/systems/pairs/model.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

ordered_json AboutPairs(const PairModel& model) {
  if (model.gives_grades()) return {{"grades", model.options().grades}};
  return {{"labels", model.options().labels}};
}

using PairAnswers = SharedModel<PairModel, AboutPairs>;

struct CompareOptions {};

const Fields<CompareOptions>& CompareFields() {
  static const Fields<CompareOptions> fields;
  return fields;
}

Result<Answer> AnswerCompare(PairAnswers& asked, const Request& request,
                             const CompareOptions&) {
  const PairModel& model = asked.value();
  const Result<Comparison> compared =
      Compare(model, request.texts[0], request.texts[1]);
  if (!compared.ok()) return compared.error();
  const Comparison& found = compared.value();
  ordered_json answer;
  if (found.grade) {
    answer["grade"] = *found.grade;
  } else {
    const std::vector<std::string>& labels = model.options().labels;
    answer["label"] = labels[found.label];
    for (std::size_t k = 0; k < labels.size(); ++k) {
      answer["probabilities"][labels[k]] = found.probabilities[k];
    }
  }
  if (model.selects()) {
    answer["rationale"] = {{"text", SpansToJson(found.selected[0])},
                           {"other", SpansToJson(found.selected[1])}};
  }
  answer["known"] = {{"text", found.known[0]}, {"other", found.known[1]}};
  return Answer{std::move(answer)};
}

// Each word with its weights for the words of the other text.
ordered_json ReadersToJson(const std::vector<Span>& words,
                           const Matrix& weights) {
  ordered_json list = ordered_json::array();
  for (std::size_t i = 0; i < words.size(); ++i) {
    list.push_back(SpanToJson(words[i]));
    const auto row = weights.row(static_cast<Index>(i));
    list.back()["weights"] = std::vector<Real>(row.begin(), row.end());
  }
  return list;
}

Result<Answer> AnswerAlignment(PairAnswers& asked, const Request& request,
                               const CompareOptions&) {
  const Result<AlignedWords> aligned =
      AlignWords(asked.value(), request.texts[0], request.texts[1]);
  if (!aligned.ok()) return aligned.error();
  const auto& [first, second, weights] = aligned.value();
  return Answer{{{"words", ReadersToJson(first, weights.first)},
                 {"otherWords", ReadersToJson(second, weights.second)}}};
}

const char* NameOf(WordSum sum) {
  switch (sum) {
    case WordSum::kOwn:
      return "own";
    case WordSum::kOther:
      return "other";
    case WordSum::kMax:
      return "max";
    case WordSum::kMean:
      break;
  }
  return "mean";
}

// Each word with its features.
ordered_json FeaturesToJson(const std::vector<Span>& words,
                            const std::vector<SplitFeature>& features) {
  constexpr const char* kOperators[] = {"concatenation", "difference",
                                        "product"};
  ordered_json list = ordered_json::array();
  for (std::size_t i = 0; i < words.size(); ++i) {
    list.push_back(SpanToJson(words[i]));
    ordered_json& of_word = list.back()["features"] = ordered_json::array();
    for (const SplitFeature& feature : features) {
      const auto row = static_cast<Index>(i);
      ordered_json one = {{"reads", NameOf(feature.sum)},
                          {"operator", kOperators[feature.part]}};
      if (feature.layer > 0) one["layer"] = feature.layer;
      one["value"] = feature.values(row);
      one["alone"] = feature.alone(row);
      const auto parts = feature.parts.row(row);
      one["parts"] = std::vector<Real>(parts.begin(), parts.end());
      of_word.push_back(std::move(one));
    }
  }
  return list;
}

Result<Answer> AnswerFeatures(PairAnswers& asked, const Request& request,
                              const CompareOptions&) {
  const Result<SplitWords> found =
      SplitWordFeatures(asked.value(), request.texts[0], request.texts[1]);
  if (!found.ok()) return found.error();
  const auto& [first, second, features] = found.value();
  return Answer{{{"words", FeaturesToJson(first, features.first)},
                 {"otherWords", FeaturesToJson(second, features.second)}}};
}

struct EffectOptions {
  std::string label;
};

const Fields<EffectOptions>& EffectFields() {
  static const auto fields = Fields<EffectOptions>().Text(
      "label", &EffectOptions::label,
      "Label whose probability is watched; by default the likeliest. Not for a "
      "model that gives grades.");
  return fields;
}

ordered_json EffectsToJson(const std::vector<WordEffect>& effects) {
  ordered_json words = ordered_json::array();
  for (const WordEffect& word : effects) {
    words.push_back(SpanToJson(word.span));
    words.back()["effect"] = word.effect;
  }
  return words;
}

Begun<Answer> AnswerWordEffects(PairAnswers& asked, const Request& request,
                                const EffectOptions& options) {
  const PairModel& model = asked.value();
  std::optional<std::size_t> label;
  if (!options.label.empty()) {
    if (model.gives_grades()) {
      return Invalid(std::string(request.question) +
                     ": \"label\": expected none of a model that gives "
                     "grades, found \"" +
                     options.label + "\"");
    }
    const Result<std::size_t> named =
        FindName(request, "label", options.label, model.options().labels);
    if (!named.ok()) return named.error();
    label = named.value();
  }
  return Then(
      BeginWordEffects(model, request.texts[0], request.texts[1], label),
      [&model](const WordEffects& found) {
        ordered_json answer;
        if (!model.gives_grades()) {
          answer["label"] = model.options().labels[found.label];
        }
        answer["value"] = found.value;
        answer["words"] = EffectsToJson(found.first);
        answer["otherWords"] = EffectsToJson(found.second);
        return Answer{std::move(answer)};
      });
}

}  // namespace

const System& PairsSystem() {
  static const System system = {
      "pairs",
      "a model of pairs",
      PairAnswers::Load,
      {Answered<AnswerCompare, CompareFields>(
           {.name = "compare",
            .summary = "How two texts are related, or how alike they are",
            .inputs = Inputs::kTwoTexts,
            .repeats_text = true}),
       Answered<AnswerAlignment, CompareFields>(
           {.name = "alignment",
            .summary = "What each word of two texts reads in the other text",
            .inputs = Inputs::kTwoTexts,
            .repeats_text = true}),
       Answered<AnswerFeatures, CompareFields>(
           {.name = "features",
            .summary = "The features of each word of two texts as exact sums "
                       "over the words that it reads",
            .inputs = Inputs::kTwoTexts,
            .repeats_text = true}),
       Answered<AnswerWordEffects, EffectFields>(
           {.name = "word-effects",
            .summary = "How the verdict on two texts changes without each of "
                       "their words",
            .inputs = Inputs::kTwoTexts,
            .repeats_text = true})}};
  return system;
}

}  // namespace whylight
