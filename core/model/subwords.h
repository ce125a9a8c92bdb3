// Vectors of words that a vocabulary lacks, from their spelling: the mean of
// the vectors of a word's character n-grams (Zhao, Mudgal and Liang 2018,
// "Generalizing word embeddings using bag of subwords").
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/format/fields_fwd.h"
#include "core/math/matrix.h"
#include "core/model/word_batch.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"

namespace whylight {

struct SubwordOptions {
  Index buckets = 0;   ///< Rows that n-grams are hashed into; 0: no subwords.
  Index shortest = 3;  ///< Characters of the shortest n-gram, ends included,
  Index longest = 5;   ///< and of the longest.
};

/// Their fields.
const Fields<SubwordOptions>& SubwordFields();

/// The rows of the n-grams of `word`, between an angle bracket at each end:
/// "<pi", "pin", "int", "nt>", ... At least one.
WordIds Subwords(std::string_view word, const SubwordOptions& options);

/// Words that a vocabulary lacks, as they turn up: the k-th has the id
/// vocabulary.size() + k.
class UnknownWords {
 public:
  explicit UnknownWords(const SubwordOptions& options) : options_(options) {}

  /// The ids of `tokens`: in the vocabulary, among those met before, or new.
  /// Without subwords every unknown word is kUnknownWord.
  WordIds Find(const Vocabulary& vocabulary, const std::vector<Token>& tokens);

  /// The rows of the n-grams of the k-th word.
  const WordIds& subwords(std::size_t k) const { return subwords_[k]; }
  std::size_t size() const { return subwords_.size(); }

 private:
  SubwordOptions options_;
  std::unordered_map<std::string, std::size_t> known_;
  std::vector<WordIds> subwords_;
};

/// The mean of the rows `subwords` of `table`.
RowVector SubwordVector(const Matrix& table, const WordIds& subwords);

}  // namespace whylight
