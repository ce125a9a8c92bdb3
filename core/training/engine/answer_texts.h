// Answers to many texts, in batches.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "core/model/word_batch.h"
#include "core/training/data/batches.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {

/// What `answer` says of each text. It gets the words of some, as a
/// std::vector<const WordIds*>, and gives a vector with a `Value` for each:
/// from several threads, but the same on any number of them.
template <typename Value, typename Answer>
std::vector<Value> AnswerTexts(const std::vector<WordIds>& texts,
                               const Answer& answer, ThreadPool& pool,
                               const Progress& progress) {
  constexpr std::size_t kBatch = 64;
  std::vector<std::size_t> lengths;
  for (const WordIds& text : texts) lengths.push_back(text.size());
  const std::vector<std::vector<std::size_t>> batches =
      SlicesByLength(lengths, kBatch);
  std::vector<Value> values(texts.size());
  const auto answer_batch = [&](std::size_t i) {
    std::vector<const WordIds*> words;
    for (const std::size_t text : batches[i]) words.push_back(&texts[text]);
    std::vector<Value> found = answer(words);
    for (std::size_t k = 0; k < found.size(); ++k) {
      values[batches[i][k]] = std::move(found[k]);
    }
  };
  pool.ParallelFor(batches.size(), answer_batch, progress);
  return values;
}

}  // namespace whylight
