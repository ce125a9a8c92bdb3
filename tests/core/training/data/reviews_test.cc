#include "core/training/data/reviews.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

TEST(ReadReviewsTest, ReadsTextAndTheWantedRatingsInOrder) {
  const ScratchFolder folder;
  const std::string path = folder.WriteGzip(
      "a.jsonl.gz",
      R"({"text": "a \u00e9", "ratings": {"aroma": 0.25, "look": 1}})"
      "\n"
      R"({"ratings": {"look": 0, "aroma": 0.5, "taste": 9}, "text": ""})"
      "\n");
  const auto reviews = ReadReviews(path, {"look", "aroma"});
  ASSERT_TRUE(reviews.ok()) << reviews.error().message;
  ASSERT_EQ(reviews.value().size(), 2u);
  EXPECT_EQ(reviews.value()[0].text, "a \u00e9");
  EXPECT_EQ(reviews.value()[0].ratings, (std::vector<Real>{1, 0.25}));
  EXPECT_EQ(reviews.value()[1].text, "");
  EXPECT_EQ(reviews.value()[1].ratings, (std::vector<Real>{0, 0.5}));
}

TEST(ReadReviewsTest, ErrorsNameTheLineAndWhatWasFound) {
  const std::string good = R"({"text": "t", "ratings": {"aroma": 0.5}})";
  const struct {
    std::string line;
    std::string error;
  } cases[] = {
      {"{\"text\": ", "expected a JSON object, found text that is not JSON"},
      {"\"\xFF\"", "expected a JSON object, found text that is not JSON"},
      {"[1]", "expected a JSON object, found an array"},
      {"{}", "expected a field \"text\", found none"},
      {R"({"text": 3})", "expected \"text\" to be a string, found 3"},
      {R"({"text": ""})",
       "expected a field \"ratings\" with ratings, found none"},
      {R"({"text": [1], "ratings": {"aroma": 1}})",
       "expected \"text\" to be a list of strings, found in it 1"},
      // Found by records_fuzzer: the span of such a token was empty.
      {R"({"text": ["", "one"], "ratings": {"aroma": 1}})",
       "expected \"text\" to be a list of tokens, found an empty one in it"},
      {R"({"text": "", "ratings": [1]})",
       "expected a rating \"aroma\" between 0 and 1, found none"},
      {R"({"text": "", "ratings": "good"})",
       "expected a rating \"aroma\" between 0 and 1, found a string"},
      {R"({"text": "", "ratings": {"aroma": "1"}})",
       "expected a rating \"aroma\" between 0 and 1, found a string"},
      {R"({"text": "", "ratings": {"aroma": 1.5}})",
       "expected a rating \"aroma\" between 0 and 1, found 1.5; "
       "other bounds are given by \"scale\", such as [1, 5]"},
      {R"({"text": "", "ratings": {"aroma": -0.5}})",
       "expected a rating \"aroma\" between 0 and 1, found -0.5; "
       "other bounds are given by \"scale\", such as [1, 5]"},
  };
  const ScratchFolder folder;
  for (const auto& [line, error] : cases) {
    std::string content = good;
    content.append("\n").append(line).append("\n").append(good).append("\n");
    std::string message = folder.Write("a.jsonl", content);
    const auto reviews = ReadReviews(message, {"aroma"});
    message.append(":2: ").append(error);
    ASSERT_FALSE(reviews.ok()) << line;
    EXPECT_EQ(reviews.error().code, ErrorCode::kBadData);
    EXPECT_EQ(reviews.error().message, message);
  }
}

