#include "core/systems/recommender/system.h"

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/format/span_json.h"
#include "core/model/kept.h"
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

// A model, and the reviews that it keeps.
class RecommenderAnswers final : public Model {
 public:
  explicit RecommenderAnswers(std::shared_ptr<const Recommender> model)
      : model_(std::move(model)) {}

  // NOLINTNEXTLINE(performance-unnecessary-value-param): as System has it.
  static Result<std::unique_ptr<Model>> Load(ModelFiles files) {
    Result<Recommender> loaded = Recommender::Load(files);
    if (!loaded.ok()) return loaded.error();
    return std::unique_ptr<Model>(std::make_unique<RecommenderAnswers>(
        std::make_shared<const Recommender>(std::move(loaded).value())));
  }

  const Recommender& value() const { return *model_; }
  Kept<std::shared_ptr<KnownReviews>>& collections() { return collections_; }

  ordered_json About() const override { return AboutRecommender(*model_); }
  /// Without reviews: these have one thread.
  Result<std::unique_ptr<Model>> ForAnotherThread() const override {
    return std::unique_ptr<Model>(std::make_unique<RecommenderAnswers>(model_));
  }

 private:
  std::shared_ptr<const Recommender> model_;
  // Shared with answers that are under way.
  Kept<std::shared_ptr<KnownReviews>> collections_{
      "a collection of reviews that is open"};
};

constexpr double kMostRecommended = 1000;

// What is asked of reviews.
struct RecommendWhat {
  std::string user;
  std::string item;
  std::size_t count = 10;
};

struct RecommendOptions : RecommendWhat {
  std::vector<GivenReview> reviews = {};
};

// What has to do with reviews that are kept.
struct OfCollection {
  std::uint64_t collection = 0;
};

struct AddReviewsOptions : OfCollection {
  std::vector<GivenReview> reviews = {};
};

