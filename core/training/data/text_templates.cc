#include "core/training/data/text_templates.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/first_characters.h"
#include "core/format/json.h"
#include "core/format/native/file.h"
#include "core/text/utf8.h"
#include "core/training/data/record.h"
#include "core/training/data/template_text.h"

namespace whylight {
namespace {

using nlohmann::json;

// The lists of an aspect, and the one in whose place a mirrored frame has each.
constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kWords =
    {{{"subjects", "subjects"},
      {"good", "bad"},
      {"bad", "good"},
      {"best", "worst"},
      {"worst", "best"},
      {"better", "worse"},
      {"worse", "better"},
      {"finest", "poorest"},
      {"poorest", "finest"},
      {"praise", "blame"},
      {"blame", "praise"}}};
// The subject, what follows from it, and itself without its article.
constexpr std::array<std::string_view, 8> kGrammar = {
    "subject", "be", "be not", "it", "them", "its", "a", "noun"};
// What `noun` takes off; other subjects have none.
constexpr std::array<std::string_view, 4> kArticles = {"the ", "our ", "this ",
                                                       "my "};
constexpr double kMostParts = 4;
// Of texts that leave the apostrophes out, as people who type do.
constexpr double kBareShare = 0.06;
constexpr double kNeutralShare = 0.25;
// Of the joins between a neutral clause and another that sound like a contrast.
constexpr double kNeutralContrastShare = 0.3;
// Of texts that judge as a whole, where there are frames for them.
constexpr double kOverallShare = 0.15;
// Of texts that are a list of notes, where there are frames for them.
constexpr double kNotesShare = 0.2;

Error Bad(const std::string& where, const std::string& problem) {
  return Error{ErrorCode::kInvalidArgument, where + ": " + problem};
}

bool IsWordList(std::string_view name) {
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](const auto& words) { return words.first == name; });
}

bool InRange(double rating) { return rating >= 0 && rating <= 1; }

// Whether the mirror image of a template is another.
bool HasOpposite(const std::string& text) {
  const std::vector<std::string> names = PlaceholdersOf(text);
  return std::any_of(names.begin(), names.end(), [](const std::string& name) {
    return IsWordList(name) && name != "subjects";
  });
}

bool HoldsClause(const std::string& text) {
  return text.find("{praise}") != std::string::npos ||
         text.find("{blame}") != std::string::npos;
}

}  // namespace

// Writes one text: draws what each placeholder stands for.
class TextTemplates::Writer {
 public:
  Writer(const TextTemplates& templates, std::uint64_t seed,
         std::uint64_t number)
      : templates_(templates),
        random_(seed, RandomPurpose::kSample, number),
        present_(Chance() < 0.25),
        bare_(Chance() < kBareShare) {}

  TemplateText Write() {
    const std::size_t aspects = templates_.aspects_.size();
    TemplateText made{{}, std::vector<Real>(aspects, kUnrated), {}};
    // One opinion of an aspect in a text.
    std::vector<bool> blamed;
    for (std::size_t a = 0; a < aspects; ++a) blamed.push_back(Chance() < 0.5);
    std::vector<double> sums(aspects, 0.0);
    std::vector<double> counts(aspects, 0.0);
    const bool overall = templates_.HasOverall() && Chance() < kOverallShare;
    notes_ = !overall && templates_.HasNotes() && Chance() < kNotesShare;
    std::optional<bool> before;
    const auto parts =
        notes_ ? 2 + Below(3)
               : 1 + static_cast<std::size_t>(Chance() * Chance() * kMostParts);
    for (std::size_t part = 0; part < parts; ++part) {
      std::string clause;
      std::optional<bool> blames;
      std::optional<std::size_t> about;
      const std::vector<std::string>& neutral =
          notes_ ? templates_.neutral_notes_ : templates_.neutral_;
      if (!neutral.empty() && Chance() < kNeutralShare) {
        clause = Fill(Draw(neutral), 0, false);
      } else if (overall) {
        const FrameLists& lists = templates_.overall_[blamed[0] ? 1 : 0];
        const auto& frames = lists[Below(lists.size())];
        const Frame& frame = frames[Below(frames.size())];
        clause = Fill(frame.text, 0, false);
        for (std::size_t a = 0; a < aspects; ++a) {
          sums[a] += frame.rating;
          counts[a] += 1;
        }
        blames = blamed[0];
        about = TemplateClause::kEveryAspect;
      } else {
        const std::size_t a = Below(aspects);
        const FrameLists& lists = notes_ ? templates_.NotesOf(a, blamed[a])
                                         : templates_.FramesOf(a, blamed[a]);
        const auto& frames = lists[Below(lists.size())];
        const Frame& frame = frames[Below(frames.size())];
        clause = Fill(frame.text, a, frame.mirrored);
        sums[a] += frame.rating;
        counts[a] += 1;
        blames = blamed[a];
        about = a;
      }
      Append(clause, before, blames, &made.text);
      before = blames;
      if (!about) continue;
      const std::size_t end = made.text.size();
      made.clauses.push_back({{UnitsBefore(made.text, end - clause.size()),
                               UnitsBefore(made.text, end)},
                              *about});
    }
    const bool ended = Chance() >= 0.85;
    if (!ended && !EndsSentence(made.text.back())) {
      made.text += Chance() < 0.15 ? "!" : ".";
    }
    if (bare_) TakeApostrophes(made.text);
    for (std::size_t a = 0; a < aspects; ++a) {
      if (counts[a] > 0) {
        made.ratings[a] = static_cast<Real>(sums[a] / counts[a]);
      }
    }
    return made;
  }