TEST(ReadReviewsTest, TakesRatingsByPlaceByNameOrAsTheFieldItself) {
  const ScratchFolder folder;
  const auto listed =
      ReadReviews(folder.Write("a.jsonl", R"({"x": "t", "y": [0.5, 0, 1]})"),
                  {"look", "aroma"},
                  {.text = "x",
                   .ratings = "y",
                   .columns = {{"look", "2"}, {"aroma", "0"}}});
  ASSERT_TRUE(listed.ok()) << listed.error().message;
  EXPECT_EQ(listed.value()[0].ratings, (std::vector<Real>{1, 0.5}));

  const auto named = ReadReviews(
      folder.Write("b.jsonl", R"({"text": "t", "ratings": {"nose": 1}})"),
      {"aroma"}, {.columns = {{"aroma", "nose"}}});
  ASSERT_TRUE(named.ok()) << named.error().message;
  EXPECT_EQ(named.value()[0].ratings, (std::vector<Real>{1}));

  const DataOptions labels = {.ratings = "label",
                              .values = {{"neg", 0}, {"pos", 1}}};
  const auto labelled =
      ReadReviews(folder.Write("c.jsonl", R"({"text": "t", "label": "pos"})"
                                          "\n"
                                          R"({"text": "t", "label": 0.25})"),
                  {"praise"}, labels);
  ASSERT_TRUE(labelled.ok()) << labelled.error().message;
  EXPECT_EQ(labelled.value()[0].ratings, (std::vector<Real>{1}));
  EXPECT_EQ(labelled.value()[1].ratings, (std::vector<Real>{0.25}));
}

TEST(ReadReviewsTest, TheLabelOfATextIsTheRatingOfTheOnlyAspect) {
  const ScratchFolder folder;
  const std::string path =
      folder.Write("a.txt", "pos A fine lamp.\n0.25\tDim.\n");
  const DataOptions options = {.values = {{"neg", 0}, {"pos", 1}}};
  const auto read = ReadReviews(path, {"praise"}, options);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value()[0].text, "A fine lamp.");
  EXPECT_EQ(read.value()[0].ratings, (std::vector<Real>{1}));
  EXPECT_EQ(read.value()[1].ratings, (std::vector<Real>{0.25}));
  EXPECT_EQ(ReadReviews(path, {"look", "feel"}, options).error().message,
            path +
                ": expected reviews as JSON lines, TSV or CSV, found a "
                "format without ratings");
  EXPECT_EQ(ReadReviews(folder.Write("b.txt", "2 Dim.\n"), {"praise"}, options)
                .error()
                .message,
            folder.Path("b.txt") +
                ":1: expected a rating \"praise\" between 0 and 1 or one of "
                "\"neg\", \"pos\", found \"2\"");
}

TEST(ReadReviewsTest, RatingsOnAScaleBecomeThoseBetween0And1) {
  const ScratchFolder folder;
  const std::string table =
      folder.Write("a.csv", "text;look\nt;1\nt;4\nt;5\nt;2.5\n");
  const std::string objects =
      folder.Write("a.jsonl", R"({"text": "t", "ratings": {"look": 1}})"
                              "\n"
                              R"({"text": "t", "ratings": {"look": 4}})"
                              "\n"
                              R"({"text": "t", "ratings": {"look": 5}})"
                              "\n"
                              R"({"text": "t", "ratings": {"look": 2.5}})"
                              "\n");
  const std::string lines = folder.Write("a.txt", "1 t\n4 t\n5 t\n2.5 t\n");
  for (const std::string& path : {table, objects, lines}) {
    const auto read = ReadReviews(path, {"look"}, {.scale = {1, 5}});
    ASSERT_TRUE(read.ok()) << read.error().message;
    std::vector<Real> ratings;
    for (const Review& review : read.value()) {
      ratings.push_back(review.ratings[0]);
    }
    EXPECT_EQ(ratings, (std::vector<Real>{0, 0.75, 1, 0.375})) << path;
  }
}

TEST(ReadReviewsTest, RatingsOffTheScaleAreErrorsThatSayWhatToDo) {
  const ScratchFolder folder;
  const auto error = [&](const std::string& rating,
                         const DataOptions& options) {
    const std::string path =
        folder.Write("a.tsv", "text\tlook\nt\t1\nt\t" + rating + "\n");
    const auto read = ReadReviews(path, {"look"}, options);
    EXPECT_FALSE(read.ok());
    return read.error().message.substr(path.size());
  };
  const DataOptions stars = {.scale = {1, 5}};
  EXPECT_EQ(error("5.5", stars),
            ":3: expected a rating \"look\" between 1 and 5, found \"5.5\"");
  EXPECT_EQ(error("0", stars),
            ":3: expected a rating \"look\" between 1 and 5, found \"0\"");
  EXPECT_EQ(error("5", {}),
            ":3: expected a rating \"look\" between 0 and 1, found \"5\"; "
            "other bounds are given by \"scale\", such as [1, 5]");
  EXPECT_EQ(error("4,5", stars),
            ":3: expected a rating \"look\" between 1 and 5, found \"4,5\"; "
            "decimals stand behind a point, not a comma");
}

