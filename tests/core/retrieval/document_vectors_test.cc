#include "core/retrieval/document_vectors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/core/retrieval/random_documents.h"

namespace whylight {
namespace {

double CosineOf(const std::vector<float>& a, const std::vector<float>& b) {
  double ab = 0;
  double aa = 0;
  double bb = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const auto x = static_cast<double>(a[k]);
    const auto y = static_cast<double>(b[k]);
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return ab / std::sqrt(aa * bb);
}

TEST(DocumentVectorsTest, CosinesAreNearThoseOfFloats) {
  for (const std::size_t width : {1u, 7u, 20u, 200u, 513u}) {
    DocumentVectors vectors(width);
    for (std::uint64_t i = 0; i < 1100; ++i) {
      vectors.Append(RandomVector(i, width));
    }
    const std::vector<float> query = RandomVector(5000, width);
    std::vector<double> cosines(1000);
    vectors.Cosines(vectors.MakeQuery(query), 50, cosines);
    double squares = 0;
    for (std::size_t i = 0; i < cosines.size(); ++i) {
      const double expected = CosineOf(query, RandomVector(50 + i, width));
      squares += std::pow(cosines[i] - expected, 2);
      ASSERT_NEAR(cosines[i], expected, 0.008) << width;
      ASSERT_EQ(cosines[i], vectors.Cosine(vectors.MakeQuery(query), 50 + i));
    }
    if (width == 200) {
      EXPECT_NEAR(std::sqrt(squares / 1000), 0.0005, 0.00015);
    }
  }
}

TEST(DocumentVectorsTest, LengthsDoNotMatterAndZerosAreLikeNothing) {
  DocumentVectors vectors(3);
  vectors.Append(std::vector<float>{1e30F, 0, 2e30F});
  vectors.Append(std::vector<float>{1e-30F, 0, 2e-30F});
  vectors.Append(std::vector<float>{0, 0, 0});
  const VectorQuery query = vectors.MakeQuery(0);
  EXPECT_DOUBLE_EQ(vectors.Cosine(query, 0), 1);
  EXPECT_DOUBLE_EQ(vectors.Cosine(query, 1), 1);
  EXPECT_EQ(vectors.Cosine(query, 2), 0);
  EXPECT_EQ(vectors.MakeQuery(std::vector<float>{0, 0, 0}).scale, 0);
  EXPECT_NEAR(
      vectors.Cosine(vectors.MakeQuery(std::vector<float>{-1, 0, -2}), 0), -1,
      1e-4);
}

TEST(DocumentVectorsTest, IntegersAreAllThereIsToAVector) {
  DocumentVectors vectors(20);
  DocumentVectors copy(20);
  for (std::uint64_t i = 0; i < 9; ++i) vectors.Append(RandomVector(i));
  for (std::size_t i = 0; i < 9; ++i) copy.AppendIntegers(vectors.Integers(i));
  const std::vector<float> query = RandomVector(77);
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_EQ(vectors.Cosine(vectors.MakeQuery(query), i),
              copy.Cosine(copy.MakeQuery(query), i));
  }
  copy.Keep(std::vector<std::uint8_t>{0, 1, 0, 0, 1, 1, 0, 0, 0});
  ASSERT_EQ(copy.size(), 3u);
  EXPECT_EQ(copy.Cosine(copy.MakeQuery(query), 1),
            vectors.Cosine(vectors.MakeQuery(query), 4));
}

}  // namespace
}  // namespace whylight
