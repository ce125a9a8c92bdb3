#include "core/model/lexicon.h"

#include <utility>

#include "core/format/quantise.h"
#include "core/model/model_parts.h"

namespace whylight {

Result<Lexicon> ReadLexicon(const ModelFiles& files, Index width) {
  Result<Vocabulary> vocabulary = Vocabulary::Parse(files.vocabulary);
  if (!vocabulary.ok()) return vocabulary.error();
  Result<SafetensorsView> tensors =
      SafetensorsView::Parse(files.tensors, kTensorsFile);
  if (!tensors.ok()) return tensors.error();
  Result<Matrix> vectors =
      ReadMatrix(tensors.value(), kEmbeddingTensor,
                 static_cast<Index>(vocabulary.value().size()), width);
  if (!vectors.ok()) return vectors.error();
  return Lexicon{std::move(vocabulary).value(), std::move(vectors).value(),
                 std::move(tensors).value()};
}

}  // namespace whylight
