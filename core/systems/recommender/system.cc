#include "core/systems/recommender/system.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/format/span_json.h"
#include "core/systems/recommender/model.h"
#include "core/systems/recommender/recommendation.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

ordered_json AboutRecommender(const Recommender& model) {
  const RecommenderOptions& options = model.options();
  return {{"range", options.range},
          {"readsReviews", options.reads_reviews()},
          {"users", model.users().size()},
          {"items", model.items().size()}};
}

using RecommenderAnswers = SharedModel<Recommender, AboutRecommender>;

constexpr double kMostRecommended = 1000;

struct RecommendOptions {
  std::string user;
  std::string item;
  std::vector<GivenReview> reviews = {};
  std::size_t count = 10;
};

// An error is no place for a whole review.
std::string Shown(const json& value) {
  if (value.is_string()) return "a text";
  if (value.is_array()) return "a list";
  return value.is_object() ? "an object" : value.dump();
}

// A name or a text; as names, whole numbers are what their digits say.
Status ReadPart(const json& review, const char* key, bool name,
                const std::string& where, std::string* part) {
  const auto found = review.find(key);
  if (found == review.end() && name) return {};
  if (found != review.end() && found->is_string()) {
    *part = found->get<std::string>();
    return {};
  }
  if (found != review.end() && name && found->is_number_integer()) {
    *part = found->dump();
    return {};
  }
  return Invalid(where + ": " + Quote(key) + ": expected a text" +
                 (name ? " or a whole number" : "") + ", found " +
                 (found == review.end() ? "none" : Shown(*found)));
}

Status ReadGivenReviews(const json& value, const std::string& where,
                        RecommendOptions* options) {
  if (!value.is_array()) {
    return Invalid(where + ": expected a list, found " + Shown(value));
  }
  options->reviews.clear();
  for (std::size_t i = 0; i < value.size(); ++i) {
    const json& review = value[i];
    const std::string here = where + "[" + std::to_string(i) + "]";
    if (!review.is_object()) {
      return Invalid(here + ": expected an object, found " + Shown(review));
    }
    GivenReview& given = options->reviews.emplace_back();
    for (const auto& [key, name, part] :
         {std::tuple("user", true, &given.user),
          std::tuple("item", true, &given.item),
          std::tuple("text", false, &given.text)}) {
      if (Status read = ReadPart(review, key, name, here, part); !read.ok()) {
        return read;
      }
    }
  }
  return {};
}

const Fields<RecommendOptions>& RecommendFields() {
  using Options = RecommendOptions;
  static const auto fields =
      Fields<Options>()
          .Text("user", &Options::user,
                "Name of the user; by default somebody that nothing is known "
                "of.")
          .Text("item", &Options::item,
                "Name of the item to rate; by default all that the model or "
                "the reviews name and the user has no review of.")
          .Other(
              "reviews", "readonly GivenReview[]", ReadGivenReviews,
              [](const Options&) { return ordered_json(); },
              "Reviews that users and items are known by, each with \"user\", "
              "\"item\" and \"text\".")
          .Count("count", &Options::count, {1, kMostRecommended},
                 "How many items, from the highest rating.");
  return fields;
}

ordered_json PointedToJson(const PointedReview& pointed) {
  ordered_json written{{"review", pointed.review}};
  ordered_json& words = written["words"] = ordered_json::array();
  for (const PointedReview::Word& word : pointed.words) {
    words.push_back(SpanToJson(word.span));
    words.back()["weight"] = word.weight;
  }
  return written;
}

ordered_json RecommendationToJson(const Recommendation& one) {
  ordered_json written{
      {"item", one.item},
      {"rating", one.rating},
      {"parts",
       {{"mean", one.mean},
        {"user", one.user_bias},
        {"item", one.item_bias},
        {"match", one.match}}},
      {"read", {{"user", one.user_reviews}, {"item", one.item_reviews}}}};
  ordered_json& pointers = written["pointers"] = ordered_json::array();
  for (const ChosenPair& pair : one.pointers) {
    ordered_json chosen = ordered_json::object();
    if (pair.of_user) chosen["user"] = PointedToJson(*pair.of_user);
    if (pair.of_item) chosen["item"] = PointedToJson(*pair.of_item);
    pointers.push_back(std::move(chosen));
  }
  return written;
}

Result<Answer> AnswerRecommend(RecommenderAnswers& asked,
                               const Request& request,
                               const RecommendOptions& options) {
  const Result<std::vector<Recommendation>> found =
      Recommend(asked.value(), options.reviews, options.user, options.item,
                options.count);
  if (!found.ok()) {
    return Error{found.error().code,
                 std::string(request.question) + ": " + found.error().message};
  }
  ordered_json items = ordered_json::array();
  for (const Recommendation& one : found.value()) {
    items.push_back(RecommendationToJson(one));
  }
  return Answer{{{"items", std::move(items)}}};
}

}  // namespace

const System& RecommenderSystem() {
  static const System system = {
      "recommender",
      "a recommender",
      RecommenderAnswers::Load,
      {Answered<AnswerRecommend, RecommendFields>(
          {.name = "recommend",
           .summary = "What a user would rate an item, or like best, and which "
                      "reviews say so",
           .inputs = Inputs::kNothing})}};
  return system;
}

}  // namespace whylight
