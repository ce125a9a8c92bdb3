#include "core/training/data/labels.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace whylight {
namespace {

using Strings = std::vector<std::string>;

TEST(LabelsTest, AreSortedAsNumbersWhereAllAre) {
  EXPECT_EQ(SortedLabels({"10", "-1", "9"}), (Strings{"-1", "9", "10"}));
  EXPECT_EQ(SortedLabels({"10", "b", "9"}), (Strings{"10", "9", "b"}));
}

TEST(LabelsTest, ErrorsNameALineAndTheLabelsThereAre) {
  EXPECT_EQ(FindLabel("b", {"a.txt", 3}, {"a", "b"}).value(), 1);
  EXPECT_EQ(FindLabel("c", {"a.txt", 3}, {"a", "b"}).error().message,
            "a.txt:3: expected a label of the model, one of \"a\", \"b\", "
            "found \"c\"");
  EXPECT_TRUE(CheckHasLabels("a.txt", {1, 0, 1}, {"a", "b"}, "add some").ok());
  EXPECT_EQ(
      CheckHasLabels("a.txt", {1, 1}, {"a", "b"}, "add some").error().message,
      "a.txt: expected a text of every label, found none of \"a\"; add some");
}

TEST(LabelsTest, AreCountedAlsoWhereNoTextHasThem) {
  EXPECT_EQ(CountLabels({1, 1, 2}, {"a", "b", "c"}),
            (std::map<std::string, std::size_t>{{"a", 0}, {"b", 2}, {"c", 1}}));
}

TEST(LabelsTest, OfManyTheFirstAreListed) {
  EXPECT_EQ(ListLabels(Strings(3, "a")), "\"a\", \"a\", \"a\"");
  EXPECT_TRUE(ListLabels(Strings(21, "a")).ends_with("\"a\", ..."));
}

}  // namespace
}  // namespace whylight