TEST(ReadReviewsTest, LeavesOutWhatLacksARatingOnRequest) {
  const ScratchFolder folder;
  const std::string objects = folder.Write(
      "a.jsonl", R"({"text": "a", "ratings": {"look": 1, "feel": 0}})"
                 "\n"
                 R"({"text": "b", "ratings": {"look": 1}})"
                 "\n"
                 R"({"text": "c", "ratings": {"look": 1, "feel": null}})"
                 "\n");
  const std::string table =
      folder.Write("b.csv", "text,look,feel\na,1,0\nb,1,\n");
  for (const std::string& path : {objects, table}) {
    const auto reviews =
        ReadReviews(path, {"look", "feel"}, {.skip_unrated = true});
    ASSERT_TRUE(reviews.ok()) << reviews.error().message;
    ASSERT_EQ(reviews.value().size(), 1u);
    EXPECT_EQ(reviews.value()[0].text, "a");
  }
  // A value that is not a rating is still an error, and so is a file of which
  // no review is left.
  EXPECT_FALSE(ReadReviews(folder.Write("c.csv", "text,look\na,9\n"), {"look"},
                           {.skip_unrated = true})
                   .ok());
  EXPECT_FALSE(
      ReadReviews(table, {"look", "smell"}, {.skip_unrated = true}).ok());
}

// 1 for each rating that a review gives, by review.
std::vector<std::vector<int>> Rated(const std::vector<Review>& reviews) {
  std::vector<std::vector<int>> rated;
  for (const Review& review : reviews) {
    rated.emplace_back();
    for (const Real rating : review.ratings) {
      rated.back().push_back(IsRated(rating));
    }
  }
  return rated;
}

TEST(ReadReviewsTest, ReadsARatingThatIsNotThereAsMissing) {
  const ScratchFolder folder;
  const std::string objects = folder.Write(
      "a.jsonl", R"({"text": "a", "ratings": {"feel": 0}})"
                 "\n"
                 R"({"text": "b", "ratings": {"look": 1, "feel": null}})"
                 "\n"
                 R"({"text": "nobody rates", "ratings": {"taste": 1}})"
                 "\n");
  const std::string table =
      folder.Write("b.csv", "text,look,feel\na,,0\nb,1,\nnobody rates,,\n");
  const std::string list =
      folder.Write("c.jsonl", R"({"text": "a", "ratings": [null, 0]})"
                              "\n"
                              R"({"text": "b", "ratings": [1]})"
                              "\n");
  const DataOptions by_place = {.columns = {{"look", "0"}, {"feel", "1"}}};
  for (const auto& [path, options] :
       {std::pair(objects, DataOptions()), std::pair(table, DataOptions()),
        std::pair(list, by_place)}) {
    const auto reviews = ReadReviews(path, {"look", "feel"}, options);
    ASSERT_TRUE(reviews.ok()) << reviews.error().message;
    EXPECT_EQ(Rated(reviews.value()),
              (std::vector<std::vector<int>>{{0, 1}, {1, 0}}));
    EXPECT_EQ(reviews.value()[0].ratings[1], 0);
    EXPECT_EQ(reviews.value()[1].ratings[0], 1);
  }
}

TEST(ReadReviewsTest, NamesAnAspectThatNoReviewRates) {
  const ScratchFolder folder;
  const std::string path = folder.Write(
      "a.jsonl", R"({"text": "a", "ratings": {"look": 1, "feel": null}})");
  for (const bool skip_unrated : {false, true}) {
    const auto reviews =
        ReadReviews(path, {"look", "feel"}, {.skip_unrated = skip_unrated});
    ASSERT_FALSE(reviews.ok());
    EXPECT_EQ(reviews.error().code, ErrorCode::kBadData);
    EXPECT_EQ(reviews.error().message,
              path + ":1: expected a rating \"feel\", found none");
  }
}

