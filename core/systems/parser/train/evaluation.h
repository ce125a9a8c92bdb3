// How well a parser parses.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/systems/parser/model.h"
#include "core/systems/parser/train/data.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {

/// The tree of each text. The same on any number of threads.
std::vector<DependencyTree> PredictTrees(const Parser& model,
                                         const ParsedSentences& texts,
                                         ThreadPool& pool,
                                         const Progress& progress = nullptr);

/// What `predicted` is worth at the words of the file: the share that have
/// their head (UAS), and those among them that have their relation too (LAS):
///   {"n": sentences, "words": ..., "uas": ..., "las": ...,
///    "trees": share of sentences in which every word has its head,
///    "tag_accuracy": share of words that get their tag, where tags are
///    learned, "without_punctuation": {"words": ..., "uas": ..., "las": ...},
///    "relations": {"nsubj": {"n": ..., "precision": ..., "recall": ...,
///                            "f1": ...}}}
/// where a relation is found if head and relation are right. Shares are 0 where
/// there is nothing to divide by.
nlohmann::ordered_json MeasureTrees(
    const std::vector<DependencyTree>& predicted, const ParsedSentences& texts,
    const std::vector<std::string>& relations);

/// What there was to choose from, where trees are scored anew; `found` are the
/// heads of the best by their arcs, at least one of each text:
///   {"first_uas": the UAS of the very best by its arcs,
///    "oracle_uas": that of the best choice that there was}
nlohmann::ordered_json MeasureCandidates(
    const std::vector<std::vector<Heads>>& found, const ParsedSentences& texts);

/// Both, the latter as "rerank".
nlohmann::ordered_json EvaluateParser(const Parser& model,
                                      const ParsedSentences& texts,
                                      ThreadPool& pool,
                                      const Progress& progress = nullptr);

}  // namespace whylight
