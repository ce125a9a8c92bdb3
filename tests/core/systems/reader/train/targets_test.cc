#include "core/systems/reader/train/targets.h"

#include <gtest/gtest.h>

#include <vector>

namespace whylight {
namespace {

TEST(ReaderTargetsTest, WhatIsRightIsSharedWithThoseWhoFoundNone) {
  AnsweredQuestion question;
  EXPECT_EQ(TargetOf(question, 3, true).none, 1);
  question.answers = {"a b c d e", "a b c d"};
  question.places = {{0, 5}, {0, 4}};
  question.no_answer_votes = 1;
  const SpanTarget target = TargetOf(question, 3, true);
  EXPECT_EQ(target.spans, (std::vector<WordRange>{{0, 3}}));
  EXPECT_DOUBLE_EQ(target.none, 1.0 / 3);
  EXPECT_EQ(TargetOf(question, 3, false).none, 0);
}

}  // namespace
}  // namespace whylight
