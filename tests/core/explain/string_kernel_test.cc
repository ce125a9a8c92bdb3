#include "core/explain/string_kernel.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

using Positions = std::vector<Index>;

// "a b c" and "a c": equal words have similarity 1.
Matrix SmallTexts() {
  Matrix similarities(3, 2);
  similarities << 1, 0, 0, 0, 0, 1;
  return similarities;
}

TEST(StringKernelTest, DecaysByWhatAnNgramLeavesOut) {
  // Of "a b c" the bigram "a c" leaves out one word, of "a c" none.
  StringKernelOptions options;
  options.decay = 0.5;
  EXPECT_DOUBLE_EQ(StringKernel(SmallTexts(), options).value(), 0.5);
  // "a b" 0.5, "a c" 0.5 and "b c" 1 weigh 2 together.
  options.normalized = true;
  EXPECT_DOUBLE_EQ(StringKernel(SmallTexts(), options).value(), 0.25);
  // By span "a b" weighs 1.
  options.weighting = GapWeighting::kSpan;
  EXPECT_DOUBLE_EQ(StringKernel(SmallTexts(), options).value(), 0.2);
}

TEST(StringKernelTest, MatchesPartsOfNgrams) {
  StringKernelOptions options;
  options.decay = 0.5;
  options.mapping = Mapping::kAdditive;
  // "a b" shares "a" with "a c", "b c" shares "c", "a c" both.
  EXPECT_DOUBLE_EQ(StringKernel(SmallTexts(), options).value(),
                   0.5 * 1 + 0.5 * 2 + 1 * 1);
}

TEST(StringKernelTest, WithoutDecayComparesTheLastWords) {
  StringKernelOptions options;
  options.decay = 0;
  const Matrix similarities = RandomMatrix(5, 4, "S");
  EXPECT_FLOAT_EQ(
      static_cast<float>(StringKernel(similarities, options).value()),
      static_cast<float>(similarities(3, 2) * similarities(4, 3)));
}

TEST(StringKernelTest, IsNothingToTextsShorterThanTheOrder) {
  StringKernelOptions options;
  options.order = 3;
  options.normalized = true;
  for (const Index length : {0, 1, 2}) {
    const Matrix similarities = Matrix::Ones(length, 5);
    EXPECT_EQ(StringKernel(similarities, options).value(), 0);
    const auto found = StrongestMatches(similarities, options, 4);
    ASSERT_TRUE(found.ok());
    EXPECT_EQ(found.value().kernel, 0);
    EXPECT_TRUE(found.value().matches.empty());
  }
}

TEST(StringKernelTest, ComparesWordsByInnerProducts) {
  const Matrix x = RandomMatrix(6, 4, "x");
  const Matrix y = RandomMatrix(5, 4, "y");
  const StringKernelOptions options;
  const double expected = StringKernel(x * y.transpose(), options).value();
  EXPECT_NEAR(StringKernel(x, y, options).value(), expected,
              1e-5 * (1 + std::abs(expected)));
}

TEST(StringKernelTest, NamesTheOptionThatCannotBe) {
  const auto message = [](const StringKernelOptions& options) {
    const auto kernel = StringKernel(Matrix::Ones(3, 3), options);
    const auto matches = StrongestMatches(Matrix::Ones(3, 3), options, 1);
    EXPECT_FALSE(kernel.ok());
    EXPECT_FALSE(matches.ok());
    EXPECT_EQ(kernel.error().code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(kernel.error().message, matches.error().message);
    return kernel.error().message;
  };
  StringKernelOptions options;
  options.order = 0;
  EXPECT_EQ(message(options), "order: expected at least 1, found 0");
  options = {};
  for (const double decay :
       {1.0, -0.1, std::numeric_limits<double>::quiet_NaN()}) {
    options.decay = decay;
    EXPECT_EQ(message(options).rfind("decay: expected a number in [0, 1)", 0),
              0u);
  }
  const auto widths = StringKernel(Matrix::Ones(3, 4), Matrix::Ones(3, 5), {});
  ASSERT_FALSE(widths.ok());
  EXPECT_EQ(widths.error().message,
            "y: expected word vectors as wide as those of x, 4, found 5");
}

TEST(StringKernelTest, SaysWhatADoubleCannotHold) {
  Matrix similarities = Matrix::Ones(3, 3);
  similarities(1, 1) = std::numeric_limits<Real>::quiet_NaN();
  const auto kernel = StringKernel(similarities, {});
  ASSERT_FALSE(kernel.ok());
  EXPECT_EQ(kernel.error().code, ErrorCode::kNotFinite);
}

TEST(StrongestMatchesTest, ShowWhatTwoTextsShare) {
  const auto found = StrongestMatches(SmallTexts(), {}, 10);
  ASSERT_TRUE(found.ok());
  EXPECT_DOUBLE_EQ(found.value().kernel, 0.5);
  ASSERT_EQ(found.value().matches.size(), 1u);
  const NgramMatch& match = found.value().matches[0];
  EXPECT_EQ(match.x, (Positions{0, 2}));
  EXPECT_EQ(match.y, (Positions{0, 1}));
  EXPECT_EQ(match.similarities, (std::vector<double>{1, 1}));
  EXPECT_DOUBLE_EQ(match.contribution, 0.5);
  EXPECT_DOUBLE_EQ(match.share, 1);
}

TEST(StrongestMatchesTest, TakeTheFirstOfEquals) {
  StringKernelOptions options;
  options.order = 1;
  options.weighting = GapWeighting::kSpan;
  const auto found = StrongestMatches(Matrix::Ones(3, 3), options, 4);
  ASSERT_TRUE(found.ok());
  std::vector<std::pair<Index, Index>> cells;
  for (const NgramMatch& match : found.value().matches) {
    EXPECT_DOUBLE_EQ(match.share, 1.0 / 9);
    cells.emplace_back(match.x[0], match.y[0]);
  }
  EXPECT_EQ(cells, (std::vector<std::pair<Index, Index>>{
                       {0, 0}, {0, 1}, {0, 2}, {1, 0}}));
}

TEST(StrongestMatchesTest, OfSumsMayBeNegative) {
  Matrix similarities(2, 2);
  similarities << -3, 0, 0, 1;
  StringKernelOptions options;
  options.mapping = Mapping::kAdditive;
  const auto found = StrongestMatches(similarities, options, 5);
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found.value().matches.size(), 1u);
  EXPECT_DOUBLE_EQ(found.value().matches[0].contribution, -2);
  EXPECT_DOUBLE_EQ(found.value().matches[0].share, 1);
}

TEST(StrongestMatchesTest, OfSumsAreWeightedToTheEndOnly) {
  StringKernelOptions options;
  options.mapping = Mapping::kAdditive;
  options.weighting = GapWeighting::kSpan;
  EXPECT_TRUE(StringKernel(SmallTexts(), options).ok());
  const auto found = StrongestMatches(SmallTexts(), options, 5);
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(found.error().message.rfind("weighting: ", 0), 0u);
}

}  // namespace
}  // namespace whylight