struct RecommendKeptOptions : OfCollection, RecommendWhat {};

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
                        std::vector<GivenReview>* reviews) {
  if (!value.is_array()) {
    return Invalid(where + ": expected a list, found " + Shown(value));
  }
  reviews->clear();
  for (std::size_t i = 0; i < value.size(); ++i) {
    const json& review = value[i];
    const std::string here = where + "[" + std::to_string(i) + "]";
    if (!review.is_object()) {
      return Invalid(here + ": expected an object, found " + Shown(review));
    }
    GivenReview& given = reviews->emplace_back();
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

template <typename Options>
Fields<Options> WithReviews(Fields<Options> fields) {
  return std::move(fields).Other(
      "reviews", "readonly GivenReview[]",
      [](const json& value, const std::string& where, Options* options) {
        return ReadGivenReviews(value, where, &options->reviews);
      },
      [](const Options&) { return ordered_json(); },
      "Reviews that tell about users and items, each with \"user\", \"item\" "
      "and \"text\".");
}

template <typename Options>
Fields<Options> WithWhat(Fields<Options> fields) {
  return std::move(fields)
      .Text("user", &Options::user,
            "Name of the user; by default someone about whom nothing is known.")
      .Text("item", &Options::item,
            "Name of the item to rate; by default all that the model or the "
            "reviews name and that the user has not reviewed.")
      .Count("count", &Options::count, {1, kMostRecommended},
             "How many items to list, from the highest rating down.");
}

const Fields<RecommendOptions>& RecommendFields() {
  static const auto fields = WithReviews(WithWhat(Fields<RecommendOptions>()));
  return fields;
}

template <typename Options>
Fields<Options> FieldsOfCollection() {
  return Fields<Options>()
      .Count("collection", &Options::collection, {0, 9007199254740992},
             "The number of the collection.")
      .Required();
}

const Fields<OfCollection>& CollectionFields() {
  static const auto fields = FieldsOfCollection<OfCollection>();
  return fields;
}

const Fields<AddReviewsOptions>& AddReviewsFields() {
  static const auto fields =
      WithReviews(FieldsOfCollection<AddReviewsOptions>());
  return fields;
}

const Fields<RecommendKeptOptions>& RecommendKeptFields() {
  static const auto fields =
      WithWhat(FieldsOfCollection<RecommendKeptOptions>());
  return fields;
}

ordered_json PointedToJson(const PointedReview& pointed) {
  ordered_json written{{"review", pointed.review}, {"weight", pointed.weight}};
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

Answer ItemsToJson(const std::vector<Recommendation>& found) {
  ordered_json items = ordered_json::array();
  for (const Recommendation& one : found) {
    items.push_back(RecommendationToJson(one));
  }
  return {{{"items", std::move(items)}}};
}

Error Named(const Request& request, const Error& error) {
  return {error.code, std::string(request.question) + ": " + error.message};
}

Begun<Answer> RecommendFrom(std::shared_ptr<const KnownReviews> reviews,
                            const Recommender& model, const Request& request,
                            const RecommendWhat& what) {
  Begun<std::vector<Recommendation>> begun = BeginRecommending(
      model, std::move(reviews), what.user, what.item, what.count);
  if (!begun.ok()) return Named(request, begun.error());
  return Then(std::move(begun), ItemsToJson);
}

Begun<Answer> AnswerRecommend(RecommenderAnswers& asked, const Request& request,
                              const RecommendOptions& options) {
  auto reviews = std::make_shared<KnownReviews>();
  if (Status added = reviews->Add(asked.value(), options.reviews);
      !added.ok()) {
    return Named(request, added.error());
  }
  return RecommendFrom(std::move(reviews), asked.value(), request, options);
}

struct NoReviewOptions {};

const Fields<NoReviewOptions>& NoReviewFields() {
  static const Fields<NoReviewOptions> fields;
  return fields;
}

Result<Answer> AnswerCreateCollection(RecommenderAnswers& asked,
                                      const Request& /*request*/,
                                      const NoReviewOptions&) {
  return Answer{{{"collection",
                  asked.collections().Keep(std::make_shared<KnownReviews>())}}};
}

using Collection = Result<std::shared_ptr<KnownReviews>*>;

Answer SizeOf(const KnownReviews& reviews) {
  return {{{"size", reviews.bank().size()}}};
}

Result<Answer> AnswerAddReviews(RecommenderAnswers& asked,
                                const Request& request,
                                const AddReviewsOptions& options) {
  const Collection found = asked.collections().Find(options.collection);
  if (!found.ok()) return found.error();
  KnownReviews& reviews = **found.value();
  if (Status added = reviews.Add(asked.value(), options.reviews); !added.ok()) {
    return Named(request, added.error());
  }
  return SizeOf(reviews);
}

Begun<Answer> AnswerRecommendKept(RecommenderAnswers& asked,
                                  const Request& request,
                                  const RecommendKeptOptions& options) {
  const Collection found = asked.collections().Find(options.collection);
  if (!found.ok()) return found.error();
  return RecommendFrom(*found.value(), asked.value(), request, options);
}

Result<Answer> AnswerAboutCollection(RecommenderAnswers& asked,
                                     const Request& /*request*/,
                                     const OfCollection& options) {
  const Collection found = asked.collections().Find(options.collection);
  if (!found.ok()) return found.error();
  return SizeOf(**found.value());
}

Result<Answer> AnswerCloseCollection(RecommenderAnswers& asked,
                                     const Request& /*request*/,
                                     const OfCollection& options) {
  asked.collections().Close(options.collection);
  return Answer{ordered_json::object()};
}

}  // namespace

const System& RecommenderSystem() {
  static const System system = {
      "recommender",
      "a recommender",
      RecommenderAnswers::Load,
      {Answered<AnswerRecommend, RecommendFields>(
          {.name = "recommend",
           .summary = "How a user would rate an item, or what they would like "
                      "best, and which reviews show it",
           .inputs = Inputs::kNothing})},
      /*needs_files=*/true,
      {Answered<AnswerCreateCollection, NoReviewFields>(
           {.name = "collection-create",
            .summary = "A new collection of reviews",
            .inputs = Inputs::kNothing}),
       Answered<AnswerAddReviews, AddReviewsFields>(
           {.name = "collection-add",
            .summary = "Adds reviews",
            .inputs = Inputs::kNothing}),
       Answered<AnswerRecommendKept, RecommendKeptFields>(
           {.name = "collection-recommend",
            .summary = "The same as recommend, of reviews that are kept",
            .inputs = Inputs::kNothing}),
       Answered<AnswerAboutCollection, CollectionFields>(
           {.name = "collection-about",
            .summary = "How many reviews there are",
            .inputs = Inputs::kNothing}),
       Answered<AnswerCloseCollection, CollectionFields>(
           {.name = "collection-close",
            .summary = "Lets go of a collection",
            .inputs = Inputs::kNothing})}};
  return system;
}

}  // namespace whylight