 private:
  double Chance() { return random_.Uniform(next_++); }
  std::size_t Below(std::size_t bound) {
    return static_cast<std::size_t>(random_.Below(next_++, bound));
  }
  const std::string& Draw(const std::vector<std::string>& list) {
    return list[Below(list.size())];
  }

  static void TakeApostrophes(std::string& text) {
    text.erase(std::remove(text.begin(), text.end(), '\''), text.end());
  }

  // How long the text will be up to a byte of it.
  std::uint32_t UnitsBefore(const std::string& text, std::size_t byte) const {
    std::string before = text.substr(0, byte);
    if (bare_) TakeApostrophes(before);
    return Utf16Length(before);
  }

  void Append(const std::string& clause, std::optional<bool> before,
              std::optional<bool> now, std::string* text) {
    if (text->empty()) {
      *text = clause;
      Capitalise(*text);
      return;
    }
    // "The bar was closed, but the staff were lovely".
    const bool contrast =
        before && now ? *before != *now : Chance() < kNeutralContrastShare;
    static const std::vector<std::string> kContrast = {
        ", but ", " but ",    ". However, ", ", although ", ". ",
        "; ",     ", while ", ", ",          ", ",          ". But ",
        " - ",    ", yet ",   ". ",          ", though "};
    static const std::vector<std::string> kAgree = {
        ". ", ". ", ", ", " and ", "; ", "! ", " - ", ", and "};
    // In a list what disagrees stands side by side.
    static const std::vector<std::string> kNotes = {
        ", ", ", ", ", ", ", ", ". ", ". ", " - ", "; ", " and "};
    static const std::vector<std::string> kNotesContrast = {
        ", ", ", ", ", ", ", ", ". ", ". ", " - ", "; ", " but ", ", but "};
    const auto& joins = notes_ ? (contrast ? kNotesContrast : kNotes)
                               : (contrast ? kContrast : kAgree);
    std::string join = Draw(joins);
    // A question or an exclamation has ended its sentence itself.
    if (EndsSentence(text->back())) join = " ";
    *text += join;
    std::string next = clause;
    if (join == ". " || join == "! " || join == " ") Capitalise(next);
    *text += next;
  }

  // `text` with its placeholders filled, those in what fills them too.
  std::string Fill(const std::string& text, std::size_t aspect, bool mirrored) {
    subject_.clear();
    return Tidy(FillIn(text, aspect, mirrored));
  }

  std::string FillIn(const std::string& text, std::size_t aspect,
                     bool mirrored) {
    return FillPlaceholders(text, [&](const std::string& name) {
      return FillIn(Placeholder(name, aspect, mirrored), aspect, mirrored);
    });
  }

  // The clause's subject is drawn where the first word needs it.
  void DrawSubject(std::size_t aspect, bool with_article) {
    const auto& subjects = templates_.aspects_[aspect].at("subjects");
    constexpr int kTries = 20;
    for (int i = 0; i < kTries; ++i) {
      const std::string& drawn = Draw(subjects);
      const std::size_t bar = drawn.find('|');
      subject_ = drawn.substr(0, bar);
      many_ = bar != std::string::npos && drawn.substr(bar + 1) == "were";
      if (!with_article || ArticleOf(subject_) > 0) return;
    }
  }

