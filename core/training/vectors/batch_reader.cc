#include "core/training/vectors/batch_reader.h"

#include <algorithm>
#include <cmath>

namespace whylight {
namespace {

// The most rows of each matrix that a group uses.
struct Slots {
  std::size_t inputs;
  std::size_t outputs;
};

Slots SlotsOf(const VectorOptions& options) {
  if (options.contexts == ContextKind::kDependencies) {
    return {kGroupWords, kGroupWords * kRowContexts + kSharedNegatives};
  }
  const std::size_t text =
      kGroupWords + 2 * static_cast<std::size_t>(options.window);
  switch (options.objective) {
    case Objective::kSkipGram:
      return {kGroupWords, text + kSharedNegatives};
    case Objective::kRanking:
      return {text + 1 + kSharedNegatives, 0};
    case Objective::kCbow:
    case Objective::kPpmi:
      break;
  }
  return {text, kGroupWords + kSharedNegatives};
}

// The probability of reading each of what occurs so often among `total`.
std::vector<double> ShareToKeep(const std::vector<std::uint64_t>& counts,
                                std::size_t total, double subsample) {
  std::vector<double> shares;
  for (const std::uint64_t count : counts) {
    const double ratio =
        subsample * static_cast<double>(total) / static_cast<double>(count);
    shares.push_back(subsample > 0 ? std::sqrt(ratio) + ratio : 1.0);
  }
  return shares;
}

}  // namespace

NoiseDistribution::NoiseDistribution(const std::vector<std::uint64_t>& counts) {
  double sum = 0;
  for (const std::uint64_t count : counts) {
    sum += std::pow(static_cast<double>(count), 0.75);
    cumulative_.push_back(sum);
  }
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double target =
        sum * static_cast<double>(i) / static_cast<double>(counts.size());
    while (cumulative_[word] <= target) ++word;
    guide_.push_back(word);
  }
}

std::uint32_t NoiseDistribution::Draw(double uniform) const {
  const double target = uniform * cumulative_.back();
  const auto place =
      static_cast<std::size_t>(uniform * static_cast<double>(guide_.size()));
  std::uint32_t word = guide_[std::min(place, guide_.size() - 1)];
  // Rounding may have put the start one too far, or the target on the end.
  while (word > 0 && cumulative_[word - 1] > target) --word;
  while (word + 1 < cumulative_.size() && cumulative_[word] <= target) ++word;
  return word;
}

BatchReader::BatchReader(const Corpus& corpus, const VectorOptions& options)
    : corpus_(corpus),
      options_(options),
      epochs_(EpochsOf(options, corpus.words.size())),
      input_slots_(SlotsOf(options).inputs),
      output_slots_(SlotsOf(options).outputs),
      noise_(listed() ? corpus.contexts.counts : corpus.counts),
      keep_(ShareToKeep(corpus.counts, corpus.words.size(), options.subsample)),
      keep_contexts_(ShareToKeep(corpus.contexts.counts,
                                 corpus.contexts.contexts.size(),
                                 options.subsample)),
      chain_of_(std::max(corpus.vocabulary.size() + 1, output_rows()),
                RowChains::kEnd) {}

std::uint64_t BatchReader::words_total() const {
  return static_cast<std::uint64_t>(corpus_.words.size()) *
         static_cast<std::uint64_t>(epochs_);
}

void BatchReader::Next(Batch& batch) {
  batch.number = batches_++;
  batch.words_before = words_read_;
  words_.clear();
  documents_.clear();
  contexts_.clear();
  lists_.clear();
  while (words_.size() < kBatchWords) {
    if (place_ == order_.size()) {
      if (epoch_ == epochs_) break;
      order_ = Permutation(corpus_.documents(),
                           CounterRandom(options_.seed, RandomPurpose::kShuffle,
                                         static_cast<std::uint64_t>(epoch_)));
      place_ = 0;
      ++epoch_;
    }
    ReadDocument(order_[place_]);
  }
  batch.words_after = words_read_;
  batch.groups.resize((words_.size() + kGroupWords - 1) / kGroupWords);
  for (std::size_t i = 0; i < batch.groups.size(); ++i) {
    FillGroup(batch.number, i, batch.groups[i]);
  }
  Link(batch.groups, &Group::inputs, input_slots_, batch.inputs);
  Link(batch.groups, &Group::outputs, output_slots_, batch.outputs);
}

