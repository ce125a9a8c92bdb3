#include "core/systems/classifier/train/data.h"

#include <optional>

#include "core/training/data/labels.h"
#include "core/training/data/numbering.h"

namespace whylight {

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

Result<ClassifiedTexts> ToClassifiedTexts(
    const LabelledFile& file, const Vocabulary& vocabulary,
    const std::vector<std::string>& labels) {
  std::vector<std::int32_t> word_ids;
  for (const std::string& word : file.words) {
    word_ids.push_back(vocabulary.Read(word));
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
  std::vector<std::optional<std::int32_t>> label_ids(file.labels.size());
  for (std::size_t i = 0; i < file.texts.size(); ++i) {
    const auto label = static_cast<std::size_t>(file.text_labels[i]);
    if (!label_ids[label]) {
      const Result<std::int32_t> found = FindLabel(
          file.labels[label], Place{file.path, file.lines[i]}, labels);
      if (!found.ok()) return found.error();
      label_ids[label] = found.value();
    }
    classified.labels.push_back(*label_ids[label]);
  }
  return classified;
}

}  // namespace whylight
