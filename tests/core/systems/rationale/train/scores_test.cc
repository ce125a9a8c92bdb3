#include "core/systems/rationale/train/scores.h"

#include <gtest/gtest.h>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

constexpr double kTolerance = 1e-6;

TEST(ErrorScalesTest, AreVariancesTimesTheShareThatIsRated) {
  Matrix ratings(4, 3);
  // Variances 1/4, 8/81 of three quarters, and none of one quarter.
  ratings << 0, 0, kUnrated,     //
      1, kUnrated, Real(0.5),    //
      0, Real(2) / 3, kUnrated,  //
      1, Real(2) / 3, kUnrated;
  const std::vector<double> scales = ErrorScales(ratings, {0, 1, 2, 3}, 3);
  EXPECT_NEAR(scales[0], 0.25, kTolerance);
  // Mean 4/9, mean of squares 8/27: 24/81 - 16/81.
  EXPECT_NEAR(scales[1], 8.0 / 81 * 0.75, kTolerance);
  EXPECT_NEAR(scales[2], 1e-6 / 4, 1e-9);
  // A rating that none of the rows has makes no errors to scale.
  EXPECT_EQ(ErrorScales(ratings, {0, 2}, 3)[2], 1);
}

TEST(SelectAtPointsTest, SelectsWhatTheModelDoesWhereRunsHaveBoundaries) {
  RationaleOptions options;
  options.aspects = {{"one", true, {Real(0.1), Real(0.05)}},
                     {"other", false, {}}};
  options.aspects[0].mention = Real(-0.2);
  options.generator = {.inputs = 4, .hidden = 5};
  options.encoder = options.generator;
  options.points = {{0.1, {Real(0.2)}, {1}}, {0.5, {Real(-0.3)}, {1}}};
  options.boundaries = {
      .cut_cost = 2, .breaks = {"but"}, .open = {"a"}, .negations = {"not"}};
  const std::vector<std::string> words = {"not", "a",    "good",
                                          "but", "beer", ","};
  RationaleModel model(options, Vocabulary::FromWords(words).value(),
                       3 * RandomMatrix(6, 4, "scores test"), 1);
  const WordIds text = {0, 1, 2, 4, 5, 3, 2, 1, 0, 2, 5, kUnknownWord};
  RatedTexts set;
  set.names = {"one", "other"};
  set.texts = {text, {}, {2, 4}};
  set.ratings = Matrix::Zero(3, 2);
  ThreadPool pool(1);
  const std::vector<SetSelections> found = SelectAtPoints(model, set, pool);
  ASSERT_EQ(found.size(), 2u);
  std::size_t selected = 0;
  for (std::size_t point = 0; point < 2; ++point) {
    for (std::size_t i = 0; i < set.size(); ++i) {
      const WordIds* const one = &set.texts[i];
      const WordBatch batch = MakeWordBatch({&one, 1});
      Graph graph(Graph::Mode::kInference);
      const Var states = model.GeneratorStates(
          graph, model.Lookup(graph, batch), batch.sequences);
      const auto expected = model.Select(graph.value(states), batch, point);
      for (std::size_t a = 0; a < 2; ++a) {
        for (std::size_t t = 0; t < one->size(); ++t) {
          EXPECT_EQ(
              found[point][a][i][t],
              expected.selected(static_cast<Index>(t), static_cast<Index>(a)));
          selected += found[point][a][i][t];
        }
      }
    }
  }
  EXPECT_GT(selected, 0u);
}

TEST(MeanRatingTest, IsOfTheRatingsThatAreThere) {
  Matrix ratings(3, 2);
  ratings << Real(0.5), 1, kUnrated, 0, 1, 1;
  EXPECT_EQ(MeanRating(ratings, 0), Real(0.75));
  EXPECT_NEAR(MeanRating(ratings, 1), 2.0 / 3, kTolerance);
}

}  // namespace
}  // namespace whylight
