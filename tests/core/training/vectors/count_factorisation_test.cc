#include "core/training/vectors/count_factorisation.h"

#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/random.h"
#include "tests/core/training/vectors/parsed_sentences.h"

namespace whylight {
namespace {

Corpus CorpusOf(const std::vector<std::string>& texts) {
  CorpusBuilder builder;
  for (const std::string& text : texts) builder.Add(text);
  return std::move(builder.Build(1, 0)).value();
}

// The weight of a word in the context of another, by their names.
double WeightOf(const Corpus& corpus, const ContextMatrix& counts,
                const std::string& word, const std::string& context,
                Index place = 0) {
  const auto words = static_cast<Index>(corpus.vocabulary.size());
  return counts.coeff(corpus.vocabulary.Find(word),
                      place * words + corpus.vocabulary.Find(context));
}

TEST(CountFactorisationTest, NearerWordsCountForMoreAndNoneOfAnotherText) {
  const Corpus corpus = CorpusOf({"a b c a", "d"});
  const ContextMatrix counts =
      CountContexts(corpus, 2, ContextKind::kWords).value();
  EXPECT_EQ(WeightOf(corpus, counts, "a", "b"), 1.5);  // One and two away.
  EXPECT_EQ(WeightOf(corpus, counts, "a", "c"), 1.5);
  EXPECT_EQ(WeightOf(corpus, counts, "b", "a"), 1.5);
  EXPECT_EQ(WeightOf(corpus, counts, "b", "c"), 1);
  EXPECT_EQ(WeightOf(corpus, counts, "a", "a"), 0);
  EXPECT_EQ(counts.row(corpus.vocabulary.Find("d")).sum(), 0);
  EXPECT_EQ(counts.sum(), 8);
}

TEST(CountFactorisationTest, PositionsAreContextsOfTheirOwn) {
  const Corpus corpus = CorpusOf({"a b c a"});
  const ContextMatrix counts =
      CountContexts(corpus, 2, ContextKind::kPositions).value();
  // Places -2, -1, 1 and 2.
  EXPECT_EQ(WeightOf(corpus, counts, "a", "b", 2), 1);
  EXPECT_EQ(WeightOf(corpus, counts, "a", "b", 0), 0.5);
  EXPECT_EQ(WeightOf(corpus, counts, "a", "c", 3), 0.5);
  EXPECT_EQ(WeightOf(corpus, counts, "a", "c", 1), 1);
  // Together they are what words are.
  const ContextMatrix words =
      CountContexts(corpus, 2, ContextKind::kWords).value();
  const auto size = static_cast<Index>(corpus.vocabulary.size());
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(size, size);
  for (Index place = 0; place < 4; ++place) {
    sum += Eigen::MatrixXd(counts).middleCols(place * size, size);
  }
  EXPECT_EQ(sum, Eigen::MatrixXd(words));
}

TEST(CountFactorisationTest, ListedContextsCountAsOftenAsTheyOccur) {
  CorpusBuilder builder;
  builder.AddParsed(Scientist(), /*collapse=*/false);
  builder.AddParsed(Scientist(), /*collapse=*/false);
  builder.AddParsed(
      MakeTokenTree({{"scientist", 2, "nsubj"}, {"discovers", 0, "root"}}),
      /*collapse=*/false);
  const Corpus corpus = std::move(builder.Build(1, 0)).value();
  const ContextMatrix counts =
      CountContexts(corpus, 5, ContextKind::kDependencies).value();
  const std::vector<std::string>& names = corpus.contexts.names;
  ASSERT_EQ(counts.cols(), std::ssize(names));
  const auto count = [&](const char* word, const std::string& context) {
    const auto at = std::find(names.begin(), names.end(), context);
    EXPECT_NE(at, names.end()) << context;
    return counts.coeff(corpus.vocabulary.Find(word), at - names.begin());
  };
  EXPECT_EQ(count("discovers", "scientist/nsubj"), 3);
  EXPECT_EQ(count("scientist", "discovers/nsubj-1"), 3);
  EXPECT_EQ(count("scientist", "australian/amod"), 2);
  EXPECT_EQ(count("with", "telescope/case-1"), 2);
  EXPECT_EQ(count("star", "scientist/nsubj"), 0);
  EXPECT_EQ(counts.sum(), 2 * 10 + 2);
}

TEST(CountFactorisationTest, InformationIsWhatIsBeyondChance) {
  ContextMatrix counts(2, 2);
  counts.insert(0, 0) = 8;
  counts.insert(0, 1) = 1;
  counts.insert(1, 1) = 3;
  const ContextMatrix information = PositiveInformation(counts, 1);
  const double first = std::pow(8, 0.75);
  const double second = std::pow(4, 0.75);
  EXPECT_NEAR(information.coeff(0, 0),
              std::log(8 / (9 * first / (first + second))), 1e-12);
  EXPECT_NEAR(information.coeff(1, 1),
              std::log(3 / (3 * second / (first + second))), 1e-12);
  EXPECT_EQ(information.coeff(0, 1), 0);  // Less than chance.
  EXPECT_EQ(information.nonZeros(), 2);
  EXPECT_NEAR(PositiveInformation(counts, 2).coeff(1, 1),
              information.coeff(1, 1) - std::log(2), 1e-12);
}

TEST(CountFactorisationTest, FactorsAreThoseOfTheExactDecomposition) {
  const CounterRandom random(3, RandomPurpose::kShuffle);
  std::uint64_t next = 0;
  const auto draw = [&](Index rows, Index columns) {
    Eigen::MatrixXd drawn(rows, columns);
    for (double& number : drawn.reshaped()) {
      number = std::max(0.0, random.Uniform(next++) - 0.7);
    }
    return drawn;
  };
  const Eigen::MatrixXd of_rank_eight = draw(30, 8) * draw(8, 50);
  const Eigen::MatrixXd of_any = draw(30, 50);
  const auto expect_exact = [](const Eigen::MatrixXd& dense, Index count) {
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(dense, Eigen::ComputeThinU);
    const Eigen::MatrixXd exact =
        svd.matrixU().leftCols(count) *
        svd.singularValues().head(count).cwiseSqrt().asDiagonal();
    const Eigen::MatrixXd found =
        LargestFactors(ContextMatrix(dense.sparseView()), count, 1);
    // Whatever the signs of columns.
    EXPECT_NEAR((found * found.transpose() - exact * exact.transpose()).norm(),
                0, 1e-9)
        << count;
  };
  for (const Index count : {1, 5, 8}) expect_exact(of_rank_eight, count);
  for (const Index count : {20, 25}) expect_exact(of_any, count);
  // There is no more than the rank.
  const ContextMatrix matrix = of_any.sparseView();
  EXPECT_TRUE(LargestFactors(matrix, 40, 1).rightCols(10).isZero());
}

TEST(CountFactorisationTest, InterchangeableWordsEndUpNearest) {
  std::vector<std::string> texts;
  for (const char* pet : {"cat", "dog"}) {
    for (int i = 0; i < 5; ++i) {
      texts.push_back(std::string("the furry ") + pet + " purrs and sleeps");
    }
  }
  for (const char* part : {"nut", "bolt"}) {
    for (int i = 0; i < 5; ++i) {
      texts.push_back(std::string("a steel ") + part + " rusts or turns");
    }
  }
  VectorOptions options;
  options.objective = Objective::kPpmi;
  options.dimension = 4;
  options.window = 2;
  options.negatives = 1;
  for (const ContextKind kind :
       {ContextKind::kWords, ContextKind::kPositions}) {
    options.contexts = kind;
    const WordVectors words =
        TrainWordVectors(CorpusOf(texts), options).value();
    ASSERT_EQ(words.vectors.cols(), 4);
    const auto row = [&words](const char* word) {
      return words.vectors.row(words.vocabulary.Find(word));
    };
    EXPECT_GT(row("cat").normalized().dot(row("dog").normalized()), 0.99);
    EXPECT_GT(row("nut").normalized().dot(row("bolt").normalized()), 0.99);
    EXPECT_LT(row("cat").normalized().dot(row("nut").normalized()), 0.5);
  }
}

TEST(CountFactorisationTest, StopsWhenAskedAndRefusesTooManyContexts) {
  const std::atomic<bool> stop = true;
  const Corpus corpus = CorpusOf({"a b"});
  EXPECT_EQ(CountContexts(corpus, 2, ContextKind::kWords, &stop).error().code,
            ErrorCode::kInterrupted);
  EXPECT_EQ(
      CountContexts(corpus, 1 << 30, ContextKind::kPositions).error().code,
      ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace whylight
