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
};

/// Reads labelled texts (VisitLabelledTexts) that hold none of `held_out`; what
/// they are made of is not kept. Fails if there is no such text.
Result<LabelledFile> ReadLabelledFile(const std::string& path,
                                      const DataOptions& options,
                                      const HeldOutTexts& held_out = {});

/// The words that occur at least `min_count` times, the most frequent `most`
/// (0: all) of them, by falling count and then by the alphabet.
Result<Vocabulary> FrequentWords(const LabelledFile& file,
                                 std::uint64_t min_count, std::size_t most);

/// The labels by the alphabet, or by size if all are whole numbers.
std::vector<std::string> SortedLabels(const LabelledFile& file);

/// Fails with the most frequent of the words that `vocabulary` does not have if
/// it has less than a fifth of the file's running words: it is then of another
/// language, or spelled in another way. `source` is where it comes from.
Status CheckKnowsWords(const Vocabulary& vocabulary, const std::string& source,
                       const LabelledFile& file);

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

/// Fails with the first of the `labels` that no text has; `advice` says what to
/// do about it.
Status CheckHasLabels(const ClassifiedTexts& texts,
                      const std::vector<std::string>& labels,
                      const std::string& advice);

}  // namespace whylight
