#include "core/systems/tagger/system.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/fields.h"
#include "core/format/span_json.h"
#include "core/systems/tagger/model.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

ordered_json AboutTagger(const Tagger& model) {
  return {{"labels", model.labels()}, {"bio", model.options().bio}};
}

using TaggerAnswers = SharedModel<Tagger, AboutTagger>;

struct TagOptions {
  bool sentences = false;  ///< Whether each is tagged by itself.
};

const Fields<TagOptions>& TagFields() {
  static const auto fields =
      Fields<TagOptions>().Flag("sentences", &TagOptions::sentences,
                                "Whether each sentence is tagged by itself, as "
                                "suits models that learned from sentences.");
  return fields;
}

Result<Answer> AnswerTag(TaggerAnswers& asked, const Request& request,
                         const TagOptions& options) {
  const Tagger& model = asked.value();
  const Result<TaggedText> found =
      model.Tag(request.texts.front(), options.sentences);
  if (!found.ok()) return found.error();
  ordered_json words = ordered_json::array();
  for (const TaggedText::Word& word : found.value().words) {
    words.push_back(SpanToJson(word.span));
    words.back()["tag"] = model.labels()[word.tag];
  }
  ordered_json answer{{"words", std::move(words)}};
  if (model.options().bio) {
    ordered_json& spans = answer["spans"] = ordered_json::array();
    for (const TaggedText::Run& run : found.value().spans) {
      spans.push_back(SpanToJson(run.span));
      spans.back()["label"] = run.label;
    }
  }
  return Answer{std::move(answer)};
}

}  // namespace

const System& TaggerSystem() {
  static const System system = {
      "tagger",
      "a tagger",
      TaggerAnswers::Load,
      {Answered<AnswerTag, TagFields>(
          {.name = "tag",
           .summary = "The tag of each word, and the spans that tags mark",
           .repeats_text = true})}};
  return system;
}

}  // namespace whylight
