// An explanation as a line of JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/systems/rationale/model.h"

namespace whylight {

/// {"text": ..., "ratings": {ASPECT: number}, "tokens": [{"start", "end",
/// "probability": {ASPECT: number}, "selected": {ASPECT: bool}}], "rationales":
/// {ASPECT: [{"start", "end"}]}}, without a line end. Offsets count UTF-16
/// units.
inline std::string ExplanationToJsonLine(
    std::string_view text, const std::vector<std::string>& aspects,
    const RationaleExplanation& explanation) {
  using nlohmann::ordered_json;
  ordered_json ratings = ordered_json::object();
  ordered_json rationales = ordered_json::object();
  for (std::size_t a = 0; a < aspects.size(); ++a) {
    ratings[aspects[a]] = explanation.ratings[a];
    ordered_json& spans = rationales[aspects[a]] = ordered_json::array();
    for (const Span& span : explanation.rationales[a]) {
      spans.push_back({{"start", span.start}, {"end", span.end}});
    }
  }
  ordered_json tokens = ordered_json::array();
  for (std::size_t t = 0; t < explanation.words.size(); ++t) {
    const auto row = static_cast<Index>(t);
    ordered_json probability = ordered_json::object();
    ordered_json selected = ordered_json::object();
    for (std::size_t a = 0; a < aspects.size(); ++a) {
      const auto column = static_cast<Index>(a);
      probability[aspects[a]] = explanation.probability(row, column);
      selected[aspects[a]] = explanation.selected(row, column) != 0;
    }
    tokens.push_back({{"start", explanation.words[t].start},
                      {"end", explanation.words[t].end},
                      {"probability", probability},
                      {"selected", selected}});
  }
  const ordered_json line = {{"text", text},
                             {"ratings", ratings},
                             {"tokens", tokens},
                             {"rationales", rationales}};
  // Bytes that are not UTF-8 become U+FFFD, which is how they were counted.
  return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace whylight
