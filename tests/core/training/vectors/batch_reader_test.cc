#include "core/training/vectors/batch_reader.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

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

}  // namespace
}  // namespace whylight
