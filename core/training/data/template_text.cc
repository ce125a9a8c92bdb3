#include "core/training/data/template_text.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/base/first_characters.h"
#include "core/format/json.h"

namespace whylight {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 3> kSpokenVowels = {"hour", "honest",
                                                           "honour"};
constexpr std::array<std::string_view, 6> kSpokenConsonants = {
    "usa", "use", "usu", "uni", "euro", "one"};

// Whether "an" goes before it.
bool StartsWithVowel(std::string_view word) {
  const auto starts = [&](std::string_view start) {
    return word.starts_with(start);
  };
  if (std::any_of(kSpokenVowels.begin(), kSpokenVowels.end(), starts)) {
    return true;
  }
  if (std::any_of(kSpokenConsonants.begin(), kSpokenConsonants.end(), starts)) {
    return false;
  }
  return !word.empty() &&
         std::string_view("aeiou").find(word[0]) != std::string_view::npos;
}

}  // namespace

Status ReadTemplateTexts(const json& value, const std::string& where,
                         std::vector<std::string>* texts) {
  const auto bad = [&](const json& found, const char* place) {
    return Error{ErrorCode::kInvalidArgument,
                 where + ": expected a list of texts, found " +
                     FirstCharacters(DumpJson(found)) + place};
  };
  if (!value.is_array()) return bad(value, "");
  for (const json& text : value) {
    if (!text.is_string()) return bad(text, " in it");
    texts->push_back(text.get<std::string>());
  }
  return {};
}

std::vector<std::string> PlaceholdersOf(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t open = text.find('{'); open != std::string::npos;
       open = text.find('{', open + 1)) {
    const std::size_t close = text.find('}', open);
    names.push_back(close == std::string::npos
                        ? text.substr(open)
                        : text.substr(open + 1, close - open - 1));
  }
  return names;
}

std::string Tidy(const std::string& text) {
  std::string tidy;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (text[i] == ' ' && (tidy.empty() || next == ' ' || next == '\0' ||
                           next == ',' || next == ';' || EndsSentence(next))) {
      continue;
    }
    tidy += text[i];
    const bool article =
        text[i] == 'a' && next == ' ' && (i == 0 || text[i - 1] == ' ');
    if (article && StartsWithVowel(std::string_view(text).substr(i + 2))) {
      tidy += 'n';
    }
  }
  return tidy;
}

void Capitalise(std::string& sentence) {
  if (!sentence.empty() && sentence[0] >= 'a' && sentence[0] <= 'z') {
    sentence[0] = static_cast<char>(sentence[0] - 'a' + 'A');
  }
}

bool EndsSentence(char mark) {
  return mark == '.' || mark == '!' || mark == '?';
}

}  // namespace whylight
