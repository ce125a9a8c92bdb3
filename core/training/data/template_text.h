// What all templates have in common: files of lists and frames, placeholders in
// braces, and how what they make is written.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace whylight {

/// Takes in a list of texts. Fails with kInvalidArgument; `where` is how the
/// error calls the list.
Status ReadTemplateTexts(const nlohmann::json& value, const std::string& where,
                         std::vector<std::string>* texts);

/// The placeholders of a template, "{good}" as "good". One that is left open
/// keeps its brace, so that nothing stands for it.
std::vector<std::string> PlaceholdersOf(const std::string& text);

/// Replaces each placeholder by what `stands_for` says of it. None is left
/// open.
template <typename StandsFor>
std::string FillPlaceholders(const std::string& text, StandsFor stands_for) {
  std::string filled;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t open = text.find('{', at);
    filled += text.substr(at, open - at);
    if (open == std::string::npos) break;
    const std::size_t close = text.find('}', open);
    filled += stands_for(text.substr(open + 1, close - open - 1));
    at = close + 1;
  }
  return filled;
}

/// "a awful" is "an awful"; no two spaces, nor one before a comma.
std::string Tidy(const std::string& text);

void Capitalise(std::string& sentence);

bool EndsSentence(char mark);

}  // namespace whylight
