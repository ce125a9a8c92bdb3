#include "core/training/vectors/fit_subwords.h"

#include <gtest/gtest.h>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

const std::vector<std::string> kWords = {"password", "passenger", "printer",
                                         "suitcase", "refund",    "aaaaaaaa"};

TEST(FitSubwordsTest, TheMeanOfAWordsRowsComesNearItsVector) {
  const Vocabulary vocabulary = Vocabulary::FromWords(kWords).value();
  const Matrix vectors =
      RandomMatrix(static_cast<Index>(kWords.size()), 8, "vectors");
  const SubwordOptions options{.buckets = 4096};
  const Matrix table = FitSubwords(vocabulary, vectors, options, 200, 1);
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    EXPECT_TRUE(SubwordVector(table, Subwords(kWords[i], options))
                    .isApprox(vectors.row(static_cast<Index>(i)), Real(0.02)))
        << kWords[i];
  }
}

TEST(FitSubwordsTest, AMisspeltWordIsNearestToTheRightOne) {
  const Vocabulary vocabulary = Vocabulary::FromWords(kWords).value();
  const Matrix vectors =
      RandomMatrix(static_cast<Index>(kWords.size()), 8, "vectors");
  const SubwordOptions options{.buckets = 4096};
  const Matrix table = FitSubwords(vocabulary, vectors, options, 20, 1);
  const RowVector wrong = SubwordVector(table, Subwords("pasword", options));
  Index nearest = -1;
  (vectors * wrong.transpose())
      .cwiseQuotient(vectors.rowwise().norm())
      .col(0)
      .maxCoeff(&nearest);
  EXPECT_EQ(nearest, 0);
}

}  // namespace
}  // namespace whylight
