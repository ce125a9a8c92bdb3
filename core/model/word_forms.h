// Words as they stand in texts: what models read that also see how each is
// written, or what tag it has.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/graph/graph.h"
#include "core/graph/parameter.h"
#include "core/model/read_layers.h"
#include "core/model/surface.h"
#include "core/model/word_batch.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"

namespace whylight {

/// A table with a row for each feature of how words are written; empty where
/// the options want none.
Parameter SurfaceTable(const SurfaceOptions& options);

/// How many numbers that has.
std::uint64_t SurfaceSize(const SurfaceOptions& options);

/// A text, of which `words` are the numbers in the vocabulary, as the numbers
/// of forms, which join `forms`.
WordIds ReadForms(const WordIds& words, std::string_view utf8,
                  const std::vector<Token>& tokens,
                  const SurfaceOptions& options, std::vector<WordForm>* forms);

/// The vector of each distinct form of `texts`, which count `forms`: that of
/// its word, a row of `vectors`, which a gradient reaches if they are
/// `trained`, and beside it the sum of those of its features, rows of
/// `surface`, if there are any. With dropout as reader 0, and as `reader`.
Var LookUpForms(Graph& graph, const Parameter& vectors, bool trained,
                const Parameter& surface, const WordBatch& texts,
                std::span<const WordForm> forms, const TextDropout& dropout,
                std::uint64_t reader);

}  // namespace whylight
