#include "core/base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <utility>

namespace whylight {
namespace {

Result<int> Half(int number) {
  if (number % 2 != 0) {
    return Error{ErrorCode::kInvalidArgument,
                 "expected an even number, found " + std::to_string(number)};
  }
  return number / 2;
}

TEST(ResultTest, HoldsAValueOrAnError) {
  const Result<int> good = Half(8);
  ASSERT_TRUE(good.ok());
  EXPECT_EQ(good.value(), 4);
  const Result<int> bad = Half(7);
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(bad.error().message, "expected an even number, found 7");
}

TEST(ResultTest, GivesAwayWhatCannotBeCopied) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(7));
  const std::unique_ptr<int> owner = std::move(result).value();
  EXPECT_EQ(*owner, 7);
}

TEST(StatusTest, IsGoodUnlessGivenAnError) {
  EXPECT_TRUE(Status().ok());
  const Status bad = Error{ErrorCode::kIo, "expected space on the disk"};
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().code, ErrorCode::kIo);
}

TEST(ErrorCodeTest, HasANameForEveryCode) {
  std::set<std::string_view> names;
  for (const ErrorCode code :
       {ErrorCode::kInvalidArgument, ErrorCode::kBadModel,
        ErrorCode::kModelVersion, ErrorCode::kBadData, ErrorCode::kTextTooLong,
        ErrorCode::kOutOfMemory, ErrorCode::kNotFound, ErrorCode::kIo,
        ErrorCode::kNotFinite, ErrorCode::kInterrupted}) {
    names.insert(ErrorCodeName(code));
  }
  EXPECT_EQ(names.size(), 10u);
  EXPECT_EQ(names.count("unknown"), 0u);
  EXPECT_EQ(ErrorCodeName(ErrorCode::kTextTooLong), "text-too-long");
}

}  // namespace
}  // namespace whylight
