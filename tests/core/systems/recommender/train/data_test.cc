#include "core/systems/recommender/train/data.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using Strings = std::vector<std::string>;

class RatingsFileTest : public testing::Test {
 protected:
  // The error in a file, after its path.
  std::string Problem(const std::string& name, const std::string& content,
                      const DataOptions& options = {}) const {
    const std::string path = folder_.Write(name, content);
    const auto read = ReadRatingsFile(path, options);
    if (read.ok()) return "nothing";
    return read.error().message.substr(path.size());
  }

  ScratchFolder folder_;
};

TEST_F(RatingsFileTest, ReadsJsonLinesAndTables) {
  const std::string lines = folder_.Write(
      "r.jsonl",
      "{\"user\": 7, \"item\": \"ale\", \"rating\": 4, \"text\": \"Hoppy\"}\n\n"
      "{\"user\": \"7\", \"item\": \"ale\", \"rating\": 2.5, \"text\": "
      "\"\"}\n");
  const RatingsFile file = ReadRatingsFile(lines, {}).value();
  EXPECT_EQ(file.users, (Strings{"7", "7"}));
  EXPECT_EQ(file.items, (Strings{"ale", "ale"}));
  EXPECT_EQ(file.ratings, (std::vector<double>{4, 2.5}));
  EXPECT_EQ(file.words, Strings{"hoppy"});
  EXPECT_EQ(file.lines, (std::vector<std::size_t>{1, 3}));
  EXPECT_EQ(NamesOf(file).mean, 3.25);
  EXPECT_EQ(NamesOf(file).users.size(), 1u);
  EXPECT_EQ(RangeOf(file), (std::vector<double>{2.5, 4}));

  const std::string table =
      folder_.Write("r.csv", "who,item,stars,text\n7,ale,4,Hoppy\n");
  const RatingsFile renamed =
      ReadRatingsFile(table,
                      {.columns = {{"user", "who"}, {"rating", "stars"}}})
          .value();
  EXPECT_EQ(renamed.users, Strings{"7"});
  EXPECT_EQ(renamed.ratings, std::vector<double>{4});
}

TEST_F(RatingsFileTest, NamesTheBadLine) {
  const std::string good =
      "{\"user\": 1, \"item\": 2, \"rating\": 3, \"text\": \"a\"}\n";
  EXPECT_EQ(Problem("r.jsonl", good + "{\"user\": 1"),
            ":2: expected a JSON object, found text that is not JSON");
  EXPECT_EQ(Problem("r.jsonl", good + "{\"user\": 1}"),
            ":2: expected a field \"item\", found \"user\"");
  EXPECT_EQ(Problem("r.jsonl", good + "{\"user\": \"\", \"item\": 1}"),
            ":2: expected a name as \"user\", found an empty one");
  EXPECT_EQ(Problem("r.jsonl",
                    good + "{\"user\": 1, \"item\": 1, \"rating\": \"x\"}"),
            ":2: expected \"rating\" to be a number, found a string");
  EXPECT_EQ(
      Problem("r.jsonl", good + "{\"user\": 1, \"item\": 1, \"rating\": 1}"),
      ":2: expected a field \"text\", found \"item\", \"rating\", \"user\"");
  EXPECT_EQ(Problem("r.jsonl", ""), ":1: expected a line, found an empty file");
  EXPECT_EQ(Problem("r.jsonl", " \n"), ":1: expected a rating, found none");
  EXPECT_EQ(Problem("r.txt", "a\n"),
            ": expected ratings as JSON lines, TSV or CSV, found another "
            "format");
  EXPECT_EQ(Problem("r.jsonl", good + "x\n", {.max_errors = 1}), "nothing");
}

TEST_F(RatingsFileTest, NoRatingIsPredictedFromItsOwnReview) {
  std::string lines;
  for (const auto& [user, item] :
       {std::pair("ann", "ale"), std::pair("ann", "stout"),
        std::pair("bob", "ale"), std::pair("ann", "ale"),
        std::pair("bob", "stout")}) {
    lines += std::string("{\"user\": \"") + user + "\", \"item\": \"" + item +
             "\", \"rating\": 3, \"text\": \"" + user + " " + item + "\"}\n";
  }
  const RatingsFile file =
      ReadRatingsFile(folder_.Write("r.jsonl", lines), {}).value();
  const Vocabulary words = Vocabulary::FromWords(file.words).value();
  RecommenderOptions options{.range = {0, 5}, .reviews = 3};
  const ReviewBank bank = BankOf(file, words, options);
  const Recommender model =
      Recommender::Make(options, NamesOf(file), words, Matrix::Ones(4, 2), 2, 1)
          .value();
  const RatedItems rated = ToRatedItems(file, model, bank);
  for (std::size_t i = 0; i < rated.size(); ++i) {
    const Interaction one = InteractionOf(rated, i, bank, options);
    for (const auto* reviews : {&one.of_user, &one.of_item}) {
      EXPECT_FALSE(reviews->empty());
      for (const WordIds* review : *reviews) {
        // Neither that of this line nor another of this user of this item.
        EXPECT_NE(*review, file.texts[i]) << i;
      }
    }
  }
}

}  // namespace
}  // namespace whylight
