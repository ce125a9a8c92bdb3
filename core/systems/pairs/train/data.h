// Pairs of texts as the system "pairs" trains on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/math/matrix.h"
#include "core/systems/pairs/model.h"
#include "core/text/vocabulary.h"
#include "core/training/data/data_options.h"
#include "core/training/data/pair_templates.h"
#include "core/training/vectors/known_words.h"

namespace whylight {

/// The pairs of a file, before it is known which words and labels a model has.
struct PairFile {
  std::string path;
  /// Distinct words and labels in the order they came, which the ids of `pairs`
  /// and `pair_labels` count.
  std::vector<std::string> words;
  std::vector<std::uint64_t> word_counts;
  std::vector<std::string> labels;
  std::vector<PairIds> pairs;
  std::vector<std::int32_t> pair_labels;  ///< One per pair,
  std::vector<double> grades;             ///< or these.
  std::vector<std::size_t> lines;
  /// Of candidates, how many each query has, in order; none of other pairs.
  std::vector<std::size_t> candidates;

  WordCounts counts() const { return {path, words, word_counts}; }
};

/// What is read beside two texts.
enum class PairAnswer { kLabel, kGrade };

/// Reads pairs with labels or grades, or queries with candidates: each query
/// with each of its candidates, labelled 0 or 1. A text without words makes a
/// bad line. Fails if there is no pair.
Result<PairFile> ReadPairs(const std::string& path, const DataOptions& options,
                           PairAnswer answer);

/// Adds pairs made from templates, whose lines are their numbers, from 1.
Status AddTemplatePairs(const PairTemplates& templates, std::uint64_t seed,
                        std::size_t count, PairFile* file);

/// The labels of candidates.
inline constexpr char kRelevant[] = "1";
inline constexpr char kIrrelevant[] = "0";

/// Pairs in the words and labels of a model.
struct LabelledPairs {
  std::string path;
  std::vector<PairIds> pairs;
  std::vector<std::int32_t> labels;     ///< One per pair, or else
  std::vector<double> grades;           ///< its grade.
  std::vector<std::size_t> lines;       ///< Where each pair stands in the file.
  std::vector<std::size_t> candidates;  ///< As in PairFile.

  std::size_t size() const { return pairs.size(); }
};

/// Fails where the file has a label that `model` has not, or a grade beyond its
/// first or last.
Result<LabelledPairs> ToLabelledPairs(const PairFile& file,
                                      const Vocabulary& vocabulary,
                                      const PairOptions& model);

/// How likely each of the `grades` is to be where the mean is to be `grade`:
/// shared by the two around it (Tai et al. 2015), [1 x grades].
RowVector ShareOfGrades(double grade, const std::vector<double>& grades);

}  // namespace whylight
