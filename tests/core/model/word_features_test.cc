#include "core/model/word_features.h"

#include <gtest/gtest.h>

namespace whylight {
namespace {

TEST(WordFeaturesTest, SayWhatAWordIsToBothTexts) {
  Matrix directions(3, 2);
  directions << 1, 0, Real(0.6), Real(0.8), 0, 1;
  const Matrix found =
      WordFeatures({.similarity = true}, {0, 2, 2, -1}, {1, 2, -1}, directions);
  Matrix expected(4, 3);
  expected << 0, Real(0.5), Real(0.6),  //
      1, 1, 1,                          //
      1, 1, 1,                          //
      0, Real(0.5), 0;
  EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-6);
}

}  // namespace
}  // namespace whylight
