#include "core/systems/classifier/answers.h"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "core/format/config_reader.h"
#include "core/format/json.h"
#include "core/systems/classifier/explainer.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::size_t kMaxDepth = 2;
constexpr std::uint64_t kMostListed = 1000;

ordered_json SpanToJson(const Span& span) {
  return {{"start", span.start}, {"end", span.end}};
}

// The label that `reader` is asked for, if any.
std::optional<std::size_t> ReadLabel(const Classifier& model,
                                     ConfigReader& reader) {
  std::vector<std::pair<std::string, std::size_t>> choices;
  for (const std::string& label : model.labels()) {
    choices.emplace_back(label, choices.size());
  }
  std::size_t label = 0;
  reader.Choice("label", choices, &label);
  if (reader.Find("label") == nullptr) return std::nullopt;
  return label;
}

// `numbers` of the labels, by label.
template <typename Numbers>
ordered_json ByLabel(const Classifier& model, const Numbers& numbers) {
  ordered_json object = ordered_json::object();
  for (std::size_t k = 0; k < model.labels().size(); ++k) {
    object[model.labels()[k]] = numbers[static_cast<Index>(k)];
  }
  return object;
}

}  // namespace

ordered_json LabelsToJson(const Classifier& model) {
  ordered_json labels = ordered_json::array();
  for (std::size_t k = 0; k < model.labels().size(); ++k) {
    labels.push_back({{"label", model.labels()[k]}, {"name", model.name(k)}});
    if (!model.options().grades.empty()) {
      labels.back()["grade"] = model.options().grades[k];
    }
  }
  return labels;
}

Result<ordered_json> ClassifyToJson(const Classifier& model,
                                    std::string_view utf8,
                                    std::string_view options) {
  const Result<json> parsed = ParseJson(options, "options", kMaxDepth);
  if (!parsed.ok()) {
    return Error{ErrorCode::kInvalidArgument, parsed.error().message};
  }
  ConfigReader reader(parsed.value(), "classify");
  ClassifierQuestion question;
  reader.Count("ngrams", 0, kMostListed, &question.ngrams);
  question.label = ReadLabel(model, reader);
  bool local = false;
  reader.Flag("local", &local);
  if (Status valid = reader.Finish(); !valid.ok()) return valid.error();
  const Result<Classification> classified =
      ClassifyWithReasons(model, utf8, question);
  if (!classified.ok()) return classified.error();
  const Classification& found = classified.value();

  ordered_json words = ordered_json::array();
  for (std::size_t t = 0; t < found.words.size(); ++t) {
    ordered_json& word = words.emplace_back(SpanToJson(found.words[t]));
    if (!found.local_grades.empty()) word["grade"] = found.local_grades[t];
    if (local && found.local_probabilities.size() > 0) {
      word["probabilities"] =
          ByLabel(model, found.local_probabilities.row(static_cast<Index>(t)));
    }
  }
  ordered_json ngrams = ordered_json::array();
  for (const SpanNgram& ngram : found.ngrams) {
    ordered_json spans = ordered_json::array();
    for (const Span& span : ngram.words) spans.push_back(SpanToJson(span));
    ngrams.push_back(
        {{"spans", std::move(spans)}, {"contribution", ngram.contribution}});
  }
  const Eigen::Map<const RowVector> probabilities(
      found.probabilities.data(),
      static_cast<Index>(found.probabilities.size()));
  ordered_json answer{{"label", model.labels()[found.label]},
                      {"name", model.name(found.label)},
                      {"probabilities", ByLabel(model, probabilities)}};
  if (found.grade) answer["grade"] = *found.grade;
  answer.update({{"words", std::move(words)},
                 {"ngrams", std::move(ngrams)},
                 {"window", found.window},
                 {"sum", found.completeness.ngrams},
                 {"bias", found.completeness.bias},
                 {"residual", found.completeness.residual},
                 {"value", found.completeness.logit}});
  return answer;
}

}  // namespace whylight
