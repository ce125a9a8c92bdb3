#include "core/systems/recommender/options.h"

#include <cmath>

#include "core/format/fields.h"
#include "core/layers/check_size.h"
#include "core/model/layer_fields.h"

namespace whylight {
namespace {

// Each reads all reviews again.
constexpr double kMostPointers = 16;
constexpr double kMostReviews = 1000;
constexpr double kMostDepth = 4;

const Names<RecommenderKind>& KindNames() {
  static const Names<RecommenderKind> names = {
      {"mean", RecommenderKind::kMean},
      {"mf", RecommenderKind::kMf},
      {"fm", RecommenderKind::kFm},
      {"deep", RecommenderKind::kDeep},
      {"mpcn", RecommenderKind::kMpcn}};
  return names;
}

std::string FindProblem(const RecommenderOptions& options) {
  const std::vector<double>& range = options.range;
  if (range.size() != 2 || !(range[0] < range[1])) {
    return "\"range\": expected the lowest and the highest rating, found " +
           nlohmann::json(range).dump();
  }
  if (options.kind == RecommenderKind::kMean && !options.biases) {
    return "\"biases\": expected true of the kind \"mean\", found false";
  }
  if (options.kind != RecommenderKind::kDeep && !options.layers.empty()) {
    return "\"layers\": expected none but of the kind \"deep\", found " +
           std::to_string(options.layers.size());
  }
  return FindTooManyLayers(options.layers);
}

}  // namespace

const Fields<RecommenderOptions>& RecommenderOptionsFields() {
  using Options = RecommenderOptions;
  static const char kOfReviews[] = "kind is deep or mpcn";
  static const char kOfPointers[] = "kind is mpcn";
  static const Names<PointerCombination> combinations = {
      {"concat", PointerCombination::kConcat},
      {"sum", PointerCombination::kSum},
      {"dense", PointerCombination::kDense}};
  static const auto fields =
      Fields<Options>("The shape of the model.")
          .Choice(
              "kind", &Options::kind, KindNames(),
              "What a rating is made of besides the mean and the biases: "
              "nothing, the product of a vector of the user and one of the "
              "item, a factorisation machine on both, one on what layers make "
              "of their reviews, or one on reviews that pointers choose.")
          .Numbers("range", &Options::range, {-1e9, 1e9},
                   "The lowest and the highest rating; by default those of "
                   "`train`.")
          .WrittenIf(
              [](const Options& options) { return !options.range.empty(); })
          .Flag("biases", &Options::biases,
                "Whether each user and each item of `train` has a number that "
                "is added. The model then keeps their names.")
          .Count("factors", &Options::factors, {1, kMaxWidth},
                 "Number of factors of the factorisation machine.")
          .When("kind is fm, deep or mpcn")
          .Count("reviews", &Options::reviews, {1, kMostReviews},
                 "Number of reviews that are read for each user and each item: "
                 "the first ones.")
          .When(kOfReviews)
          .Count("review_words", &Options::review_words, {1, kMaxWidth},
                 "Number of words that are read in a review: the first ones "
                 "that are known.")
          .When(kOfReviews)
          .Flag("spelling", &Options::spelling,
                "Whether a word that is not in the vocabulary is read as the "
                "one that it most likely misspells, and an emoji as a word "
                "that says the same.")
          .When(kOfReviews)
          .Flag("train_vectors", &Options::train_vectors,
                "Whether training changes word vectors.")
          .When(kOfReviews)
          .Other("layers", "LayerSpec | LayerSpec[]",
                 ReadInto(&Options::layers), WriteFrom(&Options::layers),
                 "Layers over the words of all reviews, each with its width "
                 "as `hidden`: one list for users and one for items.")
          .When("kind is deep")
          .Count("pointers", &Options::pointers, {1, kMostPointers},
                 "Number of pairs of reviews to point at.")
          .When(kOfPointers)
          .Choice("combination", &Options::combination, combinations,
                  "How what the pointers choose becomes one vector: side by "
                  "side, added, or by a dense layer.")
          .When(kOfPointers)
          .Flag("gate", &Options::gate,
                "Whether the sum of a review's words passes through gates.")
          .When(kOfPointers)
          .Count("depth", &Options::depth, {0, kMostDepth},
                 "Number of dense layers before a pair of reviews, or of "
                 "words, is scored; 0: the score is bilinear.")
          .When(kOfPointers)
          .Flag("word_level", &Options::word_level,
                "Whether the words of two chosen reviews weight each other; "
                "otherwise the vectors of the reviews are read.")
          .When(kOfPointers)
          .Flag("all_reviews", &Options::all_reviews,
                "Whether the mean of all reviews is read beside those pointed "
                "at.")
          .When(kOfPointers);
  return fields;
}

Status CheckRecommenderOptions(const RecommenderOptions& options) {
  const std::string problem = FindProblem(options);
  if (problem.empty()) return {};
  return Invalid(problem);
}

}  // namespace whylight
