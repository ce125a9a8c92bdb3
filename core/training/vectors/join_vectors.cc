#include "core/training/vectors/join_vectors.h"

#include <string>
#include <unordered_set>
#include <utility>

namespace whylight {

Result<WordVectors> JoinVectors(const std::vector<WordVectors>& parts,
                                const JoinOptions& options) {
  if (!options.lengths.empty() && options.lengths.size() != parts.size()) {
    return Error{ErrorCode::kInvalidArgument,
                 "--length: expected " + std::to_string(parts.size()) +
                     ", one for each input, found " +
                     std::to_string(options.lengths.size())};
  }
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
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const WordVectors& part = parts[p];
    const Index columns = part.vectors.cols();
    Matrix vectors = part.vectors.rowwise().normalized();
    if (options.center && vectors.rows() > 0) {
      const RowVector mean = vectors.colwise().mean();
      vectors.rowwise() -= mean;
    }
    if (!options.lengths.empty()) {
      vectors *= static_cast<Real>(options.lengths[p]);
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::int32_t row = part.vocabulary.Find(words[i]);
      if (row < 0) continue;
      joined.vectors.row(static_cast<Index>(i)).segment(column, columns) =
          vectors.row(row);
    }
    column += columns;
  }
  joined.vocabulary = std::move(vocabulary).value();
  return joined;
}

}  // namespace whylight
