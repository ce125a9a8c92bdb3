#include "core/inference/word_projections.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

constexpr std::int32_t kWords = 200;
constexpr Index kDimensions = 5;
constexpr Index kWidth = 11;

class WordProjectionsTest : public testing::Test {
 protected:
  WordProjections Keeping(std::size_t rows) {
    return Keeping(rows, {MakeFloatWeight(weight_), bias_, {{2, 3}}});
  }
  WordProjections Keeping(std::size_t rows, Projection projection) {
    const EncodedMatrix encoded = EncodeMatrix(vectors_, Dtype::kF32).value();
    std::vector<Tensor> tensors;
    AppendTensors("v", encoded, tensors);
    auto file = std::make_unique<const std::string>(
        SerializeSafetensors(tensors).value());
    const StoredMatrix stored =
        StoredMatrix::Find(SafetensorsView::Parse(*file, "file").value(), "v",
                           kWords, kDimensions)
            .value();
    const std::size_t bytes =
        rows * sizeof(Real) * static_cast<std::size_t>(projection.bias.size());
    return {std::move(file), stored, std::move(projection), bytes};
  }

  // W x + b with a sigmoid over columns 2 to 4, one word at a time.
  void ExpectRow(const Real* row, std::int32_t word) {
    Matrix expected = bias_;
    if (word >= 0) {
      Gemm<Real>(vectors_.row(word), ConstRef<Real>(weight_), expected,
                 Into::kAdd);
    }
    Sigmoid(expected.data() + 2, expected.data() + 2, 3);
    EXPECT_TRUE(std::equal(row, row + kWidth, expected.data())) << word;
  }

  // A text of `words` gets the right rows, whatever was asked before.
  void ExpectRows(WordProjections& projections,
                  const std::vector<std::int32_t>& words) {
    const std::vector<const Real*> rows = projections.Find(words);
    ASSERT_EQ(rows.size(), words.size());
    for (std::size_t i = 0; i < words.size(); ++i) ExpectRow(rows[i], words[i]);
  }

  const Matrix vectors_ = RandomMatrix(kWords, kDimensions, "vectors");
  const Matrix weight_ = RandomMatrix(kDimensions, kWidth, "weight");
  const RowVector bias_ = RandomMatrix(1, kWidth, "bias").row(0);
};

TEST_F(WordProjectionsTest, RowsAreTheWordsProjections) {
  for (const std::size_t kept : {0u, 1u, 3u, 64u, 100u, 1000u}) {
    SCOPED_TRACE(kept);
    WordProjections projections = Keeping(kept);
    ExpectRows(projections, {});
    ExpectRows(projections, {4, 1, 4, -1, 199});
    ExpectRows(projections, {7, 8, 9, 10, 4, -1});
    std::vector<std::int32_t> many;
    for (std::int32_t i = 0; i < 150; ++i) many.push_back(i * 7 % kWords);
    ExpectRows(projections, many);
    ExpectRows(projections, {4, 1, 4, -1, 199});
  }
}

// Layers that keep their projections apart give what they give side by side: a
// number depends neither on the columns nor on the words around it.
TEST_F(WordProjectionsTest, ColumnsProjectedApartHaveTheSameBits) {
  constexpr Index kWide = 150;
  const Matrix wide = RandomMatrix(kDimensions, kWide, "wide");
  const RowVector bias = RandomMatrix(1, kWide, "wide bias").row(0);
  std::vector<std::int32_t> words;
  for (std::int32_t i = 0; i < 90; ++i) words.push_back(i * 7 % kWords - 1);
  WordProjections whole = Keeping(1000, {MakeFloatWeight(wide), bias, {}});
  const std::vector<const Real*> rows = whole.Find(words);
  for (const Index from : {1, 16, 24, 75, 149}) {
    const Index width = kWide - from;
    WordProjections apart =
        Keeping(1000, {MakeFloatWeight(wide.rightCols(width)),
                       RowVector(bias.tail(width)),
                       {}});
    // A few, one of them, and all.
    for (const std::size_t count : {3u, 1u, 90u}) {
      const std::vector<const Real*> own = apart.Find({words.data(), count});
      for (std::size_t i = 0; i < count; ++i) {
        EXPECT_TRUE(std::equal(own[i], own[i] + width, rows[i] + from))
            << "word " << i << " of " << count << ", columns from " << from;
      }
    }
  }
}

TEST_F(WordProjectionsTest, WordsSeenAreNotProjectedAgain) {
  WordProjections projections = Keeping(10);
  const std::vector<const Real*> first =
      projections.Find(std::vector<std::int32_t>{3, 5, 3});
  EXPECT_EQ(first[0], first[2]);
  const std::vector<const Real*> second =
      projections.Find(std::vector<std::int32_t>{5, 6, 3});
  EXPECT_EQ(second[0], first[1]);
  EXPECT_EQ(second[2], first[0]);
}

TEST_F(WordProjectionsTest, RarestWordsMakeRoom) {
  WordProjections projections = Keeping(3);
  const std::vector<const Real*> first =
      projections.Find(std::vector<std::int32_t>{2, 9, 150});
  // 30 takes the place of 150, the rarest, though it came last.
  const std::vector<const Real*> second =
      projections.Find(std::vector<std::int32_t>{30});
  EXPECT_EQ(second[0], first[2]);
  const std::vector<const Real*> third =
      projections.Find(std::vector<std::int32_t>{2, 9});
  EXPECT_EQ(third[0], first[0]);
  EXPECT_EQ(third[1], first[1]);
}

// What is kept is what a look at all words says should be: of those not in use
// the rarest go, as many as come.
TEST_F(WordProjectionsTest, KeepsWhatALookAtAllWordsWouldKeep) {
  constexpr std::size_t kRows = 20;
  WordProjections projections = Keeping(kRows);
  std::map<std::int32_t, const Real*> kept;
  std::mt19937 random(3);
  for (int call = 0; call < 200; ++call) {
    std::vector<std::int32_t> words(1 + random() % 30);
    for (std::int32_t& word : words) {
      word = static_cast<std::int32_t>(random() % (kWords + 1)) - 1;
    }
    const std::vector<const Real*> rows = projections.Find(words);
    std::vector<std::int32_t> missing;
    for (std::size_t i = 0; i < words.size(); ++i) {
      ExpectRow(rows[i], words[i]);
      if (const auto found = kept.find(words[i]); found != kept.end()) {
        EXPECT_EQ(rows[i], found->second) << words[i];
      } else if (std::count(missing.begin(), missing.end(), words[i]) == 0) {
        missing.push_back(words[i]);
      }
    }
    for (auto rarest = kept.end();
         rarest != kept.begin() && kept.size() + missing.size() > kRows;) {
      --rarest;
      const bool in_use =
          std::count(words.begin(), words.end(), rarest->first) > 0;
      if (!in_use) rarest = kept.erase(rarest);
    }
    for (const std::int32_t word : missing) {
      if (kept.size() == kRows) break;
      const auto at = std::find(words.begin(), words.end(), word);
      kept[word] = rows[static_cast<std::size_t>(at - words.begin())];
    }
  }
}

}  // namespace
}  // namespace whylight
