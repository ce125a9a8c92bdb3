// Word vectors: what they are and where they are kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/math/matrix.h"
#include "core/text/vocabulary.h"

namespace whylight {

struct WordVectors {
  Vocabulary vocabulary;  ///< By falling count, where counts are known.
  std::vector<std::uint64_t> counts;  ///< Of each word; empty when not known.
  Matrix vectors;                     ///< One row per word.
  /// Of the file that they were read from: words that have blanks within.
  std::size_t left_out = 0;
};

/// How vectors are kept. Only the folder holds counts and their origin.
enum class VectorFormat { kFolder, kWord2vecText, kWord2vecBinary, kGlove };

/// Writes a model folder (core/format/model_folder.h) of task "word-vectors":
/// the tensor "vectors", f32, words x dimension, and in config.json the counts
/// and `origin`, a JSON object that tells where the vectors come from. A folder
/// of that name is replaced when the new one is complete, and not before.
Status WriteWordVectors(const std::string& folder, const WordVectors& words,
                        std::string_view origin);

/// Writes one file in a format of other programs; `path` holds its old bytes
/// until it holds all of the new ones.
Status WriteWordVectors(const std::string& path, const WordVectors& words,
                        VectorFormat format);

/// Reads what either wrote, or another program did: a folder, or a file in any
/// of the formats, plain or gzip, seen from its content. Of a model folder of
/// another task it reads the word vectors of the model. Trusts nothing in it.
Result<WordVectors> ReadWordVectors(const std::string& path);

}  // namespace whylight
