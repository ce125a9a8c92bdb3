// How well a tagger tags.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "core/systems/tagger/model.h"
#include "core/systems/tagger/train/data.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {

/// The tags of the words of each text. The same on any number of threads.
std::vector<TagIds> PredictTags(const Tagger& model,
                                const TaggedSentences& texts, ThreadPool& pool,
                                const Progress& progress = nullptr);

/// What `predicted` is worth at the words of the file:
///   {"n": sentences, "words": ..., "accuracy": ..., "macro_f1": ...,
///    "tags": {"NOUN": {"n": ..., "precision": ..., "recall": ..., "f1": ...}}}
/// and, if `bio`, of spans, which are right if both ends and the label are:
///    "precision": ..., "recall": ..., "f1": ...,
///    "spans": {"place": {"n": ..., "precision": ..., "recall": ..., "f1":
///    ...}}
/// Shares are 0 where there is nothing to divide by.
nlohmann::ordered_json MeasureTags(const std::vector<TagIds>& predicted,
                                   const TaggedSentences& texts,
                                   const std::vector<std::string>& labels,
                                   bool bio);

/// Both.
nlohmann::ordered_json EvaluateTagger(const Tagger& model,
                                      const TaggedSentences& texts,
                                      ThreadPool& pool,
                                      const Progress& progress = nullptr);

}  // namespace whylight
