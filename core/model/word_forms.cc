#include "core/model/word_forms.h"

#include <utility>

#include "core/layers/bag.h"
#include "core/ops/ops.h"

namespace whylight {

Parameter SurfaceTable(const SurfaceOptions& options) {
  const Index rows = options.width > 0 ? SurfaceRows(options) : 0;
  return {"surface", Matrix::Zero(rows, options.width)};
}

std::uint64_t SurfaceSize(const SurfaceOptions& options) {
  return static_cast<std::uint64_t>(SurfaceRows(options)) *
         static_cast<std::uint64_t>(options.width);
}

WordIds ReadForms(const WordIds& words, std::string_view utf8,
                  const std::vector<Token>& tokens,
                  const SurfaceOptions& options, std::vector<WordForm>* forms) {
  const std::vector<WordShape> shapes = ShapesOf(utf8, tokens);
  WordIds read;
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    read.push_back(static_cast<std::int32_t>(forms->size()));
    forms->push_back(FormOf(words[t], tokens[t].text, shapes[t], options));
  }
  return read;
}

Var LookUpForms(Graph& graph, const Parameter& vectors, bool trained,
                const Parameter& surface, const WordBatch& texts,
                std::span<const WordForm> forms, const TextDropout& dropout,
                std::uint64_t reader) {
  WordIds ids;
  std::vector<const WordIds*> lists;
  std::vector<std::uint64_t> keys;
  for (const std::int32_t number : texts.words) {
    const WordForm& form = forms[static_cast<std::size_t>(number)];
    ids.push_back(form.word);
    lists.push_back(&form.features);
    keys.push_back(static_cast<std::uint64_t>(number));
  }
  const WordIds* const all = &ids;
  const WordBatch words = MakeWordBatch({&all, 1});
  const Var found =
      Gather(graph, LookUpWords(graph, vectors, trained, words, dropout),
             words.sequences.rows);
  if (surface.value.size() == 0) return found;
  const WordBatch features = MakeWordBatch(lists);
  const BagLayer sum({.inputs = surface.value.cols(), .mode = BagMode::kSum});
  const Sequences written = sum.Apply(
      graph, {graph.UseRows(surface, features.words), features.sequences, {}});
  return ConcatColumns(
      graph, found, DropElements(graph, written.words, dropout, reader, keys));
}

}  // namespace whylight
