// The n-grams of labelled texts, as a linear classifier counts them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/model/word_batch.h"
#include "core/text/vocabulary.h"

namespace whylight {

/// The distinct n-grams of a text by their numbers, in rising order.
using NgramIds = std::vector<std::int32_t>;

/// All n-grams of 1 to `order` words of some texts, numbered from 0 in the
/// order they came.
class NgramTable {
 public:
  /// Words are ids of a vocabulary; -1 is in no n-gram.
  NgramTable(const std::vector<WordIds>& texts, int order);

  std::size_t size() const { return ngrams_.size(); }
  int order() const { return order_; }
  /// The number of its words.
  int words(std::int32_t ngram) const { return At(ngram).words; }
  /// The number of texts that have it.
  std::uint32_t texts(std::int32_t ngram) const { return At(ngram).texts; }
  /// Its words, blanks between them.
  std::string Text(std::int32_t ngram, const Vocabulary& vocabulary) const;

  /// The number of the n-gram of these words, or -1.
  std::int32_t FindOne(std::span<const std::int32_t> words) const;

  /// Those of the n-grams that are in `text`.
  NgramIds Find(const WordIds& text) const;

 private:
  // An n-gram is one of a word less, or none (-1), and a word after it.
  struct Ngram {
    std::int32_t before;
    std::int32_t last;
    int words;
    std::uint32_t texts;
  };

  static std::uint64_t Key(std::int32_t before, std::int32_t last) {
    return (static_cast<std::uint64_t>(before + 1) << 32) |
           static_cast<std::uint32_t>(last);
  }
  const Ngram& At(std::int32_t ngram) const {
    return ngrams_[static_cast<std::size_t>(ngram)];
  }
  // Numbers what `text` has.
  void Add(const WordIds& text);

  int order_;
  std::vector<Ngram> ngrams_;
  std::unordered_map<std::uint64_t, std::int32_t> ids_;
};

}  // namespace whylight
