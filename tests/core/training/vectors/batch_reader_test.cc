#include "core/training/vectors/batch_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/core/training/vectors/parsed_sentences.h"

namespace whylight {
namespace {

Corpus Letters(std::size_t words) {
  CorpusBuilder builder;
  const CounterRandom random(3, RandomPurpose::kShuffle);
  std::string text;
  for (std::uint64_t i = 0; i < words; ++i) {
    text += std::string(1, static_cast<char>('a' + random.Below(i, 9))) + " ";
    if (i % 100 == 99) {
      builder.Add(text);
      text.clear();
    }
  }
  return std::move(builder.Build(1, 0)).value();
}

TEST(NoiseDistributionTest, DrawsByTheThreeQuarterPowerOfCounts) {
  const std::vector<std::uint64_t> counts = {10'000, 81, 16, 1, 1};
  const NoiseDistribution noise(counts);
  double total = 0;
  for (const std::uint64_t count : counts) {
    total += std::pow(static_cast<double>(count), 0.75);
  }
  double sum = 0;
  for (std::uint32_t word = 0; word < counts.size(); ++word) {
    EXPECT_EQ(noise.Draw(sum / total + 1e-9), word);
    sum += std::pow(static_cast<double>(counts[word]), 0.75);
    EXPECT_EQ(noise.Draw(sum / total - 1e-9), word);
  }
}

TEST(BatchReaderTest, ReadsEveryWordOnceAnEpoch) {
  const Corpus corpus = Letters(1300);
  VectorOptions options;
  options.epochs = 2;
  options.subsample = 0;
  BatchReader reader(corpus, options);
  EXPECT_EQ(reader.words_total(), 2600u);
  std::map<std::uint32_t, std::uint64_t> counts;
  std::uint64_t before = 0;
  Batch batch;
  for (reader.Next(batch); !batch.groups.empty(); reader.Next(batch)) {
    EXPECT_EQ(batch.words_before, before);
    before = batch.words_after;
    for (const Group& group : batch.groups) {
      for (const RowUse& input : group.inputs) ++counts[input.word];
    }
  }
  EXPECT_EQ(before, 2600u);
  for (std::uint32_t word = 0; word < corpus.counts.size(); ++word) {
    EXPECT_EQ(counts[word], 2 * corpus.counts[word]);
  }
}

TEST(BatchReaderTest, ChainsHoldEverySlotOfAWordInOrder) {
  const Corpus corpus = Letters(700);
  for (const Objective objective :
       {Objective::kSkipGram, Objective::kCbow, Objective::kRanking}) {
    VectorOptions options;
    options.objective = objective;
    options.subsample = 0;
    BatchReader reader(corpus, options);
    Batch batch;
    reader.Next(batch);
    const auto check = [&](const RowChains& chains,
                           std::vector<RowUse> Group::*rows,
                           std::size_t slots) {
      std::map<std::uint32_t, std::vector<std::int32_t>> expected;
      std::map<std::uint32_t, double> terms;
      for (std::size_t i = 0; i < batch.groups.size(); ++i) {
        const std::vector<RowUse>& uses = batch.groups[i].*rows;
        ASSERT_LE(uses.size(), slots);
        for (std::size_t j = 0; j < uses.size(); ++j) {
          expected[uses[j].word].push_back(
              static_cast<std::int32_t>(i * slots + j));
          terms[uses[j].word] += uses[j].terms;
        }
      }
      ASSERT_EQ(chains.chains.size(), expected.size());
      for (const RowChains::Chain& chain : chains.chains) {
        std::vector<std::int32_t> found;
        for (std::int32_t slot = chain.first; slot != RowChains::kEnd;
             slot = chains.next[static_cast<std::size_t>(slot)]) {
          found.push_back(slot);
        }
        EXPECT_EQ(found, expected[chain.word]);
        EXPECT_NEAR(chain.terms, terms[chain.word], 1e-6);
      }
    };
    check(batch.inputs, &Group::inputs, reader.input_slots());
    check(batch.outputs, &Group::outputs, reader.output_slots());
  }
}

// The pairs of a word and a context that `options` read, and how often.
std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> PairsRead(
    const Corpus& corpus, const VectorOptions& options) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> pairs;
  BatchReader reader(corpus, options);
  Batch batch;
  for (reader.Next(batch); !batch.groups.empty(); reader.Next(batch)) {
    EXPECT_LE(batch.groups.size(), kGroups);
    for (const Group& group : batch.groups) {
      EXPECT_LE(group.inputs.size(), reader.input_slots());
      EXPECT_LE(group.outputs.size(), reader.output_slots());
      EXPECT_FALSE(group.own.has_value());
      EXPECT_EQ(group.windows.size(), group.inputs.size());
      for (std::size_t i = 0; i < group.windows.size(); ++i) {
        for (std::size_t j = group.windows[i].begin; j < group.windows[i].end;
             ++j) {
          ++pairs[{group.inputs[i].word, group.outputs[j].word}];
        }
      }
    }
  }
  EXPECT_EQ(batch.words_after, reader.words_total());
  return pairs;
}

TEST(BatchReaderTest, ReadsEveryListedContextOnceAnEpoch) {
  CorpusBuilder builder;
  // More contexts of a word than a row, a group and a batch hold.
  for (const std::size_t leaves : {3, 8, 9, 200, 5000}) {
    builder.AddParsed(Star(leaves), /*collapse=*/true);
  }
  const Corpus corpus = std::move(builder.Build(1, 0)).value();
  VectorOptions options;
  options.contexts = ContextKind::kDependencies;
  options.epochs = 2;
  options.subsample = 0;
  const auto pairs = PairsRead(corpus, options);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> expected;
  for (std::size_t i = 0; i < corpus.words.size(); ++i) {
    for (std::size_t j = corpus.contexts.starts[i];
         j < corpus.contexts.starts[i + 1]; ++j) {
      expected[{corpus.words[i], corpus.contexts.contexts[j]}] += 2;
    }
  }
  EXPECT_EQ(pairs, expected);
}

TEST(BatchReaderTest, ThinsOutFrequentContextsAndWords) {
  CorpusBuilder builder;
  for (int i = 0; i < 300; ++i) builder.AddParsed(Star(20), true);
  const Corpus corpus = std::move(builder.Build(1, 0)).value();
  VectorOptions options;
  options.contexts = ContextKind::kDependencies;
  options.epochs = 1;
  options.subsample = 1e-2;
  const auto keep = [&options](double share) {
    return std::sqrt(options.subsample / share) + options.subsample / share;
  };
  // Half of all contexts are "hub/dep-1", those of leaves, each of which is
  // 2 of 21 words.
  const auto hub = static_cast<std::uint32_t>(
      std::find(corpus.contexts.names.begin(), corpus.contexts.names.end(),
                "hub/dep-1") -
      corpus.contexts.names.begin());
  std::uint64_t read = 0;
  for (const auto& [pair, count] : PairsRead(corpus, options)) {
    if (pair.second == hub) read += count;
  }
  const double expected = 300 * 20 * keep(0.5) * keep(2.0 / 21);
  EXPECT_NEAR(static_cast<double>(read), expected, 5 * std::sqrt(expected));
}

}  // namespace
}  // namespace whylight
