#include "core/systems/tree_classifier/system.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/fields.h"
#include "core/format/span_json.h"
#include "core/systems/tree_classifier/model.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

ordered_json AboutTreeClassifier(const TreeClassifier& model) {
  return {{"labels", model.labels()}};
}

using TreeClassifierAnswers = SharedModel<TreeClassifier, AboutTreeClassifier>;

struct ClassifyTreeOptions {
  bool unlabelled = false;
};

const Fields<ClassifyTreeOptions>& ClassifyTreeFields() {
  static const auto fields = Fields<ClassifyTreeOptions>().Flag(
      "unlabelled", &ClassifyTreeOptions::unlabelled,
      "The brackets of the tree have no labels: `(It ('s lovely))`.");
  return fields;
}

Result<Answer> AnswerClassifyTree(TreeClassifierAnswers& asked,
                                  const Request& request,
                                  const ClassifyTreeOptions& options) {
  const TreeClassifier& model = asked.value();
  const Result<ClassifiedTree> found =
      model.Classify(request.texts.front(), !options.unlabelled);
  if (!found.ok()) {
    return Error{found.error().code,
                 std::string(request.question) + ": " + found.error().message};
  }
  ordered_json phrases = ordered_json::array();
  for (const ClassifiedTree::Phrase& phrase : found.value().phrases) {
    ordered_json probabilities = ordered_json::object();
    for (std::size_t k = 0; k < model.labels().size(); ++k) {
      probabilities[model.labels()[k]] = phrase.probabilities[k];
    }
    phrases.push_back(SpanToJson(phrase.span));
    phrases.back()["label"] = model.labels()[phrase.label];
    phrases.back()["probabilities"] = std::move(probabilities);
  }
  return Answer{
      {{"sentence", found.value().sentence}, {"phrases", std::move(phrases)}}};
}

}  // namespace

const System& TreeClassifierSystem() {
  static const System system = {
      "tree-classifier",
      "a classifier of trees",
      TreeClassifierAnswers::Load,
      {Answered<AnswerClassifyTree, ClassifyTreeFields>(
          {.name = "classify-tree",
           .summary = "The class of each phrase of a sentence, whose tree is "
                      "given in brackets",
           .inputs = Inputs::kTree,
           .repeats_text = true})}};
  return system;
}

}  // namespace whylight
