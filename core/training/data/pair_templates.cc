#include "core/training/data/pair_templates.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/first_characters.h"
#include "core/base/random.h"
#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/format/native/file.h"
#include "core/training/data/labels.h"
#include "core/training/data/template_text.h"

namespace whylight {
namespace {

using nlohmann::json;
using Tables = std::map<std::string, std::vector<WordLists>>;

constexpr std::size_t kMaxDepth = 8;
constexpr double kMaxWeight = 1000;
// Of the texts that get one, as SICK has none and people who type have some.
constexpr double kFullStopShare = 0.5;

struct TemplateFile {
  json lists = json::object();
  json tables = json::object();
  std::vector<PairFrame> frames;
};

Error Bad(const std::string& where, const std::string& expected,
          const std::string& found) {
  return Error{ErrorCode::kInvalidArgument,
               where + ": expected " + expected + ", found " + found};
}

Status Keep(const json& value, const std::string& where, json* kept) {
  if (!value.is_object()) {
    return Bad(where, "an object", FirstCharacters(DumpJson(value)));
  }
  *kept = value;
  return {};
}

const Fields<PairFrame>& FrameFields() {
  static const auto fields =
      Fields<PairFrame>("Two texts, and what holds of them.")
          .Text("text", &PairFrame::text, "The first text, with slots.")
          .Required()
          .Text("other", &PairFrame::other, "The second.")
          .Required()
          .Text("label", &PairFrame::label, "What holds of them.")
          .Required()
          .Text("of", &PairFrame::of, "The table of which a row fills slots.")
          .Flag("both", &PairFrame::both,
                "Whether the texts may change places.")
          .Count("weight", &PairFrame::weight, {1, kMaxWeight},
                 "How often it comes up when others do once.");
  return fields;
}

const Fields<TemplateFile>& FileFields() {
  static const auto fields =
      Fields<TemplateFile>("Templates of pairs.")
          .Other(
              "lists", "Record<string, string[]>",
              [](const json& value, const std::string& where,
                 TemplateFile* file) {
                return Keep(value, where, &file->lists);
              },
              [](const TemplateFile& file) { return file.lists; },
              "Words that stand for each other.")
          .Other(
              "tables", "Record<string, Record<string, string[]>[]>",
              [](const json& value, const std::string& where,
                 TemplateFile* file) {
                return Keep(value, where, &file->tables);
              },
              [](const TemplateFile& file) { return file.tables; },
              "Rows of words that go together.")
          .List("frames", &TemplateFile::frames, FrameFields());
  return fields;
}

// Adds words to those of a list or a column.
Status AddWords(const json& value, const std::string& where,
                std::vector<std::string>* words) {
  if (Status read = ReadTemplateTexts(value, where, words); !read.ok()) {
    return read;
  }
  if (words->empty()) return Bad(where, "words", "none");
  std::set<std::string_view> seen;
  for (const std::string& word : *words) {
    if (!seen.insert(word).second) {
      return Bad(where, "each word once", Quote(word) + " twice");
    }
    if (word.find('{') != std::string::npos) {
      return Bad(where, "words without slots", Quote(word));
    }
  }
  return {};
}

Status AddLists(const json& object, const std::string& where,
                WordLists* lists) {
  for (const auto& [name, words] : object.items()) {
    Status added = AddWords(words, where + "." + name, &(*lists)[name]);
    if (!added.ok()) return added;
  }
  return {};
}

template <typename Map>
std::string ListKeys(const Map& map) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : map) keys.push_back(key);
  return keys.empty() ? "none" : ListLabels(keys);
}

// Adds rows to those of a table, all of the same columns.
Status AddRows(const json& rows, const std::string& where,
               std::vector<WordLists>* table) {
  if (!rows.is_array() || rows.empty()) {
    return Bad(where, "a list of rows", FirstCharacters(DumpJson(rows)));
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string place = where + "[" + std::to_string(i) + "]";
    if (!rows[i].is_object()) {
      return Bad(place, "an object", FirstCharacters(DumpJson(rows[i])));
    }
    WordLists& row = table->emplace_back();
    if (Status added = AddLists(rows[i], place, &row); !added.ok()) {
      return added;
    }
    const std::string columns = ListKeys(table->front());
    if (const std::string found = ListKeys(row); found != columns) {
      return Bad(place, "the columns of the first row, " + columns, found);
    }
  }
  return {};
}

// "person 2" stands for another word of the same list as "person".
struct Slot {
  std::string name;
  std::size_t number = 1;
};

Slot ToSlot(const std::string& placeholder) {
  const std::size_t space = placeholder.rfind(' ');
  if (space == std::string::npos || space + 2 != placeholder.size()) {
    return {placeholder};
  }
  const char digit = placeholder.back();
  if (digit < '1' || digit > '9') return {placeholder};
  return {placeholder.substr(0, space), static_cast<std::size_t>(digit - '0')};
}

}  // namespace

// Writes one pair: draws what each slot stands for, once for both texts.
class PairTemplates::Writer {
 public:
  Writer(const PairTemplates& templates, std::uint64_t seed,
         std::uint64_t number)
      : templates_(templates), random_(seed, RandomPurpose::kSample, number) {}

  TemplatePair Write() {
    const PairFrame& frame =
        templates_.frames_[templates_.lots_[Below(templates_.lots_.size())]];
    if (!frame.of.empty()) {
      const std::vector<WordLists>& table = templates_.tables_.at(frame.of);
      row_ = &table[Below(table.size())];
    }
    const bool swapped = frame.both && Chance() < 0.5;
    TemplatePair made{Fill(frame.text), Fill(frame.other), frame.label};
    if (swapped) std::swap(made.text, made.other);
    return made;
  }