  static std::size_t ArticleOf(const std::string& subject) {
    for (const std::string_view article : kArticles) {
      if (subject.starts_with(article)) return article.size();
    }
    return 0;
  }

  std::string Placeholder(const std::string& name, std::size_t aspect,
                          bool mirrored) {
    const bool grammar =
        std::find(kGrammar.begin(), kGrammar.end(), name) != kGrammar.end();
    if (grammar && subject_.empty()) {
      DrawSubject(aspect, name == "a" || name == "noun");
    }
    const std::string be =
        present_ ? (many_ ? "are" : "is") : (many_ ? "were" : "was");
    if (name == "subject") return subject_;
    if (name == "noun") return subject_.substr(ArticleOf(subject_));
    if (name == "be") return be;
    if (name == "be not") return Chance() < 0.5 ? be + " not" : be + "n't";
    if (name == "it") return many_ ? "they" : "it";
    if (name == "them") return many_ ? "them" : "it";
    if (name == "its") return many_ ? "their" : "its";
    if (name == "a") return many_ ? "" : "a";
    const auto words =
        std::find_if(kWords.begin(), kWords.end(),
                     [&](const auto& each) { return each.first == name; });
    if (words == kWords.end()) return Draw(templates_.lists_.at(name));
    const std::string list(mirrored ? words->second : words->first);
    return Draw(templates_.aspects_[aspect].at(list));
  }

  const TextTemplates& templates_;
  CounterRandom random_;
  std::uint64_t next_ = 0;
  bool present_;
  bool bare_;
  bool notes_ = false;   // Whether the text is a list of notes.
  std::string subject_;  // Of the clause; empty: not drawn yet.
  bool many_ = false;    // Whether it is a plural.
};

void TextTemplates::AddHalf(const FrameLists& all, bool blame,
                            FrameLists* lists) {
  for (const std::vector<Frame>& list : all) {
    std::vector<Frame> found;
    for (const Frame& frame : list) {
      if ((frame.rating < 0.5) == blame) found.push_back(frame);
    }
    if (!found.empty()) lists->push_back(std::move(found));
  }
}

void TextTemplates::SortFrames(std::size_t aspect) {
  for (const bool blame : {false, true}) {
    FrameLists lists;
    AddHalf(frames_, blame, &lists);
    AddHalf(own_frames_[aspect], blame, &lists);
    sorted_[aspect][blame ? 1 : 0] = std::move(lists);
    FrameLists notes;
    AddHalf(notes_, blame, &notes);
    AddHalf(own_notes_[aspect], blame, &notes);
    sorted_notes_[aspect][blame ? 1 : 0] = std::move(notes);
  }
}

