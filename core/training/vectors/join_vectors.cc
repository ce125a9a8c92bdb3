#include "core/training/vectors/join_vectors.h"

#include <string>
#include <unordered_set>
#include <utility>

namespace whylight {

Result<WordVectors> JoinVectors(const std::vector<WordVectors>& parts) {
  std::vector<std::string> words;
  std::unordered_set<std::string> seen;
  Index width = 0;
  for (const WordVectors& part : parts) {
    for (std::size_t i = 0; i < part.vocabulary.size(); ++i) {
      std::string word(part.vocabulary.word(i));
      if (seen.insert(word).second) words.push_back(std::move(word));
    }
    width += part.vectors.cols();
  }
  Result<Vocabulary> vocabulary = Vocabulary::FromWords(words);
  if (!vocabulary.ok()) return vocabulary.error();

  WordVectors joined;
  joined.vectors = Matrix::Zero(static_cast<Index>(words.size()), width);
  Index column = 0;
  for (const WordVectors& part : parts) {
    const Index columns = part.vectors.cols();
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::int32_t row = part.vocabulary.Find(words[i]);
      if (row < 0) continue;
      joined.vectors.row(static_cast<Index>(i)).segment(column, columns) =
          part.vectors.row(row).normalized();
    }
    column += columns;
  }
  joined.vocabulary = std::move(vocabulary).value();
  return joined;
}

}  // namespace whylight
