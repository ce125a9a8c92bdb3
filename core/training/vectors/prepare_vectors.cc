#include "core/training/vectors/prepare_vectors.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace whylight {
namespace {

// Of the rows of `vocabulary`, `count`: those of words in `first`, then others,
// both as they come. Ascending.
std::vector<std::size_t> ChooseRows(const Vocabulary& vocabulary,
                                    std::size_t count,
                                    const std::vector<std::string>& first) {
  const std::unordered_set<std::string> wanted(first.begin(), first.end());
  std::vector<std::size_t> rows;
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < vocabulary.size(); ++i) {
    const bool is_wanted = wanted.contains(std::string(vocabulary.word(i)));
    (is_wanted ? rows : others).push_back(i);
  }
  rows.insert(rows.end(), others.begin(), others.end());
  rows.resize(count);
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace

Result<WordVectors> PrepareVectors(const std::string& path, std::size_t words,
                                   double length,
                                   const std::vector<std::string>& first) {
  Result<WordVectors> read = ReadWordVectors(path);
  if (!read.ok()) return read;
  WordVectors vectors = std::move(read).value();
  if (words > 0 && words < vectors.vocabulary.size()) {
    std::vector<std::string> kept;
    Matrix rows(static_cast<Index>(words), vectors.vectors.cols());
    for (const std::size_t i : ChooseRows(vectors.vocabulary, words, first)) {
      rows.row(static_cast<Index>(kept.size())) =
          vectors.vectors.row(static_cast<Index>(i));
      kept.emplace_back(vectors.vocabulary.word(i));
    }
    Result<Vocabulary> vocabulary = Vocabulary::FromWords(kept);
    if (!vocabulary.ok()) return vocabulary.error();
    vectors.vocabulary = std::move(vocabulary).value();
    vectors.vectors = std::move(rows);
  }
  const Real mean = vectors.vectors.rowwise().norm().mean();
  if (mean > 0) vectors.vectors *= static_cast<Real>(length) / mean;
  return vectors;
}

}  // namespace whylight