Status TextTemplates::Take(const std::string& path,
                           const std::vector<std::string>& aspects) {
  const Result<std::string> bytes = ReadFile(path);
  if (!bytes.ok()) return bytes.error();
  const json file = json::parse(bytes.value(), nullptr, false);
  if (!file.is_object()) return Bad(path, "expected a JSON object");
  const auto read_frames = [&](const json& list, const std::string& where,
                               FrameLists* lists) -> Status {
    std::vector<Frame>* frames = &lists->emplace_back();
    if (!list.is_array()) return Bad(where, "expected a list of frames");
    for (const json& frame : list) {
      const bool right = frame.is_object() && frame.contains("text") &&
                         frame["text"].is_string() &&
                         frame.contains("rating") &&
                         frame["rating"].is_number();
      if (!right) {
        return Bad(where, "expected frames {\"text\", \"rating\"}, found " +
                              FirstCharacters(DumpJson(frame)));
      }
      const std::string text = frame["text"].get<std::string>();
      const auto rating = frame["rating"].get<double>();
      frames->push_back({text, rating, false});
      const json& mirrored =
          frame.contains("mirrored") ? frame["mirrored"] : json();
      if (HasOpposite(text)) {
        const bool none = mirrored.is_boolean() && !mirrored.get<bool>();
        const bool given = mirrored.is_number();
        if (!none && !given && !mirrored.is_null()) {
          return Bad(where,
                     "expected \"mirrored\" to be a rating or false, found " +
                         FirstCharacters(DumpJson(mirrored)));
        }
        if (!none) {
          frames->push_back(
              {text, given ? mirrored.get<double>() : 1 - rating, true});
        }
      } else if (!mirrored.is_null()) {
        return Bad(where,
                   "expected no \"mirrored\" where no word has an opposite, "
                   "found " +
                       FirstCharacters(DumpJson(frame)));
      }
      if (!InRange(rating) || !InRange(frames->back().rating)) {
        return Bad(where, "expected ratings between 0 and 1, found " +
                              FirstCharacters(DumpJson(frame)));
      }
    }
    return {};
  };
  for (const auto& [key, value] : file.items()) {
    const std::string where = path + ": " + Quote(key);
    Status read;
    if (key == "neutral") {
      read = ReadTemplateTexts(value, where, &neutral_);
    } else if (key == "neutral_notes") {
      read = ReadTemplateTexts(value, where, &neutral_notes_);
    } else if (key == "frames") {
      read = read_frames(value, where, &frames_);
    } else if (key == "notes") {
      read = read_frames(value, where, &notes_);
    } else if (key == "overall") {
      FrameLists whole;
      read = read_frames(value, where, &whole);
      for (const bool blame : {false, true}) {
        AddHalf(whole, blame, &overall_[blame ? 1 : 0]);
      }
    } else if (key == "lists" || key == "words") {
      if (!value.is_object()) return Bad(where, "expected an object of lists");
      for (const auto& [name, list] : value.items()) {
        const std::string own = where + ": " + Quote(name);
        if ((key == "words") != IsWordList(name)) {
          return Bad(own, key == "words" ? "expected lists of an aspect"
                                         : "expected another name than those "
                                           "of the lists of an aspect");
        }
        if (key == "lists") {
          read = ReadTemplateTexts(list, own, &lists_[name]);
        } else {
          for (Lists& aspect : aspects_) {
            read = ReadTemplateTexts(list, own, &aspect[name]);
            if (!read.ok()) break;
          }
        }
        if (!read.ok()) return read;
      }
    } else if (key == "aspects") {
      if (!value.is_object()) return Bad(where, "expected an object");
      for (const auto& [name, words] : value.items()) {
        const auto found = std::find(aspects.begin(), aspects.end(), name);
        const std::string own = where + ": " + Quote(name);
        if (found == aspects.end())
          return Bad(own, "not an aspect of the model");
        const auto a = static_cast<std::size_t>(found - aspects.begin());
        for (const auto& [list, texts] : words.items()) {
          const std::string place = own + ": " + Quote(list);
          if (list == "frames") {
            read = read_frames(texts, place, &own_frames_[a]);
          } else if (list == "notes") {
            read = read_frames(texts, place, &own_notes_[a]);
          } else if (IsWordList(list)) {
            read = ReadTemplateTexts(texts, place, &aspects_[a][list]);
          } else {
            read = Bad(place, "not a list of an aspect");
          }
          if (!read.ok()) return read;
        }
      }
    } else {
      return Bad(where,
                 "expected one of: aspects, frames, lists, neutral, "
                 "neutral_notes, notes, overall, words");
    }
    if (!read.ok()) return read;
  }
  return {};
}

