#include "core/systems/recommender/system.h"

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "tests/core/systems/recommender/invented.h"

namespace whylight {
namespace {

using nlohmann::json;

class RecommenderSystemTest : public testing::Test {
 protected:
  static Result<Answer> Said(const RecommenderOptions& options,
                             const char* question) {
    const auto model = RecommenderSystem()
                           .load(InventRecommender(options)
                                     .Save(Dtype::kF32, Dtype::kF32, "{}")
                                     .value())
                           .value();
    return Ask(RecommenderSystem(), *model,
               {"recommend", {}, json::parse(question)});
  }
  static std::string Problem(const char* question) {
    return Said({}, question).error().message;
  }
};

TEST_F(RecommenderSystemTest, AnswersWithPartsAndPointers) {
  const json answer = Said({.pointers = 1}, R"({
      "user": "ann", "item": "7", "reviews": [
        {"user": "ann", "item": 3, "text": "Dark", "rating": 4},
        {"item": 7, "text": "sweet ale"}]})")
                          .value()
                          .json["items"][0];
  EXPECT_EQ(answer["item"], "7");
  EXPECT_EQ(answer["read"].dump(), R"({"item":1,"user":1})");
  EXPECT_EQ(answer["parts"]["item"], 0);
  EXPECT_EQ(answer["pointers"].dump(),
            R"([{"item":{"review":1,"weight":1.0,"words":[)"
            R"({"end":5,"start":0,"weight":1.0}]},)"
            R"("user":{"review":0,"weight":1.0,"words":[)"
            R"({"end":4,"start":0,"weight":1.0}]}}])");
}

TEST_F(RecommenderSystemTest, SaysWhichReviewIsWrong) {
  EXPECT_EQ(Problem(R"({"reviews": "all"})"),
            "recommend: reviews: expected a list, found a text");
  EXPECT_EQ(Problem(R"({"reviews": [{"text": "a"}, 7]})"),
            "recommend: reviews[1]: expected an object, found 7");
  EXPECT_EQ(Problem(R"({"reviews": [{"user": "ann"}]})"),
            "recommend: reviews[0]: \"text\": expected a text, found none");
  EXPECT_EQ(Problem(R"({"reviews": [{"user": 1.5, "text": ""}]})"),
            "recommend: reviews[0]: \"user\": expected a text or a whole "
            "number, found 1.5");
  EXPECT_EQ(Problem(R"({"count": 0})").find("recommend: \"count\": "), 0u);
}

// A collection answers as all of its reviews do that come with the question.
TEST_F(RecommenderSystemTest, KeepsReviews) {
  const auto model = RecommenderSystem()
                         .load(InventRecommender({})
                                   .Save(Dtype::kF32, Dtype::kF32, "{}")
                                   .value())
                         .value();
  const auto ask = [&](const char* question, const json& options) {
    return Ask(RecommenderSystem(), *model, {question, {}, options});
  };
  const json given = json::parse(R"([
      {"user": "ann", "item": 3, "text": "Dark"},
      {"user": "bob", "item": 7, "text": "bitter"},
      {"item": 7, "text": "sweet ale"}])");
  const json at = ask("collection-create", json::object()).value().json;
  const auto of = [&](json options) {
    options.update(at);
    return options;
  };
  const auto add = [&](const json& reviews) {
    return ask("collection-add", of({{"reviews", reviews}}));
  };
  EXPECT_EQ(add(json::array({given[0]})).value().json["size"], 1);
  // All of a list or none.
  EXPECT_EQ(add(json::array({given[1], 7})).error().message,
            "collection-add: reviews[1]: expected an object, found 7");
  EXPECT_EQ(ask("collection-about", at).value().json["size"], 1);
  EXPECT_EQ(add(json::array({given[1], given[2]})).value().json["size"], 3);

  for (json options : {json{{"user", "ann"}, {"item", "7"}},
                       json{{"user", "ann"}, {"count", 2}}, json::object()}) {
    const json kept = ask("collection-recommend", of(options)).value().json;
    options["reviews"] = given;
    const json given_along = ask("recommend", options).value().json;
    EXPECT_EQ(kept, given_along);
  }

  EXPECT_TRUE(ask("collection-close", at).ok());
  const Error error = ask("collection-recommend", at).error();
  EXPECT_EQ(error.code, ErrorCode::kNotFound);
  EXPECT_EQ(error.message,
            "expected a collection of reviews that is open, found 1: it was "
            "closed, or lost when the model stopped");
}

}  // namespace
}  // namespace whylight
