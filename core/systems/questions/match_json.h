// Reasons for matches as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "core/format/span_json.h"
#include "core/systems/questions/match.h"

namespace whylight {

inline nlohmann::ordered_json MatchedWordsToJson(
    const std::vector<MatchedWord>& words) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const MatchedWord& word : words) {
    list.push_back(SpanToJson(word.span));
    list.back()["contribution"] = word.contribution;
  }
  return list;
}

inline nlohmann::ordered_json PreferenceToJson(const Preference& preference) {
  nlohmann::ordered_json strongest = nlohmann::ordered_json::array();
  for (const PreferredNgram& ngram : preference.strongest) {
    strongest.push_back({{"words", SpansToJson(ngram.words)},
                         {"contribution", ngram.contribution}});
  }
  return {{"first", preference.first},        {"second", preference.second},
          {"ngrams", preference.ngrams},      {"bias", preference.bias},
          {"residual", preference.residual},  {"error", preference.error()},
          {"strongest", std::move(strongest)}};
}

}  // namespace whylight
