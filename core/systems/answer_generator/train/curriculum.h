// From easy texts to hard ones (Tay19 chapter 6, algorithm 6.1).
//
// A text is cut into chunks of n words. What is near its answer makes an easy
// excerpt of it, in which the answer is likely; what is near the question makes
// a hard one, which is what whoever has no answer can find.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/format/fields_fwd.h"
#include "core/graph/parameter.h"
#include "core/retrieval/tf_idf.h"

namespace whylight {

struct CurriculumOptions {
  std::vector<double> chunks = {};  ///< Values of n; none: whole texts.
  std::size_t words = 100;          ///< Of an excerpt, at most.
  double swap = 0.05;  ///< Share of examples that become hard at a time.
};

/// Their fields.
const Fields<CurriculumOptions>& CurriculumFields();

/// Which excerpt each example is learned from: all start with the easy ones of
/// one n. Whenever dev is no better than ever before, a share `swap` of them
/// becomes hard; when that happens with all of them hard, all start anew with
/// the easy ones of another n. Each n has its turn once, in an order drawn from
/// the seed; after the last one all stay hard.
class Curriculum {
 public:
  /// Needs some chunks.
  Curriculum(const CurriculumOptions& options, std::size_t examples,
             std::uint64_t seed);

  /// Which of `chunks` it is.
  std::size_t turn() const { return order_[round()]; }
  bool IsHard(std::size_t example) const { return rank_[example] < hard(); }
  /// How many are.
  std::size_t hard() const;

  /// After each epoch: a figure of dev, of which more is better.
  void Observe(double score);

  /// Where it stands, to be kept in checkpoints.
  Parameter& state() { return state_; }

 private:
  std::size_t round() const;

  double swap_;
  std::vector<std::size_t> order_;  // Of the turns.
  std::vector<std::size_t> rank_;   // Of each example: when it becomes hard.
  Parameter state_;  // The round, its swaps, and the best score of all.
};

/// Of texts in words, by the cosine of TF-IDF weights of their 1- to 3-grams.
class ExcerptFinder {
 public:
  ExcerptFinder();

  /// Counts the n-grams of a text.
  void Add(const std::vector<std::string>& text) { tf_idf_.Add(text); }

  /// The numbers of the words of a text, in order, whose chunks of `chunk`
  /// words are nearest to `query`: as many of these as `words` words have, and
  /// at least one. Of equally near ones the first.
  std::vector<std::size_t> Find(const std::vector<std::string>& text,
                                const std::vector<std::string>& query,
                                std::size_t chunk, std::size_t words) const;

 private:
  TfIdf tf_idf_;
};

}  // namespace whylight
