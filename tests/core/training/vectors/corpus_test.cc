#include "core/training/vectors/corpus.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/core/training/vectors/parsed_sentences.h"

namespace whylight {
namespace {

TEST(CorpusTest, NumbersWordsByFallingCountAndLeavesOutRareOnes) {
  CorpusBuilder builder;
  builder.Add("b once a b");
  builder.Add("");
  builder.Add("once-only c b a");
  Result<Corpus> result = builder.Build(/*min_count=*/2, /*max_words=*/0);
  ASSERT_TRUE(result.ok()) << result.error().message;
  const Corpus& corpus = result.value();
  ASSERT_EQ(corpus.vocabulary.size(), 3u);
  EXPECT_EQ(corpus.vocabulary.word(0), "b");
  EXPECT_EQ(corpus.vocabulary.word(1), "a");
  EXPECT_EQ(corpus.vocabulary.word(2), "once");
  EXPECT_EQ(corpus.counts, (std::vector<std::uint64_t>{3, 2, 2}));
  EXPECT_EQ(corpus.words, (std::vector<std::uint32_t>{0, 2, 1, 0, 2, 0, 1}));
  EXPECT_EQ(corpus.starts, (std::vector<std::size_t>{0, 4, 4, 7}));
}

TEST(CorpusTest, KeepsTheMostFrequentWordsOnly) {
  CorpusBuilder builder;
  builder.Add("c c c b b a a");
  const Result<Corpus> corpus = builder.Build(1, 2);
  ASSERT_TRUE(corpus.ok());
  ASSERT_EQ(corpus.value().vocabulary.size(), 2u);
  EXPECT_EQ(corpus.value().vocabulary.word(1), "a");  // a tie goes by word
  EXPECT_EQ(corpus.value().words.size(), 5u);
}

TEST(CorpusTest, PhrasesAreWordsLikeOthers) {
  CorpusBuilder builder;
  for (int i = 0; i < 4; ++i) builder.Add("new york");
  builder.Add("new");
  builder.JoinPhrases({.passes = 1, .threshold = 1, .min_count = 1});
  builder.Add("new york");  // Too late to be joined.
  const Result<Corpus> corpus = builder.Build(1, 0);
  ASSERT_TRUE(corpus.ok()) << corpus.error().message;
  EXPECT_EQ(corpus.value().vocabulary.Serialize(), "new_york\nnew\nyork\n");
  EXPECT_EQ(corpus.value().counts, (std::vector<std::uint64_t>{4, 2, 1}));
}

TEST(CorpusTest, FailsWhenNoWordIsLeft) {
  CorpusBuilder builder;
  builder.Add("a b");
  const Result<Corpus> corpus = builder.Build(5, 0);
  ASSERT_FALSE(corpus.ok());
  EXPECT_EQ(corpus.error().code, ErrorCode::kBadData);
  EXPECT_EQ(corpus.error().message,
            "expected words that occur at least 5 times, found none among 2 "
            "words");
}

TEST(CorpusTest, ParsedSentencesHaveContexts) {
  CorpusBuilder builder;
  builder.AddParsed(Scientist(), /*collapse=*/true);
  builder.AddParsed(
      MakeTokenTree({{"scientist", 2, "nsubj"}, {"discovers", 0, "root"}}),
      /*collapse=*/true);
  const Corpus corpus = std::move(builder.Build(2, 0)).value();
  // No other words occur twice, nor do contexts with them.
  EXPECT_EQ(corpus.vocabulary.size(), 2u);
  EXPECT_EQ(corpus.documents(), 2u);
  const ContextLists& contexts = corpus.contexts;
  EXPECT_EQ(contexts.names,
            (std::vector<std::string>{"discovers/nsubj-1", "scientist/nsubj"}));
  EXPECT_EQ(contexts.counts, (std::vector<std::uint64_t>{2, 2}));
  ASSERT_EQ(contexts.starts.size(), corpus.words.size() + 1);
  for (std::size_t i = 0; i < corpus.words.size(); ++i) {
    ASSERT_EQ(contexts.starts[i + 1] - contexts.starts[i], 1u);
    const auto word = static_cast<std::int32_t>(corpus.words[i]);
    const bool is_scientist = word == corpus.vocabulary.Find("scientist");
    EXPECT_EQ(contexts.names[contexts.contexts[contexts.starts[i]]],
              is_scientist ? "discovers/nsubj-1" : "scientist/nsubj");
  }
}

TEST(CorpusTest, AContextOccursAsOftenAsItsWordsOrItIsLeftOut) {
  CorpusBuilder builder;
  builder.AddParsed(MakeTokenTree({{"a", 0, "root"}, {"b", 1, "dep"}}), true);
  builder.AddParsed(MakeTokenTree({{"a", 0, "root"}, {"b", 1, "obj"}}), true);
  const Result<Corpus> corpus = builder.Build(2, 0);
  ASSERT_FALSE(corpus.ok());
  EXPECT_EQ(corpus.error().code, ErrorCode::kBadData);
  EXPECT_EQ(corpus.error().message,
            "expected contexts that occur at least 2 times, found none among "
            "4");
}

}  // namespace
}  // namespace whylight
