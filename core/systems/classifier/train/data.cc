#include "core/systems/classifier/train/data.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "core/format/json.h"
#include "core/training/data/line_reader.h"

namespace whylight {
namespace {

// Numbers texts in the order they come.
class Numbering {
 public:
  explicit Numbering(std::vector<std::string>* names) : names_(names) {}

  std::int32_t Find(const std::string& name) {
    const auto [entry, is_new] =
        ids_.try_emplace(name, static_cast<std::int32_t>(names_->size()));
    if (is_new) names_->push_back(name);
    return entry->second;
  }

 private:
  std::unordered_map<std::string, std::int32_t> ids_;
  std::vector<std::string>* names_;
};

bool IsWholeNumber(const std::string& label) {
  const std::size_t digits = label.starts_with('-') ? 1 : 0;
  // Longer ones would overflow, and are no classes.
  constexpr std::size_t kLongest = 15;
  return label.size() > digits && label.size() <= kLongest &&
         label.find_first_not_of("0123456789", digits) == std::string::npos;
}

std::string List(const std::vector<std::string>& labels) {
  constexpr std::size_t kMost = 20;
  std::string list;
  for (std::size_t i = 0; i < std::min(labels.size(), kMost); ++i) {
    list.append(i == 0 ? "" : ", ").append(Quote(labels[i]));
  }
  return list + (labels.size() > kMost ? ", ..." : "");
}

}  // namespace

Result<LabelledFile> ReadLabelledFile(const std::string& path,
                                      const DataOptions& options,
                                      const HeldOutTexts& held_out) {
  LabelledFile file;
  file.path = path;
  Numbering words(&file.words);
  Numbering labels(&file.labels);
  const Status read = VisitLabelledTexts(
      path, options, [&](const LabelledText& text) -> Status {
        if (held_out.AreIn(text.tokens)) {
          ++file.held_out;
          return {};
        }
        WordIds& ids = file.texts.emplace_back();
        for (const Token& token : text.tokens) {
          ids.push_back(words.Find(token.text));
          file.word_counts.resize(file.words.size());
          ++file.word_counts[static_cast<std::size_t>(ids.back())];
        }
        file.text_labels.push_back(labels.Find(text.label));
        file.lines.push_back(text.line);
        return {};
      });
  if (!read.ok()) return read.error();
  if (file.texts.empty()) {
    return Error{ErrorCode::kBadData,
                 path +
                     ": expected a text that holds none of those held out, "
                     "found none"};
  }
  return file;
}

Result<Vocabulary> FrequentWords(const LabelledFile& file,
                                 std::uint64_t min_count, std::size_t most) {
  std::vector<std::size_t> order(file.words.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return file.word_counts[a] != file.word_counts[b]
               ? file.word_counts[a] > file.word_counts[b]
               : file.words[a] < file.words[b];
  });
  std::vector<std::string> words;
  for (const std::size_t i : order) {
    if (file.word_counts[i] < min_count) break;
    if (most > 0 && words.size() == most) break;
    words.push_back(file.words[i]);
  }
  if (words.empty()) {
    return Error{ErrorCode::kBadData,
                 file.path + ": expected words that occur at least " +
                     std::to_string(min_count) + " times, found none"};
  }
  return Vocabulary::FromWords(words);
}

std::vector<std::string> SortedLabels(const LabelledFile& file) {
  std::vector<std::string> labels = file.labels;
  std::sort(labels.begin(), labels.end());
  if (std::all_of(labels.begin(), labels.end(), IsWholeNumber)) {
    std::stable_sort(labels.begin(), labels.end(),
                     [](const std::string& a, const std::string& b) {
                       return std::stoll(a) < std::stoll(b);
                     });
  }
  return labels;
}

Status CheckKnowsWords(const Vocabulary& vocabulary, const std::string& source,
                       const LabelledFile& file) {
  constexpr std::uint64_t kLeastPercent = 20;
  constexpr std::size_t kNamed = 3;
  std::uint64_t all = 0;
  std::uint64_t known = 0;
  std::vector<std::size_t> unknown;
  for (std::size_t i = 0; i < file.words.size(); ++i) {
    all += file.word_counts[i];
    if (vocabulary.Find(file.words[i]) >= 0) {
      known += file.word_counts[i];
    } else {
      unknown.push_back(i);
    }
  }
  if (100 * known >= kLeastPercent * all) return {};
  std::stable_sort(unknown.begin(), unknown.end(),
                   [&](std::size_t a, std::size_t b) {
                     return file.word_counts[a] > file.word_counts[b];
                   });
  std::vector<std::string> named;
  for (std::size_t i = 0; i < std::min(unknown.size(), kNamed); ++i) {
    named.push_back(file.words[unknown[i]]);
  }
  return Error{ErrorCode::kBadData,
               source + ": expected at least " + std::to_string(kLeastPercent) +
                   " % of the words of " + file.path + ", found " +
                   std::to_string(100 * known / all) + " %; it lacks " +
                   List(named)};
}

Status CheckHasLabels(const ClassifiedTexts& texts,
                      const std::vector<std::string>& labels,
                      const std::string& advice) {
  std::vector<bool> found(labels.size());
  for (const std::int32_t label : texts.labels) {
    found[static_cast<std::size_t>(label)] = true;
  }
  const auto missing = std::find(found.begin(), found.end(), false);
  if (missing == found.end()) return {};
  return Error{
      ErrorCode::kBadData,
      texts.path + ": expected a text of every label, found none of " +
          Quote(labels[static_cast<std::size_t>(missing - found.begin())]) +
          "; " + advice};
}

Result<ClassifiedTexts> ToClassifiedTexts(
    const LabelledFile& file, const Vocabulary& vocabulary,
    const std::vector<std::string>& labels) {
  constexpr std::int32_t kNone = -1;
  std::vector<std::int32_t> word_ids;
  for (const std::string& word : file.words) {
    word_ids.push_back(vocabulary.Read(word));
  }
  std::vector<std::int32_t> label_ids;
  for (const std::string& label : file.labels) {
    const auto found = std::find(labels.begin(), labels.end(), label);
    label_ids.push_back(found == labels.end() ? kNone
                                              : static_cast<std::int32_t>(
                                                    found - labels.begin()));
  }
  ClassifiedTexts classified{.path = file.path,
                             .texts = file.texts,
                             .labels = {},
                             .lines = file.lines};
  for (WordIds& text : classified.texts) {
    for (std::int32_t& word : text) {
      word = word_ids[static_cast<std::size_t>(word)];
    }
  }
  for (std::size_t i = 0; i < file.texts.size(); ++i) {
    const auto label = static_cast<std::size_t>(file.text_labels[i]);
    if (label_ids[label] == kNone) {
      return Place{file.path, file.lines[i]}.Fail(
          "expected a label of the model, one of " + List(labels) + ", found " +
          Quote(file.labels[label]));
    }
    classified.labels.push_back(label_ids[label]);
  }
  return classified;
}

}  // namespace whylight