void BatchReader::ReadDocument(std::size_t document) {
  const CounterRandom random(options_.seed, RandomPurpose::kSubsample,
                             static_cast<std::uint64_t>(epoch_), document);
  const std::size_t begin = words_.size();
  std::size_t i = corpus_.starts[document] + offset_;
  const std::size_t end = corpus_.starts[document + 1];
  for (; i < end && words_.size() < kBatchWords; ++i, ++offset_) {
    const std::uint32_t word = corpus_.words[i];
    if (random.Uniform(offset_) < keep_[word]) {
      if (!listed()) {
        words_.push_back(word);
      } else if (!ReadContexts(i)) {
        break;
      }
    }
    ++words_read_;
  }
  documents_.resize(words_.size(), {begin, words_.size()});
  if (i == end) {
    ++place_;
    offset_ = 0;
  }
}

// Adds word `i` of the corpus with its contexts. False where the batch is full
// before their end: the next one goes on with them.
bool BatchReader::ReadContexts(std::size_t i) {
  const ContextLists& all = corpus_.contexts;
  const CounterRandom random(options_.seed, RandomPurpose::kWindow,
                             static_cast<std::uint64_t>(epoch_));
  bool full = true;  // The last row.
  for (std::size_t at = all.starts[i] + context_offset_; at < all.starts[i + 1];
       ++at, ++context_offset_) {
    const std::uint32_t context = all.contexts[at];
    if (random.Uniform(at) >= keep_contexts_[context]) continue;
    if (full) {
      if (words_.size() == kBatchWords) return false;
      words_.push_back(corpus_.words[i]);
      lists_.push_back({contexts_.size(), contexts_.size()});
    }
    contexts_.push_back(context);
    ++lists_.back().end;
    full = lists_.back().end - lists_.back().begin == kRowContexts;
  }
  context_offset_ = 0;
  return true;
}

void BatchReader::FillGroup(std::uint64_t batch, std::size_t index,
                            Group& group) const {
  const auto reach = static_cast<std::size_t>(options_.window);
  const std::size_t begin = index * kGroupWords;
  const Window own{begin, std::min(begin + kGroupWords, words_.size())};
  const Window text{begin - std::min(begin, reach),
                    std::min(own.end + reach, words_.size())};
  group.inputs.clear();
  group.outputs.clear();
  group.windows.clear();
  group.own.reset();
  if (!listed()) group.own = own.begin - text.begin;
  const bool ranking = options_.objective == Objective::kRanking;
  group.predictions = listed()  ? FillListed(own, group)
                      : ranking ? FillRanked(own, text, group)
                                : FillPairs(batch, own, text, group);

  const CounterRandom random(options_.seed, RandomPurpose::kNegative, batch,
                             index);
  std::vector<RowUse>& rows = ranking ? group.inputs : group.outputs;
  for (std::size_t i = 0; i < kSharedNegatives; ++i) {
    rows.push_back({noise_.Draw(random.Uniform(i)),
                    group.predictions * options_.negatives /
                        static_cast<double>(kSharedNegatives)});
  }
}

