#include "core/program/unknown_words.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/format/json.h"
#include "core/retrieval/edit_distance.h"

namespace whylight {
namespace {

// How many edits part a word from names, if they are few for its length.
class Likeness {
 public:
  explicit Likeness(std::string_view word)
      : letters_(CodePointsOf(word)),
        most_(std::min(EditDistance::kMost, letters_.size() / 3)) {}

  // Of names that are not like the word, more than kMost.
  std::size_t DistanceTo(const std::string& name) const {
    EditDistance distance(letters_, most_);
    for (const char32_t letter : CodePointsOf(name)) distance.Push(letter);
    return distance.Distance() <= most_ ? distance.Distance() : kNone;
  }

  static constexpr std::size_t kNone = EditDistance::kMost + 1;

 private:
  std::u32string letters_;
  std::size_t most_;
};

// The name that is most like the word; empty if none is.
std::string Nearest(std::string_view word,
                    const std::vector<std::string>& names) {
  const Likeness likeness(word);
  std::size_t fewest = Likeness::kNone;
  std::string nearest;
  for (const std::string& name : names) {
    const std::size_t distance = likeness.DistanceTo(name);
    if (distance >= fewest) continue;
    fewest = distance;
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

// The option of `verb` that is most like a flag; empty if none is.
std::string MeantBy(const CLI::App& verb, const std::string& flag) {
  return Nearest(flag.substr(flag.starts_with("--") ? 2 : 1), OptionsOf(verb));
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
  const std::string meant = MeantBy(verb, flag);
  return whose + "unknown option " + flag +
         (meant.empty() ? "" : "; did you mean --" + meant + "?");
}

// Adds the keys of a config and of what stands within, joined by points.
void AddKeys(const FieldTable& table, const std::string& within,
             std::vector<std::string>* keys) {
  // A part may hold others of its own kind.
  constexpr std::size_t kDeepest = 3;
  for (const Field& field : table.Describe()) {
    const std::string key = within + field.key;
    keys->push_back(key);
    if (field.part == nullptr ||
        std::count(key.begin(), key.end(), '.') >= std::ptrdiff_t{kDeepest}) {
      continue;
    }
    AddKeys(*field.part, key + (field.kind == FieldKind::kPart ? "." : ".0."),
            keys);
  }
}

// How many letters two words have in common at their beginning.
std::size_t CommonStart(std::string_view one, std::string_view other) {
  const auto [end, unused] =
      std::mismatch(one.begin(), one.end(), other.begin(), other.end());
  return static_cast<std::size_t>(end - one.begin());
}

// Those of `keys` whose last name is most like `key`; of these, those that
// begin most like what was typed, and no more than a line holds.
std::vector<std::string> MostLike(const std::string& key,
                                  const std::string& typed,
                                  const std::vector<std::string>& keys) {
  constexpr std::size_t kMost = 3;
  const Likeness likeness(key);
  std::vector<std::string> alike;
  std::pair best(Likeness::kNone, std::size_t{0});
  for (const std::string& one : keys) {
    const std::string name = one.substr(one.rfind('.') + 1);
    const std::pair rank(likeness.DistanceTo(name), ~CommonStart(typed, one));
    if (rank.first == Likeness::kNone || (!alike.empty() && best < rank))
      continue;
    if (alike.empty() || rank < best) alike.clear();
    best = rank;
    if (alike.size() < kMost) alike.push_back(one);
  }
  return alike;
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
  for (const std::string& word : unknown) {
    const bool known = app.get_allow_extras() &&
                       (!IsFlag(word) || MeantBy(app, FlagOf(word)).empty());
    if (!known) return Unexpected(app, word);
  }
  for (const CLI::App* verb : app.get_subcommands()) {
    std::string wrong = UnknownArgument(*verb);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

Error SuggestKeys(Error error, const FieldTable& table,
                  const std::vector<std::string>& flags) {
  constexpr std::string_view kUnknown = "unknown key \"";
  const std::size_t at = error.message.find(kUnknown);
  if (at == std::string::npos) return error;
  const std::size_t start = at + kUnknown.size();
  std::string key =
      error.message.substr(start, error.message.find('"', start) - start);
  std::vector<std::string> keys = flags;
  AddKeys(table, "", &keys);
  // As it was typed, if it was.
  std::string typed;
  if (error.message.starts_with("--")) {
    typed = error.message.substr(2, error.message.find(':') - 2);
  }
  // Verbs without a config have --text-key for what is data.text in one.
  constexpr std::string_view kFlagOfKey = "-key";
  if (key.ends_with(kFlagOfKey)) {
    key.resize(key.size() - kFlagOfKey.size());
    typed = "data." + key;
  }
  const std::vector<std::string> meant = MostLike(key, typed, keys);
  for (const std::string& one : meant) {
    error.message.append(one == meant.front() ? "; did you mean --" : " or --")
        .append(one);
  }
  if (!meant.empty()) error.message += '?';
  return error;
}

}  // namespace whylight
