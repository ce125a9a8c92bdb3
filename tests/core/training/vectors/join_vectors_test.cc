#include "core/training/vectors/join_vectors.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace whylight {
namespace {

WordVectors Of(const std::vector<std::string>& words, const Matrix& vectors) {
  WordVectors made;
  made.vocabulary = std::move(Vocabulary::FromWords(words)).value();
  made.vectors = vectors;
  return made;
}

TEST(JoinVectorsTest, PutsVectorsOfTheWantedLengthsSideBySide) {
  const WordVectors joined =
      JoinVectors({Of({"foam", "malt"}, Matrix{{3, 0}, {0, 2}}),
                   Of({"malt"}, Matrix{{-8}})},
                  {.lengths = {1, 0.5}})
          .value();
  EXPECT_EQ(joined.vocabulary.Serialize(), "foam\nmalt\n");
  EXPECT_EQ(joined.vectors, (Matrix{{1, 0, 0}, {0, 1, Real(-0.5)}}));
}

TEST(JoinVectorsTest, TakesTheMeanOfEachPartFromItsOwnWords) {
  const WordVectors joined =
      JoinVectors({Of({"foam", "malt"}, Matrix{{3, 0}, {0, 2}}),
                   Of({"malt", "hops"}, Matrix{{4}, {4}})},
                  {.center = true})
          .value();
  const Real half = Real(0.5);
  EXPECT_EQ(joined.vectors,
            (Matrix{{half, -half, 0}, {-half, half, 0}, {0, 0, 0}}));
}

TEST(JoinVectorsTest, WantsALengthForEachPart) {
  const Result<WordVectors> joined = JoinVectors(
      {Of({"foam"}, Matrix{{3}}), Of({"malt"}, Matrix{{2}})}, {.lengths = {1}});
  ASSERT_FALSE(joined.ok());
  EXPECT_EQ(joined.error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace whylight