double BatchReader::FillPairs(std::uint64_t batch, const Window& own,
                              const Window& text, Group& group) const {
  const bool skip_gram = options_.objective == Objective::kSkipGram;
  std::vector<RowUse>& words = skip_gram ? group.inputs : group.outputs;
  std::vector<RowUse>& around = skip_gram ? group.outputs : group.inputs;
  for (std::size_t i = own.begin; i < own.end; ++i) {
    words.push_back({words_[i], 0});
  }
  for (std::size_t i = text.begin; i < text.end; ++i) {
    around.push_back({words_[i], 0});
  }
  const auto reach = static_cast<std::uint64_t>(options_.window);
  const CounterRandom random(options_.seed, RandomPurpose::kWindow, batch);
  const double terms = 1 + options_.negatives;  // of a prediction
  double predictions = 0;
  for (std::size_t i = own.begin; i < own.end; ++i) {
    const Window window =
        WindowAt(i, 1 + random.Below(i, reach), documents_[i]);
    group.windows.push_back(
        {window.begin - text.begin, window.end - text.begin});
    const auto contexts = static_cast<double>(window.end - window.begin - 1);
    if (contexts == 0) continue;
    predictions += skip_gram ? contexts : 1;
    words[i - own.begin].terms += skip_gram ? contexts * terms : 1;
    for (std::size_t j = window.begin; j < window.end; ++j) {
      if (j == i) continue;
      around[j - text.begin].terms += skip_gram ? 1 : terms;
    }
  }
  return predictions;
}

double BatchReader::FillRanked(const Window& own, const Window& text,
                               Group& group) const {
  for (std::size_t i = text.begin; i < text.end; ++i) {
    group.inputs.push_back({words_[i], 0});
  }
  group.inputs.push_back({edge(), 0});
  const auto reach = static_cast<std::size_t>(options_.window);
  for (std::size_t i = own.begin; i < own.end; ++i) {
    const Window window = WindowAt(i, reach, documents_[i]);
    group.windows.push_back(
        {window.begin - text.begin, window.end - text.begin});
    for (std::size_t j = window.begin; j < window.end; ++j) {
      group.inputs[j - text.begin].terms += options_.negatives;
    }
    const std::size_t missing = 2 * reach + 1 - (window.end - window.begin);
    group.inputs.back().terms +=
        static_cast<double>(missing) * options_.negatives;
  }
  return static_cast<double>(own.end - own.begin);
}

double BatchReader::FillListed(const Window& own, Group& group) const {
  const std::size_t first = lists_[own.begin].begin;
  double predictions = 0;
  for (std::size_t i = own.begin; i < own.end; ++i) {
    const Window& list = lists_[i];
    group.windows.push_back({list.begin - first, list.end - first});
    const auto contexts = static_cast<double>(list.end - list.begin);
    group.inputs.push_back({words_[i], contexts * (1 + options_.negatives)});
    for (std::size_t j = list.begin; j < list.end; ++j) {
      group.outputs.push_back({contexts_[j], 1});
    }
    predictions += contexts;
  }
  return predictions;
}

void BatchReader::Link(const std::vector<Group>& groups,
                       std::vector<RowUse> Group::*rows, std::size_t slots,
                       RowChains& chains) {
  chains.chains.clear();
  chains.next.resize(kGroups * slots);
  for (std::size_t i = groups.size(); i-- > 0;) {
    const std::vector<RowUse>& uses = groups[i].*rows;
    for (std::size_t j = uses.size(); j-- > 0;) {
      const auto slot = static_cast<std::int32_t>(i * slots + j);
      std::int32_t& place = chain_of_[uses[j].word];
      if (place == RowChains::kEnd) {
        place = static_cast<std::int32_t>(chains.chains.size());
        chains.chains.push_back({uses[j].word, RowChains::kEnd, 0});
      }
      RowChains::Chain& chain = chains.chains[static_cast<std::size_t>(place)];
      chains.next[static_cast<std::size_t>(slot)] = chain.first;
      chain.first = slot;
      chain.terms += uses[j].terms;
    }
  }
  for (const RowChains::Chain& chain : chains.chains) {
    chain_of_[chain.word] = RowChains::kEnd;
  }
}

}  // namespace whylight
