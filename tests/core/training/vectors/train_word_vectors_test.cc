#include "core/training/vectors/train_word_vectors.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/training/vectors/neighbours.h"
#include "tests/core/training/vectors/parsed_sentences.h"

namespace whylight {
namespace {

// Texts in which "cat" and "dog" keep the same company, and "nut" and "bolt".
Corpus ToyCorpus(int documents) {
  const std::vector<std::string> frames[] = {
      {"the", "furry", "purrs", "sleeps"}, {"a", "steel", "rusts", "turns"}};
  const std::vector<std::string> things[] = {{"cat", "dog"}, {"nut", "bolt"}};
  CorpusBuilder builder;
  for (int i = 0; i < documents; ++i) {
    const CounterRandom random(1, RandomPurpose::kShuffle,
                               static_cast<std::uint64_t>(i));
    const std::size_t topic = random.Below(0, 2);
    std::string text;
    for (std::uint64_t j = 0; j < 8; ++j) {
      const std::vector<std::string>& words =
          j % 3 == 1 ? things[topic] : frames[topic];
      text += words[random.Below(j + 1, words.size())] + " ";
    }
    builder.Add(text);
  }
  return std::move(builder.Build(1, 0)).value();
}

VectorOptions ToyOptions() {
  VectorOptions options;
  options.dimension = 16;
  options.window = 2;
  options.subsample = 0;
  options.epochs = 5;
  return options;
}

TEST(EpochsOfTest, AreMoreTheShorterTheText) {
  VectorOptions options;
  EXPECT_EQ(EpochsOf(options, 19'000), 100);
  EXPECT_EQ(EpochsOf(options, 100'000), 20);
  EXPECT_EQ(EpochsOf(options, 150'000), 14);
  EXPECT_EQ(EpochsOf(options, 5'000'000), 3);
  EXPECT_EQ(EpochsOf(options, 1), 100);
  options.epochs = 5;
  EXPECT_EQ(EpochsOf(options, 19'000), 5);
  options.objective = Objective::kPpmi;
  EXPECT_EQ(EpochsOf(options, 19'000), 1);
}

// With as few epochs as a long text has, all words stay alike. Half of the
// pairs of words keep the same company.
TEST(TrainWordVectorsTest, TellsTheWordsOfAShortTextApart) {
  VectorOptions options = ToyOptions();
  const auto mean_cosine = [&](int epochs) {
    options.epochs = epochs;
    return MeanCosine(TrainWordVectors(ToyCorpus(500), options).value(), 500);
  };
  EXPECT_GT(mean_cosine(3), 0.8);
  EXPECT_LT(mean_cosine(0), 0.65);
}

class ObjectiveTest : public testing::TestWithParam<Objective> {};

INSTANTIATE_TEST_SUITE_P(TrainWordVectors, ObjectiveTest,
                         testing::Values(Objective::kSkipGram, Objective::kCbow,
                                         Objective::kRanking));

TEST_P(ObjectiveTest, GivesTheSameBitsOnAnyNumberOfThreads) {
  const Corpus corpus = ToyCorpus(1000);
  VectorOptions options = ToyOptions();
  options.objective = GetParam();
  options.subsample = 0.05;
  const auto train = [&](int threads) {
    VectorHooks hooks;
    hooks.threads = threads;
    return std::move(TrainWordVectors(corpus, options, hooks)).value().vectors;
  };
  const Matrix alone = train(1);
  for (const int threads : {1, 2, 3, 4}) EXPECT_EQ(train(threads), alone);
  options.seed = 2;
  EXPECT_NE(train(1), alone);
}

TEST_P(ObjectiveTest, WordsThatKeepTheSameCompanyEndUpNearest) {
  VectorOptions options = ToyOptions();
  options.objective = GetParam();
  // A network has more to learn.
  if (options.objective == Objective::kRanking) options.epochs = 20;
  const Result<WordVectors> words = TrainWordVectors(ToyCorpus(3000), options);
  ASSERT_TRUE(words.ok()) << words.error().message;
  const NeighbourFinder finder(words.value());
  const auto nearest = [&](const std::string& word) {
    const auto row = words.value().vocabulary.Find(word);
    EXPECT_GE(row, 0);
    return words.value().vocabulary.word(
        finder.Nearest(static_cast<std::size_t>(row), 1)[0].word);
  };
  EXPECT_EQ(nearest("cat"), "dog");
  EXPECT_EQ(nearest("dog"), "cat");
  EXPECT_EQ(nearest("nut"), "bolt");
  EXPECT_EQ(nearest("bolt"), "nut");
}

// With enough dimensions w . c tends to log(P(w, c) / (P(w) P(c) k)) (Levy and
// Goldberg 2014), whatever the batches; here the loss tells as much. Every word
// follows every other alike, so a pair should score log(1 / k).
TEST(TrainWordVectorsTest, LossTendsToThatOfTheBestScores) {
  CorpusBuilder builder;
  const CounterRandom random(7, RandomPurpose::kShuffle);
  std::string text;
  for (std::uint64_t i = 0; i < 50'000; ++i) {
    text += std::string(1, static_cast<char>('a' + random.Below(i, 20))) + " ";
  }
  builder.Add(text);
  VectorOptions options = ToyOptions();
  options.epochs = 10;
  std::vector<double> losses;
  VectorHooks hooks;
  hooks.progress = [&](const VectorProgress& progress) {
    losses.push_back(progress.loss);
  };
  ASSERT_TRUE(
      TrainWordVectors(std::move(builder.Build(1, 0)).value(), options, hooks)
          .ok());
  double mean = 0;
  for (std::size_t i = losses.size() - 100; i < losses.size(); ++i) {
    mean += losses[i] / 100;
  }
  const double k = options.negatives;
  const double best = std::log(1 + k) + k * std::log(1 + 1 / k);
  EXPECT_NEAR(losses.front(), (1 + k) * std::log(2.0), 0.01);
  EXPECT_NEAR(mean, best, 0.02);
}

// Sentences in which "cat" and "dog" purr and "nut" and "bolt" rust.
Corpus ParsedToyCorpus() {
  const std::vector<std::string> subjects[] = {{"cat", "dog"}, {"nut", "bolt"}};
  const std::vector<std::string> verbs[] = {{"purrs", "sleeps"},
                                            {"rusts", "turns"}};
  CorpusBuilder builder;
  const CounterRandom random(5, RandomPurpose::kShuffle);
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const std::size_t topic = random.Below(3 * i, 2);
    builder.AddParsed(
        MakeTokenTree(
            {{"the", 2, "det"},
             {subjects[topic][random.Below(3 * i + 1, 2)], 3, "nsubj"},
             {verbs[topic][random.Below(3 * i + 2, 2)], 0, "root"}}),
        /*collapse=*/true);
  }
  return std::move(builder.Build(1, 0)).value();
}

TEST(TrainWordVectorsTest, WordsWithTheSameDependenciesEndUpNearest) {
  const Corpus corpus = ParsedToyCorpus();
  for (const Objective objective : {Objective::kSkipGram, Objective::kPpmi}) {
    VectorOptions options = ToyOptions();
    options.objective = objective;
    options.contexts = ContextKind::kDependencies;
    options.dimension = 8;
    options.negatives = 1;  // More is taken from what is beyond chance.
    const auto train = [&](int threads) {
      VectorHooks hooks;
      hooks.threads = threads;
      return std::move(TrainWordVectors(corpus, options, hooks)).value();
    };
    const WordVectors words = train(1);
    for (const int threads : {2, 3}) {
      EXPECT_EQ(train(threads).vectors, words.vectors);
    }
    const NeighbourFinder finder(words);
    for (const auto& [one, other] :
         std::vector<std::pair<std::string, std::string>>{
             {"cat", "dog"}, {"nut", "bolt"}, {"purrs", "sleeps"}}) {
      const auto row = static_cast<std::size_t>(words.vocabulary.Find(one));
      EXPECT_EQ(words.vocabulary.word(finder.Nearest(row, 1)[0].word), other);
    }
  }
}

TEST(TrainWordVectorsTest, RefusesContextsThatDoNotGoWithTheRest) {
  VectorOptions options = ToyOptions();
  options.contexts = ContextKind::kDependencies;
  const auto problem = [&options](Corpus corpus) {
    const Result<WordVectors> words =
        TrainWordVectors(std::move(corpus), options);
    EXPECT_FALSE(words.ok());
    EXPECT_EQ(words.error().code, ErrorCode::kInvalidArgument);
    return words.error().message;
  };
  EXPECT_EQ(problem(ToyCorpus(10)),
            "expected parsed sentences with dependencies, found none");
  options.objective = Objective::kCbow;
  EXPECT_EQ(problem(ParsedToyCorpus()),
            "\"contexts\": expected \"words\" of objective \"cbow\", found "
            "\"dependencies\"");
}

TEST(TrainWordVectorsTest, StopsWhenAsked) {
  std::atomic<bool> stop = false;
  int reports = 0;
  VectorHooks hooks;
  hooks.stop = &stop;
  hooks.progress = [&](const VectorProgress& progress) {
    EXPECT_LT(progress.words_done, progress.words_total);
    ++reports;
    stop = true;
  };
  const Result<WordVectors> words =
      TrainWordVectors(ToyCorpus(1000), ToyOptions(), hooks);
  ASSERT_FALSE(words.ok());
  EXPECT_EQ(words.error().code, ErrorCode::kInterrupted);
  EXPECT_EQ(reports, 1);
}

TEST(TrainWordVectorsTest, NamesTheBatchWhereTheLossIsNoLongerFinite) {
  VectorOptions options = ToyOptions();
  options.learning_rate = 1e30;
  const Result<WordVectors> words = TrainWordVectors(ToyCorpus(1000), options);
  ASSERT_FALSE(words.ok());
  EXPECT_EQ(words.error().code, ErrorCode::kNotFinite);
  EXPECT_NE(words.error().message.find("in batch "), std::string::npos);
}

TEST(TrainWordVectorsTest, RefusesOptionsThatMakeNoSense) {
  VectorOptions options = ToyOptions();
  options.window = 0;
  const Result<WordVectors> words = TrainWordVectors(ToyCorpus(10), options);
  ASSERT_FALSE(words.ok());
  EXPECT_EQ(words.error().code, ErrorCode::kInvalidArgument);
}

TEST(TrainWordVectorsTest, ACorpusOfOneWordIsFine) {
  CorpusBuilder builder;
  builder.Add("alone");
  const Result<WordVectors> words =
      TrainWordVectors(std::move(builder.Build(1, 0)).value(), ToyOptions());
  ASSERT_TRUE(words.ok()) << words.error().message;
  EXPECT_EQ(words.value().vectors.rows(), 1);
}

}  // namespace
}  // namespace whylight