 private:
  double Chance() { return random_.Uniform(next_++); }
  std::size_t Below(std::size_t bound) {
    return static_cast<std::size_t>(random_.Below(next_++, bound));
  }

  std::string Fill(const std::string& text) {
    std::string filled =
        Tidy(FillPlaceholders(text, [&](const std::string& placeholder) {
          return WordFor(ToSlot(placeholder));
        }));
    Capitalise(filled);
    const bool open = !filled.empty() && !EndsSentence(filled.back());
    if (open && Chance() < kFullStopShare) filled += '.';
    return filled;
  }

  const std::string& WordFor(const Slot& slot) {
    const std::vector<std::string>& words = WordsOf(slot.name);
    std::vector<std::size_t>& drawn = drawn_[slot.name];
    while (drawn.size() < slot.number) {
      drawn.push_back(DrawOther(words.size(), drawn));
    }
    return words[drawn[slot.number - 1]];
  }

  const std::vector<std::string>& WordsOf(const std::string& name) const {
    if (row_ != nullptr) {
      const auto column = row_->find(name);
      if (column != row_->end()) return column->second;
    }
    return templates_.lists_.at(name);
  }

  // A number below `bound` that is not among `taken`.
  std::size_t DrawOther(std::size_t bound, std::vector<std::size_t> taken) {
    std::sort(taken.begin(), taken.end());
    std::size_t drawn = Below(bound - taken.size());
    for (const std::size_t other : taken) drawn += drawn >= other ? 1 : 0;
    return drawn;
  }

  const PairTemplates& templates_;
  CounterRandom random_;
  std::uint64_t next_ = 0;
  const WordLists* row_ = nullptr;
  std::map<std::string, std::vector<std::size_t>> drawn_;
};

Status PairTemplates::Take(const std::string& path) {
  const Result<std::string> bytes = ReadFile(path);
  if (!bytes.ok()) return bytes.error();
  const Result<json> parsed = ParseConfigJson(bytes.value(), path, kMaxDepth);
  if (!parsed.ok()) return parsed.error();
  TemplateFile file;
  if (Status read = FileFields().Read(parsed.value(), path, &file);
      !read.ok()) {
    return read;
  }
  if (Status added = AddLists(file.lists, path + ": lists", &lists_);
      !added.ok()) {
    return added;
  }
  for (const auto& [name, rows] : file.tables.items()) {
    Status added = AddRows(rows, path + ": tables." + name, &tables_[name]);
    if (!added.ok()) return added;
  }
  for (std::size_t i = 0; i < file.frames.size(); ++i) {
    file.frames[i].place = path + ": frames[" + std::to_string(i) + "]";
    lots_.insert(lots_.end(), file.frames[i].weight, frames_.size());
    frames_.push_back(std::move(file.frames[i]));
  }
  return {};
}

Status PairTemplates::CheckSlots(const PairFrame& frame, const std::string& key,
                                 const std::string& text) const {
  const auto bad = [&](const std::string& expected, const std::string& found) {
    return Bad(frame.place + ": " + Quote(key), expected, found);
  };
  for (const std::string& placeholder : PlaceholdersOf(text)) {
    const Slot slot = ToSlot(placeholder);
    std::vector<const WordLists*> places;
    if (!frame.of.empty()) {
      for (const WordLists& row : tables_.at(frame.of)) places.push_back(&row);
    }
    if (places.empty() || !places.front()->contains(slot.name)) {
      places = {&lists_};
    }
    for (const WordLists* lists : places) {
      const auto words = lists->find(slot.name);
      if (words == lists->end()) {
        return bad(
            frame.of.empty()
                ? "a slot for a list, one of " + ListKeys(lists_)
                : "a slot for a list or for a column of " + Quote(frame.of),
            Quote(placeholder));
      }
      if (words->second.size() >= slot.number) continue;
      return bad(std::to_string(slot.number) + " words or more for " +
                     Quote(placeholder),
                 std::to_string(words->second.size()));
    }
  }
  return {};
}

Status PairTemplates::Check(const PairFrame& frame,
                            const std::vector<std::string>& labels) const {
  const bool known =
      std::find(labels.begin(), labels.end(), frame.label) != labels.end();
  if (!labels.empty() && !known) {
    return Bad(frame.place + ": \"label\"", "one of " + ListLabels(labels),
               Quote(frame.label));
  }
  if (!frame.of.empty() && !tables_.contains(frame.of)) {
    return Bad(frame.place + ": \"of\"", "a table, one of " + ListKeys(tables_),
               Quote(frame.of));
  }
  if (Status slots = CheckSlots(frame, "text", frame.text); !slots.ok()) {
    return slots;
  }
  return CheckSlots(frame, "other", frame.other);
}

Result<PairTemplates> PairTemplates::Read(
    const std::vector<std::string>& paths,
    const std::vector<std::string>& labels) {
  PairTemplates templates;
  for (const std::string& path : paths) {
    if (Status taken = templates.Take(path); !taken.ok()) return taken.error();
  }
  if (templates.frames_.empty()) {
    return Bad(paths.empty() ? "templates" : paths.front(), "frames", "none");
  }
  for (const PairFrame& frame : templates.frames_) {
    if (Status right = templates.Check(frame, labels); !right.ok()) {
      return right.error();
    }
  }
  return templates;
}

TemplatePair PairTemplates::Make(std::uint64_t seed,
                                 std::uint64_t number) const {
  return Writer(*this, seed, number).Write();
}

}  // namespace whylight