TEST(ReadReviewsTest, ErrorsNameTheWordsThatStandForRatings) {
  const ScratchFolder folder;
  const std::string path =
      folder.Write("a.jsonl", R"({"text": "t", "label": "fair"})");
  const DataOptions labels = {.ratings = "label",
                              .values = {{"neg", 0}, {"pos", 1}}};
  const auto unknown = ReadReviews(path, {"praise"}, labels);
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().message,
            path +
                ":1: expected a rating \"praise\" between 0 and 1 or one of "
                "\"neg\", \"pos\", found a string");
  const auto several = ReadReviews(path, {"praise", "plot"}, labels);
  ASSERT_FALSE(several.ok());
  EXPECT_EQ(several.error().message,
            path +
                ":1: expected a field \"label\" with the ratings of 2 aspects, "
                "found a string");
}

// The rationales of a record of one line, of two aspects or of one.
Result<std::vector<Review>> Marked(const std::string& line,
                                   const std::vector<std::string>& aspects,
                                   const DataOptions& options = {}) {
  static const ScratchFolder folder;
  return ReadReviews(folder.Write("marked.jsonl", line), aspects, options,
                     Rationales::kRead);
}

using Spans = std::vector<Span>;

TEST(RationalesTest, AreSpansOfTokensWhereTokensAreListed) {
  const auto read =
      Marked(R"({"tokens": ["a", "\ud83c\udf7a", "bitter", "end"], "label": 1,)"
             R"( "rationales": [[1, 3], [3, 3], [0, 1]]})",
             {"taste"}, {.text = "tokens", .ratings = "label"});
  ASSERT_TRUE(read.ok()) << read.error().message;
  const Review& review = read.value()[0];
  EXPECT_EQ(review.text, "a \U0001F37A bitter end");
  EXPECT_EQ(review.tokens, (Spans{{0, 1}, {2, 4}, {5, 11}, {12, 15}}));
  ASSERT_TRUE(review.rationales);
  EXPECT_EQ(*review.rationales, (std::vector<Spans>{{{2, 11}, {0, 1}}}));
}

TEST(RationalesTest, AreSpansOfCharactersElse) {
  const auto read =
      Marked(R"({"text": "a bitter end", "ratings": {"look": 1, "taste": 1},)"
             R"( "rationales": {"taste": [[2, 8]]}})",
             {"look", "taste"});
  ASSERT_TRUE(read.ok()) << read.error().message;
  ASSERT_TRUE(read.value()[0].rationales);
  EXPECT_EQ(*read.value()[0].rationales, (std::vector<Spans>{{}, {{2, 8}}}));
}

TEST(RationalesTest, AreTakenFromFieldsThatColumnsNames) {
  const auto read =
      Marked(R"({"x": ["a", "b"], "y": [0, 1], "0": [], "1": [[1, 2]]})",
             {"taste", "look"},
             {.text = "x",
              .ratings = "y",
              .columns = {{"look", "0"}, {"taste", "1"}}});
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value()[0].ratings, (std::vector<Real>{1, 0}));
  ASSERT_TRUE(read.value()[0].rationales);
  EXPECT_EQ(*read.value()[0].rationales, (std::vector<Spans>{{{2, 3}}, {}}));
}

TEST(RationalesTest, AreAbsentWhereNothingIsSaidOrAsked) {
  const std::string line = R"({"text": "a b", "ratings": {"look": 1}})";
  EXPECT_FALSE(Marked(line, {"look"}).value()[0].rationales);
  const ScratchFolder folder;
  const auto unasked = ReadReviews(
      folder.Write("a.jsonl",
                   R"({"text": "a", "ratings": {"look": 1}, "rationales": 3})"),
      {"look"});
  ASSERT_TRUE(unasked.ok()) << unasked.error().message;
  EXPECT_FALSE(unasked.value()[0].rationales);
}

