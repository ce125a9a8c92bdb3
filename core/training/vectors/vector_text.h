// Word vectors as other programs keep them, in one file: bytes to vectors and
// back.
//
//   word2vec text    "2 3\n" (2 words of 3 numbers), then "foam 0.5 -1 2\n" …
//   word2vec binary  "2 3\n", then "foam ", three floats (little-endian,
//                    32 bits) and, in most files, "\n" …
//   GloVe            "foam 0.5 -1 2\n" …, without the first line; ". . 1 0 2\n"
//                    has a word with blanks, which no text is cut into
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/training/vectors/word_vectors.h"

namespace whylight {

/// The vectors in `bytes`, whose format is seen from their content. Words with
/// blanks, which GloVe has, are left out and counted. Errors start with `path`
/// and the line or, in binary, the byte.
Result<WordVectors> ParseVectorFile(std::string_view bytes,
                                    const std::string& path);

/// Numbers are written so that reading gives the same bits. Fails with
/// kInvalidArgument for kFolder, which is no single file.
Result<std::string> SerializeVectorFile(const WordVectors& words,
                                        VectorFormat format);

}  // namespace whylight
