// Labelled texts as the classifier task trains on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/word_batch.h"
#include "core/systems/classifier/train/held_out.h"
#include "core/text/vocabulary.h"
#include "core/training/data/reader.h"
#include "core/training/vectors/known_words.h"

namespace whylight {

/// The labelled texts of a file, before it is known which words and labels a
/// model has.
struct LabelledFile {
  std::string path;
  /// Distinct words and labels in the order they came, which the ids of
  /// `texts` and `text_labels` count.
  std::vector<std::string> words;
  std::vector<std::uint64_t> word_counts;
  std::vector<std::string> labels;
  std::vector<WordIds> texts;
  std::vector<std::int32_t> text_labels;
  std::vector<std::size_t> lines;
  std::size_t held_out = 0;  ///< Texts that were not taken.

  WordCounts counts() const { return {path, words, word_counts}; }
};

/// Reads labelled texts (VisitLabelledTexts) that hold none of `held_out`; what
/// they are made of is not kept. Fails if there is no such text.
Result<LabelledFile> ReadLabelledFile(const std::string& path,
                                      const DataOptions& options,
                                      const HeldOutTexts& held_out = {});

/// Labelled texts in the words and labels of a model.
struct ClassifiedTexts {
  std::string path;
  std::vector<WordIds> texts;
  std::vector<std::int32_t> labels;  ///< One a text.
  std::vector<std::size_t> lines;    ///< Where each text stands in the file.
  /// How likely each label of each text should be, [texts x labels]; empty: its
  /// own label is certain.
  Matrix targets = {};

  std::size_t size() const { return texts.size(); }
};

/// Fails where the file has a label that is not in `labels`.
Result<ClassifiedTexts> ToClassifiedTexts(
    const LabelledFile& file, const Vocabulary& vocabulary,
    const std::vector<std::string>& labels);

}  // namespace whylight
