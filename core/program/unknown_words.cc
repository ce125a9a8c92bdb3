#include "core/program/unknown_words.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/format/json.h"
#include "core/retrieval/edit_distance.h"

namespace whylight {
namespace {

// The name that is the fewest edits away, if those are few for the word's
// length; empty if none is.
std::string Nearest(std::string_view word,
                    const std::vector<std::string>& names) {
  const std::u32string letters = CodePointsOf(word);
  const std::size_t most = std::min(EditDistance::kMost, letters.size() / 3);
  std::size_t fewest = most + 1;
  std::string nearest;
  for (const std::string& name : names) {
    EditDistance distance(letters, most);
    for (const char32_t letter : CodePointsOf(name)) distance.Push(letter);
    if (distance.Distance() >= fewest) continue;
    fewest = distance.Distance();
    nearest = name;
  }
  return nearest;
}

std::vector<std::string> VerbsOf(const CLI::App& app) {
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands({})) {
    verbs.push_back(verb->get_name());
  }
  return verbs;
}

std::vector<std::string> OptionsOf(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options()) {
    const std::vector<std::string>& own = option->get_lnames();
    names.insert(names.end(), own.begin(), own.end());
  }
  return names;
}

// "--modle=beer" -> "--modle".
std::string FlagOf(const std::string& word) {
  return word.substr(0, word.find('='));
}

bool IsFlag(const std::string& word) {
  return word.size() > 1 && word.front() == '-';
}

// Said of a word that `verb` does not take.
std::string Unexpected(const CLI::App& verb, const std::string& word) {
  const bool top = verb.get_parent() == nullptr;
  const std::string whose = top ? "" : verb.get_name() + ": ";
  if (!IsFlag(word)) {
    const bool takes_text = verb.get_option_no_throw("--text") != nullptr;
    return whose + "unexpected argument " + Quote(word) +
           (takes_text ? "; a text is given as --text" : "");
  }
  const std::string flag = FlagOf(word);
  const std::string meant =
      Nearest(flag.substr(flag.starts_with("--") ? 2 : 1), OptionsOf(verb));
  return whose + "unknown option " + flag +
         (meant.empty() ? "" : "; did you mean --" + meant + "?");
}

}  // namespace

std::string UnknownVerb(const CLI::App& app) {
  const std::vector<std::string> verbs = VerbsOf(app);
  const std::vector<std::string> unknown = app.remaining();
  if (!verbs.empty() && !unknown.empty() && !IsFlag(unknown.front())) {
    const std::string meant = Nearest(unknown.front(), verbs);
    return "unknown verb " + Quote(unknown.front()) +
           (meant.empty() ? "" : "; did you mean " + Quote(meant) + "?");
  }
  for (const CLI::App* verb : app.get_subcommands()) {
    std::string wrong = UnknownVerb(*verb);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

std::string UnknownArgument(const CLI::App& app) {
  const std::vector<std::string> unknown = app.remaining();
  if (!unknown.empty() && !app.get_allow_extras()) {
    return Unexpected(app, unknown.front());
  }
  for (const CLI::App* verb : app.get_subcommands()) {
    std::string wrong = UnknownArgument(*verb);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

}  // namespace whylight
