#include "core/systems/recommender/bank.h"

#include <gtest/gtest.h>

namespace whylight {
namespace {

using Numbers = std::vector<std::size_t>;

class ReviewBankTest : public testing::Test {
 protected:
  ReviewBankTest() {
    bank_.Add("ann", "ale", {1});    // 0
    bank_.Add("bob", "ale", {2});    // 1
    bank_.Add("ann", "stout", {3});  // 2
    bank_.Add("ann", "porter", {});  // 3: nothing to read
    bank_.Add("ann", "ale", {4});    // 4: once more
    bank_.Add("", "ale", {5});       // 5: nobody's
    bank_.Add("ann", "", {6});       // 6: of nothing
  }
  std::int32_t User(const char* name) const { return bank_.users().Find(name); }
  std::int32_t Item(const char* name) const { return bank_.items().Find(name); }

  ReviewBank bank_;
};

TEST_F(ReviewBankTest, NeverGivesWhatTheUserWroteOfTheItem) {
  EXPECT_EQ(bank_.OfUser(User("ann"), Item("ale"), 9), (Numbers{2, 6}));
  EXPECT_EQ(bank_.OfItem(User("ann"), Item("ale"), 9), (Numbers{1, 5}));
  EXPECT_EQ(bank_.OfUser(User("ann"), Item("stout"), 9), (Numbers{0, 4, 6}));
  EXPECT_EQ(bank_.OfItem(User("ann"), Item("stout"), 9), Numbers{});
}

TEST_F(ReviewBankTest, GivesTheFirstThatHaveWords) {
  EXPECT_EQ(bank_.OfUser(User("ann"), Item("porter"), 2), (Numbers{0, 2}));
  EXPECT_EQ(bank_.OfItem(User("bob"), Item("porter"), 2), Numbers{});
  EXPECT_EQ(bank_.OfItem(User("bob"), Item("ale"), 2), (Numbers{0, 4}));
  EXPECT_EQ(bank_.OfUser(User("ann"), Item("ale"), 0), Numbers{});
}

TEST_F(ReviewBankTest, KnowsNothingOfNamesItHasNot) {
  EXPECT_EQ(User("eve"), kUnknownName);
  EXPECT_EQ(bank_.OfUser(kUnknownName, Item("ale"), 9), Numbers{});
  EXPECT_EQ(bank_.OfItem(kUnknownName, Item("ale"), 9), (Numbers{0, 1, 4, 5}));
  EXPECT_EQ(bank_.OfUser(User("bob"), kUnknownName, 9), (Numbers{1}));
  EXPECT_TRUE(bank_.Has(User("ann"), Item("porter")));
  EXPECT_FALSE(bank_.Has(User("bob"), Item("stout")));
  EXPECT_FALSE(bank_.Has(kUnknownName, kUnknownName));
}

}  // namespace
}  // namespace whylight
