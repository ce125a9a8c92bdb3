#include "core/systems/classifier/system.h"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/fields.h"
#include "core/format/span_json.h"
#include "core/systems/classifier/explainer.h"
#include "core/systems/classifier/model.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

ordered_json AboutClassifier(const Classifier& model) {
  ordered_json labels = ordered_json::array();
  for (std::size_t k = 0; k < model.labels().size(); ++k) {
    labels.push_back({{"label", model.labels()[k]}, {"name", model.name(k)}});
    if (!model.options().grades.empty()) {
      labels.back()["grade"] = model.options().grades[k];
    }
  }
  return {{"labels", std::move(labels)}};
}

using ClassifierAnswers = SharedModel<Classifier, AboutClassifier>;

// `numbers` of the labels, by label.
template <typename Numbers>
ordered_json ByLabel(const Classifier& model, const Numbers& numbers) {
  ordered_json object = ordered_json::object();
  for (std::size_t k = 0; k < model.labels().size(); ++k) {
    object[model.labels()[k]] = numbers[static_cast<Index>(k)];
  }
  return object;
}

struct ClassifyOptions {
  std::size_t ngrams = ClassifierQuestion().ngrams;
  std::string label;
  bool local = false;
};

const Fields<ClassifyOptions>& ClassifyFields() {
  static const auto fields =
      Fields<ClassifyOptions>()
          .Count("ngrams", &ClassifyOptions::ngrams, {0, 1000},
                 "Number of n-grams to list.")
          .Text("label", &ClassifyOptions::label,
                "Label whose logit the n-grams add up to; by default the "
                "grade, or the likeliest label of a model without grades.")
          .Flag("local", &ClassifyOptions::local,
                "Also give the probabilities at each word.");
  return fields;
}

ordered_json ClassificationToJson(const Classifier& model,
                                  const Classification& found, bool local) {
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
    ngrams.push_back({{"spans", SpansToJson(ngram.words)},
                      {"contribution", ngram.contribution}});
  }
  const Eigen::Map<const RowVector> probabilities(
      found.probabilities.data(),
      static_cast<Index>(found.probabilities.size()));
  ordered_json answer{{"label", model.labels()[found.label]},
                      {"name", model.name(found.label)},
                      {"probabilities", ByLabel(model, probabilities)}};
  if (found.grade) answer["grade"] = *found.grade;
  answer.update({{"known", found.known},
                 {"words", std::move(words)},
                 {"ngrams", std::move(ngrams)},
                 {"window", found.window},
                 {"sum", found.completeness.ngrams},
                 {"bias", found.completeness.bias},
                 {"residual", found.completeness.residual},
                 {"value", found.completeness.logit}});
  return answer;
}

Begun<Answer> AnswerClassify(ClassifierAnswers& asked, const Request& request,
                             const ClassifyOptions& options) {
  const Classifier& model = asked.value();
  ClassifierQuestion question{.ngrams = options.ngrams};
  if (!options.label.empty()) {
    const Result<std::size_t> label =
        FindName(request, "label", options.label, model.labels());
    if (!label.ok()) return label.error();
    question.label = label.value();
  }
  return Then(BeginClassifying(model, request.texts.front(), question),
              [&model, local = options.local](const Classification& found) {
                return Answer{ClassificationToJson(model, found, local)};
              });
}

}  // namespace

const System& ClassifierSystem() {
  static const System system = {
      "classifier",
      "a classifier",
      ClassifierAnswers::Load,
      {Answered<AnswerClassify, ClassifyFields>(
          {.name = "classify",
           .summary = "The class of a text, and the reasons for it",
           .alias = "explain",
           .repeats_text = true})}};
  return system;
}

}  // namespace whylight
