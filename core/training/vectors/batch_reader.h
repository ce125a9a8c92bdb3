// The text as batches: documents in a new order every epoch, frequent words
// thinned out, windows laid, random words drawn. Nothing here depends on what
// is learned, so the next batch can be made while one is learned from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/random.h"
#include "core/training/vectors/corpus.h"
#include "core/training/vectors/options.h"

namespace whylight {

/// Words whose gradients are taken at the same parameters. Larger batches keep
/// threads busier, and their sums are staler.
inline constexpr std::size_t kBatchWords = 512;
/// Neighbouring words that share their random words and matrix products.
inline constexpr std::size_t kGroupWords = 16;
inline constexpr std::size_t kGroups = kBatchWords / kGroupWords;
inline constexpr std::size_t kSharedNegatives = 32;
/// The most contexts of a list that a row is for; a word with more has several.
inline constexpr std::size_t kRowContexts = 8;

/// A word's row in a matrix, and how many terms of the loss it takes part in.
struct RowUse {
  std::uint32_t word;
  double terms;
};

/// Neighbouring words with the text around them and their random words, as in
/// WindowPairs or, of Objective::kRanking, in RankedWindows, whose vectors are
/// the inputs.
struct Group {
  std::vector<RowUse> inputs;
  std::vector<RowUse> outputs;
  std::optional<std::size_t> own;
  std::vector<Window> windows;
  double predictions = 0;  ///< That it makes.
};

/// Rows of one matrix that a batch uses, each in a slot; a word often in
/// several.
struct RowChains {
  static constexpr std::int32_t kEnd = -1;

  struct Chain {
    std::uint32_t word;
    std::int32_t first;  ///< The lowest slot of the word.
    double terms;        ///< Of all its slots.
  };

  std::vector<Chain> chains;       ///< One a word.
  std::vector<std::int32_t> next;  ///< For each slot the next one of its word.
};

struct Batch {
  std::vector<Group> groups;  ///< None when the text is at its end.
  /// Row i of group g is in slot g · (slots a group) + i.
  RowChains inputs;
  RowChains outputs;
  std::uint64_t number = 0;        ///< From 0.
  std::uint64_t words_before = 0;  ///< Words read before this batch,
  std::uint64_t words_after = 0;   ///< and with it, thinned out ones too.
};

/// Words drawn in proportion to count^0.75 (Mikolov et al. 2013).
class NoiseDistribution {
 public:
  explicit NoiseDistribution(const std::vector<std::uint64_t>& counts);

  /// The word that `uniform`, between 0 and 1, falls on.
  std::uint32_t Draw(double uniform) const;

 private:
  std::vector<double> cumulative_;
  // The word that i / size falls on: where a search may start.
  std::vector<std::uint32_t> guide_;
};

class BatchReader {
 public:
  BatchReader(const Corpus& corpus, const VectorOptions& options);

  /// The row of the inputs that stands for the edge of a document.
  std::uint32_t edge() const {
    return static_cast<std::uint32_t>(corpus_.vocabulary.size());
  }
  /// The most rows of each matrix that a group uses.
  std::size_t input_slots() const { return input_slots_; }
  std::size_t output_slots() const { return output_slots_; }
  /// The rows of the output matrix.
  std::size_t output_rows() const {
    return listed() ? corpus_.contexts.names.size() : corpus_.vocabulary.size();
  }
  /// Words in all epochs together.
  std::uint64_t words_total() const;

  /// The next kBatchWords words; fewer at the very end, and at last none.
  void Next(Batch& batch);

 private:
  // Whether what is around words is listed.
  bool listed() const {
    return options_.contexts == ContextKind::kDependencies;
  }
  void ReadDocument(std::size_t document);
  bool ReadContexts(std::size_t word);
  void FillGroup(std::uint64_t batch, std::size_t index, Group& group) const;
  // Of the words of a group and the text around them, as places in the batch.
  // How many predictions, or windows, there are.
  double FillPairs(std::uint64_t batch, const Window& own, const Window& text,
                   Group& group) const;
  double FillRanked(const Window& own, const Window& text, Group& group) const;
  double FillListed(const Window& own, Group& group) const;
  void Link(const std::vector<Group>& groups, std::vector<RowUse> Group::*rows,
            std::size_t slots, RowChains& chains);

  const Corpus& corpus_;
  const VectorOptions options_;
  const int epochs_;
  const std::size_t input_slots_;
  const std::size_t output_slots_;
  const NoiseDistribution noise_;
  // The probabilities of reading each word, and each context of a list.
  std::vector<double> keep_;
  std::vector<double> keep_contexts_;

  std::vector<std::size_t> order_;  // of the documents in this epoch
  std::size_t place_ = 0;           // in order_
  std::size_t offset_ = 0;          // in the document there
  std::size_t context_offset_ = 0;  // in the list of the word there
  int epoch_ = 0;                   // from 1, the one being read
  std::uint64_t words_read_ = 0;
  std::uint64_t batches_ = 0;

  // Of the batch being read: its words, and for each the positions in them that
  // its document takes. A document at the edge is cut in two.
  std::vector<std::uint32_t> words_;
  std::vector<Window> documents_;
  // Where contexts are listed, those of the batch, and for each of its words
  // the range of its own.
  std::vector<std::uint32_t> contexts_;
  std::vector<Window> lists_;
  std::vector<std::int32_t> chain_of_;  // each word, while linking
};

}  // namespace whylight