TEST(RationalesTest, ErrorsSayWhatWasFound) {
  const auto error = [](const std::string& rationales,
                        const std::vector<std::string>& aspects) {
    const auto read =
        Marked(R"({"tokens": ["a", "b"], "ratings": {"look": 1, "feel": 1},)"
               R"( "rationales": )" +
                   rationales + "}",
               aspects, {.text = "tokens"});
    if (read.ok()) return std::string("none");
    const std::string& message = read.error().message;
    return message.substr(message.find("jsonl:") + 6);
  };
  const std::string expected =
      "1: expected \"rationales\" to be a list of [start, end) within the 2 "
      "tokens of the text, found ";
  for (const char* pair : {"[0,3]", "[2,1]", "[-1,1]", "[0]", "3", "[0.5,1]"}) {
    EXPECT_EQ(error(std::string("[") + pair + "]", {"look"}), expected + pair);
  }
  EXPECT_EQ(error("7", {"look"}), expected + "7");
  EXPECT_EQ(error("[]", {"look", "feel"}),
            "1: expected \"rationales\" to be an object with a list for each "
            "aspect, found an array");
}

TEST(ReadReviewsTest, AnEmptyFileIsAnError) {
  const ScratchFolder folder;
  for (const std::string& path :
       {folder.Write("a.jsonl", ""), folder.WriteGzip("b.jsonl.gz", "")}) {
    const auto reviews = ReadReviews(path, {"aroma"});
    ASSERT_FALSE(reviews.ok());
    EXPECT_EQ(reviews.error().message,
              path + ":1: expected a line, found an empty file");
  }
}

TEST(VisitReviewsTest, TakesRatingsFromColumns) {
  const ScratchFolder folder;
  const std::string path = folder.Write(
      "a.csv", "nose,look,review\n0.25,1,\"thin, hazy\"\n1e-1,0,fine\n");
  const auto reviews =
      ReadReviews(path, {"look", "aroma"},
                  {.text = "review", .columns = {{"aroma", "nose"}}});
  ASSERT_TRUE(reviews.ok()) << reviews.error().message;
  ASSERT_EQ(reviews.value().size(), 2u);
  EXPECT_EQ(reviews.value()[0].text, "thin, hazy");
  EXPECT_EQ(reviews.value()[0].ratings, (std::vector<Real>{1, 0.25}));
  EXPECT_EQ(reviews.value()[1].ratings, (std::vector<Real>{0, Real{0.1f}}));

  const auto worded =
      ReadReviews(folder.Write("b.tsv", "text\tlook\na\tfair\nb\t1\n"),
                  {"look"}, {.values = {{"fair", 0.5}}});
  ASSERT_TRUE(worded.ok()) << worded.error().message;
  EXPECT_EQ(worded.value()[0].ratings, (std::vector<Real>{0.5}));
  EXPECT_EQ(worded.value()[1].ratings, (std::vector<Real>{1}));
}

TEST(VisitReviewsTest, RefusesRatingsThatAreNoneAndFormatsWithoutRatings) {
  const ScratchFolder folder;
  for (const std::string rating : {"nan", "0.5x", " 1", "1.2.3", "good"}) {
    const std::string path =
        folder.Write("a.csv", "text,look\na," + rating + "\n");
    const auto reviews = ReadReviews(path, {"look"});
    ASSERT_FALSE(reviews.ok()) << rating;
    EXPECT_EQ(reviews.error().message,
              path +
                  ":2: expected a rating \"look\" between 0 and 1, found \"" +
                  rating + "\"");
  }
  for (const char* file : {"a.txt", "a.trees", "a.conll"}) {
    const auto reviews =
        ReadReviews(folder.Write(file, "a\n"), {"look", "feel"});
    ASSERT_FALSE(reviews.ok()) << file;
    EXPECT_EQ(reviews.error().code, ErrorCode::kInvalidArgument) << file;
  }
  EXPECT_EQ(ReadReviews(folder.Write("a.trees", "a\n"), {"look"}).error().code,
            ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace whylight
