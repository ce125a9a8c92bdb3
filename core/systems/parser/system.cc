#include "core/systems/parser/system.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/fields.h"
#include "core/format/span_json.h"
#include "core/systems/parser/model.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

constexpr double kMostTrees = 10;

ordered_json AboutParser(const Parser& model) {
  ordered_json about{{"relations", model.relations()}};
  if (!model.tags().empty()) about["tags"] = model.tags();
  return about;
}

using ParserAnswers = SharedModel<Parser, AboutParser>;

const Fields<ParseWanted>& ParseFields() {
  static const auto fields =
      Fields<ParseWanted>()
          .Flag("margins", &ParseWanted::margins,
                "Whether to say by how much the tree leads the best one "
                "without each of its arcs; null where every tree has it.")
          .Count("best", &ParseWanted::best, {0, kMostTrees},
                 "Number of the best trees to list as `trees`, by their heads.")
          .Texts("tags", &ParseWanted::tags,
                 "The tag of each word, for models that are given them.");
  return fields;
}

// JSON has no infinity.
ordered_json NumberOrNull(double number) {
  return std::isfinite(number) ? ordered_json(number) : ordered_json();
}

Result<Answer> AnswerParse(ParserAnswers& asked, const Request& request,
                           const ParseWanted& wanted) {
  const Parser& model = asked.value();
  const Result<ParsedText> found = model.Parse(request.texts.front(), wanted);
  if (!found.ok()) return found.error();
  const auto& [spans, tree, score, margins, best] = found.value();
  ordered_json words = ordered_json::array();
  for (std::size_t m = 0; m < spans.size(); ++m) {
    words.push_back(SpanToJson(spans[m]));
    words.back()["head"] = tree.heads[m];
    words.back()["relation"] =
        model.relations()[static_cast<std::size_t>(tree.relations[m])];
    if (!tree.tags.empty()) {
      words.back()["tag"] =
          model.tags()[static_cast<std::size_t>(tree.tags[m])];
    }
    if (wanted.margins) words.back()["margin"] = NumberOrNull(margins[m]);
  }
  ordered_json answer{{"words", std::move(words)}, {"score", score}};
  if (wanted.best == 0) return Answer{std::move(answer)};
  ordered_json& trees = answer["trees"] = ordered_json::array();
  for (const ScoredTree& each : best) {
    trees.push_back({{"heads", each.heads}, {"score", each.score}});
  }
  return Answer{std::move(answer)};
}

}  // namespace

const System& ParserSystem() {
  static const System system = {
      "parser",
      "a parser",
      ParserAnswers::Load,
      {Answered<AnswerParse, ParseFields>(
          {.name = "parse",
           .summary = "The word that each word of a sentence depends on, and "
                      "how",
           .repeats_text = true})}};
  return system;
}

}  // namespace whylight