// Every placeholder stands for something, whatever the aspect.
Status TextTemplates::Check(const std::vector<std::string>& aspects) const {
  const auto check = [&](const std::string& text, std::size_t a,
                         bool neutral) -> Status {
    for (const std::string& name : PlaceholdersOf(text)) {
      if (std::find(kGrammar.begin(), kGrammar.end(), name) != kGrammar.end()) {
        if (!neutral) continue;
      } else if (IsWordList(name)) {
        const auto list = aspects_[a].find(name);
        if (!neutral && list != aspects_[a].end() && !list->second.empty()) {
          continue;
        }
      } else if (const auto list = lists_.find(name);
                 list != lists_.end() && !list->second.empty()) {
        continue;
      }
      return Error{ErrorCode::kInvalidArgument,
                   "templates: \"" + text + "\": nothing stands for " +
                       Quote(name) +
                       (neutral ? "" : " of " + Quote(aspects[a]))};
    }
    return {};
  };
  for (std::size_t a = 0; a < aspects.size(); ++a) {
    for (const auto* lists :
         {&frames_, &own_frames_[a], &notes_, &own_notes_[a]}) {
      for (const std::vector<Frame>& frames : *lists) {
        for (const Frame& frame : frames) {
          for (const std::string& text :
               {frame.text, std::string("{subject}")}) {
            if (Status known = check(text, a, false); !known.ok()) return known;
          }
        }
      }
    }
    for (const bool blame : {false, true}) {
      if (!FramesOf(a, blame).empty()) continue;
      return Error{ErrorCode::kInvalidArgument,
                   "templates: no frame that " +
                       std::string(blame ? "blames " : "praises ") +
                       Quote(aspects[a])};
    }
    for (const bool blame : {false, true}) {
      if (!HasNotes() || !NotesOf(a, blame).empty()) continue;
      return Error{ErrorCode::kInvalidArgument,
                   "templates: \"notes\" has no frame that " +
                       std::string(blame ? "blames " : "praises ") +
                       Quote(aspects[a])};
    }
    // Mirrored frames take the list's other half.
    for (const auto& [name, mirrored] : kWords) {
      const auto has = [&](std::string_view list) {
        const auto found = aspects_[a].find(std::string(list));
        return found != aspects_[a].end() && !found->second.empty();
      };
      if (has(name) == has(mirrored)) continue;
      return Error{ErrorCode::kInvalidArgument,
                   "templates: " + Quote(aspects[a]) + " has no words for " +
                       Quote(std::string(has(name) ? mirrored : name))};
    }
    for (const auto& [name, texts] : aspects_[a]) {
      const bool clause = name == "praise" || name == "blame";
      for (const std::string& text : texts) {
        // Or else they could go on for ever.
        if (Status known = check(text, a, !clause); !known.ok()) return known;
        if (!clause || !HoldsClause(text)) continue;
        return Error{ErrorCode::kInvalidArgument,
                     "templates: \"" + text + "\": a clause within a clause"};
      }
    }
  }
  for (const auto& [name, texts] : lists_) {
    for (const std::string& text : texts) {
      if (PlaceholdersOf(text).empty()) continue;
      return Error{ErrorCode::kInvalidArgument,
                   "templates: " + Quote(name) +
                       ": expected no placeholders in a list, found \"" + text +
                       "\""};
    }
  }
  if (!neutral_notes_.empty() && !HasNotes()) {
    return Error{ErrorCode::kInvalidArgument,
                 "templates: \"neutral_notes\" without \"notes\""};
  }
  for (const auto* texts : {&neutral_, &neutral_notes_}) {
    for (const std::string& text : *texts) {
      if (Status known = check(text, 0, true); !known.ok()) return known;
    }
  }
  for (const FrameLists& lists : overall_) {
    for (const std::vector<Frame>& frames : lists) {
      for (const Frame& frame : frames) {
        if (Status known = check(frame.text, 0, true); !known.ok()) {
          return known;
        }
      }
    }
  }
  if (overall_[0].empty() != overall_[1].empty()) {
    return Error{ErrorCode::kInvalidArgument,
                 "templates: \"overall\" has no frame that " +
                     std::string(overall_[0].empty() ? "praises" : "blames")};
  }
  return {};
}

Result<TextTemplates> TextTemplates::Read(
    const std::vector<std::string>& paths,
    const std::vector<std::string>& aspects) {
  TextTemplates templates;
  templates.aspects_.resize(aspects.size());
  templates.own_frames_.resize(aspects.size());
  templates.own_notes_.resize(aspects.size());
  templates.sorted_.resize(aspects.size());
  templates.sorted_notes_.resize(aspects.size());
  for (const std::string& path : paths) {
    if (Status read = templates.Take(path, aspects); !read.ok()) {
      return read.error();
    }
  }
  for (std::size_t a = 0; a < aspects.size(); ++a) templates.SortFrames(a);
  if (Status known = templates.Check(aspects); !known.ok()) {
    return known.error();
  }
  return templates;
}

bool TextTemplates::HasNotes() const {
  return !notes_.empty() ||
         std::any_of(own_notes_.begin(), own_notes_.end(),
                     [](const FrameLists& own) { return !own.empty(); });
}

TemplateText TextTemplates::Make(std::uint64_t seed,
                                 std::uint64_t number) const {
  return Writer(*this, seed, number).Write();
}

}  // namespace whylight
