// The words that a model knows, as its folder holds them.
#pragma once

#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/format/model_folder.h"
#include "core/format/quantise.h"
#include "core/format/safetensors.h"
#include "core/math/matrix.h"
#include "core/text/vocabulary.h"

namespace whylight {

/// Words and, in the order of their ids, a vector for each. `tensors` are all
/// of the folder's and point into its bytes.
struct Lexicon {
  Vocabulary vocabulary;
  Matrix vectors;
  SafetensorsView tensors;
};

/// Fails unless each word of `files` has a vector of `width` numbers.
Result<Lexicon> ReadLexicon(const ModelFiles& files, Index width);

/// The same with the vectors left where they lie in `file`, the bytes of the
/// tensors.
struct StoredLexicon {
  Vocabulary vocabulary;
  std::shared_ptr<const std::string> file;
  StoredMatrix vectors;
  SafetensorsView tensors;
};

/// Takes over `files->tensors`.
Result<StoredLexicon> ReadStoredLexicon(ModelFiles* files, Index width);

}  // namespace whylight
