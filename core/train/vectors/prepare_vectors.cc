#include "core/train/vectors/prepare_vectors.h"

#include <utility>
#include <vector>

namespace whylight {

Result<WordVectors> PrepareVectors(const std::string& path, std::size_t words,
                                   double length) {
  Result<WordVectors> read = ReadWordVectors(path);
  if (!read.ok()) return read;
  WordVectors vectors = std::move(read).value();
  if (words > 0 && words < vectors.vocabulary.size()) {
    std::vector<std::string> kept;
    for (std::size_t i = 0; i < words; ++i) {
      kept.emplace_back(vectors.vocabulary.word(i));
    }
    Result<Vocabulary> vocabulary = Vocabulary::FromWords(kept);
    if (!vocabulary.ok()) return vocabulary.error();
    vectors.vocabulary = std::move(vocabulary).value();
    vectors.vectors = vectors.vectors.topRows(static_cast<Index>(words)).eval();
  }
  const Real mean = vectors.vectors.rowwise().norm().mean();
  if (mean > 0) vectors.vectors *= static_cast<Real>(length) / mean;
  return vectors;
}

}  // namespace whylight
