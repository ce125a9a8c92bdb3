// Word vectors: what they are, where they are kept, and who is near whom.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/math/matrix.h"
#include "core/text/vocabulary.h"

namespace whylight {

struct WordVectors {
  Vocabulary vocabulary;              ///< By falling count.
  std::vector<std::uint64_t> counts;  ///< Occurrences of each word.
  Matrix vectors;                     ///< One row a word.
};

/// Writes a model folder (core/format/model_folder.h) of task "word-vectors":
/// the tensor "vectors", f32, words x dimension, and in config.json the counts
/// and `origin`, a JSON object that tells where the vectors come from. A folder
/// of that name is replaced when the new one is complete, and not before.
Status WriteWordVectors(const std::string& folder, const WordVectors& words,
                        std::string_view origin);

/// Reads what `WriteWordVectors` wrote; trusts nothing in it.
Result<WordVectors> ReadWordVectors(const std::string& folder);

struct Neighbour {
  std::size_t word;
  Real cosine;
};

/// The `count` words whose vectors have the largest cosine with that of
/// `word`, nearest first, without the word itself.
std::vector<Neighbour> NearestNeighbours(const WordVectors& words,
                                         std::size_t word, std::size_t count);

}  // namespace whylight
