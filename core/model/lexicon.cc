#include "core/model/lexicon.h"

#include <utility>

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

Result<StoredLexicon> ReadStoredLexicon(ModelFiles* files, Index width) {
  Result<Vocabulary> vocabulary = Vocabulary::Parse(files->vocabulary);
  if (!vocabulary.ok()) return vocabulary.error();
  auto file = std::make_shared<const std::string>(std::move(files->tensors));
  Result<SafetensorsView> tensors = SafetensorsView::Parse(*file, kTensorsFile);
  if (!tensors.ok()) return tensors.error();
  const Result<StoredMatrix> vectors =
      StoredMatrix::Find(tensors.value(), kEmbeddingTensor,
                         static_cast<Index>(vocabulary.value().size()), width);
  if (!vectors.ok()) return vectors.error();
  return StoredLexicon{std::move(vocabulary).value(), std::move(file),
                       vectors.value(), std::move(tensors).value()};
}

}  // namespace whylight
